//! The memory of the search's tables.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use zerocopy::FromBytes;

use crate::control::Shortage;

/// Bytes of a table with which a search begins: a short one need not clear the memory of a large
/// table, which takes ten times as long as the proof of a small position.
pub const SMALL: usize = 2 << 20;

/// How many times larger a table is that has grown.
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

/// The memory of a table: zeros that cost nothing until they are touched, in large pages where the
/// system has them. (In small ones finding the page takes longer than reading the word.)
pub struct TableMemory {
    bytes: MmapMut,
}

impl TableMemory {
    /// Memory for `words`, or for half of them and so on down to `least` if the system does not
    /// grant twice as much: a smaller table makes a search slower and nothing else, but it is not
    /// all that needs memory.
    ///
    /// # Errors
    /// If it doesn't grant the least.
    pub fn of(words: usize, least: usize) -> Result<TableMemory, Shortage> {
        let mut words = words.max(least);
        loop {
            match TableMemory::mapped(words) {
                Ok(memory) => return Ok(memory),
                Err(_) if words / 2 >= least => words /= 2,
                Err(reason) => {
                    let mebibytes = bytes_of(least).div_ceil(1 << 20);
                    return Err(Shortage::Memory { mebibytes, reason });
                }
            }
        }
    }

    fn mapped(words: usize) -> Result<TableMemory, String> {
        let map = |bytes| MmapMut::map_anon(bytes).map_err(|error| error.to_string());
        let bytes = map(bytes_of(words))?;
        drop(map(bytes.len())?);
        #[cfg(target_os = "linux")]
        // A wish: without large pages the table is slower and nothing else.
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(TableMemory { bytes })
    }

    /// All of its words.
    pub fn words(&mut self) -> &mut [AtomicU64] {
        <[AtomicU64]>::mut_from_bytes(&mut self.bytes).expect("whole words")
    }
}

const fn bytes_of(words: usize) -> usize {
    words.saturating_mul(size_of::<AtomicU64>())
}
