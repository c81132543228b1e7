//! The layout made fit for speed: from packed seeds to an entry, by table look-ups alone.
//!
//! One multiplication a word turns the seeds into running sums; every running sum is looked up in
//! the row of its cell, and the numbers found are added.

use super::layout::{Layout, MAX_SEEDS, positions_below};
use crate::board::{Cells, Side};

const SUMS: usize = MAX_SEEDS as usize + 1;

/// What a running sum in a cell adds to the rank.
type Row = [u64; SUMS];

/// Finds entries for boards of one width.
#[derive(Clone, Debug)]
pub(super) struct Locator<C> {
    seeds: u32,
    open: C,
    /// A seed in every cell of a side.
    ones: [C; 2],
    stores: [usize; 2],
    /// By mover and cell. What isn't open adds nothing; nor does the last open cell, whose sum is
    /// the level: its part is in `bases`.
    rows: [Vec<Row>; 2],
    /// By mover, mark and level.
    bases: [[Row; 2]; 2],
}

/// The seeds in play on a board.
#[derive(Clone, Copy)]
pub(super) struct InPlay<C> {
    sums: C,
    /// In the open holes of A.
    pub a: u32,
    /// In all open holes.
    pub all: u32,
}

impl<C> InPlay<C> {
    /// Seeds in the open holes of a side, less those of the other side.
    pub(super) fn standing(&self, side: Side) -> i32 {
        side.sign() * (2 * self.a.cast_signed() - self.all.cast_signed())
    }
}

impl<C: Cells> Locator<C> {
    /// Cost: some thousand table entries.
    pub(super) fn new(layout: &Layout) -> Locator<C> {
        let shape = layout.field().shape();
        assert!(shape.cells() <= C::CELLS, "the board fits the cells");
        let bits = |cells: &[usize]| cells.iter().fold(0, |bits, cell| bits | 1 << cell);
        let row = |side| shape.first(side)..=shape.store(side);
        Locator {
            seeds: layout.seeds(),
            open: C::mask(bits(layout.order(Side::A))),
            ones: Side::BOTH
                .map(|side| row(side).fold(C::default(), |all, cell| all.add(C::unit(cell, 1)))),
            stores: Side::BOTH.map(|side| shape.store(side)),
            rows: Side::BOTH.map(|mover| rows(layout, mover, C::CELLS)),
            bases: Side::BOTH.map(|mover| [false, true].map(|mark| bases(layout, mover, mark))),
        }
    }

    /// The seeds in play on a board.
    #[inline(always)]
    pub(super) fn in_play(&self, cells: C) -> InPlay<C> {
        let sums = cells.and(self.open).running_sums();
        InPlay {
            sums,
            a: sums.get(self.stores[0]),
            all: sums.get(self.stores[1]),
        }
    }

    /// Whether a table has entries for so many seeds in play.
    #[inline(always)]
    pub(super) fn covers(&self, board: &InPlay<C>) -> bool {
        board.all <= self.seeds
    }

    /// The entry of a position. With more seeds in play than the table has it means nothing.
    #[inline(always)]
    pub(super) fn entry(&self, board: &InPlay<C>, mover: Side, last_turn: bool) -> u64 {
        debug_assert!(self.covers(board));
        // The running sums begin with A's row. Where B counts first, his lie lower by what A has
        // and A's higher by what B has; a branch here would often be mispredicted.
        let turned = mover.index() as u32;
        let raise = self.ones[0].times(turned * (board.all - board.a));
        let lower = self.ones[1].times(turned * board.a);
        let rows = &self.rows[mover.index()][..C::CELLS];
        let level = board.all as usize % SUMS;
        let mut entry = self.bases[mover.index()][usize::from(last_turn)][level];
        board.sums.add(raise).sub(lower).each(|cell, sum| {
            entry += rows[cell][sum as usize % SUMS];
        });
        entry
    }
}

fn rows(layout: &Layout, mover: Side, cells: usize) -> Vec<Row> {
    let mut rows = vec![[0; SUMS]; cells];
    let order = layout.order(mover);
    for (j, &cell) in (1..).zip(order).take(order.len().saturating_sub(1)) {
        for sum in 0..=layout.seeds() {
            rows[cell][sum as usize] = positions_below(sum, j).expect("less than all positions");
        }
    }
    rows
}

fn bases(layout: &Layout, mover: Side, mark: bool) -> Row {
    let mut bases = [0; SUMS];
    for level in 0..=layout.seeds() {
        let before = layout.part(mover, mark) * layout.ranks(level);
        bases[level as usize] = layout.level(level).start + before;
    }
    bases
}
