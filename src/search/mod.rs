//! Search: the value of a position.
//!
//! Both entry points share one engine. [`Solver`] searches to the end of the round and proves
//! values; [`Evaluator`] returns, within limits, a proven or estimated value for every move and the
//! principal line. Both take a [`Game`](crate::moves::Game) and a
//! [`Control`](crate::control::Control), which sets limits, cancels the search and receives
//! progress reports.

mod alpha_beta;
pub(crate) mod bounds;
mod certificate;
mod deepening_aids;
mod driver;
mod endgame_growth;
mod estimate;
mod evaluator;
pub(crate) mod expansion;
mod findings;
mod heuristic;
pub(crate) mod heuristic_table;
mod root;
mod root_move;
mod round_values;
mod shared_state;
mod solver;
pub(crate) mod stack;
pub(crate) mod table_memory;
pub(crate) mod transposition_table;
mod worker;

pub use bounds::{Bounds, Loss, Value};
pub use certificate::{Bounded, Proof, Unproven};
pub use estimate::Estimate;
pub use evaluator::{Evaluator, evaluate};
pub use findings::{Evaluation, Goal, Known, MoveEvaluation, Solution, SolveError};
#[doc(hidden)]
pub use heuristic::estimates;
#[doc(hidden)]
pub use round_values::{NoValue, RoundValues};
#[doc(hidden)]
pub use shared_state::{Technique, Techniques};
pub use solver::Solver;
pub(crate) use stack::{StackBound, deep_pool};
pub use table_memory::MEMORY;
