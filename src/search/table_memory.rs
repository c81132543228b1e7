//! The memory of the search's tables.

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

/// The memory of a table.
pub struct TableMemory {
    bytes: Zeros,
}

impl TableMemory {
    /// Memory for `words`, or for half of them and so on down to `least` if the system does not
    /// grant twice as much: a smaller table makes a search slower and nothing else, but it is not
    /// all that needs memory.
    ///
    /// # Errors
    /// If it doesn't grant the least.
    pub fn of(words: usize, least: usize) -> Result<TableMemory, ResourceError> {
        let mut words = words.max(least);
        loop {
            match TableMemory::granted(words) {
                Ok(memory) => return Ok(memory),
                Err(_) if words > least => words = (words / 2).max(least),
                Err(shortage) => return Err(shortage),
            }
        }
    }

    fn granted(words: usize) -> Result<TableMemory, ResourceError> {
        let bytes = Zeros::of(bytes_of(words))?;
        // A module of WebAssembly never gives back what it was granted for a moment.
        if !cfg!(target_family = "wasm") {
            drop(Zeros::of(bytes.len())?);
        }
        Ok(TableMemory { bytes })
    }

    /// Its size.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// All of its words.
    pub fn words(&mut self) -> &mut [AtomicU64] {
        <[AtomicU64]>::mut_from_bytes(&mut self.bytes).expect("whole words")
    }
}

const fn bytes_of(words: usize) -> usize {
    words.saturating_mul(size_of::<AtomicU64>())
}
