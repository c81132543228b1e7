//! Search windows and scores.

use super::{Certified, Decider};

/// A value, or a bound of it if it is outside the search window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The value, or the bound.
    pub value: f64,
    /// Whether it contains no estimate; then it is exact up to the rounding of sums.
    pub exact: bool,
}

/// A search window: a score that is at most `alpha` or at least `beta` may be a bound.
#[derive(Clone, Copy)]
pub struct Window {
    /// The lower end.
    pub alpha: f64,
    /// The upper end.
    pub beta: f64,
}

impl Decider {
    #[inline]
    pub(super) fn prefers(self, this: f64, that: f64) -> bool {
        match self {
            Decider::Max => this > that,
            Decider::Min => this < that,
        }
    }

    #[inline]
    pub(super) const fn most(self, range: Certified) -> f64 {
        match self {
            Decider::Max => range.upper,
            Decider::Min => range.lower,
        }
    }
}

impl Window {
    /// The window of all values.
    pub const ALL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Whether a choice of this value beats the decider's best alternative.
    #[inline]
    pub(super) fn changes(self, decider: Decider, value: f64) -> bool {
        match decider {
            Decider::Max => value > self.alpha,
            Decider::Min => value < self.beta,
        }
    }

    /// Narrows the window by the value of a choice; returns `true` if the other choices no longer
    /// matter.
    #[inline]
    pub(super) fn narrow(&mut self, decider: Decider, value: f64) -> bool {
        match decider {
            Decider::Max => self.alpha = self.alpha.max(value),
            Decider::Min => self.beta = self.beta.min(value),
        }
        self.alpha >= self.beta
    }

    /// Returns the score, if the known bounds are enough.
    #[inline]
    pub(super) fn decided(self, known: Certified, exact: bool) -> Option<Score> {
        let value = if known.lower >= known.upper || known.lower >= self.beta {
            known.lower
        } else if known.upper <= self.alpha {
            known.upper
        } else {
            return None;
        };
        Some(Score { value, exact })
    }

    /// Returns the bounds that follow from a value found with this window.
    #[inline]
    pub(super) fn found(self, value: f64) -> Certified {
        Certified {
            lower: if value > self.alpha { value } else { f64::NEG_INFINITY },
            upper: if value < self.beta { value } else { f64::INFINITY },
        }
    }
}
