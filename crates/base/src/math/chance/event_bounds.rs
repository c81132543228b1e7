//! Bounds of a chance event while its outcomes are searched.

use super::Range;
use super::window::{Score, Window};

/// Bounds of the outcomes of a chance event, one by one and as a sum.
pub struct Bounds {
    outcomes: Vec<Outcome>,
    total: f64,
    /// The sums of the weighted bounds.
    low: f64,
    high: f64,
}

struct Outcome {
    weight: u32,
    low: f64,
    high: f64,
}

impl Bounds {
    /// The bounds of outcomes with their weights, of which nothing is known but the range.
    pub fn new<S>(outcomes: &[(u32, S)], range: Range) -> Bounds {
        let total = outcomes.iter().map(|(weight, _)| f64::from(*weight)).sum();
        let one =
            |(weight, _): &(u32, S)| Outcome { weight: *weight, low: range.low, high: range.high };
        Bounds {
            outcomes: outcomes.iter().map(one).collect(),
            total,
            low: total * range.low,
            high: total * range.high,
        }
    }

    /// Takes new bounds of one outcome.
    #[inline]
    pub fn set(&mut self, index: usize, low: f64, high: f64) {
        let outcome = &mut self.outcomes[index];
        let weight = f64::from(outcome.weight);
        self.low += weight * (low - outcome.low);
        self.high += weight * (high - outcome.high);
        (outcome.low, outcome.high) = (low, high);
    }

    #[inline]
    pub(super) fn lower(&mut self, index: usize, low: f64) {
        let outcome = &self.outcomes[index];
        self.set(index, low.max(outcome.low), outcome.high);
    }

    #[inline]
    pub(super) fn upper(&mut self, index: usize, high: f64) {
        let outcome = &self.outcomes[index];
        self.set(index, outcome.low, high.min(outcome.high));
    }

    /// The window of one outcome: outside of it the mean is outside of `window`, whatever the
    /// other outcomes are worth.
    #[inline]
    pub(super) fn inner(&self, index: usize, window: Window) -> Window {
        let outcome = &self.outcomes[index];
        let weight = f64::from(outcome.weight);
        let others_high = self.high - weight * outcome.high;
        let others_low = self.low - weight * outcome.low;
        Window {
            alpha: (window.alpha * self.total - others_high) / weight,
            beta: (window.beta * self.total - others_low) / weight,
        }
    }

    /// A bound of the mean that lies outside of the window, if one does.
    #[inline]
    pub fn outside(&self, window: Window, exact: bool) -> Option<Score> {
        if self.low >= window.beta * self.total {
            Some(self.failed_high(window, exact))
        } else if self.high <= window.alpha * self.total {
            Some(self.failed_low(window, exact))
        } else {
            None
        }
    }

    /// The mean is at most this. A score says by its place beside the window that it is a bound, so
    /// rounding must not carry it inside.
    #[inline]
    pub(super) fn failed_low(&self, window: Window, exact: bool) -> Score {
        let value = (self.high / self.total).min(window.alpha);
        Score { value, exact }
    }

    /// The mean is at least this.
    #[inline]
    pub(super) fn failed_high(&self, window: Window, exact: bool) -> Score {
        let value = (self.low / self.total).max(window.beta);
        Score { value, exact }
    }

    /// The mean, summed anew: the running sums have collected roundings.
    #[inline]
    pub fn mean(&self, exact: bool) -> Score {
        let outcomes = self.outcomes.iter();
        let sum: f64 = outcomes.map(|o| f64::from(o.weight) * o.low).sum();
        let value = sum / self.total;
        Score { value, exact }
    }
}
