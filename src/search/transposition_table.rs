//! The transposition table: proven bounds of positions, shared by all threads without locks.
//!
//! A slot is one atomic word, so it cannot be half written. Eight slots make a *bucket*, which
//! fills a cache line: one memory access brings all of them. A key of b bits is mixed by a
//! bijection of b-bit numbers. The upper bits of the result choose the bucket and the rest is
//! stored, so bucket and word together contain the whole key: an entry is never taken for another
//! position's.
//!
//! ```text
//! bit 63                       20              12              4        0
//!     | rest of the mixed key  | (lower+256)/2 | (upper+256)/2 | effort |
//! ```
//!
//! If all seeds have an owner at the end, a value has the parity of the seeds in play: a bound needs
//! only half of its range. Otherwise the fields are `lower + 128` and `upper + 128`. The *effort* is the logarithm of the nodes that a proof took; a
//! full bucket replaces the entry with the least effort.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bounds::Bounds;
use super::table_memory::{BOUNDS_NODES, GROWTH_BITS, INITIAL_BYTES, TableMemory, Written, room};
use crate::control::{ResourceError, prefetch};

/// The bucket of a key, and the part of the key that the bucket does not determine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    bucket: usize,
    rest: u64,
}

/// Slots per bucket.
const SLOTS: usize = 8;

/// A cache line.
type Bucket = [AtomicU64; SLOTS];

/// A table of fixed size that uses only a small part of its memory at first.
pub struct TranspositionTable<'m> {
    buckets: &'m [Bucket],
    key_bits: u32,
    rest_bits: u32,
    /// 1 if values have the parity of the seeds in play, else 0: bits that a bound is shifted by.
    halved: u32,
    written: Option<&'m Written>,
}

impl TranspositionTable<'_> {
    /// Maximum number of seeds in play whose bounds fit in a slot if values have their parity.
    pub const MAX_SEEDS: u32 = 255;
    const DATA_BITS: u32 = 20;
    const MAX_REST_BITS: u32 = 64 - Self::DATA_BITS;
    const MAX_EFFORT: u64 = 0xf;

    /// Allocates memory for a table of keys below 2^`key_bits`: about `mebibytes`, but more if keys
    /// need it to be told apart, and less if it holds all keys or the system grants less.
    ///
    /// # Errors
    /// If the system does not grant the smallest table that tells keys apart.
    pub fn memory(key_bits: u32, mebibytes: usize) -> Result<TableMemory, ResourceError> {
        let (most, least) = Self::bits(key_bits, mebibytes);
        TableMemory::new(SLOTS << most, SLOTS << least)
    }

    /// Allocates memory for the table of a short search: as much as a table uses at first.
    ///
    /// # Errors
    /// As [`memory`](Self::memory).
    pub fn short_memory(key_bits: u32, mebibytes: usize) -> Result<TableMemory, ResourceError> {
        let (most, least) = Self::bits(key_bits, mebibytes);
        TableMemory::short(SLOTS << Self::first_bits(most, least), SLOTS << least, 1)
    }

    /// Maximum number of seeds in play whose bounds fit in a slot.
    pub const fn max_seeds(parity: bool) -> u32 {
        if parity { Self::MAX_SEEDS } else { Self::MAX_SEEDS / 2 }
    }

    /// What is added to a bound, so that it is not negative.
    #[inline]
    const fn bias(&self) -> i32 {
        128 << self.halved
    }

    /// The logarithms of the maximum and minimum number of buckets.
    fn bits(key_bits: u32, mebibytes: usize) -> (u32, u32) {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let wanted = (bytes / size_of::<Bucket>()).ilog2();
        let least = key_bits.saturating_sub(Self::MAX_REST_BITS);
        (wanted.max(least).min(key_bits), least)
    }

    /// The logarithm of the number of buckets used at first.
    fn first_bits(most: u32, least: u32) -> u32 {
        (INITIAL_BYTES / size_of::<Bucket>()).ilog2().max(least).min(most)
    }

    /// Creates an empty table in memory allocated for it.
    /// `parity` says whether values have the parity of the seeds in play.
    pub fn new(key_bits: u32, parity: bool, memory: &mut TableMemory) -> TranspositionTable<'_> {
        let (words, written) = memory.parts();
        let (buckets, _) = words.as_chunks();
        let least = key_bits.saturating_sub(Self::MAX_REST_BITS);
        let bits = Self::first_bits(buckets.len().ilog2(), least);
        let halved = u32::from(parity);
        TranspositionTable { buckets, key_bits, rest_bits: key_bits - bits, halved, written }
    }

    /// The size in use, for [`of_size`](Self::of_size).
    pub const fn size(&self) -> u32 {
        self.rest_bits
    }

    /// The same memory as a table of that size, keeping the contents that an earlier table left in
    /// it.
    pub const fn of_size(&self, size: u32) -> Self {
        TranspositionTable { rest_bits: size, ..*self }
    }

    /// Nodes after which the table should grow; `u64::MAX` if it can't.
    #[inline]
    pub fn room(&self) -> u64 {
        let used = 1 << (self.key_bits - self.rest_bits);
        if used < self.buckets.len() {
            room(used * size_of::<Bucket>(), BOUNDS_NODES)
        } else {
            u64::MAX
        }
    }

    /// Grows into more of its memory and keeps its contents.
    ///
    /// A larger table uses more of a key's upper bits as the bucket, so the entries of a bucket
    /// move up, or stay in bucket 0. Working from the last bucket down, no entry overwrites one
    /// that has yet to move.
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

    /// A bijection of numbers below 2^`key_bits`: odd multiplications and right shifts.
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

    /// The place of a key.
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

    /// Prefetches a bucket.
    #[inline(always)]
    pub fn prefetch(&self, place: Place) {
        prefetch(&self.buckets[place.bucket]);
    }

    /// Reads the first word of a bucket, which is 0 if the bucket is empty, and so loads all of it.
    /// The cost is memory latency, because the table is larger than any cache. Fetch several places
    /// in a row before looking at any, so that their latencies overlap.
    #[inline]
    pub fn fetch(&self, place: Place) -> u64 {
        self.buckets[place.bucket][0].load(Ordering::Relaxed)
    }

    /// Returns the stored bounds at a place, if any: seeds still to be won by the player to move
    /// minus those of the opponent. `in_play` is the number of seeds in open holes.
    #[inline]
    pub fn get(&self, place: Place, in_play: u32) -> Option<Bounds> {
        let word = self.word(place)?;
        let seeds = |shift: u32| {
            let half = (word >> shift & 0xff) as i32;
            (half << self.halved) - self.bias() + (in_play & self.halved).cast_signed()
        };
        Some(Bounds { lower: seeds(12), upper: seeds(4) })
    }

    /// The word stored for the key of a place.
    #[inline]
    fn word(&self, Place { bucket, rest }: Place) -> Option<u64> {
        let mut found = 0;
        for slot in &self.buckets[bucket] {
            let word = slot.load(Ordering::Relaxed);
            // An empty slot is 0; a full one is not, because effort is at least 1.
            let same = word != 0 && word >> Self::DATA_BITS == rest;
            found = select_unpredictable(same, word, found);
        }
        (found != 0).then_some(found)
    }

    /// Stores the bounds of a key, which took `nodes` nodes. Replaces older bounds of the key, or
    /// else the entry with the least effort.
    #[inline]
    pub fn put(&self, key: u64, bounds: Bounds, nodes: u64) {
        let field = |seeds: i32| u64::from((seeds + self.bias()).cast_unsigned() >> self.halved);
        let effort = u64::from((nodes | 1).ilog2() + 1).min(Self::MAX_EFFORT);
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
            // Ties are broken by the key, so that different keys replace different slots.
            let order = (word & Self::MAX_EFFORT) << 3 | (rest ^ number as u64) & 7;
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
