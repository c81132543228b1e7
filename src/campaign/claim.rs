//! Bounds of a value, one at a time: what jobs prove and proofs join.

use crate::board::{Position, Side};
use crate::moves::Move;
use crate::search::Bounded;

/// A bound of a value: A's seeds less B's at the end of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    AtLeast(i32),
    AtMost(i32),
}

impl Claim {
    /// Tells whether proven bounds are enough for it.
    pub(super) fn follows(self, lower: i32, upper: i32) -> bool {
        match self {
            Claim::AtLeast(least) => lower >= least,
            Claim::AtMost(most) => upper <= most,
        }
    }

    /// Returns the player who reaches it by one of his moves; the other one has none that gets him
    /// beyond.
    pub(super) const fn reached_by(self) -> Side {
        match self {
            Claim::AtLeast(_) => Side::A,
            Claim::AtMost(_) => Side::B,
        }
    }

    /// It and nothing else, of a position.
    pub(super) fn of(self, position: Position, reached_by: Option<Move>) -> Bounded {
        let (lower, upper) = match self {
            Claim::AtLeast(least) => (Some(least), None),
            Claim::AtMost(most) => (None, Some(most)),
        };
        Bounded { position, lower, upper, reached_by }
    }
}
