//! Values: what is proven and what is guessed are never the same thing.

use std::fmt;

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
