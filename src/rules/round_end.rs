//! When a turn has ended: who moves next, or that the round is over.

use super::RoundEnd;

/// The consequence of the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTurn {
    /// The round is over.
    Over,
    /// The opponent moves; `last` if his turn is final.
    Opponent {
        /// Whether his turn carries the mark `final`.
        last: bool,
    },
    /// The opponent must pass: the same player moves, and his turn is final.
    Pass,
}

impl RoundEnd {
    /// Judges the end of a turn, by whether that turn was final and who has an open hole with
    /// seeds: the mover whose turn ended, and his opponent.
    #[must_use]
    #[inline]
    pub const fn judge(self, was_final: bool, mover_can: bool, opponent_can: bool) -> AfterTurn {
        match self {
            RoundEnd::SideEmpty if mover_can && opponent_can => AfterTurn::Opponent { last: false },
            RoundEnd::SideEmpty => AfterTurn::Over,
            RoundEnd::MoverStuck if opponent_can => AfterTurn::Opponent { last: false },
            RoundEnd::MoverStuck => AfterTurn::Over,
            RoundEnd::Stalled if opponent_can => AfterTurn::Opponent { last: !mover_can },
            RoundEnd::Stalled if mover_can && !was_final => AfterTurn::Pass,
            RoundEnd::Stalled => AfterTurn::Over,
        }
    }
}
