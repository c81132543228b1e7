//! Bounds of a chance event while its outcomes are searched.

use super::Range;
use super::window::{Score, Window};

/// Bounds of the outcomes of a chance event, one by one and as a sum.
pub(super) struct Bounds {
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
    pub(super) fn new<S>(outcomes: &[(u32, S)], range: Range) -> Bounds {
        let total = outcomes.iter().map(|(weight, _)| f64::from(*weight)).sum();
        let one = |(weight, _): &(u32, S)| Outcome {
            weight: *weight,
            low: range.low,
            high: range.high,
        };
        Bounds {
            outcomes: outcomes.iter().map(one).collect(),
            total,
            low: total * range.low,
            high: total * range.high,
        }
    }

    pub(super) fn set(&mut self, index: usize, low: f64, high: f64) {
        let outcome = &mut self.outcomes[index];
        let weight = f64::from(outcome.weight);
        self.low += weight * (low - outcome.low);
        self.high += weight * (high - outcome.high);
        (outcome.low, outcome.high) = (low, high);
    }

    pub(super) fn lower(&mut self, index: usize, low: f64) {
        let outcome = &self.outcomes[index];
        self.set(index, low.max(outcome.low), outcome.high);
    }

    pub(super) fn upper(&mut self, index: usize, high: f64) {
        let outcome = &self.outcomes[index];
        self.set(index, outcome.low, high.min(outcome.high));
    }

    /// The window of one outcome: outside of it the mean is outside of `window`, whatever the
    /// other outcomes are worth.
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

    pub(super) fn outside(&self, window: Window, exact: bool) -> Option<Score> {
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
    pub(super) fn failed_low(&self, window: Window, exact: bool) -> Score {
        let value = (self.high / self.total).min(window.alpha);
        Score { value, exact }
    }

    /// The mean is at least this.
    pub(super) fn failed_high(&self, window: Window, exact: bool) -> Score {
        let value = (self.low / self.total).max(window.beta);
        Score { value, exact }
    }

    /// The mean, summed anew: the running sums have collected roundings.
    pub(super) fn mean(&self, exact: bool) -> Score {
        let outcomes = self.outcomes.iter();
        let sum: f64 = outcomes.map(|o| f64::from(o.weight) * o.low).sum();
        let value = sum / self.total;
        Score { value, exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Random;

    #[test]
    #[allow(clippy::cast_precision_loss)]
    fn a_bound_of_a_mean_never_lies_inside_the_window() {
        let range = Range {
            low: -1.0,
            high: 1.0,
        };
        let mut random = Random::new(1, 0);
        let mut met = [0; 2];
        for _ in 0..20_000 {
            let outcomes: Vec<(u32, ())> = (0..1 + random.below(5))
                .map(|_| (1 + u32::try_from(random.below(9)).expect("below 9"), ()))
                .collect();
            let mut bounds = Bounds::new(&outcomes, range);
            for index in 0..outcomes.len() {
                let value = random.below(1000) as f64 / 499.5 - 1.0;
                bounds.set(index, value, value);
            }
            // Windows that begin or end where the mean lies, or a rounding beside it.
            let mean = bounds.mean(true).value;
            for edge in [mean.next_down(), mean, mean.next_up()] {
                let (mut above, mut below) = (Window::ALL, Window::ALL);
                (above.alpha, below.beta) = (edge, edge);
                if let Some(score) = bounds.outside(above, true) {
                    assert!(
                        score.value <= edge,
                        "{score:?} above {edge}",
                        score = score.value
                    );
                    met[0] += 1;
                }
                if let Some(score) = bounds.outside(below, true) {
                    assert!(
                        score.value >= edge,
                        "{score:?} below {edge}",
                        score = score.value
                    );
                    met[1] += 1;
                }
            }
        }
        assert!(met.iter().all(|met| *met > 10_000), "{met:?}");
    }
}
