//! How long computations are bounded and stopped, and how they say where they stand.

mod limits;

pub(crate) use limits::{Budget, Clock, Purse};
pub use limits::{Limits, MAX_DEPTH, StopReason};
