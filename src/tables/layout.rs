//! Where a table keeps the value of which position.
//!
//! The open holes of a position are put in a row: those of the player to move from hole 1 on, then
//! those of his opponent. With p(j) seeds in the first j of them the position's rank is
//!
//! ```text
//! rank = C(p(1), 1) + C(p(2) + 1, 2) + … + C(p(c) + c - 1, c)        c open holes
//! ```
//!
//! which numbers the positions with at most K seeds from 0 to C(K + c, c) - 1 without gaps, those
//! with fewer seeds first: the positions with S seeds, *level* S, begin at C(S + c - 1, c).
//!
//! A table has a **part** for every combination of what else a value depends on: the mover, unless
//! the field looks the same from both sides, and the mark `final`, if the rules have it. A level
//! holds its positions for part 0, then for part 1 and so on; levels follow one another.

use std::ops::Range;

use crate::board::{Field, Mark, Pit, Setup, Side, boards_below};
use crate::rules::{RoundEnd, Rules};

/// The most seeds in play a table can be made for, so that a value fits a byte.
pub const MAX_SEEDS: u32 = 63;

/// The places of all positions on a field with at most so many seeds in its open holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    field: Field,
    seeds: u32,
    parts: u64,
    marks: bool,
    symmetric: bool,
    /// The open cells as each mover counts them.
    order: [Vec<usize>; 2],
    /// Ranks at which levels 0 to K begin, and the number of ranks.
    starts: Vec<u64>,
}

/// A position as a [`Layout`] has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The player to move; A where the field looks the same from both sides.
    pub mover: Side,
    /// Whether his turn is final.
    pub last_turn: bool,
    /// Seeds in the open holes, in the order of [`Layout::order`] for this mover.
    pub seeds: Vec<u32>,
}

impl Layout {
    /// The layout for a field and at most `seeds` seeds in its open holes; `None` above
    /// [`MAX_SEEDS`], and if the positions are too many to be numbered in 63 bits.
    #[must_use]
    pub fn new(rules: &Rules, field: Field, seeds: u32) -> Option<Layout> {
        if seeds > MAX_SEEDS {
            return None;
        }
        let open = |side| cells_of(field.open_holes(side));
        let [a, b] = Side::BOTH.map(open);
        // Closed and protected holes must match too: an owner wins what he sows into the latter.
        let symmetric = field.is_symmetric();
        let marks = rules.end == RoundEnd::Stalled;
        let parts = if symmetric { 1 } else { 2 } * if marks { 2 } else { 1 };
        let count = number(a.len() + b.len());
        let starts = (0..=seeds + 1).map(|level| boards_below(level, count));
        let starts = starts.collect::<Option<Vec<u64>>>()?;
        let all = starts.last()?.checked_mul(parts)?;
        i64::try_from(all).ok()?;
        Some(Layout {
            field,
            seeds,
            parts,
            marks,
            symmetric,
            order: [[a.clone(), b.clone()].concat(), [b, a].concat()],
            starts,
        })
    }

    /// The states of the holes.
    #[must_use]
    pub const fn field(&self) -> Field {
        self.field
    }

    /// The most seeds in play.
    #[must_use]
    pub const fn seeds(&self) -> u32 {
        self.seeds
    }

    /// Parts of every level: 1, 2 or 4.
    #[must_use]
    pub const fn parts(&self) -> u64 {
        self.parts
    }

    /// Positions in all: parts times C(K + c, c).
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.starts[self.starts.len() - 1] * self.parts
    }

    /// The open cells as a mover counts them: his own from hole 1 on, then his opponent's.
    #[must_use]
    pub fn order(&self, mover: Side) -> &[usize] {
        &self.order[mover.index()]
    }

    /// The entries of a level; none of a level that the table has not.
    #[must_use]
    pub fn level(&self, level: u32) -> Range<u64> {
        let start = |level: usize| self.starts[level.min(self.starts.len() - 1)] * self.parts;
        start(level as usize)..start((level as usize).saturating_add(1))
    }

    /// The part of a mover and a mark.
    #[must_use]
    pub fn part(&self, mover: Side, last_turn: bool) -> u64 {
        let second = !self.symmetric && mover == Side::B;
        let marked = self.marks && last_turn;
        u64::from(second) + if marked { self.parts / 2 } else { 0 }
    }

    /// Ranks of a level in one part.
    pub(super) fn ranks(&self, level: u32) -> u64 {
        self.starts[level as usize + 1] - self.starts[level as usize]
    }

    /// The position of an entry; `None` if the table has no such entry.
    #[must_use]
    pub fn placed(&self, entry: u64) -> Option<Placed> {
        (entry < self.positions()).then(|| self.place(entry))
    }

    /// The position of an entry that the table has.
    pub(super) fn place(&self, entry: u64) -> Placed {
        let level = self.level_of(entry);
        let within = entry - self.starts[level] * self.parts;
        let ranks = self.starts[level + 1] - self.starts[level];
        let (part, rank) = (within / ranks, within % ranks);
        let sides = if self.symmetric { 1 } else { 2 };
        Placed {
            mover: Side::BOTH[usize::try_from(part % sides).expect("0 or 1")],
            last_turn: part >= sides,
            seeds: self.counts(number(level), rank),
        }
    }

    fn level_of(&self, entry: u64) -> usize {
        let above = |&start: &u64| start * self.parts <= entry;
        self.starts.partition_point(above) - 1
    }

    /// The entry behind the last one of the same level and part.
    pub(super) fn end_of_part(&self, entry: u64) -> u64 {
        let level = self.level_of(entry);
        let first = self.starts[level] * self.parts;
        let ranks = self.starts[level + 1] - self.starts[level];
        first + ((entry - first) / ranks + 1) * ranks
    }

    /// A position with nothing in the stores and the protected holes.
    #[must_use]
    pub fn setup(&self, placed: &Placed) -> Setup {
        let shape = self.field.shape();
        let order = self.order(placed.mover);
        let pit = |cell| Pit {
            state: self.field.state(cell),
            seeds: (order.iter().zip(&placed.seeds))
                .find_map(|(&open, &seeds)| (open == cell).then_some(seeds))
                .unwrap_or(0),
        };
        Setup {
            rows: Side::BOTH.map(|side| shape.holes_of(side).map(pit).collect()),
            stores: [0; 2],
            mover: placed.mover,
            mark: if placed.last_turn {
                Mark::Final
            } else {
                Mark::None
            },
        }
    }

    /// The counts of the position with this rank in its level.
    fn counts(&self, level: u32, rank: u64) -> Vec<u32> {
        let mut left = rank;
        let mut above = level;
        let mut counts = vec![0; self.order[0].len()];
        for j in (1..counts.len()).rev() {
            let term = |sum| boards_below(sum, number(j)).expect("less than all positions");
            let mut sum = above;
            while term(sum) > left {
                sum -= 1;
            }
            left -= term(sum);
            counts[j] = above - sum;
            above = sum;
        }
        if let Some(first) = counts.first_mut() {
            *first = above;
        }
        counts
    }
}

/// The most seeds in play for which a table needs no more than so many positions (and so bytes);
/// `None` if not even the empty board fits.
#[must_use]
pub fn most_seeds(rules: &Rules, field: Field, positions: u64) -> Option<u32> {
    let fits = |seeds: &u32| {
        Layout::new(rules, field, *seeds).is_some_and(|layout| layout.positions() <= positions)
    };
    (0..=MAX_SEEDS).take_while(fits).last()
}

/// The cells of a set of bits.
fn cells_of(bits: u64) -> Vec<usize> {
    (0..64).filter(|cell| bits >> cell & 1 == 1).collect()
}

/// A count of cells or levels in a smaller type.
fn number(count: usize) -> u32 {
    u32::try_from(count).expect("counts of cells and levels are small")
}
