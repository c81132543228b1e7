//! Exact keys: the seeds of the open holes as one number, and no two boards with the same.
//!
//! The open holes, the mover's first, each row from hole 1 on, hold h_1 … h_c seeds; with the
//! sums p_j = h_1 + … + h_j the rank is the sum of the binomials C(p_j + j - 1, j) over j = 1..c.
//! This numbers all boards without a gap, those with fewer seeds first: exactly
//! C(S + c - 1, c) of them hold fewer than S. Stores and protected holes are left out: what lies
//! in them is won already and no move depends on it.

use super::{Cells, Field, HoleState, Side};

/// Largest sum of seeds a row of binomials has an entry for, plus one.
const SUMS: usize = 256;

/// The part of the rank that each sum of seeds up to a cell adds.
type Row = [u64; SUMS];

/// The numbering of the boards of a field with up to so many seeds in open holes.
#[derive(Clone, Debug)]
pub struct Ranking<C> {
    field: Field,
    open: C,
    /// A seed in every cell of a side.
    ones: [C; 2],
    stores: [usize; 2],
    /// By mover and cell; cells that are no open holes add nothing.
    rows: [Vec<Row>; 2],
    most: u32,
    symmetric: bool,
}

/// The seeds in open holes of a board.
#[derive(Clone, Copy, Debug)]
pub struct InPlay<C> {
    /// In every cell the seeds in open holes up to it, A's row first.
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
        let holes = holes_of(field);
        let fits = |seeds: &u32| boards_below(seeds + 1, holes).is_some_and(|all| all < 1 << 60);
        let largest = seeds.min(SUMS as u32 - 1);
        let most = (0..=largest).rev().find(fits).unwrap_or(0);
        let row = |side| shape.first(side)..=shape.store(side);
        Ranking {
            field,
            open: C::mask(field.open_holes(Side::A) | field.open_holes(Side::B)),
            ones: Side::BOTH
                .map(|side| row(side).fold(C::default(), |all, cell| all.add(C::unit(cell, 1)))),
            stores: Side::BOTH.map(|side| shape.store(side)),
            rows: Side::BOTH.map(|mover| rows::<C>(field, mover, most)),
            most,
            symmetric: field.is_symmetric(),
        }
    }

    /// Most seeds in open holes that it numbers.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// Whether both players see the same field, so that a position and its mirror image have one
    /// rank.
    #[must_use]
    pub const fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Boards with fewer than `seeds` seeds in open holes: the rank of the first with as many.
    #[must_use]
    pub fn below(&self, seeds: u32) -> u64 {
        boards_below(seeds, holes_of(self.field)).expect("below 2^60")
    }

    /// The seeds in open holes of a board.
    #[must_use]
    #[inline(always)]
    pub fn in_play(&self, cells: C) -> InPlay<C> {
        let sums = cells.and(self.open).running_sums();
        InPlay {
            sums,
            a: sums.get(self.stores[0]),
            all: sums.get(self.stores[1]),
        }
    }

    /// The rank of a board as its mover sees it. With more than [`most`](Self::most) seeds in open
    /// holes it means nothing.
    #[must_use]
    #[inline(always)]
    pub fn rank(&self, board: &InPlay<C>, mover: Side) -> u64 {
        debug_assert!(board.all <= self.most);
        // The sums begin with A's row. Where B counts first, his lie lower by what A has and A's
        // higher by what B has; a branch here would often be mispredicted.
        let turned = mover.index() as u32;
        let raise = self.ones[0].times(turned * (board.all - board.a));
        let lower = self.ones[1].times(turned * board.a);
        let rows = &self.rows[mover.index()][..C::CELLS];
        let mut rank = 0;
        board.sums.add(raise).sub(lower).each(|cell, sum| {
            rank += rows[cell][sum as usize % SUMS];
        });
        rank
    }
}

fn holes_of(field: Field) -> u32 {
    (field.open_holes(Side::A) | field.open_holes(Side::B)).count_ones()
}

fn rows<C: Cells>(field: Field, mover: Side, most: u32) -> Vec<Row> {
    let shape = field.shape();
    let mut rows = vec![[0; SUMS]; C::CELLS];
    let mut open = 0;
    for side in [mover, mover.other()] {
        let row = shape.first(side)..shape.store(side);
        for cell in row.filter(|&cell| field.state(cell) == HoleState::Open) {
            open += 1;
            for sum in 0..=most {
                rows[cell][sum as usize] = boards_below(sum, open).expect("below 2^60");
            }
        }
    }
    rows
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
        all.checked_mul(u128::from(seeds) - 1 + j)
            .map(|product| product / j)
    })?;
    u64::try_from(all).ok()
}
