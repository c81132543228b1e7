//! Mathematics that knows no game: bounds that hold for certain, games given as matrices, games
//! with chance, random numbers that repeat, and how well a mean is known.

mod certified;
pub mod chance;
mod different;
mod interval;
mod matrix;
mod random;
mod simplex;

pub use certified::Certified;
pub use different::{COUNTED, Different};
pub use interval::{Interval, Sample, even_mean};
pub use matrix::{Equilibrium, solve_matrix};
pub use random::{Random, mixed, output};
