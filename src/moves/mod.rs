//! Moves: the fast sowing kernel, the plain rules that explain every lap, lines, and perft.
//!
//! Two players of the same rules live here. [`Kernel`] works on packed seeds with precomputed
//! additions and tells only the outcome; [`trace`] drops one seed at a time and tells everything.
//! Lines that a search finds are replayed by the plain rules before they are shown.

mod game;
pub(crate) mod kernel;
mod line;
mod notation;
mod path;
mod perft;
mod plain;
pub(crate) mod unmove;

use serde::Serialize;

pub use game::{Game, GameError};
pub(crate) use kernel::{Kernel, Played, State, holes, with_kernel};
pub use line::{IllegalMove, Round};
pub use notation::{Move, MoveError, WrittenMove, parse_line};
pub use path::sowing_order;
pub use perft::{Unfinished, divide, perft};
pub use plain::{Ending, Lap, MoveTrace, NoCapture, after_each_lap, trace};
pub(crate) use unmove::After;

as_text!(Move);

/// The outcome of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The same player moves again, in the same turn.
    Again,
    /// The turn is over. (The opponent may have to pass; then the same player moves.)
    Stop,
    /// The round is over.
    Over,
}

impl Outcome {
    /// Its name in output: `again`, `stop`, `over`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Again => "again",
            Outcome::Stop => "stop",
            Outcome::Over => "over",
        }
    }
}
