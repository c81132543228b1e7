//! The results of searches, and the facts known before one.

use thiserror::Error;

use super::bounds::{Bounds, Value};
use crate::board::Side;
use crate::control::{ResourceError, StopReason};
use crate::diagnostic;
use crate::moves::Move;
use crate::sentence;
use crate::text::Diagnostic;

/// The result of evaluating a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evaluation {
    /// The round's result with best play, from A's side.
    pub value: Value,
    /// Proven bounds of the result, valid also if the value is an estimate.
    pub bounds: Bounds,
    /// Depth of the last complete iteration in moves; 0 for a finished round. Proven values may
    /// have been searched deeper.
    pub depth: u32,
    /// The principal line. With an exact value it leads to the end of the round, unless a limit
    /// stopped the search first. If the estimate is the bound proven by the first turn alone, the
    /// line ends with that turn.
    pub line: Vec<Move>,
    /// Every legal move, in hole order.
    pub moves: Vec<MoveEvaluation>,
    /// Positions visited.
    pub nodes: u64,
    /// Why the search ended early; `None` if the value is proven.
    pub stopped: Option<StopReason>,
}

/// The result of evaluating a legal move. All numbers are the round's result with this move and
/// best play after it, from A's side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveEvaluation {
    /// The move.
    pub played: Move,
    /// Its value, within the bounds. An estimate equal to a bound was clamped; treat it as the
    /// bound alone. The best move's value may lie outside the bounds of the position: then some
    /// move is proven to be better, but the search has not found which.
    pub value: Value,
    /// Proven bounds of its value.
    pub bounds: Bounds,
    /// A line that starts with the move and leads to the value.
    pub line: Vec<Move>,
}

impl Evaluation {
    /// The best move, the first of the principal line; `None` in a finished round.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Returns the evaluation of the best move.
    #[must_use]
    pub fn best_move(&self) -> Option<&MoveEvaluation> {
        let best = self.best()?;
        self.moves.iter().find(|m| m.played == best)
    }

    /// The moves with the same value as the best one, in hole order. If the value is proven, only
    /// moves proven to reach it count; others may exist if the search ended early. An estimate
    /// never ties with a proven bound.
    pub fn ties(&self) -> impl Iterator<Item = &MoveEvaluation> {
        let signature = |m: &MoveEvaluation| {
            let seeds = m.value.seeds();
            (m.value, seeds == m.bounds.lower, seeds == m.bounds.upper)
        };
        let best = self.best_move().map(signature);
        let open = !self.value.is_exact();
        let ties = self.moves.iter();
        ties.filter(move |m| (open || m.value == self.value) && Some(signature(m)) == best)
    }

    /// The moves whose bounds leave open whether they are as good as the best move.
    pub fn open_ties(&self) -> impl Iterator<Item = &MoveEvaluation> {
        let value = self.value.seeds();
        let open =
            move |m: &&MoveEvaluation| m.bounds.value().is_none() && m.bounds.contains(value);
        self.moves.iter().filter(open)
    }
}

/// The goal of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The value.
    #[default]
    Value,
    /// The winner, or a draw.
    Winner,
    /// Whether the value, A's seeds minus B's, is at least this number, whichever player is to
    /// move.
    AtLeast(i32),
}

impl Goal {
    /// The range of values, from A's side, within which the goal needs them signature apart: values
    /// beyond an end count as that end.
    pub(crate) fn matters(self) -> Bounds {
        let range = |lower, upper| Bounds { lower, upper };
        match self {
            Goal::Value => Bounds::ALL,
            // Only two questions matter: does A at least draw, and does A win?
            Goal::Winner => range(-1, 1),
            Goal::AtLeast(least) => range(least.saturating_sub(1), least),
        }
    }

    /// The smallest lead with which a player reaches the goal: a win, if no other number is given.
    pub(super) fn wanted_by(self, side: Side) -> i32 {
        match (self, side) {
            (Goal::Value | Goal::Winner, _) => 1,
            (Goal::AtLeast(least), Side::A) => least,
            (Goal::AtLeast(least), Side::B) => 1_i32.saturating_sub(least),
        }
    }
}

/// The solver's proven result for a position, in A's seeds minus B's at the end of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// Proven bounds of the value.
    pub bounds: Bounds,
    /// The moves that reach the value, in hole order; empty if it isn't proven.
    pub best: Vec<Move>,
    /// If the value is proven: a line of best play to the end of the round. If only the goal is
    /// proven and the player to move reaches it (a win, or the number asked for): moves of that
    /// player's turn that keep it, to the end of the turn or until the goal is certain. Otherwise
    /// empty.
    pub line: Vec<Move>,
    /// Positions visited, by all threads together.
    pub nodes: u64,
    /// Why the search ended before its goal; [`StopReason::Depth`] if a line needs more stack than
    /// the system grants.
    pub stopped: Option<StopReason>,
    /// Why the best moves or the line are missing although the value was known before: the search
    /// for them ended early.
    pub line_stopped: Option<StopReason>,
}

impl Solution {
    /// Creates a solution without a line, such as that of a finished round.
    #[must_use]
    pub const fn of(bounds: Bounds, nodes: u64) -> Solution {
        Solution {
            bounds,
            best: Vec::new(),
            line: Vec::new(),
            nodes,
            stopped: None,
            line_stopped: None,
        }
    }

    /// The value, if it is proven.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.bounds.value()
    }
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Values would depend on the path to a position.
    #[error("{}", sentence!("faults.search.recurs"))]
    Recurs,
    /// The round is over, so it has no positions to value.
    #[error("{}", sentence!("faults.search.over"))]
    Over,
    /// A proof covers all moves of a position, but the rules name the first one.
    #[error("{}", sentence!("faults.search.first-hole"))]
    FirstHole,
    /// The system does not grant what the search needs.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
}

impl From<SolveError> for Diagnostic {
    fn from(error: SolveError) -> Diagnostic {
        match error {
            SolveError::ResourceError(shortage) => shortage.into(),
            SolveError::Recurs => {
                diagnostic!(Unsupported, "faults.search.recurs").expecting("store = near")
            }
            SolveError::FirstHole => diagnostic!(Unsupported, "faults.search.first-hole"),
            SolveError::Over => {
                diagnostic!(Unsupported, "faults.search.over").expecting("one that is under way")
            }
        }
    }
}

/// Facts proven about a position, such as the built-in ones. A search starts from them and assumes
/// that they are true. If they are wrong, the result is wrong or [contradicts
/// itself](Known::is_refuted_by).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The bounds of the value: A's seeds minus B's at the end of the round.
    pub bounds: Bounds,
    /// Moves that reach the value, in hole order; empty if it is not known.
    pub best: Vec<Move>,
    /// Whether `best` is complete.
    pub all_best: bool,
    /// A line of best play to the end of the round; empty if none is known.
    pub line: Vec<Move>,
    /// The folder of the data set.
    pub source: &'static str,
}

impl Known {
    /// The value, if it is known.
    #[must_use]
    pub const fn value(&self) -> Option<i32> {
        self.bounds.value()
    }

    /// Whether a search that started from these facts has proven something that contradicts them.
    #[must_use]
    pub fn is_refuted_by(&self, found: &Evaluation) -> bool {
        let crossed = |bounds: Bounds| bounds.lower > bounds.upper;
        let proven = |value: Value| value.is_exact().then(|| value.seeds());
        crossed(found.bounds)
            || found.moves.iter().any(|m| crossed(m.bounds))
            || proven(found.value).is_some_and(|value| !self.bounds.contains(value))
            || self.is_refuted_by_moves(&found.moves)
    }

    /// Compares the bounds with those of the best move, which must have the position's value.
    fn is_refuted_by_moves(&self, moves: &[MoveEvaluation]) -> bool {
        let Some(mover) = moves.first().map(|of_move| of_move.played.side) else {
            return false;
        };
        let seen = moves.iter().map(|of_move| of_move.bounds.seen_by(mover));
        let best = seen.reduce(|one, other| Bounds {
            lower: one.lower.max(other.lower),
            upper: one.upper.max(other.upper),
        });
        let known = self.bounds.seen_by(mover);
        best.is_some_and(|best| best.and(known).is_none())
    }
}
