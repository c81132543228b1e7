//! The layout made fit for speed: from packed seeds to an entry, by table look-ups alone.

use super::value_places::{Layout, MAX_SEEDS};
use crate::board::{Cells, InPlay, Ranking, Side};

const LEVELS: usize = MAX_SEEDS as usize + 1;

/// Finds entries for boards of one width.
#[derive(Clone, Debug)]
pub(super) struct Locator<C> {
    ranking: Ranking<C>,
    seeds: u32,
    /// By mover, mark and level: what lies before a level's positions beyond their ranks.
    before: [[[u64; LEVELS]; 2]; 2],
}

impl<C: Cells> Locator<C> {
    /// Cost: some thousand table entries.
    ///
    /// # Panics
    /// If the board doesn't fit the cells.
    pub(super) fn new(layout: &Layout) -> Locator<C> {
        Locator {
            ranking: Ranking::new(layout.field(), layout.seeds()),
            seeds: layout.seeds(),
            before: Side::BOTH.map(|mover| [false, true].map(|mark| before(layout, mover, mark))),
        }
    }

    /// The seeds in play on a board.
    #[inline(always)]
    pub(super) fn in_play(&self, cells: C) -> InPlay<C> {
        self.ranking.in_play(cells)
    }

    /// Tells whether a table has entries for so many seeds in play.
    #[inline(always)]
    pub(super) fn covers(&self, board: &InPlay<C>) -> bool {
        board.all <= self.seeds
    }

    /// The entry of a position. With more seeds in play than the table has it means nothing.
    #[inline(always)]
    pub(super) fn entry(&self, board: &InPlay<C>, mover: Side, last_turn: bool) -> u64 {
        self.entry_of_rank(board, self.ranking.rank(board, mover), mover, last_turn)
    }

    /// The same for a board whose rank is known.
    #[inline(always)]
    pub(super) fn entry_of_rank(
        &self,
        board: &InPlay<C>,
        rank: u64,
        mover: Side,
        last_turn: bool,
    ) -> u64 {
        debug_assert!(self.covers(board));
        let before = &self.before[mover.index()][usize::from(last_turn)];
        before[board.all as usize % LEVELS] + rank
    }
}

/// A position's entry less its rank, by level. Before a level lie all smaller ones in all parts
/// (the rank counts one part of them), and then the level's earlier parts.
fn before(layout: &Layout, mover: Side, mark: bool) -> [u64; LEVELS] {
    let mut before = [0; LEVELS];
    for level in 0..=layout.seeds() {
        let start = layout.level(level).start;
        let smaller = start - start / layout.parts();
        before[level as usize] = smaller + layout.part(mover, mark) * layout.ranks(level);
    }
    before
}
