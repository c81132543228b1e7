//! The place of each position's value in a table.
//!
//! A *row* is the open holes of a player, from hole 1 on. With p(j) seeds in the first j of its c
//! holes its number among the rows with as many seeds is
//!
//! ```text
//! row = C(p(1), 1) + C(p(2) + 1, 2) + … + C(p(c-1) + c - 2, c - 1)
//! ```
//!
//! The positions with S seeds, *level* S, begin behind those with fewer; they are ordered by the
//! seeds i in the first row: the mover's, or A's where the field does not look the same from both
//! sides. Those with i seeds in the first row and S - i in the second are a matrix. The row with
//! fewer seeds (the first, if they have as many) says in which line a position stands, the other
//! one in which column.
//!
//! A table has a **part** for every combination of what else a value depends on: the mover, unless
//! the field looks the same from both sides, and the mark `final`, if the rules have it. A level
//! holds its positions for part 0, then for part 1 and so on; levels follow one another.

use std::ops::Range;

use crate::board::{Field, Mark, Matrix, Pit, Setup, Side, Splits, boards_below};
use crate::rules::{RoundEnd, Rules};

/// The most seeds in play a table can be made for, so that a value fits a byte.
pub const MAX_SEEDS: u32 = 63;

/// The places of all positions on a field with at most so many seeds in its open holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The states of the holes.
    pub field: Field,
    /// The most seeds in play.
    pub seeds: u32,
    /// Parts of every level: 1, 2 or 4.
    pub parts: u64,
    marks: bool,
    /// True if both players see the same field: then the mover's row is the first.
    pub(super) symmetric: bool,
    /// The open cells as each mover counts them.
    order: [Vec<usize>; 2],
    /// The matrices of a part, with ranks from level 0 on.
    pub(super) splits: Splits,
}

/// A position as a [`Layout`] has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The player to move; A where the field looks the same from both sides.
    pub mover: Side,
    /// True if his turn is final.
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
        let splits = Splits::new([number(a.len()), number(b.len())], seeds)?;
        let all = splits.below(seeds + 1).checked_mul(parts)?;
        i64::try_from(all).ok()?;
        Some(Layout {
            field,
            seeds,
            parts,
            marks,
            symmetric,
            order: [[a.clone(), b.clone()].concat(), [b, a].concat()],
            splits,
        })
    }

    /// Positions in all: parts times C(K + c, c).
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.splits.below(self.seeds + 1) * self.parts
    }

    /// The open cells as a mover counts them: his own from hole 1 on, then his opponent's.
    #[must_use]
    pub fn order(&self, mover: Side) -> &[usize] {
        &self.order[mover.index()]
    }

    /// The entries of a level; none of a level that the table has not.
    #[must_use]
    pub fn level(&self, level: u32) -> Range<u64> {
        let start = |level: u32| self.splits.below(level.min(self.seeds + 1)) * self.parts;
        start(level)..start(level.saturating_add(1))
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
        self.splits.below(level + 1) - self.splits.below(level)
    }

    /// The position of an entry; `None` if the table has no such entry.
    #[must_use]
    pub fn placed(&self, entry: u64) -> Option<Placed> {
        (entry < self.positions()).then(|| self.place(entry))
    }

    /// The position of an entry that the table has.
    pub(super) fn place(&self, entry: u64) -> Placed {
        let level = self.level_of(entry);
        let (within, ranks) = (entry - self.level(level).start, self.ranks(level));
        let (part, rank) = (within / ranks, within % ranks);
        let sides = if self.symmetric { 1 } else { 2 };
        let mover = Side::BOTH[usize::try_from(part % sides).expect("0 or 1")];
        let rows = self.splits.board(self.splits.below(level) + rank);
        let of_a = self.field.open_holes(Side::A).count_ones() as usize;
        let holes = [of_a, self.order[0].len() - of_a];
        let [first, second] = [0, 1].map(|player| {
            let (seeds, row) = rows[player];
            counts(holes[player], seeds, row)
        });
        Placed {
            mover,
            last_turn: part >= sides,
            seeds: if mover == Side::A { [first, second] } else { [second, first] }.concat(),
        }
    }

    /// The cells of the row that says in which line of its matrix a position stands, with their
    /// seeds, and those of the one that says in which column.
    pub(super) fn lines_and_columns<'a, 'b>(
        &'a self,
        placed: &'b Placed,
    ) -> [(&'a [usize], &'b [u32]); 2] {
        let open = self.field.open_holes(placed.mover).count_ones() as usize;
        let (own, others) = self.order(placed.mover).split_at(open);
        let (mine, theirs) = placed.seeds.split_at(open);
        let rows = [(own, mine), (others, theirs)];
        let [held, against] = rows.map(|(_, seeds)| seeds.iter().sum::<u32>());
        let first = self.symmetric || placed.mover == Side::A;
        let own_lines = if first { held <= against } else { held < against };
        if own_lines { rows } else { [rows[1], rows[0]] }
    }

    pub(super) fn level_of(&self, entry: u64) -> u32 {
        let above = |&level: &u32| self.level(level).end > entry;
        (0..=self.seeds).find(above).expect("an entry of the table")
    }

    /// The entry behind the last one of the same level and part.
    pub(super) fn end_of_part(&self, entry: u64) -> u64 {
        let level = self.level_of(entry);
        let (first, ranks) = (self.level(level).start, self.ranks(level));
        first + ((entry - first) / ranks + 1) * ranks
    }

    /// Returns where a mover's positions lie that have so many seeds in his row and in his
    /// opponent's: the entry of the two rows with number 0, and by how much their numbers raise it.
    pub(super) fn matrix(&self, mover: Side, last_turn: bool, seeds: [u32; 2]) -> Matrix {
        let [own, other] = seeds;
        let turned = !self.symmetric && mover == Side::B;
        let [first, second] = if turned { [other, own] } else { [own, other] };
        let Matrix { before, first, second } = self.splits.matrix(first, second);
        let level = own + other;
        let within = before - self.splits.below(level);
        let before =
            self.level(level).start + self.part(mover, last_turn) * self.ranks(level) + within;
        let [first, second] = if turned { [second, first] } else { [first, second] };
        Matrix { before, first, second }
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
            mark: if placed.last_turn { Mark::Final } else { Mark::None },
        }
    }
}

/// The seeds in the holes of the row with this number among those with so many seeds.
fn counts(holes: usize, seeds: u32, row: u64) -> Vec<u32> {
    let (mut left, mut above) = (row, seeds);
    let mut counts = vec![0; holes];
    for j in (1..holes).rev() {
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
