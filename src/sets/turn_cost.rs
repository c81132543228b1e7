//! A turn of a round with what it cost.
//!
//! The loss of a turn is an interval: two values of which only bounds are proven have no
//! difference.

use crate::board::{Position, Side};
use crate::moves::Move;
use crate::search::{Bounds, Loss, Value};

/// A turn with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedTurn {
    /// The number of its round, from 1.
    pub round: usize,
    /// Its number within the round, from 1. A joint start is no turn of one player.
    pub turn: usize,
    /// The player who moved.
    pub player: Side,
    /// The position in which it began.
    pub position: Position,
    /// The position in which it ended, or to which it has come.
    pub end: Position,
    /// Its moves.
    pub line: Vec<Move>,
    /// A turn that gives up nothing, as far as the searches know: the turn itself if they know
    /// none better. Empty if it is known that more was to be had, but not how.
    pub best: Vec<Move>,
    /// The value of the position in which it began.
    pub before: PositionValue,
    /// The value of the position in which it ended.
    pub after: PositionValue,
    /// True if it is the best turn that is known, a line of the book, or the beginning of one: then
    /// it can't be said that it lost more than is proven.
    pub is_best_known: bool,
}

/// The value of a position of a round, from A's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionValue {
    /// The value, or what it is taken for.
    pub value: Value,
    /// The bounds of the value, which hold for certain.
    pub bounds: Bounds,
}

impl PositionValue {
    /// The number, if it is a value or an estimate that the bounds did not cut: at their ends an
    /// estimate says no more than they do.
    const fn certain_or_estimate(self) -> Option<i32> {
        let (seeds, Bounds { lower, upper }) = (self.value.seeds(), self.bounds);
        if self.value.is_exact() || (seeds != lower && seeds != upper) { Some(seeds) } else { None }
    }

    /// The same as a player sees it who has come there: one who is thought to have more than all
    /// that can be has that.
    const fn seen_by(self, player: Side) -> Option<i32> {
        let most = match player {
            Side::A => self.bounds.upper,
            Side::B => self.bounds.lower,
        };
        if self.value.seeds() == most { Some(most) } else { self.certain_or_estimate() }
    }
}

impl AnalysedTurn {
    /// By how much his lead at the end of the round is less than it could have been, for certain.
    #[must_use]
    pub const fn loss(&self) -> Loss {
        self.before.bounds.loss(self.after.bounds, self.player)
    }

    /// The same as an estimate, between the ends of [`loss`](Self::loss), where both values can be
    /// told.
    #[must_use]
    pub fn estimated_loss(&self) -> Option<u32> {
        let Loss { least, most } = self.loss();
        if self.is_best_known {
            return Some(least);
        }
        // What the rest of a turn brings that is cut off, an estimate doesn't see.
        let cut_off = !self.end.is_over() && self.end.mover() == self.player;
        if cut_off && !self.after.value.is_exact() {
            return None;
        }
        let after = self.after.seen_by(self.player)?;
        let lost = self.player.sign() * (self.before.certain_or_estimate()? - after);
        Some(u32::try_from(lost).unwrap_or(0).clamp(least, most))
    }

    /// Returns the loss as far as it is known: what is sure, or more by an estimate.
    #[must_use]
    pub fn known_loss(&self) -> u32 {
        let estimate = self.estimated_loss().unwrap_or(0);
        self.loss().least.max(estimate)
    }

    /// Tells whether he could have won the round for certain before this turn, and can't for
    /// certain after it.
    #[must_use]
    pub const fn gave_win_away(&self) -> bool {
        let before = self.before.bounds.seen_by(self.player);
        let after = self.after.bounds.seen_by(self.player);
        before.lower > 0 && after.upper <= 0
    }

    /// The player who has more than half of all seeds for certain after this turn, and had not
    /// before it: he has won the round.
    #[must_use]
    pub fn decided_for(&self) -> Option<Side> {
        let winner = |position: &Position| {
            let kept = |side: &Side| match position.is_over() {
                true => position.owned(*side),
                false => position.owned(*side) - position.in_play(*side),
            };
            Side::BOTH.into_iter().find(|side| 2 * kept(side) > position.total())
        };
        winner(&self.end).filter(|_| winner(&self.position).is_none())
    }
}
