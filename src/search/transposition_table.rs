//! The transposition table: proven bounds of positions, shared by all threads without locks.
//!
//! A slot is one atomic word, so it can't be half written. A key of b bits is mixed by a bijection
//! of b-bit numbers; the upper bits of the result choose the slot and the rest is stored, so that
//! slot and word together are the whole key: an entry is never taken for another position's.
//!
//! ```text
//! bit 63                       23        14         5        0
//!     | rest of the mixed key  | lower+256 | upper+256 | move |
//! ```

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::table_memory::{GROWTH_BITS, ROOM_OF_BOUNDS, SMALL, TableMemory, room};
use crate::control::Shortage;

/// What is proven of a position: seeds still to be won by the player to move less those of his
/// opponent, from `lower` to `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
    /// The hole to try first, or [`Bounds::NO_MOVE`].
    pub best: u8,
}

impl Bounds {
    /// No hole is known to be good.
    pub const NO_MOVE: u8 = 31;

    /// What is known of a position with so many seeds in open holes before it is searched.
    #[inline]
    pub const fn of(in_play: u32) -> Bounds {
        let most = in_play.cast_signed();
        Bounds {
            lower: -most,
            upper: most,
            best: Bounds::NO_MOVE,
        }
    }
}

/// The slot of a key, and the part of the key that the slot doesn't tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    slot: usize,
    rest: u64,
}

/// A table of fixed size, of which only a small part is used at first.
pub struct TranspositionTable<'m> {
    slots: &'m [AtomicU64],
    key_bits: u32,
    /// Changes when the table grows, and then nobody searches.
    rest_bits: AtomicU32,
}

impl TranspositionTable<'_> {
    /// Largest number of seeds in open holes whose bounds fit a slot.
    pub const MOST: u32 = 255;
    const DATA_BITS: u32 = 23;
    const MOST_REST: u32 = 64 - Self::DATA_BITS;
    const BIAS: i32 = 256;

    /// Memory for a table for keys below 2^`key_bits`: about so many mebibytes, unless the keys
    /// are so many that it must be larger, or so few that less holds them all, or the system grants
    /// less.
    ///
    /// # Errors
    /// If it doesn't grant the smallest table that tells keys apart.
    pub fn memory(key_bits: u32, mebibytes: usize) -> Result<TableMemory, Shortage> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let wanted = bytes.ilog2() - size_of::<AtomicU64>().ilog2();
        let least = key_bits.saturating_sub(Self::MOST_REST);
        TableMemory::of(1 << wanted.max(least).min(key_bits), 1 << least)
    }

    /// An empty table in memory that was made for it.
    pub fn new(key_bits: u32, memory: &mut TableMemory) -> TranspositionTable<'_> {
        let slots = memory.words();
        let small = (SMALL / size_of::<AtomicU64>()).ilog2();
        let least = key_bits.saturating_sub(Self::MOST_REST);
        let bits = small.max(least).min(slots.len().ilog2());
        TranspositionTable {
            slots,
            key_bits,
            rest_bits: AtomicU32::new(key_bits - bits),
        }
    }

    #[inline]
    fn rest_bits(&self) -> u32 {
        self.rest_bits.load(Ordering::Relaxed)
    }

    /// Nodes after which the table should grow; without end if it can't.
    #[inline]
    pub fn room(&self) -> u64 {
        let used = 1 << (self.key_bits - self.rest_bits());
        if used < self.slots.len() {
            room(used * size_of::<AtomicU64>(), ROOM_OF_BOUNDS)
        } else {
            u64::MAX
        }
    }

    /// Goes on with more of its memory, and with what it knows. Nobody may search meanwhile.
    ///
    /// A larger table knows a key by more of its upper bits, so an entry moves up, or stays where
    /// it is in the first slot: from the last entry on none is in another's way.
    pub fn grow(&self) {
        let before = self.rest_bits();
        let least = self.key_bits - self.slots.len().ilog2();
        let rest_bits = before.saturating_sub(GROWTH_BITS).max(least);
        if rest_bits == before {
            return;
        }
        self.rest_bits.store(rest_bits, Ordering::Relaxed);
        for slot in (0..1_usize << (self.key_bits - before)).rev() {
            let word = self.slots[slot].load(Ordering::Relaxed);
            if word != 0 {
                self.slots[slot].store(0, Ordering::Relaxed);
                let mixed = (slot as u64) << before | word >> Self::DATA_BITS;
                let Place { slot, rest } = self.place_of(mixed);
                let data = word & ((1 << Self::DATA_BITS) - 1);
                self.slots[slot].store(rest << Self::DATA_BITS | data, Ordering::Relaxed);
            }
        }
    }

    /// A bijection of numbers below 2^`key_bits`: odd multiplications and shifts to the right.
    #[inline]
    fn mixed(&self, key: u64) -> u64 {
        debug_assert!(key >> self.key_bits == 0);
        let mask = u64::MAX >> (64 - self.key_bits);
        let half = self.key_bits.div_ceil(2);
        let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        mixed ^ mixed >> half
    }

    /// Where the bounds of a key are, if they are known.
    #[inline]
    pub fn place(&self, key: u64) -> Place {
        self.place_of(self.mixed(key))
    }

    #[inline]
    fn place_of(&self, mixed: u64) -> Place {
        let rest_bits = self.rest_bits();
        Place {
            slot: (mixed >> rest_bits) as usize,
            rest: mixed & ((1 << rest_bits) - 1),
        }
    }

    /// The word in a place. Reading it is what takes time, as the table is larger than any cache:
    /// words of several places are best read in a row, before any is looked at, so that the
    /// machine fetches them at once.
    #[inline]
    pub fn word(&self, place: Place) -> u64 {
        self.slots[place.slot].load(Ordering::Relaxed)
    }

    /// The bounds of a key, if they are known.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Bounds> {
        let place = self.place(key);
        Self::bounds(place, self.word(place))
    }

    /// The bounds that the word in a place holds, if it is about the place's key.
    #[inline]
    pub fn bounds(Place { rest, .. }: Place, word: u64) -> Option<Bounds> {
        // An empty slot is 0, a full one is not: lower + 256 is at least 1.
        if word == 0 || word >> Self::DATA_BITS != rest {
            return None;
        }
        Some(Bounds {
            lower: (word >> 14 & 0x1ff) as i32 - Self::BIAS,
            upper: (word >> 5 & 0x1ff) as i32 - Self::BIAS,
            best: (word & 0x1f) as u8,
        })
    }

    /// Remembers bounds, in place of whatever was in the slot.
    #[inline]
    pub fn put(&self, key: u64, bounds: Bounds) {
        let Place { slot, rest } = self.place(key);
        let field = |seeds: i32| u64::from((seeds + Self::BIAS).cast_unsigned() & 0x1ff);
        let data = field(bounds.lower) << 14 | field(bounds.upper) << 5 | u64::from(bounds.best);
        self.slots[slot].store(rest << Self::DATA_BITS | data, Ordering::Relaxed);
    }
}
