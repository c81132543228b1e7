//! Values and bounds, and the scores and windows of a search. Proven and estimated results have
//! different types.
//!
//! The search closes in on a value with null-window searches, each a yes-or-no question. A null
//! window makes a much smaller tree than an open window, and the transposition table keeps what
//! each search finds for the next. With the last answer as the next guess this is MTD(f): A. Plaat,
//! J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
//! Intelligence 87, 1996.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Side;

/// Proven bounds: a value is at least `lower` and at most `upper`. In results, values are A's seeds
/// minus B's at the end of the round.
///
/// [`and`](Bounds::and) intersects the bounds that different sources prove of one value;
/// [`loss`](Bounds::loss) returns what a turn lost, as an interval.
///
/// # Examples
/// ```
/// use chongkak::{Side, search::{Bounds, Loss}};
/// let before = Bounds { lower: 10, upper: 18 }.and(Bounds { lower: -4, upper: 14 }).unwrap();
/// assert_eq!(before, Bounds { lower: 10, upper: 14 });
/// // A may have lost nothing, or everything from +14 down to +6.
/// let after = Bounds { lower: 6, upper: 12 };
/// assert_eq!(before.loss(after, Side::A), Loss { least: 0, most: 8 });
/// // A value proven to be lower is a certain loss.
/// assert_eq!(before.loss(Bounds::exact(4), Side::A), Loss { least: 6, most: 10 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
}

/// How much a turn reduced a player's lead at the end of the round, with best play after it. The
/// lead is the player's seeds minus the opponent's, so a seed that changes hands counts twice. The
/// loss is exact only if `least` and `most` are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Loss {
    /// The player certainly lost this much.
    #[cfg_attr(feature = "schemas", schemars(range(max = 2046)))]
    pub least: u32,
    /// The player lost at most this much.
    #[cfg_attr(feature = "schemas", schemars(range(max = 2046)))]
    pub most: u32,
}

impl Bounds {
    /// No bounds: nothing is known.
    #[doc(hidden)]
    pub const ALL: Bounds = Bounds { lower: i32::MIN, upper: i32::MAX };

    /// The bounds of a known value.
    #[must_use]
    pub const fn exact(value: i32) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// The possible results of a round with `seeds` seeds.
    #[must_use]
    #[inline]
    pub const fn of_board(seeds: u32) -> Bounds {
        let all = seeds.cast_signed();
        Bounds { lower: -all, upper: all }
    }

    /// The value, if the bounds are equal.
    #[must_use]
    pub const fn value(self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }

    /// Whether `value` lies within the bounds.
    #[must_use]
    pub const fn contains(self, value: i32) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// Intersects two bounds; `None` if they contradict each other.
    #[must_use]
    pub fn and(self, other: Bounds) -> Option<Bounds> {
        let lower = self.lower.max(other.lower);
        let upper = self.upper.min(other.upper);
        (lower <= upper).then_some(Bounds { lower, upper })
    }

    /// Tightens the bounds to the parity of `number`. Every seed has an owner at the end, so the
    /// result of a round has the parity of the number of seeds.
    #[must_use]
    pub const fn even_as(self, number: i32) -> Bounds {
        Bounds {
            lower: self.lower + ((self.lower ^ number) & 1),
            upper: self.upper - ((self.upper ^ number) & 1),
        }
    }

    /// Turns an estimate into a value: exact if the bounds are equal, otherwise the estimate
    /// clamped to the bounds.
    #[must_use]
    pub fn with_estimate(self, seeds: i32) -> Value {
        match self.value() {
            Some(value) => Value::Exact(value),
            None => Value::Estimate(seeds.clamp(self.lower, self.upper)),
        }
    }

    /// Subtracts seeds already won.
    #[doc(hidden)]
    #[must_use]
    pub const fn less(self, won: i32) -> Bounds {
        Bounds { lower: self.lower.saturating_sub(won), upper: self.upper.saturating_sub(won) }
    }

    /// The bounds from a player's side: for B both change sign and places. Applying it twice for
    /// the same player restores the original.
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Bounds {
        match side {
            Side::A => self,
            Side::B => {
                Bounds { lower: self.upper.saturating_neg(), upper: self.lower.saturating_neg() }
            }
        }
    }

    /// Returns what a player lost by a turn. `self` bounds the position before it, `after` the
    /// position after it, both from A's side.
    #[must_use]
    pub const fn loss(self, after: Bounds, player: Side) -> Loss {
        const fn positive(number: i32) -> u32 {
            if number > 0 { number.cast_unsigned() } else { 0 }
        }
        let (before, after) = (self.seen_by(player), after.seen_by(player));
        Loss {
            least: positive(before.lower.saturating_sub(after.upper)),
            most: positive(before.upper.saturating_sub(after.lower)),
        }
    }

    /// The score of a search with this window, if the bounds decide it.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn decide(self, window: Window) -> Option<i32> {
        if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= window.alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Closes in on a score until the bounds meet within `goal`; scores outside `goal` need not be
    /// told apart from its ends.
    ///
    /// `ask` tests whether the score is at least a number. It returns a lower bound at or above
    /// that number, or an upper bound below it. If it fails, the bounds found so far are kept.
    ///
    /// # Errors
    /// Returns the error of `ask`.
    #[doc(hidden)]
    pub fn close_in<E>(
        &mut self,
        goal: Bounds,
        mut guess: i32,
        mut ask: impl FnMut(i32, Bounds) -> Result<i32, E>,
    ) -> Result<(), E> {
        while let Some(least) = self.open(goal, guess) {
            let score = ask(least, *self)?;
            if score >= least {
                self.lower = self.lower.max(score);
                guess = self.lower;
            } else {
                self.upper = self.upper.min(score);
                guess = self.upper;
            }
        }
        Ok(())
    }

    /// The number nearest to `guess` that is still to be tested within `goal`; `None` if the goal
    /// is reached.
    #[doc(hidden)]
    pub fn open(self, goal: Bounds, guess: i32) -> Option<i32> {
        let (lower, upper) = (self.lower.max(goal.lower), self.upper.min(goal.upper));
        (lower < upper).then(|| guess.clamp(lower + 1, upper))
    }
}

/// The value of a position or move: A's seeds minus B's at the end of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Proven: best play ends with this result.
    Exact(i32),
    /// Not proven: the result if the estimates at the search's horizon are right.
    Estimate(i32),
}

impl Value {
    /// The number, proven or not.
    #[must_use]
    pub const fn seeds(self) -> i32 {
        match self {
            Value::Exact(seeds) | Value::Estimate(seeds) => seeds,
        }
    }

    /// Whether the value is proven.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Value::Exact(_))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = if self.is_exact() { "" } else { "about " };
        match self.seeds() {
            // A draw has no sign.
            0 => write!(f, "{about}0"),
            seeds => write!(f, "{about}{seeds:+}"),
        }
    }
}

/// A result inside the search: seeds still to be won by the player to move minus those of the
/// opponent. As in any fail-soft search its meaning depends on the window: an upper bound at or
/// below alpha, a lower bound at or above beta, and the exact value in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The number.
    pub seeds: i32,
    /// Whether it is independent of estimates.
    pub proven: bool,
}

impl Score {
    /// A proven score.
    pub const fn proven(seeds: i32) -> Score {
        Score { seeds, proven: true }
    }

    /// An estimated score.
    pub const fn estimated(seeds: i32) -> Score {
        Score { seeds, proven: false }
    }
}

/// The scores that matter to the player to move: those strictly between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// A score at or below this is too low to matter.
    pub alpha: i32,
    /// A score at or above this is too high to matter.
    pub beta: i32,
}

impl Window {
    /// The open window: all scores of a board with `total` seeds.
    pub const fn full(total: u32) -> Window {
        let beta = total.cast_signed() + 1;
        let alpha = -beta;
        Window { alpha, beta }
    }

    /// The null window that tests whether the score is above `alpha`.
    pub const fn null(alpha: i32) -> Window {
        let beta = alpha + 1;
        Window { alpha, beta }
    }

    /// The window after a gain of `gain` seeds.
    pub const fn less(self, gain: i32) -> Window {
        let (alpha, beta) = (self.alpha - gain, self.beta - gain);
        Window { alpha, beta }
    }

    /// The window from the opponent's side.
    pub const fn turned(self) -> Window {
        let (alpha, beta) = (-self.beta, -self.alpha);
        Window { alpha, beta }
    }
}
