//! The questions of an enumeration of a turn, and its answers.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use crate::board::{Cells, Side};
use crate::control::StopReason;
use crate::moves::{Kernel, Move, Outcome, Played};

/// A goal of a turn. It is reached by a move of the turn, the last or any before it, and
/// what was reached once stays reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// So many seeds in the mover's store.
    Store(u32),
    /// The set is won at once: the opponent is left with fewer seeds than fill a hole, however the
    /// round goes on. Either everything outside the mover's store, the opponent's store included,
    /// is fewer than so many seeds, or the round ends in this turn and the opponent owns fewer.
    Set {
        /// Seeds that fill a hole, the `seeds` of the rules.
        fill: u32,
    },
}

impl Goal {
    /// More than half of all seeds in the mover's store: the round is his.
    #[must_use]
    pub const fn most_of(total: u32) -> Goal {
        Goal::Store(total / 2 + 1)
    }

    /// Tells whether a move of `mover` has reached it.
    #[inline]
    pub(super) fn reached<C: Cells>(
        self,
        kernel: &Kernel<C>,
        mover: Side,
        played: &Played<C>,
    ) -> bool {
        let cells = played.state.cells;
        let store = kernel.store(cells, mover);
        match self {
            Goal::Store(seeds) => store >= seeds,
            Goal::Set { fill } => {
                let outside = cells.sum() - store;
                outside < fill
                    || played.outcome == Outcome::Over
                        && outside - kernel.rows(cells)[mover.index()] < fill
            }
        }
    }
}

/// The place for what memory does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Spill<'a> {
    /// A folder of its own; it is made if it isn't there, and emptied at the end.
    pub folder: &'a Path,
    /// The least time between two states that a later run can go on from.
    pub every: Duration,
}

/// The measure of a line: moves, or laps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Moves.
    Moves,
    /// Laps of all moves together: what a person at the board has to sow.
    Laps,
}

/// An enumeration of all positions of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration<'a> {
    /// Mebibytes of all that it takes.
    pub memory: usize,
    /// Threads; at least one works.
    pub threads: NonZeroUsize,
    /// What positions are put in layers by, and with it what is answered. Every move that goes on
    /// adds to each of these, so that a position feeds only layers above its own. By the seeds in the
    /// mover's store (none) every position is met once, and everything is answered. By moves or laps
    /// the layers end with those that reach the goal: that says which line is the shortest; a
    /// position that lines of several lengths lead to is met with each.
    pub layers: Option<Measure>,
    /// The goal of a line.
    pub goal: Goal,
    /// True if the turns are counted, which takes some bytes a position.
    pub counting: bool,
    /// The place for positions that memory does not hold; without it, the enumeration ends there.
    pub spill: Option<Spill<'a>>,
}

/// A line of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// Laps of all moves together.
    pub laps: u32,
    /// Seeds in the mover's store after it.
    pub store: u32,
}

impl Line {
    /// Its moves, or its laps.
    #[must_use]
    pub fn length(&self, measure: Measure) -> u32 {
        match measure {
            Measure::Moves => u32::try_from(self.moves.len()).expect("a turn has few moves"),
            Measure::Laps => self.laps,
        }
    }
}

/// A line that reaches a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The line.
    pub line: Line,
    /// True if there is no shorter one.
    pub proven: bool,
}

/// The findings of an enumeration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// True if every position of the turn was met.
    pub complete: bool,
    /// Positions in which the mover chooses again, each once; the start is not counted. In the
    /// orders by moves and by laps a position counts in every layer it is met in.
    pub positions: u64,
    /// Positions besides these after a last seed in the store, in which the mover has no hole to
    /// lift, so that his turn is over.
    pub stranded: u64,
    /// The positions by layer: the seeds the store has gained (or the moves, or the laps), and how
    /// many.
    pub layers: Vec<(u32, u64)>,
    /// The line with the most seeds in the store; the most of all if `complete`.
    pub most: Option<Line>,
    /// The line to the goal with the fewest moves and that with the fewest laps, and the same where
    /// the set is won at once; where the layers answer it. If `complete` none means that no line
    /// reaches it.
    pub reached: [Option<Reached>; 4],
    /// Every line to the goal has at least so many moves (or laps, where the layers are by laps).
    pub no_shorter: u32,
    /// Whole turns, different in a move, by the seeds the store gains. None if they were not all
    /// counted, or are 2^128 or more.
    pub turns: Option<Vec<(u32, u128)>>,
    /// The limit that ended the enumeration early.
    pub stopped: Option<StopReason>,
}
