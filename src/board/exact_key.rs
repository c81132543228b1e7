//! Exact keys: the seeds of the open holes as one number, and no two boards with the same.
//!
//! A **row** is the open holes of one player, from hole 1 on. With p_j seeds in the first j of
//! its c holes its number among those with as many seeds is the sum of the binomials
//! C(p_j + j - 1, j) over j = 1..c-1. It falls with every seed that moves forward.
//!
//! A board is two rows: first the mover's, or A's where the players see different fields. Boards
//! with fewer seeds come first, then those with fewer in the first row. Those with as many in
//! either row are a [matrix](Splits): the row that holds fewer seeds says in which line a board
//! stands (the first row, if they hold as many), the other one in which column.
//!
//! This numbers all boards without a gap: with c open holes in all exactly C(S + c - 1, c) of them
//! hold fewer than S seeds. Stores and protected holes are left out: what lies in them is won
//! already and no move depends on it.

use std::hint::select_unpredictable;

use super::{Cells, Field, HoleState, Side};

/// Largest sum of seeds a row of binomials has an entry for, plus one.
const SUMS: usize = 256;

/// The numbers that each sum of seeds up to a cell adds to the number of its row.
type RankTerms = [u64; SUMS];

/// The boards with as many seeds in either row, as a matrix: what lies before it, and what the
/// numbers of the first and the second row are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    pub before: u64,
    pub first: u64,
    pub second: u64,
}

/// The matrices of all boards with up to so many seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splits {
    /// The numbers of rows that hold so many seeds, of the first and the second player.
    rows: [Vec<u64>; 2],
    /// By seeds in all and in the first row: the boards before.
    before: Vec<u64>,
}

impl Splits {
    /// Those of rows with so many open holes; `None` if the boards are too many for 64 bits.
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

    /// Boards with fewer than `seeds` seeds, up to one more than it was made for.
    #[must_use]
    pub fn below(&self, seeds: u32) -> u64 {
        self.before[place(seeds, 0)]
    }

    /// Returns the number of rows of the first (0) or the second player (1) that hold so many
    /// seeds.
    #[must_use]
    pub fn rows(&self, player: usize, seeds: u32) -> u64 {
        self.rows[player][seeds as usize]
    }

    /// The boards with so many seeds in the first row and in the second.
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

    /// The seeds in the first and the second row of a board with this rank, and their numbers.
    #[must_use]
    pub fn board(&self, rank: u64) -> [(u32, u64); 2] {
        let at = self.before.partition_point(|&before| before <= rank) - 1;
        let all = (0..).find(|&all| place(all + 1, 0) > at).expect("a rank that there is");
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

/// The place of a matrix among all: by seeds in all, then in the first row.
#[inline(always)]
const fn place(all: u32, first: u32) -> usize {
    (all * (all + 1) / 2 + first) as usize
}

/// By their seeds, up to so many: the rows of so many open holes that hold exactly so many seeds, or
/// as many as 64 bits can count.
fn rows(holes: u32, seeds: u32) -> Vec<u64> {
    let mut rows = vec![0_u64; seeds as usize + 1];
    rows[0] = 1;
    for _ in 0..holes {
        // A hole more holds some of the seeds, and the others the rest: sums are faster than a
        // division for each number.
        for all in 1..rows.len() {
            rows[all] = rows[all].saturating_add(rows[all - 1]);
        }
    }
    rows
}

/// The numbering of the boards of a field with up to so many seeds in open holes.
#[derive(Clone, Debug)]
pub struct Ranking<C> {
    open: C,
    /// A seed in every cell of B's.
    ones: C,
    stores: [usize; 2],
    /// By cell; cells that are no open holes add nothing.
    terms: Vec<RankTerms>,
    splits: Splits,
    most: u32,
    symmetric: bool,
}

/// The seeds in open holes of a board.
#[derive(Clone, Copy, Debug)]
pub struct InPlay<C> {
    /// In every cell the seeds in the open holes of its row up to it.
    sums: C,
    /// Seeds of A.
    pub a: u32,
    /// Seeds of both.
    pub all: u32,
}

impl<C> InPlay<C> {
    /// Seeds of a side.
    #[must_use]
    #[inline(always)]
    pub const fn of(&self, side: Side) -> u32 {
        match side {
            Side::A => self.a,
            Side::B => self.all - self.a,
        }
    }

    /// Seeds of a side less those of the other.
    #[must_use]
    #[inline(always)]
    pub const fn standing(&self, side: Side) -> i32 {
        side.sign() * (2 * self.a.cast_signed() - self.all.cast_signed())
    }
}

impl<C: Cells> Ranking<C> {
    /// Numbers boards of up to `seeds` seeds, or of as many as keep the numbers below 2^60, and
    /// at most 255.
    ///
    /// # Panics
    /// If the board doesn't fit the cells.
    #[must_use]
    pub fn new(field: Field, seeds: u32) -> Ranking<C> {
        let shape = field.shape();
        assert!(shape.cells() <= C::CELLS, "the board fits the cells");
        let holes = Side::BOTH.map(|side| field.open_holes(side).count_ones());
        // In a hole more lie the seeds that a board has fewer than the most.
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

    /// Most seeds in open holes that it numbers.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// Tells whether both players see the same field, so that a position and its mirror image have
    /// one rank.
    #[must_use]
    pub const fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Boards with fewer than `seeds` seeds in open holes: the rank of the first with as many.
    #[must_use]
    pub fn below(&self, seeds: u32) -> u64 {
        self.splits.below(seeds)
    }

    /// The seeds in open holes of a board.
    #[must_use]
    #[inline(always)]
    pub fn in_play(&self, cells: C) -> InPlay<C> {
        let sums = cells.and(self.open).running_sums();
        let a = sums.get(self.stores[0]);
        // B's row is counted for itself.
        let sums = sums.sub(self.ones.times(a));
        InPlay { sums, a, all: a + sums.get(self.stores[1]) }
    }

    /// The rank of a board as its mover sees it. With more than [`most`](Self::most) seeds in open
    /// holes it means nothing.
    #[must_use]
    #[inline(always)]
    pub fn rank(&self, board: &InPlay<C>, mover: Side) -> u64 {
        debug_assert!(board.all <= self.most);
        let terms = &self.terms[..C::CELLS];
        let [mut a, mut b] = [0, 0];
        board.sums.each(|cell, sum| {
            let term = terms[cell][sum as usize % SUMS];
            // The same way for a cell every time: nothing that a processor could mispredict.
            if cell < self.stores[0] {
                a += term;
            } else {
                b += term;
            }
        });
        // Where both see the same, the mover's row is the first; a branch would be mispredicted.
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
        // The boards of j holes with fewer than so many seeds: of none there is one, without seeds.
        let mut below = [1; SUMS];
        below[0] = 0;
        // The last hole's sum is that of the row.
        for &cell in open.iter().take(open.len().saturating_sub(1)) {
            for sum in 1..=most as usize {
                below[sum] += below[sum - 1];
            }
            terms[cell][..=most as usize].copy_from_slice(&below[..=most as usize]);
        }
    }
    terms
}

/// Boards of so many holes with fewer than `seeds` seeds: C(seeds + holes - 1, holes). `None` if
/// they are too many for 64 bits.
#[must_use]
pub fn boards_below(seeds: u32, holes: u32) -> Option<u64> {
    if seeds == 0 {
        return Some(0);
    }
    // After every step a binomial coefficient, so every division comes out even.
    let all = (1..=u128::from(holes)).try_fold(1_u128, |all, j| {
        all.checked_mul(u128::from(seeds) - 1 + j).map(|product| product / j)
    })?;
    u64::try_from(all).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Eleven, Shape};

    /// The numbering is one by binomials, which are summed up and not worked out one by one.
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
