//! The facts that are proven of a position before it is searched.

use super::bounds::Bounds;
use super::findings::{Evaluation, MoveEvaluation};
use super::value::Value;
use crate::moves::Move;

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
