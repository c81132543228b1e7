//! Exact keys (a perfect ranking) of the positions of one turn, in the order in which they are
//! stored.
//!
//! In a turn seeds move between the open holes, the mover's protected holes and the mover's store;
//! the opponent's store and protected holes stay unchanged. With h_1 … h_v seeds in the cells that
//! change, without the store, and the sums p_j = h_1 + … + h_j, the key is the sum of the binomials
//! C(p_j + j - 1, j) over j = 1..v. This numbers all boards without gaps, those with more seeds in
//! the store first. Neighbours in this order differ only in the first cells, so a sorted list of
//! keys has small differences and is decoded a few cells at a time.

use std::fmt::Debug;
use std::ops::{Add, Sub};

use crate::board::{Cells, Side};
use crate::moves::{Kernel, State};

/// A key of 64 or 128 bits.
pub trait Key:
    Copy
    + Ord
    + Debug
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Into<u128>
    + TryFrom<u128>
    + 'static
{
    /// The key with this number, if it fits.
    fn of(number: u128) -> Option<Self> {
        Self::try_from(number).ok()
    }
}

impl Key for u64 {}
impl Key for u128 {}

/// The ranking of the positions of a turn.
#[derive(Debug)]
pub(super) struct KeyCodec<C, K> {
    /// The cells that change, without the store, as a mask and in order.
    changing: C,
    cells: Vec<usize>,
    store: usize,
    /// The board with every seed that can move in the store.
    empty: C,
    /// The term that each sum of seeds up to a cell adds to the key, by cell; 0 for cells that
    /// don't change.
    rows: Vec<K>,
    /// Distance between the rows of adjacent cells, a power of two.
    stride: usize,
}

impl<C: Cells, K: Key> KeyCodec<C, K> {
    /// Creates the codec for a turn of the mover; `None` if its numbers don't fit in the key.
    pub(super) fn new(kernel: &Kernel<C>, start: &State<C>) -> Option<KeyCodec<C, K>> {
        let (field, mover) = (kernel.field(), start.mover);
        let store = field.shape().store(mover);
        let others = field.open_holes(Side::A) | field.open_holes(Side::B) | field.row(mover);
        let cells: Vec<usize> = (0..C::CELLS).filter(|c| others >> c & 1 == 1).collect();
        let moving = start.cells.and(C::mask(others | 1 << store));
        let total = moving.sum();
        let stride = (total as usize + 2).next_power_of_two();
        let mut rows = vec![K::default(); C::CELLS * stride];
        // C(p - 1, 0): without cells there is one board with fewer than p seeds, unless p is 0.
        let mut row: Vec<u128> = (0..total as usize + 2).map(|p| u128::from(p > 0)).collect();
        for &cell in &cells {
            for p in 1..row.len() {
                row[p] = row[p].checked_add(row[p - 1])?;
            }
            for (p, &number) in row.iter().enumerate() {
                rows[cell * stride + p] = K::of(number)?;
            }
        }
        // The row of the last cell has the largest numbers, and no key exceeds its last.
        Some(KeyCodec {
            changing: C::mask(others),
            empty: start.cells.sub(moving).add(C::unit(store, total)),
            cells,
            store,
            rows,
            stride,
        })
    }

    /// The key of a position.
    #[inline(always)]
    pub(super) fn key(&self, cells: C) -> K {
        let (mask, mut key) = (self.stride - 1, K::default());
        let sums = cells.and(self.changing).running_sums();
        sums.each(|cell, sum| {
            key = key + self.rows[cell * self.stride + (sum as usize & mask)];
        });
        key
    }

    /// The cells that change, without the store.
    pub(super) fn holes(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().copied()
    }

    /// The number of seeds that can move, including those in the store.
    pub(super) fn moving(&self) -> u32 {
        self.empty.get(self.store)
    }

    /// The number of boards with at most `outside` seeds outside the store, which is the key of the
    /// first board with more.
    pub(super) fn boards(&self, outside: u32) -> K {
        match self.cells.last() {
            Some(&last) => self.rows[last * self.stride + outside as usize + 1],
            None => K::of(1).expect("a small number"),
        }
    }

    /// A decoder, fast for keys in order.
    pub(super) fn decoder(&self) -> Decoder<'_, C, K> {
        Decoder { codec: self, sums: vec![0; self.cells.len()], cells: self.empty }
    }
}

/// Decodes keys, starting from the board of the previous key.
pub(super) struct Decoder<'a, C, K> {
    codec: &'a KeyCodec<C, K>,
    /// The sums of seeds up to each cell.
    sums: Vec<usize>,
    cells: C,
}

impl<C: Cells, K: Key> Decoder<'_, C, K> {
    /// The board of a key.
    #[inline]
    pub(super) fn cells(&mut self, key: K) -> C {
        let KeyCodec { cells, store, rows, stride, .. } = self.codec;
        let (mut rest, mut next) = (key, *store);
        for (place, &cell) in cells.iter().enumerate().rev() {
            let row = &rows[cell * stride..(cell + 1) * stride];
            let before = self.sums[place];
            let mut sum = before;
            while row[sum] > rest {
                sum -= 1;
            }
            while row[sum + 1] <= rest {
                sum += 1;
            }
            if sum != before {
                self.sums[place] = sum;
                let seeds = |from: usize, to: usize| C::unit(cell, (to - from) as u32);
                let moved = |from: usize, to: usize| C::unit(next, (to - from) as u32);
                self.cells = if sum > before {
                    let added = self.cells.add(seeds(before, sum));
                    added.sub(moved(before, sum))
                } else {
                    let added = self.cells.add(moved(sum, before));
                    added.sub(seeds(sum, before))
                };
            }
            rest = rest - row[sum];
            next = cell;
        }
        self.cells
    }
}
