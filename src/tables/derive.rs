//! The value of a position from the values of those its moves lead to.

use super::locate::Locator;
use super::value_places::{Layout, Placed};
use crate::board::{Cells, Field, Mark, Position, Side, Wide};
use crate::moves::{Kernel, Outcome, State};

/// Positions whose successors are read together.
pub(super) const BATCH: usize = 32;

/// The outcome of a move. The move is worth `gain + sign * value of the entry` to its player.
#[derive(Clone, Copy)]
pub(super) struct Successor {
    pub entry: u64,
    /// Seeds taken out of play.
    pub gain: i32,
    /// 1 if the same player moves again, -1 if not.
    pub sign: i32,
}

/// The moves of a round, and where the positions they lead to are found.
pub(super) struct Deriver<'a, C> {
    kernel: &'a Kernel<C>,
    locator: Locator<C>,
}

impl<'a, C: Cells> Deriver<'a, C> {
    pub(super) fn new(kernel: &'a Kernel<C>, layout: &Layout) -> Self {
        let locator = Locator::new(layout);
        Deriver { kernel, locator }
    }

    /// Shows the positions that the moves from one with `level` seeds in play lead to, and returns
    /// the best result of the moves that end the round.
    ///
    /// It is at least what the round would bring the mover with all seeds in play lost: no value
    /// is lower, and a mover without a move (he can only be met as one who must pass) has it.
    #[inline(always)]
    pub(super) fn successors(
        &self,
        state: &State<C>,
        level: i32,
        mut show: impl FnMut(Successor),
    ) -> i32 {
        let mut best = -level;
        let mut legal = self.kernel.legal(state);
        while legal != 0 {
            let index = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let played = self.kernel.play(state, index);
            let after = played.state;
            let board = self.locator.in_play(after.cells);
            // Whatever leaves play becomes the mover's: in his store or in his protected holes.
            let gain = level - board.all.cast_signed();
            if played.outcome == Outcome::Over {
                best = best.max(gain + board.standing(state.mover));
            } else {
                show(Successor {
                    entry: self.locator.entry(&board, after.mover, after.last_turn),
                    gain,
                    sign: if after.mover == state.mover { 1 } else { -1 },
                });
            }
        }
        best
    }
}

/// The state of a position of a layout.
pub(super) fn state_of<C: Cells>(layout: &Layout, placed: &Placed) -> State<C> {
    let cells = layout.order(placed.mover).iter().zip(&placed.seeds);
    State {
        cells: cells.fold(C::default(), |all, (&cell, &seeds)| all.add(C::unit(cell, seeds))),
        mover: placed.mover,
        last_turn: placed.last_turn,
    }
}

/// A position of a field, for a kernel.
pub(super) fn empty(field: Field) -> Position {
    Position::from_parts(field, Wide::default(), Side::A, Mark::None)
}

/// Goes through the positions of a part of a level in the order of their ranks.
pub(super) struct Walk<'a, C> {
    layout: &'a Layout,
    /// The cells and seeds of the row that says the line, and of the one that says the column.
    rows: [RowWalk<'a>; 2],
    entry: u64,
    pub state: State<C>,
}

/// Goes through the rows with as many seeds in the order of their numbers.
struct RowWalk<'a> {
    cells: &'a [usize],
    counts: Vec<u32>,
}

impl<'a, C: Cells> Walk<'a, C> {
    /// Begins with the position of an entry.
    pub(super) fn new(layout: &'a Layout, entry: u64) -> Walk<'a, C> {
        let placed = layout.place(entry);
        let rows = layout.lines_and_columns(&placed).map(|(cells, seeds)| {
            let counts = seeds.to_vec();
            RowWalk { cells, counts }
        });
        let state = state_of(layout, &placed);
        Walk { layout, rows, entry, state }
    }

    /// The seeds in play.
    pub(super) fn level(&self) -> i32 {
        let counts = self.rows.iter().flat_map(|row| &row.counts);
        counts.sum::<u32>().cast_signed()
    }

    /// Goes to the next rank, if it isn't the last of its level and part.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.entry += 1;
        let [lines, columns] = &mut self.rows;
        if columns.advance(&mut self.state.cells) {
            return;
        }
        columns.restart(&mut self.state.cells);
        if !lines.advance(&mut self.state.cells) && self.entry < self.layout.positions() {
            // The next matrix.
            *self = Walk::new(self.layout, self.entry);
        }
    }
}

impl RowWalk<'_> {
    /// Goes to the next row, if there is one.
    ///
    /// The least running sum that can grow is the one before the first hole, from the second on,
    /// that has seeds: that hole gives one to the hole before it, and all running sums before are
    /// set back to nothing, which moves the seeds of the first hole there too.
    #[inline]
    fn advance<C: Cells>(&mut self, board: &mut C) -> bool {
        let later = (1..self.counts.len()).find(|&hole| self.counts[hole] > 0);
        let Some(giver) = later else { return false };
        let first = std::mem::take(&mut self.counts[0]);
        self.counts[giver] -= 1;
        self.counts[giver - 1] += first + 1;
        let cell = |hole: usize, seeds| C::unit(self.cells[hole], seeds);
        let grown = board.add(cell(giver - 1, first + 1));
        *board = grown.sub(cell(0, first)).sub(cell(giver, 1));
        true
    }

    /// Goes from the last row, with all seeds in the first hole, to the first, which has them in
    /// the last hole.
    fn restart<C: Cells>(&mut self, board: &mut C) {
        if let [first, .., last] = self.counts[..] {
            debug_assert_eq!(last, 0);
            let holes = self.counts.len();
            self.counts.swap(0, holes - 1);
            let cell = |hole: usize| C::unit(self.cells[hole], first);
            *board = board.add(cell(holes - 1)).sub(cell(0));
        }
    }
}
