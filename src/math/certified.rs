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
        Certified::new(-self.upper, -self.lower)
    }

    /// The value and so many seeds more.
    #[must_use]
    pub fn plus(self, seeds: i32) -> Certified {
        let seeds = f64::from(seeds);
        Certified::new(
            sum_below(self.lower, seeds),
            -sum_below(-self.upper, -seeds),
        )
    }
}

impl Averaged for Certified {
    const NOTHING: Certified = Certified::new(0.0, 0.0);

    fn and(self, weight: u32, value: Certified) -> Certified {
        let times = |bound: f64| product_below(bound, weight.into());
        Certified::new(
            sum_below(self.lower, times(value.lower)),
            -sum_below(-self.upper, times(-value.upper)),
        )
    }

    fn over(self, weights: f64) -> Certified {
        Certified::new(
            quotient_below(self.lower, weights),
            -quotient_below(-self.upper, weights),
        )
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
