//! The ranking of positions: a perfect hash from each position to its entry in a table.
//!
//! A *row* consists of the open holes of a player, from hole 1 on. With p(j) seeds in the first j
//! of its c holes, its number among the rows with the same total is
//!
//! ```text
//! row = C(p(1), 1) + C(p(2) + 1, 2) + … + C(p(c-1) + c - 2, c - 1)
//! ```
//!
//! *Level* S, the positions with S seeds in play, follows all lower levels. Its positions are
//! ordered by the number of seeds i in the first row: the mover's, or A's where the field does not
//! look the same from both sides. The positions with i seeds in the first row and S - i in the
//! second form a matrix. The row with fewer seeds (the first, if they are equal) is the index of
//! the line, the other row the index of the column.
//!
//! A table has a **part** for every combination of the other things that a value depends on: the
//! mover, unless the field looks the same from both sides, and the mark `final`, if the rules have
//! it. A level contains its positions for part 0, then for part 1 and so on.

use std::ops::Range;

use crate::board::{Field, Mark, Matrix, Pit, Setup, Side, Splits, boards_below};
use crate::rules::{RoundEnd, Rules};

/// Maximum number of seeds in play of a table: values must fit in a byte.
pub const MAX_SEEDS: u32 = 63;

/// The layout of a table: the entries of all positions on a field with at most `seeds` seeds in
/// play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The states of the holes.
    pub field: Field,
    /// Maximum number of seeds in play.
    pub seeds: u32,
    /// Parts per level: 1, 2 or 4.
    pub parts: u64,
    marks: bool,
    /// Whether the field looks the same to both players; then the mover's row is the first.
    pub(super) symmetric: bool,
    /// The open cells in the order of each mover.
    order: [Vec<usize>; 2],
    /// The matrices of a part, ranked from level 0 on.
    pub(super) splits: Splits,
}

/// A position as a [`Layout`] represents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The player to move; always A where the field looks the same from both sides.
    pub mover: Side,
    /// Whether the turn is final.
    pub last_turn: bool,
    /// Seeds in the open holes, in the order of [`Layout::order`] for this mover.
    pub seeds: Vec<u32>,
}

impl Layout {
    /// Creates the layout for a field and at most `seeds` seeds in play; `None` above
    /// [`MAX_SEEDS`], or if the positions cannot be numbered in 63 bits.
    #[must_use]
    pub fn new(rules: &Rules, field: Field, seeds: u32) -> Option<Layout> {
        if seeds > MAX_SEEDS {
            return None;
        }
        let open = |side| cells_of(field.open_holes(side));
        let [a, b] = Side::BOTH.map(open);
        // Closed and protected holes must match too: a seed sown into an own protected hole is won.
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

    /// The number of positions: parts times C(K + c, c).
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.splits.below(self.seeds + 1) * self.parts
    }

    /// The open cells in the mover's order: the mover's from hole 1 on, then the opponent's.
    #[must_use]
    pub fn order(&self, mover: Side) -> &[usize] {
        &self.order[mover.index()]
    }

    /// The entries of a level; empty beyond the last level.
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

    /// The number of positions of a level in one part.
    pub(super) fn ranks(&self, level: u32) -> u64 {
        self.splits.below(level + 1) - self.splits.below(level)
    }

    /// The position of an entry; `None` if the table has no such entry.
    #[must_use]
    pub fn placed(&self, entry: u64) -> Option<Placed> {
        (entry < self.positions()).then(|| self.place(entry))
    }

    /// The position of an entry, which must exist.
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

    /// The cells and seeds of the row that is the line of a position in its matrix, and of the row
    /// that is the column.
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

    /// The first entry after those of the same level and part.
    pub(super) fn end_of_part(&self, entry: u64) -> u64 {
        let level = self.level_of(entry);
        let (first, ranks) = (self.level(level).start, self.ranks(level));
        first + ((entry - first) / ranks + 1) * ranks
    }

    /// The matrix of a mover's positions with these seeds in the mover's and the opponent's row:
    /// the entry of the two rows with number 0, and the strides of their numbers.
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

    /// The position with empty stores and protected holes.
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

/// Unranks a row: the seeds in its holes.
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

/// The maximum number of seeds in play for which a table has at most `positions` positions (and so
/// bytes); `None` if not even the empty board fits.
#[must_use]
pub fn most_seeds(rules: &Rules, field: Field, positions: u64) -> Option<u32> {
    let fits = |seeds: &u32| {
        Layout::new(rules, field, *seeds).is_some_and(|layout| layout.positions() <= positions)
    };
    (0..=MAX_SEEDS).take_while(fits).last()
}

/// The cells of a bit set.
fn cells_of(bits: u64) -> Vec<usize> {
    (0..64).filter(|cell| bits >> cell & 1 == 1).collect()
}

/// Converts a count of cells or levels to a smaller type.
fn number(count: usize) -> u32 {
    u32::try_from(count).expect("counts of cells and levels are small")
}
