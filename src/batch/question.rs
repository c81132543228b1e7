//! The question for each position of a batch.

use crate::ask::Limits;
use crate::options::named_values;

named_values! {
    /// The question.
    Method as "method" {
        /// The exact value of the round.
        Solve = "solve",
        /// Only the winner.
        Winner = "winner",
        /// Only whether the value is at least the number on the line of the position.
        AtLeast = "at-least",
        /// The best line within the limits.
        Eval = "eval",
    }
}

/// The question for every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The question.
    pub method: Method,
    /// The limits of each search, which runs on one thread. All limits except memory are part of a
    /// result's key; more memory only makes a search faster.
    pub limits: Limits,
    /// True to search without the data that ships with the program. Not part of a result's key,
    /// because all shipped data is proven.
    pub fresh: bool,
}
