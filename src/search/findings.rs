//! What searches find.

use thiserror::Error;

use super::value::Value;
use crate::control::{Shortage, StopReason};
use crate::moves::Move;

/// What is known of a position after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The round's result with best play, from A's side.
    pub value: Value,
    /// The depth of the last complete iteration, in moves; 0 for a finished round. What is proven
    /// may have taken a look further.
    pub depth: u32,
    /// The principal line. Of an exact value it leads to the end of the round, unless a limit
    /// stopped the search first; of an estimate that is what the first turn brings for certain, to
    /// the end of this turn.
    pub line: Vec<Move>,
    /// Every legal move with its value, in hole order.
    pub moves: Vec<(Move, Value)>,
    /// Positions visited.
    pub nodes: u64,
    /// What ended the search; `None` if everything is proven.
    pub stopped: Option<StopReason>,
}

impl Evaluation {
    /// The best move, the first of the principal line; `None` in a finished round.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value.
    Value,
    /// Who wins, or that nobody does.
    Winner,
}

/// What a solver has proven of a position, in seeds of A less seeds of B at the round's end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The moves that reach the value, in hole order; empty if it isn't proven.
    pub best: Vec<Move>,
    /// If the value is proven: a line of best play to the end of the round. If only the winner is,
    /// and it is the player to move: moves of his turn that keep the win, to the end of the turn
    /// or up to where more than half of the seeds are his. Else empty.
    pub line: Vec<Move>,
    /// Positions visited, by all threads together.
    pub nodes: u64,
    /// What ended the search before its goal; [`StopReason::Depth`] if a line is longer than the
    /// stack that the machine gives.
    pub stopped: Option<StopReason>,
}

impl Solution {
    /// The value, if it is proven.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A value would depend on the way to a position.
    #[error(
        "store = far: positions can recur within a round, so a position has no value of its own: \
         expected store = near"
    )]
    Recurs,
    /// Values of a round's positions were asked for, and there are none left.
    #[error("the round is over: expected one that is under way")]
    Over,
    /// The machine doesn't give what a search needs.
    #[error(transparent)]
    Shortage(#[from] Shortage),
}
