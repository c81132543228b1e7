//! Exact keys: a board's seeds in open holes as one number, different for every board.
//!
//! A **row** is the open holes of one player, starting with hole 1. If the first j of its c holes
//! hold p_j seeds, its number among rows with as many seeds is the sum of the binomials C(p_j + j -
//! 1, j) over j = 1..c-1. Every seed that moves forward lowers it.
//!
//! A board is two rows. The first is the mover's, or A's if the players see different fields.
//! Boards are ordered by their total of seeds, then by the seeds in the first row. Boards with the
//! same seeds in both rows form a [matrix](Splits). The row with fewer seeds (the first row, if
//! equal) determines the line of a board in the matrix, the other row the column.
//!
//! This numbers all boards without gaps: with c open holes in total, exactly C(S + c - 1, c) of
//! them hold fewer than S seeds. Stores and protected holes are left out, because their seeds are
//! already won and no move depends on them.

use std::hint::select_unpredictable;

use super::{Cells, Field, HoleState, Side};

/// The number of entries in a row of binomials: one more than the largest sum of seeds.
const SUMS: usize = 256;

/// By sum of seeds up to a cell: the term added to the number of its row.
type RankTerms = [u64; SUMS];

/// The matrix of the boards with given seeds in each row: the number of boards before it, and the
/// factors of the numbers of the first and the second row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    pub before: u64,
    pub first: u64,
    pub second: u64,
}

/// The matrices of all boards with up to a given number of seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splits {
    /// For each player, the number of rows by their seeds.
    rows: [Vec<u64>; 2],
    /// By total seeds and seeds in the first row: the number of boards before the matrix.
    before: Vec<u64>,
}

impl Splits {
    /// The matrices for rows with these numbers of open holes; `None` if there are more boards than
    /// 64 bits can count.
    #[must_use]
    pub fn new(holes: [u32; 2], seeds: u32) -> Option<Splits> {
        let rows = holes.map(|holes| rows(holes, seeds));
        let [first, second] = &rows;
        let mut before = Vec::with_capacity(place(seeds + 1, 0) + 1);
        before.push(0_u64);
        for all in 0..=seeds as usize {
            for one in 0..=all {
                let boards = first[one].checked_mul(second[all - one])?;
                before.push(before[before.len() - 1].checked_add(boards)?);
            }
        }
        Some(Splits { rows, before })
    }

    /// Returns the number of boards with fewer than `seeds` seeds. `seeds` may exceed the maximum
    /// by one.
    #[must_use]
    pub fn below(&self, seeds: u32) -> u64 {
        self.before[place(seeds, 0)]
    }

    /// Returns the number of rows of the first (0) or the second player (1) with this many seeds.
    #[must_use]
    pub fn rows(&self, player: usize, seeds: u32) -> u64 {
        self.rows[player][seeds as usize]
    }

    /// Returns the matrix of the boards with these seeds in the first and the second row.
    #[must_use]
    #[inline(always)]
    pub fn matrix(&self, first: u32, second: u32) -> Matrix {
        let before = self.before[place(first + second, first)];
        let [columns, lines] = [&self.rows[1][second as usize], &self.rows[0][first as usize]];
        let wide = first <= second;
        Matrix {
            before,
            first: if wide { *columns } else { 1 },
            second: if wide { 1 } else { *lines },
        }
    }

    /// Returns the seeds and the number of each row of the board with this rank.
    #[must_use]
    pub fn board(&self, rank: u64) -> [(u32, u64); 2] {
        let at = self.before.partition_point(|&before| before <= rank) - 1;
        let all = (0..).find(|&all| place(all + 1, 0) > at).expect("a valid rank");
        let first = (at - place(all, 0)) as u32;
        let second = all - first;
        let within = rank - self.before[at];
        if first <= second {
            let columns = self.rows(1, second);
            [(first, within / columns), (second, within % columns)]
        } else {
            let lines = self.rows(0, first);
            [(first, within % lines), (second, within / lines)]
        }
    }
}

/// The index of a matrix, ordered by total seeds, then by seeds in the first row.
#[inline(always)]
const fn place(all: u32, first: u32) -> usize {
    (all * (all + 1) / 2 + first) as usize
}

/// Counts the rows with this many open holes, by their seeds. Saturates at the maximum of 64 bits.
fn rows(holes: u32, seeds: u32) -> Vec<u64> {
    let mut rows = vec![0_u64; seeds as usize + 1];
    rows[0] = 1;
    for _ in 0..holes {
        // An additional hole takes some of the seeds and leaves the rest to the others. Sums are
        // faster than a division for each number.
        for all in 1..rows.len() {
            rows[all] = rows[all].saturating_add(rows[all - 1]);
        }
    }
    rows
}

/// The numbering of the boards of a field with up to a given number of seeds in open holes.
#[derive(Clone, Debug)]
pub struct Ranking<C> {
    open: C,
    /// One seed in each of B's cells.
    ones: C,
    stores: [usize; 2],
    /// By cell. Cells that are not open holes add nothing.
    terms: Vec<RankTerms>,
    splits: Splits,
    most: u32,
    symmetric: bool,
}

/// A board's seeds in open holes.
#[derive(Clone, Copy, Debug)]
pub struct InPlay<C> {
    /// By cell: the seeds in the open holes of its row up to and including it.
    sums: C,
    /// A's seeds.
    pub a: u32,
    /// The seeds of both players.
    pub all: u32,
}

impl<C> InPlay<C> {
    /// Returns the seeds of a side.
    #[must_use]
    #[inline(always)]
    pub const fn of(&self, side: Side) -> u32 {
        match side {
            Side::A => self.a,
            Side::B => self.all - self.a,
        }
    }

    /// Returns the seeds of a side minus those of the other.
    #[must_use]
    #[inline(always)]
    pub const fn standing(&self, side: Side) -> i32 {
        side.sign() * (2 * self.a.cast_signed() - self.all.cast_signed())
    }
}

impl<C: Cells> Ranking<C> {
    /// Numbers boards of up to `seeds` seeds, but at most 255, and at most as many as keep the
    /// numbers below 2^60.
    ///
    /// # Panics
    /// If the board doesn't fit the cells.
    #[must_use]
    pub fn new(field: Field, seeds: u32) -> Ranking<C> {
        let shape = field.shape();
        assert!(shape.cells() <= C::CELLS, "the board fits the cells");
        let holes = Side::BOTH.map(|side| field.open_holes(side).count_ones());
        // An additional hole stands for the seeds that a board has below the maximum.
        let boards = rows(holes[0] + holes[1] + 1, seeds.min(SUMS as u32 - 1));
        let fits = boards.partition_point(|&boards| boards < 1 << 60);
        let most = fits.saturating_sub(1) as u32;
        let row = shape.first(Side::B)..=shape.store(Side::B);
        Ranking {
            open: C::mask(field.open_holes(Side::A) | field.open_holes(Side::B)),
            ones: row.fold(C::default(), |all, cell| all.add(C::unit(cell, 1))),
            stores: Side::BOTH.map(|side| shape.store(side)),
            terms: terms::<C>(field, most),
            splits: Splits::new(holes, most).expect("below 2^60"),
            most,
            symmetric: field.is_symmetric(),
        }
    }

    /// The maximum number of seeds in open holes.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// Whether both players see the same field, so that a position and its mirror image have the
    /// same rank.
    #[must_use]
    pub const fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Returns the number of boards with fewer than `seeds` seeds in open holes, which is the rank
    /// of the first board with `seeds`.
    #[must_use]
    pub fn below(&self, seeds: u32) -> u64 {
        self.splits.below(seeds)
    }

    /// Returns a board's seeds in open holes.
    #[must_use]
    #[inline(always)]
    pub fn in_play(&self, cells: C) -> InPlay<C> {
        let sums = cells.and(self.open).running_sums();
        let a = sums.get(self.stores[0]);
        // Count B's row separately.
        let sums = sums.sub(self.ones.times(a));
        InPlay { sums, a, all: a + sums.get(self.stores[1]) }
    }

    /// Returns the rank of a board from its mover's point of view. Meaningless for boards with more
    /// than [`most`](Self::most) seeds in open holes.
    #[must_use]
    #[inline(always)]
    pub fn rank(&self, board: &InPlay<C>, mover: Side) -> u64 {
        debug_assert!(board.all <= self.most);
        let terms = &self.terms[..C::CELLS];
        let [mut a, mut b] = [0, 0];
        board.sums.each(|cell, sum| {
            let term = terms[cell][sum as usize % SUMS];
            // The branch depends only on the cell, so the processor predicts it.
            if cell < self.stores[0] {
                a += term;
            } else {
                b += term;
            }
        });
        // On a symmetric field, the mover's row comes first. A branch would be mispredicted.
        let turned = self.symmetric && mover == Side::B;
        let first = select_unpredictable(turned, board.all - board.a, board.a);
        let [one, other] = [select_unpredictable(turned, b, a), select_unpredictable(turned, a, b)];
        let matrix = self.splits.matrix(first, board.all - first);
        matrix.before + one * matrix.first + other * matrix.second
    }
}

fn terms<C: Cells>(field: Field, most: u32) -> Vec<RankTerms> {
    let shape = field.shape();
    let mut terms = vec![[0; SUMS]; C::CELLS];
    for side in Side::BOTH {
        let row = shape.first(side)..shape.store(side);
        let open = row.filter(|&cell| field.state(cell) == HoleState::Open);
        let open: Vec<usize> = open.collect();
        // The number of boards of j holes with fewer than this many seeds: with no holes there is
        // one, the empty board.
        let mut below = [1; SUMS];
        below[0] = 0;
        // The last hole is skipped; its sum is that of the row.
        for &cell in open.iter().take(open.len().saturating_sub(1)) {
            for sum in 1..=most as usize {
                below[sum] += below[sum - 1];
            }
            terms[cell][..=most as usize].copy_from_slice(&below[..=most as usize]);
        }
    }
    terms
}

/// Counts the boards of this many holes with fewer than `seeds` seeds: C(seeds + holes - 1, holes).
/// `None` if they are too many for 64 bits.
#[must_use]
pub fn boards_below(seeds: u32, holes: u32) -> Option<u64> {
    if seeds == 0 {
        return Some(0);
    }
    // Every intermediate result is a binomial coefficient, so every division is exact.
    let all = (1..=u128::from(holes)).try_fold(1_u128, |all, j| {
        all.checked_mul(u128::from(seeds) - 1 + j).map(|product| product / j)
    })?;
    u64::try_from(all).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Eleven, Shape};

    /// The numbers are binomials, although they are computed as sums.
    #[test]
    fn sums_are_the_binomials() {
        for holes in 0..=18 {
            for (seeds, found) in (0..).zip(rows(holes, 255)) {
                let [all, fewer] = [seeds + 1, seeds].map(|seeds| boards_below(seeds, holes));
                let exactly = all.zip(fewer).map(|(all, fewer)| all - fewer);
                assert!(exactly.is_none_or(|exactly| exactly == found), "{holes}, {seeds}");
            }
        }
        let ranking: Ranking<Eleven> = Ranking::new(Field::open(Shape::new(9).unwrap()), 162);
        for (hole, terms) in (1..9).zip(&ranking.terms) {
            for sum in 0..=ranking.most {
                assert_eq!(Some(terms[sum as usize]), boards_below(sum, hole), "{hole}, {sum}");
            }
        }
        let fits = |seeds| boards_below(seeds + 1, 18).is_some_and(|all| all < 1 << 60);
        assert!(fits(ranking.most) && !fits(ranking.most + 1));
    }
}
