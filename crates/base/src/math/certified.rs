//! Bounds that hold for certain, and arithmetic that keeps them so.

/// Bounds between which a value lies for certain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Certified {
    /// The value is at least this.
    pub lower: f64,
    /// The value is at most this.
    pub upper: f64,
}

impl Certified {
    /// Bounds closer than this are one number for all purposes.
    pub const EXACT: f64 = 1e-9;

    /// A value between these bounds.
    #[must_use]
    pub const fn new(lower: f64, upper: f64) -> Certified {
        Certified { lower, upper }
    }

    /// A value that is known.
    #[must_use]
    pub fn exactly(value: impl Into<f64>) -> Certified {
        let value = value.into();
        Certified::new(value, value)
    }

    /// The middle of the bounds.
    #[must_use]
    pub const fn middle(self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// Returns how far the bounds lie apart.
    #[must_use]
    pub const fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Tells whether the bounds are less than [`EXACT`](Self::EXACT) apart.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.width() <= Self::EXACT
    }

    /// The value seen from the other side.
    #[must_use]
    pub const fn negated(self) -> Certified {
        Certified::new(-self.upper, -self.lower)
    }

    /// Joins what two bounds of one value say; returns the first alone if rounding has parted them.
    #[must_use]
    pub fn and(self, other: Certified) -> Certified {
        let both = Certified::new(self.lower.max(other.lower), self.upper.min(other.upper));
        if both.lower <= both.upper { both } else { self }
    }

    /// The value and so many seeds more.
    #[must_use]
    pub fn plus(self, seeds: i32) -> Certified {
        let seeds = f64::from(seeds);
        Certified::new(sum_below(self.lower, seeds), -sum_below(-self.upper, -seeds))
    }

    /// The mean of values, each with its weight: it lies between these bounds, however they are
    /// rounded. Without a weight it is not a number.
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
        // The upper bound with its sign turned: both are rounded down.
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
    if below { quotient.next_down() } else { quotient }
}
