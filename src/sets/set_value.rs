//! The value of a set, and of its openings.

use crate::board::Position;
use crate::board::Side;

/// The value of an opening with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// A player can force the set.
    Won {
        /// The player.
        by: Side,
        /// The rounds that it takes, the one that opens here included: he tries to win soon, the
        /// other to lose late.
        rounds: u32,
    },
    /// Neither can: the set goes round for ever.
    Endless,
}

impl SetValue {
    /// Tells whether it is won, but not within so many rounds.
    pub(super) fn takes_longer(self, than: u16) -> bool {
        matches!(self, SetValue::Won { rounds, .. } if rounds > than.into())
    }

    /// The value of the same opening with the players exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SetValue {
        match self {
            SetValue::Won { by, rounds } => SetValue::Won { by: by.other(), rounds },
            SetValue::Endless => SetValue::Endless,
        }
    }
}

/// An opening of a round that A starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetOpening {
    /// The seeds that A owns.
    pub owned: u32,
    /// The position, A to move.
    pub position: Position,
    /// Its value; none if a limit came first.
    pub value: Option<SetValue>,
}
