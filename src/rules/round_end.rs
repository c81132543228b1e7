//! The end of a turn: who moves next, whether the round is over, and who gets the remaining seeds.

use super::{Rest, RoundEnd, Rules};
use crate::board::Side;

/// What follows the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTurn {
    /// The round is over.
    Over,
    /// The opponent moves.
    Opponent {
        /// Whether his turn carries the mark `final`.
        last: bool,
    },
    /// The opponent must pass, so the same player moves.
    Pass {
        /// Whether the turn carries the mark `final`.
        last: bool,
    },
}

impl AfterTurn {
    /// Same as [`RoundEnd::judge`], but looks up the option only if exactly one of the players can
    /// move. Otherwise all values of the option agree.
    pub(crate) fn judged_by(
        end: impl FnOnce() -> RoundEnd,
        was_final: bool,
        mover_can: bool,
        opponent_can: bool,
    ) -> AfterTurn {
        match (mover_can, opponent_can) {
            (true, true) => AfterTurn::Opponent { last: false },
            (false, false) => AfterTurn::Over,
            _ => end().judge(was_final, mover_can, opponent_can),
        }
    }
}

impl RoundEnd {
    /// Returns what follows the end of a turn, given whether that turn was final, and whether the
    /// mover and his opponent have an open hole with seeds.
    #[must_use]
    #[inline]
    pub const fn judge(self, was_final: bool, mover_can: bool, opponent_can: bool) -> AfterTurn {
        match self {
            RoundEnd::SideEmpty if mover_can && opponent_can => AfterTurn::Opponent { last: false },
            RoundEnd::SideEmpty => AfterTurn::Over,
            RoundEnd::MoverStuck if opponent_can => AfterTurn::Opponent { last: false },
            RoundEnd::MoverStuck => AfterTurn::Over,
            RoundEnd::Stalled if opponent_can => AfterTurn::Opponent { last: !mover_can },
            RoundEnd::Stalled if mover_can && !was_final => AfterTurn::Pass { last: true },
            RoundEnd::Stalled => AfterTurn::Over,
            RoundEnd::BoardEmpty if opponent_can => AfterTurn::Opponent { last: false },
            RoundEnd::BoardEmpty if mover_can => AfterTurn::Pass { last: false },
            RoundEnd::BoardEmpty => AfterTurn::Over,
        }
    }
}

impl Rest {
    /// Returns the player who gets the seeds left in the owner's row when the round is over.
    pub(crate) fn goes_to(self, owner: Side, last_mover: Side) -> Option<Side> {
        match self {
            Rest::Owner => Some(owner),
            Rest::Opponent => Some(owner.other()),
            Rest::LastMover => Some(last_mover),
            Rest::Nobody => None,
        }
    }

    /// Returns the remaining seeds that the last mover gets minus those that the opponent gets,
    /// given the seeds in their rows.
    #[inline]
    pub(crate) const fn balance(self, own: i32, other: i32) -> i32 {
        match self {
            Rest::Owner => own - other,
            Rest::Opponent => other - own,
            Rest::LastMover => own + other,
            Rest::Nobody => 0,
        }
    }
}

impl Rules {
    /// Whether every seed has an owner when a round is over. Then the result has the same parity as
    /// the number of seeds.
    pub(crate) fn all_seeds_count(&self) -> bool {
        self.rest != Rest::Nobody
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_looked_up_only_where_it_decides() {
        for end in RoundEnd::ALL {
            for bits in 0..8 {
                let [last, own, other] = [1, 2, 4].map(|bit| bits & bit != 0);
                let judged = AfterTurn::judged_by(|| *end, last, own, other);
                assert_eq!(judged, end.judge(last, own, other), "{end} {bits}");
            }
        }
    }
}
