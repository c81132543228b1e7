//! Confidence intervals of means.

use serde::{Deserialize, Serialize};

/// The 97.5th percentile of the normal distribution: 95 % lie within this many standard deviations.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// A mean and the interval that holds the true one in 95 of 100 cases, if there is one: what was
/// tried only once, or was the same thing again and again, says nothing of what else may come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Interval {
    /// The mean that was found.
    pub mean: f64,
    /// The lower end of the interval; null if there is none.
    pub low: Option<f64>,
    /// The upper end; null if there is none.
    pub high: Option<f64>,
}

/// A sample of numbers: how many there are, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The size of the sample.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

#[allow(clippy::cast_precision_loss)]
impl Interval {
    /// A mean in its interval.
    #[must_use]
    pub const fn new(mean: f64, low: f64, high: f64) -> Interval {
        Interval { mean, low: Some(low), high: Some(high) }
    }

    /// The mean without an interval.
    #[must_use]
    pub const fn mean_alone(self) -> Interval {
        Interval { mean: self.mean, low: None, high: None }
    }

    /// The ends of the interval, if there is one.
    #[must_use]
    pub fn ends(self) -> Option<[f64; 2]> {
        Some([self.low?, self.high?])
    }

    /// Returns the mean of independent samples with the interval of the normal approximation. Each
    /// sample has the same weight, whatever its size; differences between the samples are not
    /// chance, so they do not widen the interval. No interval if a sample has a single number;
    /// `None` without any number.
    #[must_use]
    pub fn normal(samples: &[Sample]) -> Option<Interval> {
        let drawn = samples.iter().filter(|one| one.count > 0);
        let mean = even_mean(drawn.clone().map(Sample::mean))?;
        // The variance of the mean of each sample.
        let variance = |one: &Sample| {
            let deviation = (one.count > 1).then(|| one.deviation())?;
            Some(deviation * deviation / one.count as f64)
        };
        let parts = drawn.clone().count() as f64;
        let variance = drawn.map(variance).sum::<Option<f64>>();
        let reach = variance.map(|variance| NORMAL_95 * variance.sqrt() / parts);
        let alone = Interval::new(mean, mean, mean).mean_alone();
        Some(reach.map_or(alone, |reach| Interval::new(mean, mean - reach, mean + reach)))
    }

    /// Returns the share of good trials, from the number of trials and of good ones in each sample,
    /// with Wilson's interval (E. B. Wilson, Journal of the American Statistical Association 22,
    /// 1927), which stays between 0 and 1. Several samples are combined by the distances of the
    /// ends from the shares (G. Y. Zou and A. Donner, Statistics in Medicine 27, 2008), each with
    /// the same weight. A draw may count as half a good trial; then the interval is slightly too
    /// wide. `None` without a trial.
    #[must_use]
    pub fn wilson(samples: &[(u64, f64)]) -> Option<Interval> {
        let tried = samples.iter().filter(|(trials, _)| *trials > 0);
        let tried = tried.map(|&(trials, good)| (trials as f64, good / trials as f64));
        let mean = even_mean(tried.clone().map(|(_, share)| share))?;
        let parts = tried.clone().count() as f64;
        let mut squares = [0.0; 2];
        for (trials, share) in tried {
            for (square, end) in squares.iter_mut().zip(wilsons_ends(trials, share)) {
                *square += ((share - end) / parts).powi(2);
            }
        }
        let [below, above] = squares.map(f64::sqrt);
        Some(Interval::new(mean, (mean - below).max(0.0), (mean + above).min(1.0)))
    }

    /// Rounds to multiples of 1/`parts`: more digits would suggest more than is known.
    #[must_use]
    pub fn rounded(self, parts: f64) -> Interval {
        self.each(|number| (number * parts).round() / parts)
    }

    /// Applies a function to the mean and to both ends.
    #[must_use]
    pub fn each(self, change: impl Fn(f64) -> f64) -> Interval {
        Interval {
            mean: change(self.mean),
            low: self.low.map(&change),
            high: self.high.map(&change),
        }
    }
}

#[allow(clippy::cast_precision_loss)]
impl Sample {
    /// A single number.
    #[must_use]
    pub const fn of(number: f64) -> Sample {
        Sample { count: 1, sum: number, squares: number * number }
    }

    /// Adds the numbers of another sample.
    pub fn add(&mut self, other: Sample) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the mean of its numbers; there must be at least one.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }

    /// Returns the standard deviation of its numbers; there must be at least two.
    #[must_use]
    pub fn deviation(self) -> f64 {
        let count = self.count as f64;
        let about_mean = self.squares - self.sum * self.sum / count;
        (about_mean.max(0.0) / (count - 1.0)).sqrt()
    }
}

/// Returns the unweighted mean of some means, or `None` if there are none.
pub fn even_mean(means: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = means.fold((0.0, 0.0), |(count, sum), mean| (count + 1.0, sum + mean));
    (count > 0.0).then(|| sum / count)
}

/// Returns the ends of Wilson's interval for a share of `n` trials.
fn wilsons_ends(n: f64, share: f64) -> [f64; 2] {
    let square = NORMAL_95 * NORMAL_95;
    let middle = share + square / (2.0 * n);
    let reach = NORMAL_95 * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    [(middle - reach) / scale, (middle + reach) / scale]
}
