//! The value of a chance event from the values of its outcomes.

/// What a chance event can be averaged over: a number, or bounds that hold for certain.
pub trait Averaged: Sized {
    /// Nothing yet.
    const NOTHING: Self;

    /// The sum so far and one more value, so many times.
    #[must_use]
    fn and(self, weight: u32, value: Self) -> Self;

    /// A sum divided by the weights in it.
    #[must_use]
    fn over(self, weights: f64) -> Self;
}

impl Averaged for f64 {
    const NOTHING: f64 = 0.0;

    fn and(self, weight: u32, value: f64) -> f64 {
        self + f64::from(weight) * value
    }

    fn over(self, weights: f64) -> f64 {
        self / weights
    }
}

/// The mean of the values of all outcomes, each with its weight.
///
/// Of plain numbers: with n outcomes whose values are at most m in size it is off by less than
/// (n + 1) m 2^-53, as long as the weights add up to less than 2^53. Of bounds: the mean lies
/// between what comes of it, however it is rounded. Without a weight it is not a number.
///
/// # Examples
/// Three heads and a tail, worth 4 and nothing; and a fair coin between two values that are not
/// known exactly:
/// ```
/// use chongkak::math::Certified;
/// use chongkak::math::chance::mean;
/// assert_eq!(mean([(3, 4.0), (1, 0.0)]), 3.0);
/// let (one, other) = (Certified { lower: 1.0, upper: 2.0 }, Certified::exactly(3));
/// assert_eq!(mean([(1, one), (1, other)]), Certified { lower: 2.0, upper: 2.5 });
/// ```
pub fn mean<V: Averaged>(outcomes: impl IntoIterator<Item = (u32, V)>) -> V {
    let (mut sum, mut weights) = (V::NOTHING, 0.0);
    for (weight, value) in outcomes {
        sum = sum.and(weight, value);
        weights += f64::from(weight);
    }
    sum.over(weights)
}
