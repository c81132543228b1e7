//! Search: the value of a position.
//!
//! One engine does two things. [`Solver`] searches to the end of the round and proves;
//! [`Evaluator`] gives within limits the value of every move, proven or estimated, and the
//! principal line. Both take a [`Game`](crate::moves::Game) and a
//! [`Control`](crate::control::Control), which bounds and stops them and takes their reports.

mod alpha_beta;
mod answer;
pub(crate) mod bounds;
mod certificate;
mod deepening_aids;
mod driver;
mod endgame_growth;
mod evaluator;
mod expansion;
mod findings;
mod guess;
mod heuristic;
pub(crate) mod heuristic_table;
mod known;
mod memory_shares;
pub(crate) mod ordered;
mod proof;
mod root;
mod root_move;
mod round_values;
mod shared_state;
mod solver;
pub(crate) mod stack;
pub(crate) mod table_memory;
mod technique;
pub(crate) mod transposition_table;
mod turn_bound;
pub(crate) mod value;
mod worker;

pub use bounds::{Bounds, Loss};
pub use evaluator::{Evaluator, evaluate};
pub use findings::{Evaluation, Goal, MoveEvaluation, Solution, SolveError};
pub use known::Known;
pub use memory_shares::MEMORY;
pub use proof::{Bounded, Proof, Unproven};
#[doc(hidden)]
pub use round_values::{NoValue, RoundValues};
pub use solver::Solver;
pub(crate) use stack::{StackBound, deep_pool};
#[doc(hidden)]
pub use technique::{Technique, Techniques};
pub use value::Value;
