//! Chance in numbers: random ones that repeat, and how well a mean is known.

mod interval;
mod random;

pub use interval::Interval;
pub use random::Random;
