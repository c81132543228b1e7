//! The transposition table: proven bounds of positions, shared by all threads without locks.
//!
//! A slot is one atomic word, so it can't be half written. Eight slots are a *bucket*, which fills
//! a line of the processor's cache: one wait for memory brings all of them. A key of b bits is
//! mixed by a bijection of b-bit numbers; the upper bits of the result choose the bucket and the
//! rest is stored, so that bucket and word together are the whole key: an entry is never taken for
//! another position's.
//!
//! ```text
//! bit 63                       20              12              4        0
//!     | rest of the mixed key  | (lower+256)/2 | (upper+256)/2 | effort |
//! ```
//!
//! All seeds have an owner in the end, so a value is even where the seeds in play are: a bound
//! needs half of its bits. The *effort* is the logarithm of the nodes that a proof took; what took
//! least makes room in a full bucket.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bounds::Bounds;
use super::table_memory::{GROWTH_BITS, ROOM_OF_BOUNDS, SMALL, TableMemory, Written, room};
use crate::control::{ResourceError, prefetch};

/// The bucket of a key, and the part of the key that the bucket doesn't tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    bucket: usize,
    rest: u64,
}

/// Slots of a bucket.
const SLOTS: usize = 8;

/// A line of the cache.
type Bucket = [AtomicU64; SLOTS];

/// A table of fixed size, of which only a small part is used at first.
pub struct TranspositionTable<'m> {
    buckets: &'m [Bucket],
    key_bits: u32,
    rest_bits: u32,
    written: Option<&'m Written>,
}

impl TranspositionTable<'_> {
    /// Largest number of seeds in open holes whose bounds fit a slot.
    pub const MOST: u32 = 255;
    const DATA_BITS: u32 = 20;
    const MOST_REST: u32 = 64 - Self::DATA_BITS;
    const BIAS: i32 = 256;
    const MOST_EFFORT: u64 = 0xf;

    /// Memory for a table for keys below 2^`key_bits`: about so many mebibytes, unless the keys
    /// are so many that it must be larger, or so few that less holds them all, or the system grants
    /// less.
    ///
    /// # Errors
    /// If it doesn't grant the smallest table that tells keys apart.
    pub fn memory(key_bits: u32, mebibytes: usize) -> Result<TableMemory, ResourceError> {
        let (most, least) = Self::bits(key_bits, mebibytes);
        TableMemory::new(SLOTS << most, SLOTS << least)
    }

    /// Memory for the table of a short search: as much as it uses at first.
    ///
    /// # Errors
    /// As [`memory`](Self::memory).
    pub fn short_memory(key_bits: u32, mebibytes: usize) -> Result<TableMemory, ResourceError> {
        let (most, least) = Self::bits(key_bits, mebibytes);
        TableMemory::short(SLOTS << Self::first_bits(most, least), SLOTS << least, 1)
    }

    /// The logarithms of the most and the fewest buckets of a table.
    fn bits(key_bits: u32, mebibytes: usize) -> (u32, u32) {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let wanted = (bytes / size_of::<Bucket>()).ilog2();
        let least = key_bits.saturating_sub(Self::MOST_REST);
        (wanted.max(least).min(key_bits), least)
    }

    /// The logarithm of the buckets that it uses at first.
    fn first_bits(most: u32, least: u32) -> u32 {
        (SMALL / size_of::<Bucket>()).ilog2().max(least).min(most)
    }

    /// An empty table in memory that was made for it.
    pub fn new(key_bits: u32, memory: &mut TableMemory) -> TranspositionTable<'_> {
        let (words, written) = memory.parts();
        let (buckets, _) = words.as_chunks();
        let least = key_bits.saturating_sub(Self::MOST_REST);
        let bits = Self::first_bits(buckets.len().ilog2(), least);
        TranspositionTable { buckets, key_bits, rest_bits: key_bits - bits, written }
    }

    /// Returns how much of its memory it uses, for [`of_size`](Self::of_size).
    pub const fn size(&self) -> u32 {
        self.rest_bits
    }

    /// The same table with as much of its memory in use as one before it had in the end: it goes on
    /// with what that one knew.
    pub const fn of_size(&self, size: u32) -> Self {
        TranspositionTable { rest_bits: size, ..*self }
    }

    /// Nodes after which the table should grow; without end if it can't.
    #[inline]
    pub fn room(&self) -> u64 {
        let used = 1 << (self.key_bits - self.rest_bits);
        if used < self.buckets.len() {
            room(used * size_of::<Bucket>(), ROOM_OF_BOUNDS)
        } else {
            u64::MAX
        }
    }

    /// Goes on with more of its memory, and with what it knows.
    ///
    /// A larger table knows a key by more of its upper bits, so the entries of a bucket move up, or
    /// stay where they are in the first: from the last bucket on none is in another's way.
    pub fn grow(&mut self) {
        let before = self.rest_bits;
        let least = self.key_bits - self.buckets.len().ilog2();
        let rest_bits = before.saturating_sub(GROWTH_BITS).max(least);
        if rest_bits == before {
            return;
        }
        self.rest_bits = rest_bits;
        for number in (0..1_usize << (self.key_bits - before)).rev() {
            let words = self.buckets[number].each_ref().map(|slot| {
                let word = slot.load(Ordering::Relaxed);
                slot.store(0, Ordering::Relaxed);
                word
            });
            for word in words.into_iter().filter(|&word| word != 0) {
                let mixed = (number as u64) << before | word >> Self::DATA_BITS;
                let data = word & ((1 << Self::DATA_BITS) - 1);
                self.store(self.place_of(mixed), data);
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

    /// Returns where the bounds of a key are, if they are known.
    #[inline]
    pub fn place(&self, key: u64) -> Place {
        self.place_of(self.mixed(key))
    }

    #[inline]
    fn place_of(&self, mixed: u64) -> Place {
        Place {
            bucket: (mixed >> self.rest_bits) as usize,
            rest: mixed & ((1 << self.rest_bits) - 1),
        }
    }

    /// Fetches a bucket without waiting for it.
    #[inline(always)]
    pub fn prefetch(&self, place: Place) {
        prefetch(&self.buckets[place.bucket]);
    }

    /// Reads the first word of a bucket, which is 0 if the bucket is empty, and so fetches all of
    /// it. That is what takes time, as the table is larger than any cache: several places are best
    /// fetched in a row, before any is looked at, so that the machine waits for all of them at
    /// once.
    #[inline]
    pub fn fetch(&self, place: Place) -> u64 {
        self.buckets[place.bucket][0].load(Ordering::Relaxed)
    }

    /// The bounds of a position of the key in a place, if they are known: seeds still to be won by
    /// the player to move less those of his opponent. `in_play` are the seeds in its open holes.
    #[inline]
    pub fn get(&self, place: Place, in_play: u32) -> Option<Bounds> {
        let word = self.word(place)?;
        let seeds = |shift: u32| {
            let half = (word >> shift & 0xff) as i32;
            2 * half - Self::BIAS + (in_play & 1).cast_signed()
        };
        Some(Bounds { lower: seeds(12), upper: seeds(4) })
    }

    /// The word about the key of a place.
    #[inline]
    fn word(&self, Place { bucket, rest }: Place) -> Option<u64> {
        let mut found = 0;
        for slot in &self.buckets[bucket] {
            let word = slot.load(Ordering::Relaxed);
            // An empty slot is 0, a full one is not: no effort is 0.
            let same = word != 0 && word >> Self::DATA_BITS == rest;
            found = select_unpredictable(same, word, found);
        }
        (found != 0).then_some(found)
    }

    /// Remembers bounds of a key that took so many nodes: in place of older ones, or of what took
    /// least.
    #[inline]
    pub fn put(&self, key: u64, bounds: Bounds, nodes: u64) {
        let field = |seeds: i32| u64::from((seeds + Self::BIAS).cast_unsigned() >> 1);
        let effort = u64::from((nodes | 1).ilog2() + 1).min(Self::MOST_EFFORT);
        let data = field(bounds.lower) << 12 | field(bounds.upper) << 4 | effort;
        self.store(self.place(key), data);
    }

    #[inline]
    fn store(&self, Place { bucket: place, rest }: Place, data: u64) {
        let bucket = &self.buckets[place];
        let (mut at, mut least) = (0, u64::MAX);
        for (number, slot) in bucket.iter().enumerate() {
            let word = slot.load(Ordering::Relaxed);
            if word == 0 || word >> Self::DATA_BITS == rest {
                at = number;
                break;
            }
            // Of those that took as little, another one for each key.
            let order = (word & Self::MOST_EFFORT) << 3 | (rest ^ number as u64) & 7;
            if order < least {
                (at, least) = (number, order);
            }
        }
        bucket[at].store(rest << Self::DATA_BITS | data, Ordering::Relaxed);
        if let Some(written) = self.written {
            written.note(place * SLOTS + at);
        }
    }
}
