//! Bounds that hold for certain, and arithmetic that keeps them so.

use crate::math::chance::Averaged;

/// Bounds between which a value lies for certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certified {
    /// The value is at least this.
    pub lower: f64,
    /// The value is at most this.
    pub upper: f64,
}

impl Certified {
    /// Bounds closer than this are one number for all purposes.
    pub const EXACT: f64 = 1e-9;

    /// A value that is known.
    #[must_use]
    pub fn exactly(value: i32) -> Certified {
        let value = f64::from(value);
        Certified {
            lower: value,
            upper: value,
        }
    }

    /// The middle of the bounds.
    #[must_use]
    pub const fn middle(self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// How far the bounds lie apart.
    #[must_use]
    pub const fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Whether the bounds are less than [`EXACT`](Self::EXACT) apart.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.width() <= Self::EXACT
    }

    /// The value seen from the other side.
    #[must_use]
    pub const fn negated(self) -> Certified {
        Certified {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    /// The value and so many seeds more.
    #[must_use]
    pub fn plus(self, seeds: i32) -> Certified {
        let seeds = f64::from(seeds);
        Certified {
            lower: sum_below(self.lower, seeds),
            upper: -sum_below(-self.upper, -seeds),
        }
    }
}

impl Averaged for Certified {
    const NOTHING: Certified = Certified {
        lower: 0.0,
        upper: 0.0,
    };

    fn and(self, weight: u32, value: Certified) -> Certified {
        let times = |bound: f64| product_below(bound, weight.into());
        Certified {
            lower: sum_below(self.lower, times(value.lower)),
            upper: -sum_below(-self.upper, times(-value.upper)),
        }
    }

    fn over(self, weights: f64) -> Certified {
        Certified {
            lower: quotient_below(self.lower, weights),
            upper: -quotient_below(-self.upper, weights),
        }
    }
}

/// The sum of two numbers, or the next number below it where it has to be rounded.
fn sum_below(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // What the rounding left out, exactly (D. E. Knuth, The Art of Computer Programming 2, 4.2.2).
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error == 0.0 { sum } else { sum.next_down() }
}

/// The product of two numbers, or a number next to it that is not above it.
fn product_below(a: f64, b: f64) -> f64 {
    let product = a * b;
    // A fused operation rounds once, so that its sign is that of the rounding error.
    let below = a.mul_add(b, -product) < 0.0;
    if below { product.next_down() } else { product }
}

/// The quotient of two numbers, the second above 0, or a number next to it that is not above it.
fn quotient_below(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    let below = quotient.mul_add(-b, a) < 0.0;
    if below {
        quotient.next_down()
    } else {
        quotient
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::chance::mean;

    #[test]
    fn sums_that_are_rounded_are_widened_and_others_stay_exact() {
        let tenth = Certified {
            lower: 0.1,
            upper: 0.1,
        };
        let there_and_back = tenth.plus(1000).plus(-1000);
        assert!(there_and_back.lower <= 0.1 && 0.1 <= there_and_back.upper);
        assert!(there_and_back.is_exact() && there_and_back.width() > 0.0);
        let coin = [Certified::exactly(7).plus(-1000), Certified::exactly(4)];
        let whole = mean(coin.map(|side| (1, side)));
        assert_eq!((whole.lower, whole.upper), (-494.5, -494.5));
        assert_eq!(whole.negated().lower, 494.5);
    }

    #[test]
    fn a_mean_that_is_rounded_lies_between_its_bounds() {
        // Sums of integers are exact; so the mean is a fraction, which multiplied out says whether
        // it lies between the bounds, in integers of 128 bits.
        let mut rounded = 0;
        for a in -7_i32..=7 {
            for b in [-3, 1, 2] {
                for weights in [(1_u32, 2_u32), (2, 5), (1, 1), (1, 48)] {
                    let outcomes = [(weights.0, a), (weights.1, b)];
                    let Certified { lower, upper } =
                        mean(outcomes.map(|(weight, value)| (weight, Certified::exactly(value))));
                    let total = i128::from(weights.0 + weights.1);
                    let sum = i128::from(weights.0) * i128::from(a)
                        + i128::from(weights.1) * i128::from(b);
                    // 2^56 times a bound of at least 2^-4 in size is an integer.
                    #[allow(clippy::cast_possible_truncation)]
                    let scaled = |bound: f64| (bound * 2_f64.powi(56)) as i128 * total;
                    assert!(
                        scaled(lower) <= sum << 56 && sum << 56 <= scaled(upper),
                        "{a} {b} {weights:?}"
                    );
                    assert!(upper - lower <= 2.0 * f64::EPSILON * 8.0);
                    rounded += u32::from(lower < upper);
                    if sum % total == 0 {
                        assert_eq!(lower, upper);
                    }
                }
            }
        }
        assert!(rounded > 0);
    }
}
