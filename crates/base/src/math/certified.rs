//! Certain bounds, and arithmetic that preserves them.

/// Bounds that certainly contain a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Certified {
    /// The value is at least this.
    pub lower: f64,
    /// The value is at most this.
    pub upper: f64,
}

impl Certified {
    /// Bounds closer than this count as one number.
    pub const EXACT: f64 = 1e-9;

    /// Creates bounds.
    #[must_use]
    pub const fn new(lower: f64, upper: f64) -> Certified {
        Certified { lower, upper }
    }

    /// Creates the bounds of an exactly known value.
    #[must_use]
    pub fn exactly(value: impl Into<f64>) -> Certified {
        let value = value.into();
        Certified::new(value, value)
    }

    /// Returns the middle of the bounds.
    #[must_use]
    pub const fn middle(self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// Returns the distance of the bounds.
    #[must_use]
    pub const fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Whether the bounds are at most [`EXACT`](Self::EXACT) apart.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.width() <= Self::EXACT
    }

    /// Returns the value from the other player's side.
    #[must_use]
    pub const fn negated(self) -> Certified {
        Certified::new(-self.upper, -self.lower)
    }

    /// Intersects two bounds of one value; returns the first alone if rounding has separated them.
    #[must_use]
    pub fn and(self, other: Certified) -> Certified {
        let both = Certified::new(self.lower.max(other.lower), self.upper.min(other.upper));
        if both.lower <= both.upper { both } else { self }
    }

    /// Adds this many seeds to the value.
    #[must_use]
    pub fn plus(self, seeds: i32) -> Certified {
        let seeds = f64::from(seeds);
        Certified::new(sum_below(self.lower, seeds), -sum_below(-self.upper, -seeds))
    }

    /// Returns the weighted mean, rounded outwards so that it certainly lies between the bounds.
    /// NaN without any weight.
    ///
    /// # Examples
    /// A fair coin between two values, one of which is not known exactly:
    /// ```
    /// # use chongkak_base as chongkak;
    /// use chongkak::math::Certified;
    /// let coin = [(1, Certified::new(1.0, 2.0)), (1, Certified::exactly(3))];
    /// assert_eq!(Certified::mean(coin), Certified::new(2.0, 2.5));
    /// ```
    #[must_use]
    pub fn mean(outcomes: impl IntoIterator<Item = (u32, Certified)>) -> Certified {
        // The upper bound is negated, so that both are rounded down.
        let (mut below, mut weights) = ([0.0; 2], 0.0);
        for (weight, value) in outcomes {
            let weight = f64::from(weight);
            weights += weight;
            for (sum, bound) in below.iter_mut().zip([value.lower, -value.upper]) {
                *sum = sum_below(*sum, product_below(bound, weight));
            }
        }
        let [lower, upper] = below.map(|sum| quotient_below(sum, weights));
        Certified::new(lower, -upper)
    }
}

/// Returns the sum of two numbers, rounded down if it is inexact.
fn sum_below(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // The exact rounding error (D. E. Knuth, The Art of Computer Programming 2, 4.2.2).
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error == 0.0 { sum } else { sum.next_down() }
}

/// Returns the product of two numbers, rounded down.
fn product_below(a: f64, b: f64) -> f64 {
    let product = a * b;
    // A fused operation rounds once, so its sign is that of the rounding error.
    let below = a.mul_add(b, -product) < 0.0;
    if below { product.next_down() } else { product }
}

/// Returns the quotient of two numbers, the second above 0, rounded down.
fn quotient_below(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    let below = quotient.mul_add(-b, a) < 0.0;
    if below { quotient.next_down() } else { quotient }
}
