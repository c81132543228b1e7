//! What is made of moves and search: claims of the sources put to the test, opening systems,
//! ways of playing measured against each other, lines replayed, the opening book.

pub mod book;
pub mod claims;
mod findings;
pub mod matches;
pub mod policies;
mod replay;
pub(crate) mod shipped;
pub mod systems;

pub use crate::statistics::Random;
pub use findings::{Evaluated, MoveValue, Solved};
pub use replay::{NotReplayed, replay, replay_line, replay_solution, replay_turn};
