//! Output of results: replay by the plain rules, proofs as text, the records that programs read,
//! and the data files built into the program.

pub(crate) mod data_lines;
mod proofs;
mod replay;
mod rules;
mod search_records;

pub use proofs::{Confirmed, ProofLines, check_proof};
#[cfg(feature = "batch")]
pub(crate) use proofs::{certain_leads, without_stores};
pub use replay::{replay, replay_line, replay_solution, replay_turn};
#[cfg(feature = "batch")]
pub(crate) use rules::changed;
pub use rules::{RulesRecord, option_value};
pub use search_records::{Evaluated, MoveValue, Solved};
