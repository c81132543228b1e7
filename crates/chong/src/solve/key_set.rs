//! Packs positions of small boards into one word, measures the progress of a game, and maps such
//! words to values in a hash table shared by all threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use crate::{Army, ChongPosition, ChongRules, KingPath};
use chongkak_base::control::ResourceError;
use chongkak_base::math::mixed;

/// An open-addressing hash table whose size is a power of two. A slot is two words: the complement
/// of the key (0 marks an empty slot, and no position has that key) and the value.
pub(super) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    length: AtomicUsize,
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

    /// Whether it should grow before more is added.
    pub(super) fn is_crowded(&self) -> bool {
        self.len() * 8 > self.capacity() * 5
    }

    /// Returns the first slot to probe; mixing lets all bits of the key affect the upper ones.
    #[inline]
    fn first(&self, key: Key) -> usize {
        (mixed(key) >> (64 - self.capacity().trailing_zeros())) as usize
    }

    /// Returns the slot of a key, or the empty slot where it would be.
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

    /// Inserts a key and returns whether it is new, or `None` if the table must grow first.
    pub(super) fn insert(&self, key: Key) -> Option<bool> {
        // Leaves room for every thread, so that probing for an empty slot always ends.
        let full = self.len() * 8 > self.capacity() * 7;
        loop {
            let (slot, known) = self.slot(key);
            if known {
                return Some(false);
            }
            if full {
                return None;
            }
            let word = &self.slots[slot][0];
            if word.compare_exchange(0, !key, Relaxed, Relaxed).is_ok() {
                self.length.fetch_add(1, Relaxed);
                return Some(true);
            }
        }
    }

    /// Returns the word of a key.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        let (slot, known) = self.slot(key);
        known.then(|| self.slots[slot][1].load(Relaxed))
    }

    /// Returns the word of a key that is in the table.
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

    /// Sets the words of keys to their indices.
    pub(super) fn number(&self, keys: &[Key]) {
        self.set_all(keys, (0..keys.len()).into_par_iter().map(|number| number as u64));
    }

    /// Returns all keys, in no particular order.
    pub(super) fn keys(&self) -> impl ParallelIterator<Item = Key> {
        let words = self.slots.par_iter().map(|slot| slot[0].load(Relaxed));
        words.filter(|word| *word != 0).map(|word| !word)
    }

    /// Returns a table of another size with the same keys.
    pub(super) fn resized(&self, bits: u32) -> Result<Table, ResourceError> {
        let table = Table::new(bits)?;
        self.keys().for_each(|key| {
            table.insert(key);
        });
        Ok(table)
    }
}

/// The most columns of a board whose positions fit in a word.
pub const MAX_SOLVED_COLUMNS: u8 = 8;

/// A position in one word: for each player 24 bits for the soldiers, 5 for the king, and 3 marks.
pub(super) type Key = u64;

const NO_KING: u32 = 31;

fn packed(army: Army) -> u32 {
    let king = army.king().map_or(NO_KING, u32::from);
    let marks =
        u32::from(army.opened()) | u32::from(army.turned()) << 1 | u32::from(army.primed()) << 2;
    let soldiers = u32::try_from(army.soldiers()).expect("at most 24 cells");
    soldiers | king << 24 | marks << 29
}

fn unpacked(word: u32) -> Army {
    let king = word >> 24 & 31;
    let king = (king != NO_KING).then_some(king as u8);
    let mut army = Army::new((word & 0xFF_FFFF).into(), king);
    if word >> 29 & 1 == 1 {
        army = army.with_opened();
    }
    if word >> 30 & 1 == 1 {
        army = army.with_turned();
    }
    army.with_primed(word >> 31 == 1)
}

/// Packs two armies.
#[inline]
pub(super) fn pair(first: Army, second: Army) -> Key {
    u64::from(packed(first)) << 32 | u64::from(packed(second))
}

/// Packs a position of a board with up to 8 columns.
#[inline]
pub(super) fn key(position: &ChongPosition) -> Key {
    pair(position.mover, position.other)
}

/// Unpacks a position.
#[inline]
pub(super) fn position(key: Key) -> ChongPosition {
    ChongPosition { mover: unpacked((key >> 32) as u32), other: unpacked(key as u32) }
}

/// Returns the key of the same position with the other player to throw.
#[inline]
pub(super) const fn mirrored(key: Key) -> Key {
    key.rotate_left(32)
}

/// A potential that no turn lowers, and that every sub-move of the ordinary rules raises: pieces
/// taken, then the sum of the soldiers' cells, then marks, then the cells of turned kings.
///
/// A soldier's move raises the sum, and so does an exchange (the soldier goes up to the king's
/// place). A king's step turns it or raises its cell, after which it can't change places any more.
/// With `king_path = advance` soldiers come back; then only pieces taken and marks count.
#[must_use]
pub fn potential(rules: &ChongRules, position: &ChongPosition) -> u32 {
    let armies = [position.mover, position.other];
    let sum = |of: &dyn Fn(Army) -> u32| armies.into_iter().map(of).sum::<u32>();
    let all = 2 * (u32::from(rules.columns) + 1);
    let taken = all.saturating_sub(sum(&|army| army.count() + u32::from(army.king().is_some())));
    let marks = sum(&|army| u32::from(army.opened()) + u32::from(army.turned()));
    let (soldiers, kings) = match rules.king_path {
        KingPath::Advance => (0, 0),
        KingPath::Retreat => {
            let turned = |army: Army| army.king().filter(|_| army.turned()).map_or(0, u32::from);
            (sum(&Army::soldier_sum), sum(&turned))
        }
    };
    // n soldiers a player on cells below 3 n; at most four marks.
    let length = u32::from(rules.length());
    let most_soldiers = 2 * u32::from(rules.columns) * length;
    ((taken * (most_soldiers + 1) + soldiers) * 5 + marks) * (2 * length) + kings
}
