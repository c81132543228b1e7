//! The findings of searches, and what is known before one.

use thiserror::Error;

use super::bounds::{Bounds, Value};
use crate::board::Side;
use crate::control::{ResourceError, StopReason};
use crate::diagnostic;
use crate::moves::Move;
use crate::sentence;
use crate::text::Diagnostic;

/// The findings of a search about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evaluation {
    /// The round's result with best play, from A's side.
    pub value: Value,
    /// The bounds of the result, which hold for certain, whatever the value is.
    pub bounds: Bounds,
    /// The depth of the last complete iteration, in moves; 0 for a finished round. What is proven
    /// may have taken a look further.
    pub depth: u32,
    /// The principal line. Of an exact value it leads to the end of the round, unless a limit
    /// stopped the search first; of an estimate that is what the first turn brings for certain, to
    /// the end of this turn.
    pub line: Vec<Move>,
    /// Every legal move, in hole order.
    pub moves: Vec<MoveEvaluation>,
    /// Positions visited.
    pub nodes: u64,
    /// The reason why the search ended early; `None` if the value is proven.
    pub stopped: Option<StopReason>,
}

/// The findings of a search about a legal move. All numbers are the round's result with this move
/// and best play after it, from A's side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveEvaluation {
    /// The move.
    pub played: Move,
    /// Its value, between the bounds. An estimate at one of their ends says no more than they do:
    /// the search thought it lay beyond. That of the best move may lie beyond the bounds of the
    /// position: then some move is proven to bring more, and it is not known which.
    pub value: Value,
    /// The bounds of its value, which hold for certain.
    pub bounds: Bounds,
    /// A line that begins with the move and goes with the value.
    pub line: Vec<Move>,
}

impl Evaluation {
    /// The best move, the first of the principal line; `None` in a finished round.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Returns what is known of the best move.
    #[must_use]
    pub fn best_move(&self) -> Option<&MoveEvaluation> {
        let best = self.best()?;
        self.moves.iter().find(|m| m.played == best)
    }

    /// The moves with the value of the best one, in hole order. Of a proven value these are the
    /// moves proven to reach it: there may be others where the search ended before it was known.
    /// An estimate is no tie of a bound that is proven.
    pub fn ties(&self) -> impl Iterator<Item = &MoveEvaluation> {
        let told = |m: &MoveEvaluation| {
            let seeds = m.value.seeds();
            (m.value, seeds == m.bounds.lower, seeds == m.bounds.upper)
        };
        let best = self.best_move().map(told);
        let open = !self.value.is_exact();
        let ties = self.moves.iter();
        ties.filter(move |m| (open || m.value == self.value) && Some(told(m)) == best)
    }

    /// The moves of which the bounds leave it open whether they are as good as the best one.
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
    /// The answer whether the value is at least this: A's seeds less B's, whichever player is
    /// to move.
    AtLeast(i32),
}

impl Goal {
    /// The values that are to be told apart, from A's side: whether the value is the lower end or
    /// anything below makes no difference, and so at the upper end.
    pub(crate) fn matters(self) -> Bounds {
        let range = |lower, upper| Bounds { lower, upper };
        match self {
            Goal::Value => Bounds::ALL,
            // Only two questions matter: does A at least draw, does he win?
            Goal::Winner => range(-1, 1),
            Goal::AtLeast(least) => range(least.saturating_sub(1), least),
        }
    }

    /// The least result, his seeds less the other's, with which a player has what he wants: to win,
    /// if nothing else is asked.
    pub(super) fn wanted_by(self, side: Side) -> i32 {
        match (self, side) {
            (Goal::Value | Goal::Winner, _) => 1,
            (Goal::AtLeast(least), Side::A) => least,
            (Goal::AtLeast(least), Side::B) => 1_i32.saturating_sub(least),
        }
    }
}

/// A solver's proven findings about a position, in seeds of A less seeds of B at the round's end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The bounds of the value, which hold for certain.
    pub bounds: Bounds,
    /// The moves that reach the value, in hole order; empty if it isn't proven.
    pub best: Vec<Move>,
    /// If the value is proven: a line of best play to the end of the round. If only the winner is,
    /// and it is the player to move: moves of his turn that keep the win, to the end of the turn
    /// or up to where more than half of the seeds are his. The same of another question, if the
    /// player to move has what he wants. Else empty.
    pub line: Vec<Move>,
    /// Positions visited, by all threads together.
    pub nodes: u64,
    /// The reason why the search ended before its goal; [`StopReason::Depth`] if a line is longer
    /// than the stack that the machine gives.
    pub stopped: Option<StopReason>,
    /// The reason why the best moves or the line are missing though the value was known before: the
    /// search for them ended early.
    pub line_stopped: Option<StopReason>,
}

impl Solution {
    /// Makes a solution of what is proven without a line, such as of a finished round.
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

/// A reason why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A value would depend on the way to a position.
    #[error("{}", sentence!("faults.search.recurs"))]
    Recurs,
    /// Values of a round's positions were asked for, and there are none left.
    #[error("{}", sentence!("faults.search.over"))]
    Over,
    /// The machine doesn't give what a search needs.
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
            SolveError::Over => {
                diagnostic!(Unsupported, "faults.search.over").expecting("one that is under way")
            }
        }
    }
}

/// The facts that are proven of a position, such as those that ship with the program. A search
/// begins with them and takes them for true: where they are wrong the result is wrong, or
/// [contradicts itself](Known::is_refuted_by).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The bounds of the value: A's seeds less B's at the end of the round.
    pub bounds: Bounds,
    /// Moves that reach the value, in hole order; none if it is not known.
    pub best: Vec<Move>,
    /// True if `best` has all of them.
    pub all_best: bool,
    /// A line of best play to the end of the round; empty if none is known.
    pub line: Vec<Move>,
    /// The folder of the data.
    pub source: &'static str,
}

impl Known {
    /// The value, if it is known.
    #[must_use]
    pub const fn value(&self) -> Option<i32> {
        self.bounds.value()
    }

    /// Tells whether a search that began with this has proven something that can't be true with it.
    #[must_use]
    pub fn is_refuted_by(&self, found: &Evaluation) -> bool {
        let crossed = |bounds: Bounds| bounds.lower > bounds.upper;
        let proven = |value: Value| value.is_exact().then(|| value.seeds());
        crossed(found.bounds)
            || found.moves.iter().any(|m| crossed(m.bounds))
            || proven(found.value).is_some_and(|value| !self.bounds.contains(value))
            || self.is_refuted_by_moves(&found.moves)
    }

    /// A position is worth what its best move is worth.
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
