//! The seeds of a board, packed into machine words.
//!
//! A cell is a lane of 8 or 16 bits; cell `c` (numbered as in [`Shape`](super::Shape)) lies in
//! word `c / lanes`, at bit `width * (c % lanes)`. The 16 cells of 2 x 7 in two words of 8-bit
//! lanes, most significant lane at the left:
//!
//! ```text
//! word 0   RA A7 A6 A5 A4 A3 A2 A1
//! word 1   RB B7 B6 B5 B4 B3 B2 B1
//! ```
//!
//! No lane crosses a word, and no lane ever overflows: boards with up to 255 seeds use 8-bit lanes,
//! those with up to 1,023 seeds use 16-bit lanes. So adding two words adds all their lanes at once.
//! A difference of boards may have negative lanes; it is added modulo 2^64, which is correct in
//! every lane if the result fits.

use std::fmt::Debug;
use std::hash::Hash;
use std::hint::select_unpredictable;

/// Packed seeds of a board, with the operations that the sowing kernel needs.
///
/// Implementations differ in the number of cells and seeds that they hold; [`Wide`] holds every
/// board.
pub trait Cells: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Maximum number of cells.
    const CELLS: usize;
    /// Maximum number of seeds in a cell, and so on a board.
    const MAX: u32;

    /// Returns the seeds in a cell.
    fn get(self, cell: usize) -> u32;

    /// Adds all cells, lane by lane. `other` may be a difference of boards.
    #[must_use]
    fn add(self, other: Self) -> Self;

    /// Subtracts all cells, lane by lane, which gives a difference of boards.
    #[must_use]
    fn sub(self, other: Self) -> Self;

    /// A board that holds `seeds` in `cell` and nothing else.
    #[must_use]
    fn unit(cell: usize, seeds: u32) -> Self;

    /// A mask that keeps the cells whose bits are set in `cells` (bit 0 is cell 0).
    #[must_use]
    fn mask(cells: u64) -> Self;

    /// Keeps the cells of a mask and clears the others.
    #[must_use]
    fn and(self, mask: Self) -> Self;

    /// Whether all cells are empty.
    fn is_empty(self) -> bool;

    /// Returns the total of seeds.
    fn sum(self) -> u32;

    /// Returns the cells with seeds as bits (bit 0 is cell 0).
    fn occupied(self) -> u64;

    /// Returns in each cell the seeds of all cells up to and including it.
    #[must_use]
    fn running_sums(self) -> Self;

    /// Multiplies every cell by a factor. No product may exceed [`MAX`](Cells::MAX).
    #[must_use]
    fn times(self, factor: u32) -> Self;

    /// Calls `show` with each cell and its seeds, starting with cell 0.
    fn each(self, show: impl FnMut(usize, u32));

    /// Returns the machine words. Equal boards have equal words.
    fn words(&self) -> &[u64];

    /// Returns a 64-bit hash of all cells, for choosing a table slot. Different boards may have the
    /// same hash.
    fn mix(self) -> u64;
}

/// `WORDS` words with lanes of `WIDTH` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed<const WORDS: usize, const WIDTH: usize>([u64; WORDS]);

/// Up to 7 holes a row and 255 seeds: 16 bytes.
pub type Seven = Packed<2, 8>;
/// Up to 11 holes a row and 255 seeds: 24 bytes.
pub type Eleven = Packed<3, 8>;
/// Up to 18 holes a row and 1,023 seeds, which is every board: 80 bytes. No game in the sources
/// needs it, and a third narrow width would add a quarter to the size of the compiled engines.
pub type Wide = Packed<10, 16>;

impl<const WORDS: usize, const WIDTH: usize> Packed<WORDS, WIDTH> {
    const LANES: usize = 64 / WIDTH;
    const LANE: u64 = (1 << WIDTH) - 1;
    /// The lowest bit of every lane.
    const ONES: u64 = u64::MAX / Self::LANE;

    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Packed(std::array::from_fn(|w| f(self.0[w], other.0[w])))
    }

    /// Applies an operation with carry to narrow boards, as one long number, and word by word to
    /// wide boards. Both are correct for differences made in the same way. The carry keeps narrow
    /// boards out of vector registers, from which reading a lane is slower (see
    /// docs/measurements/kernel.md).
    #[inline(always)]
    fn chain(
        self,
        other: Self,
        with_carry: impl Fn(u64, u64, bool) -> (u64, bool),
        alone: impl Fn(u64, u64) -> u64,
    ) -> Self {
        if WORDS > 3 {
            return self.zip(other, alone);
        }
        let mut carry = false;
        Packed(std::array::from_fn(|w| {
            let (word, next) = with_carry(self.0[w], other.0[w], carry);
            carry = next;
            word
        }))
    }
}

impl<const WORDS: usize, const WIDTH: usize> Default for Packed<WORDS, WIDTH> {
    fn default() -> Self {
        Packed([0; WORDS])
    }
}

impl<const WORDS: usize, const WIDTH: usize> Cells for Packed<WORDS, WIDTH> {
    const CELLS: usize = WORDS * Self::LANES;
    const MAX: u32 = if WIDTH == 8 { 255 } else { super::MAX_TOTAL };

    #[inline(always)]
    fn get(self, cell: usize) -> u32 {
        debug_assert!(cell < Self::CELLS);
        let word = if WORDS <= 3 {
            // Selects stay in registers. An index would send the words through memory, and a branch
            // on the word would be mispredicted every other lap.
            let mut word = self.0[0];
            for w in 1..WORDS {
                word = select_unpredictable(cell / Self::LANES == w, self.0[w], word);
            }
            word
        } else {
            self.0[cell / Self::LANES]
        };
        ((word >> (cell % Self::LANES * WIDTH)) & Self::LANE) as u32
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.chain(other, u64::carrying_add, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.chain(other, u64::borrowing_sub, u64::wrapping_sub)
    }

    #[inline(always)]
    fn unit(cell: usize, seeds: u32) -> Self {
        debug_assert!(cell < Self::CELLS && seeds <= Self::MAX);
        let lane = u64::from(seeds) << (cell % Self::LANES * WIDTH);
        Packed(std::array::from_fn(|w| if cell / Self::LANES == w { lane } else { 0 }))
    }

    fn mask(cells: u64) -> Self {
        (0..Self::CELLS).filter(|cell| cells >> cell & 1 == 1).fold(
            Self::default(),
            |mask, cell| {
                let lane = Self::LANE << (cell % Self::LANES * WIDTH);
                let mut words = mask.0;
                words[cell / Self::LANES] |= lane;
                Packed(words)
            },
        )
    }

    #[inline(always)]
    fn and(self, mask: Self) -> Self {
        self.zip(mask, |a, b| a & b)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn sum(self) -> u32 {
        // A board holds at most MAX seeds, so no lane overflows when the words are added, nor does
        // the highest lane, in which the multiplication sums all lanes.
        let all: u64 = self.0.iter().sum();
        (all.wrapping_mul(Self::ONES) >> (64 - WIDTH)) as u32
    }

    #[inline(always)]
    fn occupied(self) -> u64 {
        let mut bits = 0;
        for (w, &word) in self.0.iter().enumerate() {
            // The top bit of each nonzero lane …
            let low = word & !(Self::ONES << (WIDTH - 1));
            let full = Self::ONES * (Self::LANE >> 1);
            let tops = (low.wrapping_add(full) | word) & (Self::ONES << (WIDTH - 1));
            let lows = tops >> (WIDTH - 1);
            // … gathered by a multiplication that moves lane i's bit to bit (LANES-1)*WIDTH + i.
            let gather = if WIDTH == 8 { 0x0102_0408_1020_4080_u64 } else { 0x0001_0002_0004_0008 };
            let shift = if WIDTH == 8 { 56 } else { 48 };
            let lanes = if WIDTH == 8 {
                lows.wrapping_mul(gather) >> shift & 0xff
            } else {
                lows.wrapping_mul(gather) >> shift & 0xf
            };
            bits |= lanes << (w * Self::LANES);
        }
        bits
    }

    #[inline(always)]
    fn running_sums(self) -> Self {
        let mut before = 0;
        Packed(self.0.map(|word| {
            // Lane i of the product is the sum of lanes 0 to i.
            let sums = word.wrapping_add(before).wrapping_mul(Self::ONES);
            before = sums >> (64 - WIDTH);
            sums
        }))
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        Packed(self.0.map(|word| word.wrapping_mul(u64::from(factor))))
    }

    #[inline(always)]
    fn each(self, mut show: impl FnMut(usize, u32)) {
        for (w, &word) in self.0.iter().enumerate() {
            for lane in 0..Self::LANES {
                let seeds = (word >> (lane * WIDTH)) & Self::LANE;
                show(w * Self::LANES + lane, seeds as u32);
            }
        }
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn mix(self) -> u64 {
        // Multiply and fold, one step per word. The constants are the golden ratio and pi in
        // binary.
        self.0.iter().fold(0x243f_6a88_85a3_08d3, |hash: u64, word| {
            let product = u128::from(hash ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
            (product as u64) ^ (product >> 64) as u64 ^ hash.rotate_left(23)
        })
    }
}

// Every supported board fits the cells chosen for it.
const _: () = assert!(Seven::CELLS >= 2 * 7 + 2 && Eleven::CELLS >= 2 * 11 + 2);
const _: () = assert!(Wide::CELLS >= 2 * 18 + 2);
