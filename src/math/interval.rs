//! The precision of a mean from so many trials.

use serde::{Deserialize, Serialize};

/// The 97.5th percentile of the normal distribution: 95 of 100 lie within so many standard
/// deviations.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// A mean and the interval that holds the true one in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Interval {
    /// The mean that was found.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A mean in its interval.
    #[must_use]
    pub const fn new(mean: f64, low: f64, high: f64) -> Interval {
        Interval { mean, low, high }
    }

    /// The interval of the normal approximation for the mean of `n` numbers, from their sum and the
    /// sum of their squares; none of fewer than two.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn normal(n: u64, sum: f64, squares: f64) -> Option<Interval> {
        if n < 2 {
            return None;
        }
        let n = n as f64;
        let mean = sum / n;
        let variance = (squares - sum * mean).max(0.0) / (n - 1.0);
        let reach = NORMAL_95 * (variance / n).sqrt();
        Some(Interval::new(mean, mean - reach, mean + reach))
    }

    /// Wilson's interval for a share of `n` trials (E. B. Wilson, Journal of the American
    /// Statistical Association 22, 1927), which stays between 0 and 1. `good` may count a draw as
    /// half; then the interval is a little too wide. None before the first trial.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn wilson(n: u64, good: f64) -> Option<Interval> {
        if n == 0 {
            return None;
        }
        let n = n as f64;
        let share = good / n;
        let square = NORMAL_95 * NORMAL_95;
        let middle = share + square / (2.0 * n);
        let reach = NORMAL_95 * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        let scale = 1.0 + square / n;
        Some(Interval::new(
            share,
            ((middle - reach) / scale).max(0.0),
            ((middle + reach) / scale).min(1.0),
        ))
    }

    /// The part of it that chances can be, from 0 to 1.
    #[must_use]
    pub fn within_chances(self) -> Interval {
        let within = |number: f64| number.clamp(0.0, 1.0);
        Interval::new(within(self.mean), within(self.low), within(self.high))
    }

    /// Rounded to so many parts of 1: more digits would say more than is known.
    #[must_use]
    pub fn rounded(self, parts: f64) -> Interval {
        let round = |number: f64| (number * parts).round() / parts;
        Interval::new(round(self.mean), round(self.low), round(self.high))
    }
}
