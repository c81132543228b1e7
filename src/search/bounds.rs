//! Values and their bounds, and the scores and windows of a search. What is proven and what is
//! guessed are never the same thing.
//!
//! Bounds are closed in on by questions with a yes or a no. Each question is a search with a null
//! window, which is much smaller than one with an open window; the table keeps what it finds for
//! the next. With the last answer as the next guess this is MTD(f): A. Plaat, J. Schaeffer, W. Pijls,
//! A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Side;

/// Proven bounds: a value is at least `lower` and at most `upper`. In results values are A's seeds
/// less B's at the end of the round.
///
/// The bounds that different sources prove of one value are joined by [`and`](Bounds::and); what a
/// turn lost is given by [`loss`](Bounds::loss), and is an interval itself.
///
/// # Examples
/// ```
/// use chongkak::{Side, search::{Bounds, Loss}};
/// let before = Bounds { lower: 10, upper: 18 }.and(Bounds { lower: -4, upper: 14 }).unwrap();
/// assert_eq!(before, Bounds { lower: 10, upper: 14 });
/// // At best for A nothing is lost; at worst all from +14 down to +6.
/// let after = Bounds { lower: 6, upper: 12 };
/// assert_eq!(before.loss(after, Side::A), Loss { least: 0, most: 8 });
/// // What is proven to be worse is lost for certain.
/// assert_eq!(before.loss(Bounds::exact(4), Side::A), Loss { least: 6, most: 10 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

/// By how much less than it could have been a player's lead at the end of the round is after his
/// turn, if both play their best from there: his seeds less the other's, so a seed that changes
/// hands counts twice. No value is exact unless `least` and `most` are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Loss {
    /// He lost so much for certain.
    #[cfg_attr(feature = "schemas", schemars(range(max = 2046)))]
    pub least: u32,
    /// He lost no more than this.
    #[cfg_attr(feature = "schemas", schemars(range(max = 2046)))]
    pub most: u32,
}

impl Bounds {
    /// All numbers: nothing is known.
    #[doc(hidden)]
    pub const ALL: Bounds = Bounds { lower: i32::MIN, upper: i32::MAX };

    /// A value that is known.
    #[must_use]
    pub const fn exact(value: i32) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// The results that a round with so many seeds can have.
    #[must_use]
    #[inline]
    pub const fn of_board(seeds: u32) -> Bounds {
        let all = seeds.cast_signed();
        Bounds { lower: -all, upper: all }
    }

    /// The value, if the bounds leave one alone.
    #[must_use]
    pub const fn value(self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }

    /// Tells whether the bounds allow a value.
    #[must_use]
    pub const fn contains(self, value: i32) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// Joins what both say; none if they contradict each other.
    #[must_use]
    pub fn and(self, other: Bounds) -> Option<Bounds> {
        let lower = self.lower.max(other.lower);
        let upper = self.upper.min(other.upper);
        (lower <= upper).then_some(Bounds { lower, upper })
    }

    /// The same of a value that is even or odd as a number is: all seeds are somebody's at the end,
    /// so every result of a round is as even as their number.
    #[must_use]
    pub const fn even_as(self, number: i32) -> Bounds {
        Bounds {
            lower: self.lower + ((self.lower ^ number) & 1),
            upper: self.upper - ((self.upper ^ number) & 1),
        }
    }

    /// A value of which an estimate is this: proven if the bounds leave only one, and never beyond
    /// them.
    #[must_use]
    pub fn with_estimate(self, seeds: i32) -> Value {
        match self.value() {
            Some(value) => Value::Exact(value),
            None => Value::Estimate(seeds.clamp(self.lower, self.upper)),
        }
    }

    /// The same of what is left once so much is won.
    #[doc(hidden)]
    #[must_use]
    pub const fn less(self, won: i32) -> Bounds {
        Bounds { lower: self.lower.saturating_sub(won), upper: self.upper.saturating_sub(won) }
    }

    /// The same as seen by a player, who wants more of his own seeds: for B the numbers change
    /// their sign. Twice for the same player it is what it was.
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Bounds {
        match side {
            Side::A => self,
            Side::B => {
                Bounds { lower: self.upper.saturating_neg(), upper: self.lower.saturating_neg() }
            }
        }
    }

    /// Returns what a player has lost by a turn: these are the bounds of the position before it,
    /// `after` those of the position after it, both from A's side.
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

    /// The score of a search with this window, if the bounds tell it.
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

    /// Closes in, as far as scores between those of `goal` are to be told apart: whether a score
    /// outside is its bound or beyond makes no difference.
    ///
    /// `ask` is asked whether the score is at least a number, and gives a lower bound at or above
    /// it or an upper bound below it. What it has said before it fails is kept.
    ///
    /// # Errors
    /// The error of `ask`.
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

    /// The number nearest to a guess of which it is open whether the score is at least that, among
    /// those that a goal tells apart; none if the goal is reached.
    #[doc(hidden)]
    pub fn open(self, goal: Bounds, guess: i32) -> Option<i32> {
        let (lower, upper) = (self.lower.max(goal.lower), self.upper.min(goal.upper));
        (lower < upper).then(|| guess.clamp(lower + 1, upper))
    }
}

/// The value of a position or move: seeds of A less seeds of B at the end of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Proven: every line of best play ends with this result.
    Exact(i32),
    /// Not proven: the result if positions at the search's horizon are worth what is estimated.
    Estimate(i32),
}

impl Value {
    /// The number, whatever it is worth.
    #[must_use]
    pub const fn seeds(self) -> i32 {
        match self {
            Value::Exact(seeds) | Value::Estimate(seeds) => seeds,
        }
    }

    /// Tells whether it is proven.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Value::Exact(_))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = if self.is_exact() { "" } else { "about " };
        match self.seeds() {
            // Nobody is ahead.
            0 => write!(f, "{about}0"),
            seeds => write!(f, "{about}{seeds:+}"),
        }
    }
}

/// A result inside the search: seeds the player to move will still win, less those his opponent
/// will. What it says depends on the window it was searched with: an upper bound at or below
/// alpha, a lower bound at or above beta, the value between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The number.
    pub seeds: i32,
    /// True if what it says holds without any estimate.
    pub proven: bool,
}

impl Score {
    /// A score that is proven.
    pub const fn proven(seeds: i32) -> Score {
        Score { seeds, proven: true }
    }

    /// A score that is a guess.
    pub const fn estimated(seeds: i32) -> Score {
        Score { seeds, proven: false }
    }
}

/// The scores that matter to the player to move: those strictly between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// A score up to here is too low to matter.
    pub alpha: i32,
    /// One from here on is too high.
    pub beta: i32,
}

impl Window {
    /// All scores of a board with this many seeds.
    pub const fn full(total: u32) -> Window {
        let beta = total.cast_signed() + 1;
        let alpha = -beta;
        Window { alpha, beta }
    }

    /// Asks whether the score is above alpha.
    pub const fn null(alpha: i32) -> Window {
        let beta = alpha + 1;
        Window { alpha, beta }
    }

    /// The window of a position from which `gain` more seeds lead to this one.
    pub const fn less(self, gain: i32) -> Window {
        let (alpha, beta) = (self.alpha - gain, self.beta - gain);
        Window { alpha, beta }
    }

    /// The window of the opponent.
    pub const fn turned(self) -> Window {
        let (alpha, beta) = (-self.beta, -self.alpha);
        Window { alpha, beta }
    }
}
