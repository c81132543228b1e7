//! Proofs as they are handed over: positions with bounds that follow from each other.

use thiserror::Error;

use serde::{Deserialize, Serialize};

use crate::board::Position;
use crate::control::StopReason;
use crate::moves::Move;

/// A position with what a proof says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Bounded {
    /// The position; its stores are empty.
    pub position: Position,
    /// The round's result from there on, in seeds of A less seeds of B, is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i32>,
    /// It is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i32>,
    /// The move by which the player to move reaches his bound: the lower one of A, the upper of B.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub reached_by: Option<Move>,
}

/// A proof of the bounds of a [`Solution`](super::Solution).
///
/// Every bound of every position follows by one move from the rules, the bounds of positions
/// before it, and the seeds in play: nobody wins more than the seeds that lie in open holes, and
/// under some rules not even all of them (docs/RULES.md).
#[non_exhaustive]
pub struct Proof {
    positions: Box<dyn ExactSizeIterator<Item = Bounded> + Send>,
}

impl Proof {
    /// A proof with these positions.
    pub(crate) fn new(positions: impl ExactSizeIterator<Item = Bounded> + Send + 'static) -> Proof {
        Proof { positions: Box::new(positions) }
    }

    /// Counts its positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Tells whether the bounds follow without any position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions, each behind those it rests on.
    pub fn positions(self) -> impl ExactSizeIterator<Item = Bounded> + Send {
        self.positions
    }
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proof").field("len", &self.len()).finish()
    }
}

/// A reason why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unproven {
    /// A limit ended the search, or the collecting of the proof.
    #[error("stopped by: {0}")]
    Stopped(StopReason),
    /// The proof has more positions than were allowed.
    #[error("more than {0} positions")]
    Positions(usize),
}
