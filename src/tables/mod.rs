//! Endgame tables: the exact value of every position with few seeds in play.
//!
//! [`Endgame`] is a table, built in memory or mapped from a file, and [`Reader`] reads it;
//! [`Layout`] says which entry is which position's.

mod build;
mod derive;
mod endgame;
mod layout;
mod locate;

pub use build::{BuildError, BuildObserver};
pub use endgame::{Endgame, Reader};
pub use layout::{Layout, MAX_SEEDS, Placed, most_seeds};
