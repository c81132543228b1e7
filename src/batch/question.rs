//! The question for every position of a batch, and its limits.

use crate::ask::Limits;
use crate::options::named_values;

named_values! {
    /// The question.
    Method as "method" {
        /// The exact value of the round.
        Solve = "solve",
        /// Only who wins.
        Winner = "winner",
        /// Only whether the value is at least what the line of a position says.
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
    /// The limits of each search, which has one thread. They are part of what a result is kept by,
    /// but for the memory: more of it makes a search faster and changes nothing that is proven.
    pub limits: Limits,
    /// True to search without what ships with the program. Not part of it either: what ships is
    /// proven.
    pub fresh: bool,
}
