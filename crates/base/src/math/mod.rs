//! Mathematics that is not specific to a game: certain bounds, matrix games, games with chance,
//! reproducible random numbers, and confidence intervals.

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
