//! A turn of a round and its cost.
//!
//! The loss of a turn is an interval, because the difference of two bounded values is only bounded.

use serde::{Deserialize, Serialize};

use crate::board::{Position, Side};
use crate::moves::Move;
use crate::search::{Bounds, Loss, Value};

/// A turn and its cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysedTurn {
    /// The number of its round, from 1.
    pub round: usize,
    /// Its number within the round, from 1. A joint start does not count.
    pub turn: usize,
    /// The player who moved.
    pub player: Side,
    /// The position at which it started.
    pub position: Position,
    /// The position at which it ended, or its current position.
    pub end: Position,
    /// Its moves.
    pub line: Vec<Move>,
    /// A turn that gives nothing away, as far as the searches know: the turn itself if no better
    /// one is known. Empty if a better one is known to exist but has not been found.
    pub best: Vec<Move>,
    /// The value of the position at which it started.
    pub before: PositionValue,
    /// The value of the position at which it ended.
    pub after: PositionValue,
    /// Whether it is the best known turn, a line of the book, or the start of one. Its loss then
    /// can't be estimated above the proven minimum.
    pub is_best_known: bool,
}

/// The value of a position of a round, from A's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredValue", into = "StoredValue")]
pub struct PositionValue {
    /// The value, exact or estimated.
    pub value: Value,
    /// Proven bounds of the value.
    pub bounds: Bounds,
}

/// The form of a value in a store. The value is exact if the bounds are equal.
#[derive(Serialize, Deserialize)]
struct StoredValue {
    value: i32,
    lower: i32,
    upper: i32,
}

impl From<PositionValue> for StoredValue {
    fn from(
        PositionValue { value, bounds: Bounds { lower, upper } }: PositionValue,
    ) -> StoredValue {
        StoredValue { value: value.seeds(), lower, upper }
    }
}

impl From<StoredValue> for PositionValue {
    fn from(StoredValue { value, lower, upper }: StoredValue) -> PositionValue {
        let bounds = Bounds { lower, upper };
        PositionValue { value: bounds.with_estimate(value), bounds }
    }
}

impl PositionValue {
    /// The number, if it is exact or an unclamped estimate: an estimate equal to a bound adds
    /// nothing to the bound.
    const fn certain_or_estimate(self) -> Option<i32> {
        let (seeds, Bounds { lower, upper }) = (self.value.seeds(), self.bounds);
        if self.value.is_exact() || (seeds != lower && seeds != upper) { Some(seeds) } else { None }
    }

    /// The number for a player who has reached the position. An estimate at the player's upper
    /// bound counts as that bound.
    const fn seen_by(self, player: Side) -> Option<i32> {
        let most = match player {
            Side::A => self.bounds.upper,
            Side::B => self.bounds.lower,
        };
        if self.value.seeds() == most { Some(most) } else { self.certain_or_estimate() }
    }
}

impl AnalysedTurn {
    /// How much the turn certainly reduced the player's lead at the end of the round.
    #[must_use]
    pub const fn loss(&self) -> Loss {
        self.before.bounds.loss(self.after.bounds, self.player)
    }

    /// The estimated loss, within [`loss`](Self::loss); `None` if one of the values is unknown.
    #[must_use]
    pub fn estimated_loss(&self) -> Option<u32> {
        let Loss { least, most } = self.loss();
        if self.is_best_known {
            return Some(least);
        }
        // An estimate does not see what the rest of an unfinished turn brings.
        let cut_off = !self.end.is_over() && self.end.mover() == self.player;
        if cut_off && !self.after.value.is_exact() {
            return None;
        }
        let after = self.after.seen_by(self.player)?;
        let lost = self.player.sign() * (self.before.certain_or_estimate()? - after);
        Some(u32::try_from(lost).unwrap_or(0).clamp(least, most))
    }

    /// The known loss: the certain minimum, or more by an estimate.
    #[must_use]
    pub fn known_loss(&self) -> u32 {
        let estimate = self.estimated_loss().unwrap_or(0);
        self.loss().least.max(estimate)
    }

    /// Whether the player had a certain win of the round before this turn, and certainly has none
    /// after it.
    #[must_use]
    pub const fn gave_win_away(&self) -> bool {
        let before = self.before.bounds.seen_by(self.player);
        let after = self.after.bounds.seen_by(self.player);
        before.lower > 0 && after.upper <= 0
    }

    /// Whether the turn certainly made the result of the round worse for its player: from a win to
    /// none, or from at least a draw to a loss.
    #[must_use]
    pub const fn is_blunder(&self) -> bool {
        let before = self.before.bounds.seen_by(self.player);
        let after = self.after.bounds.seen_by(self.player);
        self.gave_win_away() || (before.lower >= 0 && after.upper < 0)
    }

    /// The player who certainly has more than half of all seeds after this turn, but had not before
    /// it, and so has won the round.
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
