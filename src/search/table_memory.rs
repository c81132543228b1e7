//! The memory of the search's tables, and how a search divides it: the sum of its tables, and of
//! what the process takes besides, stays within it.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

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

/// Nodes of a search that is short: to clear a table or to start a second thread takes longer.
const FEW_NODES: usize = 512;

/// Tells whether a search of so many nodes at most is short, where one of more nodes than
/// `endgame_after` builds an endgame table.
pub(super) const fn is_short(nodes: u64, endgame_after: u64) -> bool {
    nodes <= FEW_NODES as u64 && nodes < endgame_after
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

/// The memory of a table.
///
/// That of a short search, which writes to few places of it, notes these, is cleared there, and
/// kept for the next short search of this thread: all of it would take longer to clear than such a
/// search.
pub struct TableMemory {
    /// There until it is kept.
    zeros: Option<Zeros>,
    words: usize,
    written: Option<Written>,
}

/// The entries that a short search has written: the first word of each, and the words of one.
pub struct Written {
    entry: usize,
    count: AtomicUsize,
    places: [AtomicU32; FEW_NODES],
}

/// Tables of a short search: of bounds, and of estimates.
const KEPT: usize = 2;

thread_local! {
    /// Zeros of the short searches of this thread, the smallest first.
    static ZEROS: RefCell<Vec<Zeros>> = const { RefCell::new(Vec::new()) };
}

impl TableMemory {
    /// So many words, or fewer down to the least.
    ///
    /// # Errors
    /// If the system doesn't grant the least.
    pub fn new(words: usize, least: usize) -> Result<TableMemory, ResourceError> {
        let zeros = granted(words, least)?;
        let words = zeros.len() / size_of::<AtomicU64>();
        Ok(TableMemory { zeros: Some(zeros), words, written: None })
    }

    /// The same for a short search, whose entries have so many words each.
    ///
    /// # Errors
    /// If the system doesn't grant the least.
    pub fn short(words: usize, least: usize, entry: usize) -> Result<TableMemory, ResourceError> {
        let size = size_of::<AtomicU64>();
        let kept = ZEROS.with_borrow_mut(|kept| {
            let fits = kept.iter().position(|zeros| zeros.len() / size >= words);
            fits.map(|place| kept.remove(place))
        });
        // What all short searches need, so that it serves any of them.
        let new = || granted(words.max(SMALL / size), least);
        let zeros = kept.map_or_else(new, Ok)?;
        let written = Written {
            entry,
            count: AtomicUsize::new(0),
            places: [const { AtomicU32::new(0) }; FEW_NODES],
        };
        let words = words.min(zeros.len() / size);
        Ok(TableMemory { zeros: Some(zeros), words, written: Some(written) })
    }

    /// Its words, and where it is to be noted which of them are written.
    pub fn parts(&mut self) -> (&[AtomicU64], Option<&Written>) {
        let zeros = self.zeros.as_mut().expect("it is there until it is kept");
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
            // Not all is noted: it can't be cleared.
            self.count.fetch_max(FEW_NODES + 1, Ordering::Relaxed);
        }
    }

    /// Clears what was noted; false if that is not all.
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
        // A thread that ends keeps nothing.
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
pub(super) fn of_endgame(memory: usize, others: &[&TableMemory]) -> u64 {
    let besides = BESIDES.min(memory / 8);
    let left = (memory.saturating_sub(besides) as u64).saturating_mul(1 << 20);
    let word = size_of::<AtomicU64>() as u64;
    let taken = others.iter().map(|table| table.words as u64 * word).sum::<u64>();
    left.saturating_sub(taken)
}
