//! The results as they go out: replayed by the plain rules, the records that programs read, and the
//! data files that are part of the program.

mod findings;
mod replay;
mod rules;
pub(crate) mod shipped;

pub use findings::{Evaluated, MoveValue, Solved};
pub use replay::{NotReplayed, replay, replay_line, replay_solution, replay_turn};
#[cfg(feature = "batch")]
pub(crate) use rules::changed;
pub use rules::{RulesRecord, option_value};
