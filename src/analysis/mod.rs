//! What is made of moves and search: claims of the sources put to the test, lines replayed, the
//! opening book.

pub mod book;
pub mod claims;
mod replay;

pub use replay::{NotReplayed, replay, replay_line, replay_turn};
