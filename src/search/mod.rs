//! Search: the value of a position.
//!
//! One engine does two things. [`Solver`] searches to the end of the round and proves; [`Evaluator`]
//! gives within limits the value of every move, proven or estimated, and the principal line. It
//! knows nothing of arguments or of printing; progress goes to an [`Observer`].

mod alpha_beta;
mod certificate;
mod deepening_aids;
mod driver;
mod evaluator;
mod heuristic;
mod heuristic_table;
mod ordered;
mod root;
mod root_move;
mod round_values;
mod solver;
mod technique;
mod transposition_table;
mod turn_bound;
mod value;
mod worker;

pub use certificate::{Bounded, Proof, Unproven};
pub use evaluator::{Evaluator, evaluate};
pub use round_values::{RoundValues, VALUES_STACK, with_round_values};
pub use solver::{Goal, Solution, SolveError, Solver};
pub use technique::{Technique, Techniques};
pub use value::Value;

use crate::control::StopReason;
use crate::moves::Move;

/// What is known of a position after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The round's result with best play, from A's side.
    pub value: Value,
    /// The depth of the last complete iteration, in moves; 0 for a finished round. What is proven
    /// may have taken a look further.
    pub depth: u32,
    /// The principal line. Of an exact value it leads to the end of the round, unless a limit
    /// stopped the search first; of an estimate that is what the first turn brings for certain, to
    /// the end of this turn.
    pub line: Vec<Move>,
    /// Every legal move with its value, in hole order.
    pub moves: Vec<(Move, Value)>,
    /// Positions visited.
    pub nodes: u64,
    /// What ended the search; `None` if everything is proven.
    pub stopped: Option<StopReason>,
}

impl Evaluation {
    /// The best move, the first of the principal line; `None` in a finished round.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// Something that is told of every completed iteration.
pub trait Observer {
    /// An iteration is complete; `so_far` is what the search would return if it ended now.
    fn iteration(&mut self, so_far: &Evaluation);
}

/// An observer that does not look.
impl Observer for () {
    fn iteration(&mut self, _: &Evaluation) {}
}
