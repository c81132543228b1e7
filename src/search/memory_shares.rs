//! How a search divides its memory: the sum of its tables, and of what the process takes besides,
//! stays within it.

use super::table_memory::TableMemory;

/// Mebibytes of a search, if nothing else is set: for the tables of bounds and of estimates half of
/// it, and as much for an endgame table with what else the process takes.
pub const MEMORY: usize = 512;

/// Mebibytes that the process takes besides, where a search has much: the program, its stacks and
/// what its threads allocate.
const BESIDES: usize = 16;

/// The most mebibytes of the table of bounds of a search that has no table of estimates. It takes
/// the power of two below: half of a sum that is one, and never less than a third of it.
pub(super) const fn of_bounds(memory: usize) -> usize {
    memory.saturating_mul(5) / 8
}

/// The same of a search that has one.
pub(super) const fn of_bounds_beside_estimates(memory: usize) -> usize {
    of_bounds(memory) / 2
}

/// The mebibytes of the table of estimates.
pub(super) const fn of_estimates(memory: usize) -> usize {
    memory / 4
}

/// The bytes that are left for an endgame table beside the others.
pub(super) fn of_endgame(memory: usize, others: &[&TableMemory]) -> u64 {
    let besides = BESIDES.min(memory / 8);
    let left = (memory.saturating_sub(besides) as u64).saturating_mul(1 << 20);
    let taken = others.iter().map(|table| table.bytes()).sum();
    left.saturating_sub(taken)
}
