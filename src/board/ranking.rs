//! Exact keys: the seeds of the open holes as one number, and no two boards with the same.
//!
//! The open holes, the mover's first, each row from hole 1 on, hold h_1 … h_c seeds; with the
//! sums p_j = h_1 + … + h_j the rank is the sum of the binomials C(p_j + j - 1, j) over j = 1..c.
//! This numbers all boards without a gap, those with fewer seeds first: exactly
//! C(S + c - 1, c) of them hold fewer than S. Stores and protected holes are left out: what lies
//! in them is won already and no move depends on it.

use super::{Cells, Field, HoleState, Side};

/// The numbering of the boards of a field with up to so many seeds in open holes.
#[derive(Clone, Debug)]
pub struct Ranking<C> {
    field: Field,
    open: [C; 2],
    /// For each mover a row of binomials a lane of the board as he sees it (his row first), by
    /// the sum of the seeds up to there; rows of zeros for lanes that are no open holes.
    binomials: [Vec<u64>; 2],
    stride: usize,
    most: u32,
    symmetric: bool,
}

impl<C: Cells> Ranking<C> {
    /// Numbers boards of up to `seeds` seeds, or of as many as keep the numbers below 2^60.
    #[must_use]
    pub fn new(field: Field, seeds: u32) -> Ranking<C> {
        let holes = Side::BOTH.map(|side| field.open_holes(side).count_ones());
        let holes = u64::from(holes[0] + holes[1]);
        let fits = |seeds: &u32| binomial(u64::from(*seeds) + holes, holes) < 1 << 60;
        let most = (0..=seeds.min(C::MAX)).rev().find(fits).unwrap_or(0);
        let stride = (most as usize + 1).next_power_of_two();
        Ranking {
            field,
            open: Side::BOTH.map(|side| C::mask(field.open_holes(side))),
            binomials: Side::BOTH.map(|mover| rows::<C>(field, mover, stride, most)),
            stride,
            most,
            symmetric: is_symmetric(field),
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
        let holes = Side::BOTH.map(|side| self.field.open_holes(side).count_ones());
        let holes = u64::from(holes[0] + holes[1]);
        u64::try_from(binomial(
            (u64::from(seeds) + holes).saturating_sub(1),
            holes,
        ))
        .expect("below 2^60")
    }

    /// Seeds in the open holes of A and of B.
    #[must_use]
    #[inline]
    pub fn in_play(&self, cells: C) -> [u32; 2] {
        self.open.map(|open| cells.and(open).sum())
    }

    /// The rank of a board as its mover sees it. It must hold at most [`most`](Self::most) seeds
    /// in open holes.
    #[must_use]
    #[inline]
    pub fn rank(&self, cells: C, mover: Side) -> u64 {
        let open = cells.and(self.open[0]).add(cells.and(self.open[1]));
        debug_assert!(open.sum() <= self.most);
        let seen = match mover {
            Side::A => open,
            Side::B => open.exchanged(self.field.shape().holes() + 1),
        };
        seen.sum_by_prefix(&self.binomials[mover.index()], self.stride)
    }
}

/// Whether hole i of A is in the same state as hole i of B, for every i.
fn is_symmetric(field: Field) -> bool {
    let shape = field.shape();
    (0..shape.holes()).all(|i| field.state(i) == field.state(shape.first(Side::B) + i))
}

fn rows<C: Cells>(field: Field, mover: Side, stride: usize, most: u32) -> Vec<u64> {
    let shape = field.shape();
    let half = shape.holes() + 1;
    let mut rows = vec![0; C::CELLS * stride];
    let mut open = 0;
    for lane in 0..shape.cells() {
        let cell = if mover == Side::A {
            lane
        } else {
            (lane + half) % (2 * half)
        };
        let is_store = lane % half == shape.holes();
        if is_store || field.state(cell) != HoleState::Open {
            continue;
        }
        open += 1;
        for sum in 1..=u64::from(most) {
            let binomial = binomial(sum + open - 1, open);
            rows[lane * stride + sum as usize] = u64::try_from(binomial).expect("below 2^60");
        }
    }
    rows
}

/// Ways to choose `k` of `n`, or the largest number where that is beyond it.
fn binomial(n: u64, k: u64) -> u128 {
    if k > n {
        return 0;
    }
    (0..k)
        .try_fold(1_u128, |product, i| {
            product
                .checked_mul(u128::from(n - i))
                .map(|p| p / u128::from(i + 1))
        })
        .unwrap_or(u128::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::{Hole, Seven, Shape, Wide};

    /// Calls `f` with every board of up to `seeds` seeds in these cells.
    fn boards<C: Cells>(cells: &[usize], seeds: u32, board: C, f: &mut impl FnMut(C)) {
        let Some((&cell, rest)) = cells.split_first() else {
            return f(board);
        };
        for count in 0..=seeds {
            boards(rest, seeds - count, board.add(C::unit(cell, count)), f);
        }
    }

    fn ranks_are_dense<C: Cells>(field: Field, seeds: u32) {
        let ranking: Ranking<C> = Ranking::new(field, seeds);
        assert_eq!(ranking.most(), seeds);
        let shape = field.shape();
        let open = field.open_holes(Side::A) | field.open_holes(Side::B);
        let cells: Vec<usize> = (0..shape.cells()).filter(|c| open >> c & 1 == 1).collect();
        for mover in Side::BOTH {
            let mut seen = HashSet::new();
            boards(
                &cells,
                seeds,
                C::unit(shape.store(Side::A), 7),
                &mut |board| {
                    let rank = ranking.rank(board, mover);
                    let held: u32 = ranking.in_play(board).iter().sum();
                    assert!((ranking.below(held)..ranking.below(held + 1)).contains(&rank));
                    assert!(seen.insert(rank), "{board:?}");
                },
            );
            assert_eq!(seen.len() as u64, ranking.below(seeds + 1));
        }
    }

    #[test]
    fn boards_are_numbered_without_a_gap() {
        let three = Field::open(Shape::new(3).unwrap());
        ranks_are_dense::<Seven>(three, 7);
        ranks_are_dense::<Wide>(three, 5);
        let closed = three.with(Side::A, Hole::at(0), HoleState::Closed).with(
            Side::B,
            Hole::at(1),
            HoleState::Protected,
        );
        ranks_are_dense::<Seven>(closed, 8);
        ranks_are_dense::<Seven>(Field::open(Shape::new(7).unwrap()), 3);
    }

    #[test]
    fn both_movers_see_a_symmetric_field_alike() {
        let field = Field::open(Shape::new(6).unwrap());
        let ranking: Ranking<Seven> = Ranking::new(field, 48);
        assert!(ranking.is_symmetric());
        let row = |first: usize| {
            (0..6).fold(Seven::default(), |all, i| {
                all.add(Seven::unit(first + i, 1 + i as u32))
            })
        };
        assert_eq!(ranking.rank(row(0), Side::A), ranking.rank(row(7), Side::B));
        assert_ne!(ranking.rank(row(0), Side::A), ranking.rank(row(0), Side::B));
    }

    #[test]
    fn large_boards_are_numbered_as_far_as_the_numbers_reach() {
        let ranking: Ranking<Wide> = Ranking::new(Field::open(Shape::new(9).unwrap()), 162);
        assert!((60..162).contains(&ranking.most()), "{}", ranking.most());
    }
}
