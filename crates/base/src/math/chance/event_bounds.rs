//! Bounds of a chance event while its outcomes are searched.

use super::Certified;
use super::window::{Score, Window};

/// Bounds of the outcomes of a chance event, one by one and as a sum.
pub struct Bounds {
    /// The weight of each, and its bounds.
    outcomes: Vec<(f64, Certified)>,
    total: f64,
    /// The sums of the weighted bounds.
    low: f64,
    high: f64,
}

impl Bounds {
    /// The bounds of outcomes with their weights, of which nothing is known but the range.
    pub fn new<S>(outcomes: &[(u32, S)], range: Certified) -> Bounds {
        let outcomes: Vec<_> =
            outcomes.iter().map(|(weight, _)| (f64::from(*weight), range)).collect();
        let total = outcomes.iter().map(|(weight, _)| weight).sum();
        Bounds { outcomes, total, low: total * range.lower, high: total * range.upper }
    }

    /// Takes new bounds of one outcome.
    #[inline]
    pub fn set(&mut self, index: usize, low: f64, high: f64) {
        let (weight, bounds) = &mut self.outcomes[index];
        self.low += *weight * (low - bounds.lower);
        self.high += *weight * (high - bounds.upper);
        *bounds = Certified::new(low, high);
    }

    #[inline]
    pub(super) fn lower(&mut self, index: usize, low: f64) {
        let (_, bounds) = self.outcomes[index];
        self.set(index, low.max(bounds.lower), bounds.upper);
    }

    #[inline]
    pub(super) fn upper(&mut self, index: usize, high: f64) {
        let (_, bounds) = self.outcomes[index];
        self.set(index, bounds.lower, high.min(bounds.upper));
    }

    /// The window of one outcome: outside of it the mean is outside of `window`, whatever the
    /// other outcomes are worth.
    #[inline]
    pub(super) fn inner(&self, index: usize, window: Window) -> Window {
        let (weight, bounds) = self.outcomes[index];
        let others_high = self.high - weight * bounds.upper;
        let others_low = self.low - weight * bounds.lower;
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
        let sum: f64 = self.outcomes.iter().map(|(weight, bounds)| weight * bounds.lower).sum();
        Score { value: sum / self.total, exact }
    }
}
