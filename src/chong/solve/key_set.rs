//! A set of keys that all threads add to, and a value for each of them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::codec::Key;
use crate::control::ResourceError;
use crate::math::mixed;

/// An open addressing table of a size that is a power of two. A slot is two words, the key's
/// complement (0 is an empty slot, which no position has for a key) and the value.
pub(super) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    length: AtomicUsize,
}

/// The outcome of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inserted {
    New,
    Known,
    /// There is no room: the table must grow first.
    Full,
}

impl Table {
    /// Bytes of a slot.
    pub(super) const SLOT: usize = 16;

    pub(super) fn new(bits: u32) -> Result<Table, ResourceError> {
        let mut slots = Vec::new();
        let room = slots.try_reserve_exact(1 << bits);
        room.map_err(|error| ResourceError::memory((Self::SLOT << bits) >> 20, error))?;
        let empty = (0..1_usize << bits).into_par_iter();
        slots.par_extend(empty.map(|_| Default::default()));
        Ok(Table { slots, length: AtomicUsize::new(0) })
    }

    pub(super) fn len(&self) -> usize {
        self.length.load(Relaxed)
    }

    pub(super) fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Tells whether it should grow before more is added.
    pub(super) fn is_crowded(&self) -> bool {
        self.len() * 8 > self.capacity() * 5
    }

    /// Returns where to look first: all bits of the key matter for the upper ones of the mixed one.
    #[inline]
    fn first(&self, key: Key) -> usize {
        (mixed(key) >> (64 - self.capacity().trailing_zeros())) as usize
    }

    /// The slot of a key, or the empty slot where it would be.
    #[inline]
    fn slot(&self, key: Key) -> (usize, bool) {
        let mask = self.capacity() - 1;
        let mut slot = self.first(key);
        loop {
            match self.slots[slot][0].load(Relaxed) {
                0 => return (slot, false),
                word if word == !key => return (slot, true),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    pub(super) fn insert(&self, key: Key) -> Inserted {
        // Room is left for every thread, so that a search for an empty slot always ends.
        let full = self.len() * 8 > self.capacity() * 7;
        loop {
            let (slot, known) = self.slot(key);
            if known {
                return Inserted::Known;
            }
            if full {
                return Inserted::Full;
            }
            let word = &self.slots[slot][0];
            if word.compare_exchange(0, !key, Relaxed, Relaxed).is_ok() {
                self.length.fetch_add(1, Relaxed);
                return Inserted::New;
            }
        }
    }

    /// The word of a key.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        let (slot, known) = self.slot(key);
        known.then(|| self.slots[slot][1].load(Relaxed))
    }

    /// The word of a key that is in the table.
    #[inline]
    pub(super) fn word(&self, key: Key) -> u64 {
        self.get(key).expect("an enumerated position")
    }

    /// Sets the words of keys that are in the table.
    pub(super) fn set_all(&self, keys: &[Key], words: impl IndexedParallelIterator<Item = u64>) {
        keys.par_iter().zip(words).for_each(|(key, word)| {
            let (slot, known) = self.slot(*key);
            assert!(known, "a key of the table");
            self.slots[slot][1].store(word, Relaxed);
        });
    }

    /// Sets the words of keys to their numbers.
    pub(super) fn number(&self, keys: &[Key]) {
        self.set_all(keys, (0..keys.len()).into_par_iter().map(|number| number as u64));
    }

    /// All keys, in no order.
    pub(super) fn keys(&self) -> impl ParallelIterator<Item = Key> {
        let words = self.slots.par_iter().map(|slot| slot[0].load(Relaxed));
        words.filter(|word| *word != 0).map(|word| !word)
    }

    /// A table of another size with the same keys.
    pub(super) fn resized(&self, bits: u32) -> Result<Table, ResourceError> {
        let table = Table::new(bits)?;
        self.keys().for_each(|key| {
            table.insert(key);
        });
        Ok(table)
    }
}
