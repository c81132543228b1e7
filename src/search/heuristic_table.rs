//! The heuristic table: the transposition table of searches with a horizon, shared by all threads
//! without locks.
//!
//! Keys are exact: the packed holes, mover and mark of the position, compared in full, so that
//! boards of any size have a key and an entry is never taken for another position's. The stores are
//! not part of the key, because scores are seeds still to be won. A slot consists of a head and the
//! words of its key. A writer makes the head's count odd before writing and even afterwards; a
//! reader accepts only slots with the same even count before and after reading (a seqlock). No
//! thread waits.
//!
//! ```text
//! bit 63     32    29      19      8        7       5      0
//!     | count |stop | depth | score | proven | bound | hole |
//! ```

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use super::bounds::{Score, Window};
use super::table_memory::{
    ESTIMATES_NODES, GROWTH_BITS, INITIAL_BYTES, TableMemory, Written, room,
};
use crate::board::Cells;
use crate::control::ResourceError;
use crate::moves::Move;

/// The relation of an entry's score to the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least the score.
    Lower = 1,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

impl Bound {
    /// Whether the value is at least the score.
    pub const fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// Whether the value is at most the score.
    pub const fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }
}

/// Stands for no best move.
pub const NO_MOVE: u8 = 31;

/// An entry about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Seeds still to be won by the player to move minus those of the opponent.
    pub score: Score,
    /// Search depth in moves.
    pub depth: u32,
    /// The best move found, packed, or `NO_MOVE`.
    pub best: u8,
    /// The relation of the score to the value.
    pub bound: Bound,
}

impl Entry {
    /// Added to a score to make it positive.
    const BIAS: i32 = 1024;

    /// The entry for a score found with this window.
    pub fn new(score: Score, window: Window, depth: u32, best: u8) -> Entry {
        let bound = if score.seeds >= window.beta {
            Bound::Lower
        } else if score.seeds <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Entry { score, depth, best, bound }
    }

    /// The score, if it decides a search of this depth and window.
    pub const fn decides(&self, window: Window, depth: u32) -> Option<Score> {
        let decided = match self.bound {
            Bound::Lower => self.score.seeds >= window.beta,
            Bound::Upper => self.score.seeds <= window.alpha,
            Bound::Exact => true,
        };
        if decided && (self.score.proven || self.depth >= depth) { Some(self.score) } else { None }
    }

    /// The replacement priority: proven entries first, then deeper ones.
    fn priority(&self) -> u32 {
        self.depth + if self.score.proven { 1 << 16 } else { 0 }
    }

    fn packed(&self) -> u32 {
        let seeds = (self.score.seeds + Self::BIAS).cast_unsigned();
        let marks = u32::from(self.score.proven) << 7 | (self.bound as u32) << 5;
        let stops = u32::from(self.best & Move::STOPS) << 25;
        stops | self.depth << 19 | seeds << 8 | marks | u32::from(self.best & 0x1f)
    }

    /// Unpacks the entry of a head; `None` if the slot is empty or being written.
    fn of(head: u64) -> Option<Entry> {
        let data = head as u32;
        let bound = match data >> 5 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        if head >> 32 & 1 == 1 {
            return None;
        }
        Some(Entry {
            score: Score {
                seeds: (data >> 8 & 0x7ff).cast_signed() - Self::BIAS,
                proven: data >> 7 & 1 == 1,
            },
            depth: data >> 19 & 0x3ff,
            best: (data & 0x1f) as u8 | (data >> 25) as u8 & Move::STOPS,
            bound,
        })
    }
}

/// A table of fixed size that uses only a small part of its memory at first. Slots come in pairs:
/// the first keeps the entry with the higher priority, the second the latest.
pub struct HeuristicTable<'m, C> {
    words: &'m [AtomicU64],
    pairs: usize,
    written: Option<&'m Written>,
    keys: PhantomData<C>,
}

impl<C: Cells> HeuristicTable<'_, C> {
    /// Words of a slot and of a pair.
    const SLOT: usize = 1 + size_of::<C>() / size_of::<u64>();
    const PAIR: usize = 2 * Self::SLOT;

    /// Allocates memory for a table: at most `mebibytes`, and less if there are fewer positions or
    /// the system grants less.
    ///
    /// # Errors
    /// If the system does not grant a single pair.
    pub fn memory(key_bits: u32, mebibytes: usize) -> Result<TableMemory, ResourceError> {
        TableMemory::new(Self::words(key_bits, mebibytes), Self::PAIR)
    }

    /// Allocates memory for the table of a short search: as much as a table uses at first.
    ///
    /// # Errors
    /// As [`memory`](Self::memory).
    pub fn short_memory(key_bits: u32, mebibytes: usize) -> Result<TableMemory, ResourceError> {
        let words = Self::words(key_bits, mebibytes).min(INITIAL_BYTES / size_of::<AtomicU64>());
        TableMemory::short(words, Self::PAIR, Self::PAIR)
    }

    /// The words of the largest table.
    fn words(key_bits: u32, mebibytes: usize) -> usize {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let most = bytes / size_of::<AtomicU64>() / Self::PAIR;
        most.min(1_usize.checked_shl(key_bits).unwrap_or(usize::MAX)) * Self::PAIR
    }

    /// Creates an empty table in memory allocated for it.
    pub fn new(memory: &mut TableMemory) -> HeuristicTable<'_, C> {
        let (words, written) = memory.parts();
        let pairs = words.len().min(INITIAL_BYTES / size_of::<AtomicU64>()) / Self::PAIR;
        HeuristicTable { words, pairs, written, keys: PhantomData }
    }

    /// Nodes after which the table should grow; `u64::MAX` if it can't.
    pub fn room(&self) -> u64 {
        if self.pairs < self.words.len() / Self::PAIR {
            let bytes = self.pairs * Self::PAIR * size_of::<AtomicU64>();
            room(bytes, ESTIMATES_NODES)
        } else {
            u64::MAX
        }
    }

    /// Grows into more of its memory and clears the entries.
    pub fn grow(&mut self) {
        let larger = (self.pairs << GROWTH_BITS).min(self.words.len() / Self::PAIR);
        if self.pairs < larger {
            let used = &self.words[..self.pairs * Self::PAIR];
            used.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            self.pairs = larger;
        }
    }

    /// The place of a key. The high half of a product maps the mixed key to any number of pairs.
    fn place(&self, key: &C) -> usize {
        let product = u128::from(key.mix()) * self.pairs as u128;
        (product >> 64) as usize * Self::PAIR
    }

    fn pair(&self, place: usize) -> (&[AtomicU64], &[AtomicU64]) {
        self.words[place..place + Self::PAIR].split_at(Self::SLOT)
    }

    fn read(slot: &[AtomicU64], key: &C) -> Option<Entry> {
        let head = slot[0].load(Ordering::Acquire);
        let entry = Entry::of(head)?;
        let mut words = slot[1..].iter().zip(key.words());
        let same = words.all(|(word, own)| word.load(Ordering::Relaxed) == *own);
        fence(Ordering::Acquire);
        (same && slot[0].load(Ordering::Relaxed) == head).then_some(entry)
    }

    /// Writes a slot, unless another thread is writing it.
    fn write(slot: &[AtomicU64], key: &C, entry: &Entry) {
        let head = slot[0].load(Ordering::Relaxed);
        let count = (head >> 32) as u32;
        let busy = u64::from(count | 1) << 32;
        let free = count & 1 == 0
            && slot[0].compare_exchange(head, busy, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !free {
            return;
        }
        fence(Ordering::Release);
        for (word, own) in slot[1..].iter().zip(key.words()) {
            word.store(*own, Ordering::Relaxed);
        }
        let head = u64::from(count.wrapping_add(2)) << 32 | u64::from(entry.packed());
        slot[0].store(head, Ordering::Release);
    }

    /// Returns the entry of a key, if there is one.
    #[inline]
    pub fn get(&self, key: &C) -> Option<Entry> {
        let (first, second) = self.pair(self.place(key));
        Self::read(first, key).or_else(|| Self::read(second, key))
    }

    /// Stores an entry, replacing one with a lower priority.
    pub fn put(&self, key: &C, entry: &Entry) {
        let place = self.place(key);
        if let Some(written) = self.written {
            written.note(place);
        }
        let (first, second) = self.pair(place);
        let kept = Entry::of(first[0].load(Ordering::Relaxed));
        let own = |slot| Self::read(slot, key).is_some();
        let replaces_first = kept.is_none_or(|kept| entry.priority() >= kept.priority());
        if own(first) || (replaces_first && !own(second)) {
            Self::write(first, key, entry);
        } else {
            Self::write(second, key, entry);
        }
    }
}
