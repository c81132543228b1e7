//! Moves: the fast sowing kernel, the plain rules that explain every lap, lines, and perft.
//!
//! The rules are implemented twice. [`Kernel`] works on packed seeds with precomputed additions and
//! returns only the outcome. [`trace`], the reference implementation, drops one seed at a time and
//! records everything. Lines found by a search are replayed by the plain rules before they are
//! shown.

mod divergence;
mod effects;
mod game;
mod illegal_move;
pub(crate) mod kernel;
mod last_seed;
mod line;
mod notation;
mod path;
mod perft;
mod plain;
mod reachable;
pub(crate) mod unmove;

use crate::options::named_values;

#[doc(hidden)]
pub use divergence::divergence;
#[doc(hidden)]
pub use effects::{MoveEffect, effects};
pub use game::Game;
pub(crate) use illegal_move::why_illegal;
pub(crate) use kernel::{Kernel, Played, State, holes, with_kernel};
pub(crate) use last_seed::LastSeed;
pub use line::Round;
pub(crate) use line::Seen;
pub use notation::{Move, WrittenMove, parse_line};
#[doc(hidden)]
pub use path::sowing_order;
pub use perft::{Unfinished, divide, perft};
#[doc(hidden)]
pub use plain::after_each_lap;
pub use plain::{Ending, Lap, MoveTrace, NoCapture, trace};
pub(crate) use plain::{cleared, legal_moves, trace_by};
pub use reachable::{Reached, reachable};
pub(crate) use unmove::After;

as_text_both_ways!(Game, Move, Outcome);

named_values! {
    /// The outcome of a move.
    #[cfg_attr(
        feature = "schemas",
        derive(schemars::JsonSchema),
        schemars(rename_all = "lowercase")
    )]
    Outcome as "outcome" {
        /// The same player moves again, in the same turn.
        Again = "again",
        /// The turn is over. (The opponent may have to pass; then the same player moves.)
        Stop = "stop",
        /// The round is over.
        Over = "over",
    }
}
