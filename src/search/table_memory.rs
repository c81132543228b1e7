//! The memory of the search's tables, and how a search divides it: the sum of its tables, and of
//! what the process takes besides, stays within it.

use std::sync::atomic::AtomicU64;

use zerocopy::FromBytes;

use crate::control::{ResourceError, Zeros};

/// Bytes of a table with which a search begins: a short one need not clear the memory of a large
/// table, which takes ten times as long as the proof of a small position.
pub const SMALL: usize = 2 << 20;

/// The growth of a table, as a power of two.
pub const GROWTH_BITS: u32 = 4;

/// Nodes for which a small table of bounds is large enough, and a larger one for as many more: one
/// for each entry. As long as nothing must make room, a smaller table is a faster one.
pub const ROOM_OF_BOUNDS: u64 = (SMALL / size_of::<AtomicU64>()) as u64;

/// The same for a table of a search with a horizon.
pub const ROOM_OF_ESTIMATES: u64 = 100_000;

/// Nodes for which a table of so many bytes is large enough, if a small one is for `nodes`.
pub const fn room(bytes: usize, nodes: u64) -> u64 {
    (bytes as u64).saturating_mul(nodes) / SMALL as u64
}

/// Memory for `words` of a table, or for half of them and so on down to `least` if the system does
/// not grant twice as much: a smaller table makes a search slower and nothing else, but it is not all
/// that needs memory.
///
/// # Errors
/// If it doesn't grant the least.
pub fn granted(words: usize, least: usize) -> Result<Zeros, ResourceError> {
    let mut words = words.max(least);
    loop {
        let memory = Zeros::of(words.saturating_mul(size_of::<AtomicU64>()));
        // A module of WebAssembly never gives back what it was granted for a moment.
        let twice = |memory: &Zeros| match cfg!(target_family = "wasm") {
            true => Ok(()),
            false => Zeros::of(memory.len()).map(drop),
        };
        match memory.and_then(|memory| twice(&memory).map(|()| memory)) {
            Err(_) if words > least => words = (words / 2).max(least),
            done => return done,
        }
    }
}

/// All words of a table's memory.
pub fn words(memory: &mut Zeros) -> &mut [AtomicU64] {
    <[AtomicU64]>::mut_from_bytes(memory).expect("whole words")
}

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

/// The mebibytes of the table of estimates.
pub(super) const fn of_estimates(memory: usize) -> usize {
    memory / 4
}

/// The bytes that are left for an endgame table beside the others.
pub(super) fn of_endgame(memory: usize, others: &[&Zeros]) -> u64 {
    let besides = BESIDES.min(memory / 8);
    let left = (memory.saturating_sub(besides) as u64).saturating_mul(1 << 20);
    let taken = others.iter().map(|table| table.len() as u64).sum::<u64>();
    left.saturating_sub(taken)
}
