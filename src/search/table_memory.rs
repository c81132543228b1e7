//! The memory of the search's tables, and how a search divides it. The tables together with the
//! rest of the process stay within the given total.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use zerocopy::FromBytes;

use crate::control::{ResourceError, Zeros};

/// Initial size of a table in bytes. A short search should not have to clear a large table, which
/// takes ten times as long as proving a small position.
pub const INITIAL_BYTES: usize = 2 << 20;

/// Logarithm of a table's growth factor.
pub const GROWTH_BITS: u32 = 4;

/// Nodes for which the initial table of bounds suffices: one for each entry. Larger tables scale
/// with it. A small table that need not replace entries is faster than a large one.
pub const BOUNDS_NODES: u64 = (INITIAL_BYTES / size_of::<AtomicU64>()) as u64;

/// Nodes for which the initial heuristic table suffices.
pub const ESTIMATES_NODES: u64 = 100_000;

/// Nodes for which a table of `bytes` suffices, if the initial size suffices for `nodes`.
pub const fn room(bytes: usize, nodes: u64) -> u64 {
    (bytes as u64).saturating_mul(nodes) / INITIAL_BYTES as u64
}

/// Maximum nodes of a short search: clearing a table or starting a second thread takes longer.
const MAX_SHORT_NODES: usize = 512;

/// Whether a search with this node limit is short. One that may reach `endgame_after` is not,
/// because it builds an endgame table.
pub(super) const fn is_short_search(nodes: u64, endgame_after: u64) -> bool {
    nodes <= MAX_SHORT_NODES as u64 && nodes < endgame_after
}

/// Allocates `words` for a table. Halves the number, down to `least`, until the system could grant
/// twice as much: a smaller table only slows the search down, and the rest of the process needs
/// memory too.
///
/// # Errors
/// If the system does not grant `least` words.
pub fn granted(words: usize, least: usize) -> Result<Zeros, ResourceError> {
    let mut words = words.max(least);
    loop {
        let memory = Zeros::of(words.saturating_mul(size_of::<AtomicU64>()));
        // A WebAssembly module cannot return memory that was granted for this test.
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

/// The memory of a table.
///
/// A short search writes to few places of its table. It notes them, and afterwards clears only
/// these and keeps the memory for the next short search of the thread: clearing all of it would
/// take longer than the search.
pub struct TableMemory {
    /// Present until `drop` keeps it for reuse.
    zeros: Option<Zeros>,
    words: usize,
    written: Option<Written>,
}

/// The entries that a short search has written, by the place of their first word.
pub struct Written {
    entry: usize,
    count: AtomicUsize,
    places: [AtomicU32; MAX_SHORT_NODES],
}

/// Memories kept per thread: one for the table of bounds, one for the heuristic table.
const KEPT: usize = 2;

thread_local! {
    /// Zeroed memory for short searches of this thread, smallest first.
    static ZEROS: RefCell<Vec<Zeros>> = const { RefCell::new(Vec::new()) };
}

impl TableMemory {
    /// Allocates `words` words, or fewer down to `least`.
    ///
    /// # Errors
    /// If the system does not grant `least` words.
    pub fn new(words: usize, least: usize) -> Result<TableMemory, ResourceError> {
        let zeros = granted(words, least)?;
        let words = zeros.len() / size_of::<AtomicU64>();
        Ok(TableMemory { zeros: Some(zeros), words, written: None })
    }

    /// Allocates memory for a short search, whose entries have `entry` words each.
    ///
    /// # Errors
    /// If the system does not grant `least` words.
    pub fn short(words: usize, least: usize, entry: usize) -> Result<TableMemory, ResourceError> {
        let size = size_of::<AtomicU64>();
        let kept = ZEROS.with_borrow_mut(|kept| {
            let fits = kept.iter().position(|zeros| zeros.len() / size >= words);
            fits.map(|place| kept.remove(place))
        });
        // As much as any short search needs, so that the next one can reuse it.
        let new = || granted(words.max(INITIAL_BYTES / size), least);
        let zeros = kept.map_or_else(new, Ok)?;
        let written = Written {
            entry,
            count: AtomicUsize::new(0),
            places: [const { AtomicU32::new(0) }; MAX_SHORT_NODES],
        };
        let words = words.min(zeros.len() / size);
        Ok(TableMemory { zeros: Some(zeros), words, written: Some(written) })
    }

    /// Its words, and the list in which written entries are to be noted.
    pub fn parts(&mut self) -> (&[AtomicU64], Option<&Written>) {
        let zeros = self.zeros.as_mut().expect("the memory is present until it is dropped");
        (&words(zeros)[..self.words], self.written.as_ref())
    }
}

impl Written {
    /// Notes an entry by the place of its first word.
    #[inline]
    pub fn note(&self, word: usize) {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        if let (Some(place), Ok(word)) = (self.places.get(number), u32::try_from(word)) {
            place.store(word, Ordering::Relaxed);
        } else {
            // The list is full, so the memory cannot be cleared entry by entry.
            self.count.fetch_max(MAX_SHORT_NODES + 1, Ordering::Relaxed);
        }
    }

    /// Clears the noted entries; `false` if some were not noted.
    fn clear(&self, words: &[AtomicU64]) -> bool {
        let Some(places) = self.places.get(..self.count.load(Ordering::Relaxed)) else {
            return false;
        };
        for place in places {
            let from = place.load(Ordering::Relaxed) as usize;
            let entry = &words[from..from + self.entry];
            entry.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
        true
    }
}

impl Drop for TableMemory {
    fn drop(&mut self) {
        let Some((written, mut zeros)) = self.written.as_ref().zip(self.zeros.take()) else {
            return;
        };
        if !written.clear(words(&mut zeros)) {
            return;
        }
        // Fails if the thread is ending.
        let _ = ZEROS.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            let place = kept.partition_point(|other| other.len() < zeros.len());
            kept.insert(place, zeros);
            if kept.len() > KEPT {
                kept.remove(0);
            }
        });
    }
}

/// All words of a table's memory.
pub fn words(memory: &mut Zeros) -> &mut [AtomicU64] {
    <[AtomicU64]>::mut_from_bytes(memory).expect("whole words")
}

/// Default memory of a search in mebibytes: half for the tables of bounds and of estimates, half
/// for an endgame table and the rest of the process.
pub const MEMORY: usize = 512;

/// Mebibytes reserved for the rest of the process, if the search has that much: the program, its
/// stacks and its threads' allocations.
const MAX_OVERHEAD: usize = 16;

/// Maximum mebibytes of the table of bounds, in a search without a heuristic table. The table's
/// size is the power of two at or below it: exactly half of a total that is itself a power of two,
/// and at least a third of any total.
pub(super) const fn bounds_share(memory: usize) -> usize {
    memory.saturating_mul(5) / 8
}

/// Mebibytes of the heuristic table.
pub(super) const fn estimates_share(memory: usize) -> usize {
    memory / 4
}

/// Bytes left for an endgame table besides the other tables.
pub(super) fn endgame_share(memory: usize, others: &[&TableMemory]) -> u64 {
    let overhead = MAX_OVERHEAD.min(memory / 8);
    let left = (memory.saturating_sub(overhead) as u64).saturating_mul(1 << 20);
    let word = size_of::<AtomicU64>() as u64;
    let taken = others.iter().map(|table| table.words as u64 * word).sum::<u64>();
    left.saturating_sub(taken)
}
