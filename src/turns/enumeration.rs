//! The questions of an enumeration of a turn, and its answers.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use super::{Goal, Measure};
use crate::control::StopReason;
use crate::moves::Move;

/// The place for what memory does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Spill<'a> {
    /// A folder of its own; it is made if it isn't there, and emptied at the end.
    pub folder: &'a Path,
    /// The least time between two states that a later run can go on from.
    pub every: Duration,
}

/// The number that positions of a turn are put in layers by. Every move that goes on adds to each
/// of these, so that a position feeds only layers above its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayersBy {
    /// The seeds in the mover's store.
    Store,
    /// The moves made.
    Moves,
    /// The laps made.
    Laps,
}

impl LayersBy {
    /// The length by which the layers are, if they are by one.
    pub(super) const fn measure(self) -> Option<Measure> {
        match self {
            LayersBy::Store => None,
            LayersBy::Moves => Some(Measure::Moves),
            LayersBy::Laps => Some(Measure::Laps),
        }
    }
}

/// An enumeration of all positions of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration<'a> {
    /// Mebibytes of all that it takes.
    pub memory: usize,
    /// Threads; at least one works.
    pub threads: NonZeroUsize,
    /// The layers, and with them what is answered. By store every position is met once, and
    /// everything is answered. By moves or laps the layers end with those that reach the goal: that
    /// says which line is the shortest; a position that lines of several lengths lead to is met
    /// with each.
    pub layers: LayersBy,
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
