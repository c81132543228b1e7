//! What a search asks for, and what it says.

use super::table::Known;
use super::{Decider, Expectation, Range};

/// A value, or a bound of it where it is outside of the window that was asked for.
#[derive(Clone, Copy)]
pub(super) struct Score {
    pub(super) value: f64,
    pub(super) exact: bool,
}

/// The values that are of interest: one that is at most `alpha` or at least `beta` may be a bound.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Score {
    pub(super) const fn expectation(self) -> Expectation {
        if self.exact {
            Expectation::Exact(self.value)
        } else {
            Expectation::Estimate(self.value)
        }
    }
}

impl Decider {
    pub(super) fn prefers(self, this: f64, that: f64) -> bool {
        match self {
            Decider::Max => this > that,
            Decider::Min => this < that,
        }
    }

    pub(super) const fn most(self, range: Range) -> f64 {
        match self {
            Decider::Max => range.high,
            Decider::Min => range.low,
        }
    }
}

impl Window {
    /// Whether a choice of this value is better than what the decider has elsewhere.
    pub(super) fn changes(self, decider: Decider, value: f64) -> bool {
        match decider {
            Decider::Max => value > self.alpha,
            Decider::Min => value < self.beta,
        }
    }

    /// Takes in the value of a choice; true if the other choices don't matter any more.
    pub(super) fn narrow(&mut self, decider: Decider, value: f64) -> bool {
        match decider {
            Decider::Max => self.alpha = self.alpha.max(value),
            Decider::Min => self.beta = self.beta.min(value),
        }
        self.alpha >= self.beta
    }

    /// What is known, if that is enough.
    pub(super) fn decided(self, known: Known) -> Option<Score> {
        let exact = known.exact;
        let score = |value| Some(Score { value, exact });
        if known.lower >= known.upper || known.lower >= self.beta {
            score(known.lower)
        } else if known.upper <= self.alpha {
            score(known.upper)
        } else {
            None
        }
    }

    /// What a score from a search with this window says.
    pub(super) fn found(self, Score { value, exact }: Score) -> Known {
        let lower = if value > self.alpha {
            value
        } else {
            f64::NEG_INFINITY
        };
        let upper = if value < self.beta {
            value
        } else {
            f64::INFINITY
        };
        Known {
            lower,
            upper,
            exact,
        }
    }
}
