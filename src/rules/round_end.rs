//! The end of a turn: who moves next, or that the round is over.

use super::RoundEnd;

/// The consequence of the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTurn {
    /// The round is over.
    Over,
    /// The opponent moves; `last` if his turn is final.
    Opponent {
        /// True if his turn carries the mark `final`.
        last: bool,
    },
    /// The opponent must pass: the same player moves, and his turn is final.
    Pass,
}

impl AfterTurn {
    /// Judges the end of a turn as [`RoundEnd::judge`], and looks up the option only where one of
    /// the two players has a hole: otherwise all ways to end a round agree.
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
