//! Bounds of a chance event while its outcomes are searched.

use super::Certified;
use super::window::{Score, Window};

/// Bounds of the outcomes of a chance event, each and in total.
pub struct Bounds {
    /// The weight and the bounds of each outcome.
    outcomes: Vec<(f64, Certified)>,
    total: f64,
    /// The sums of the weighted bounds.
    low: f64,
    high: f64,
}

impl Bounds {
    /// Creates the bounds of weighted outcomes, of which only the range is known.
    pub fn new<S>(outcomes: &[(u32, S)], range: Certified) -> Bounds {
        let outcomes: Vec<_> =
            outcomes.iter().map(|(weight, _)| (f64::from(*weight), range)).collect();
        let total = outcomes.iter().map(|(weight, _)| weight).sum();
        Bounds { outcomes, total, low: total * range.lower, high: total * range.upper }
    }

    /// Updates the bounds of one outcome.
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

    /// Returns the window of one outcome: outside it, the mean is outside `window` whatever the
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

    /// Returns a bound of the mean outside the window, if there is one.
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

    /// Returns a score at or below alpha. Its position relative to the window marks it as a bound,
    /// so rounding must not move it inside.
    #[inline]
    pub(super) fn failed_low(&self, window: Window, exact: bool) -> Score {
        let value = (self.high / self.total).min(window.alpha);
        Score { value, exact }
    }

    /// Returns a score at or above beta.
    #[inline]
    pub(super) fn failed_high(&self, window: Window, exact: bool) -> Score {
        let value = (self.low / self.total).max(window.beta);
        Score { value, exact }
    }

    /// Recomputes the mean, because the running sums accumulate rounding errors.
    #[inline]
    pub fn mean(&self, exact: bool) -> Score {
        let sum: f64 = self.outcomes.iter().map(|(weight, bounds)| weight * bounds.lower).sum();
        Score { value: sum / self.total, exact }
    }
}
