//! Bounds of a value while it is iterated.

/// Values from below, from 0 and from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub low: f64,
    pub middle: f64,
    pub high: f64,
}

impl Bounds {
    /// The bounds of a value of which nothing is known.
    pub(super) const WIDE: Bounds = Bounds { low: -1.0, middle: 0.0, high: 1.0 };

    /// A value that is known.
    pub(super) const fn exactly(value: f64) -> Bounds {
        Bounds { low: value, middle: value, high: value }
    }

    /// Returns how far the three have moved at most.
    pub(super) fn moved(self, other: Bounds) -> f64 {
        let differences =
            [self.low - other.low, self.middle - other.middle, self.high - other.high];
        differences.into_iter().map(f64::abs).fold(0.0, f64::max)
    }
}
