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
        /// What each turn of a set cost.
        Analyze = "analyze",
        /// The same, without the data that ships with the program.
        AnalyzeFresh = "analyze-fresh",
    }
}

impl Method {
    /// Whether the question is about sets instead of positions.
    pub(super) const fn is_of_sets(self) -> bool {
        matches!(self, Method::Analyze | Method::AnalyzeFresh)
    }

    /// The word for what the jobs search, for messages.
    pub(super) const fn jobs(self) -> &'static str {
        if self.is_of_sets() { "games" } else { "positions" }
    }
}

/// The question for every position or set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The question.
    pub method: Method,
    /// The limits of each search, which runs on one thread. All limits except memory are part of a
    /// result's key; more memory only makes a search faster.
    pub limits: Limits,
    /// True to search without the data that ships with the program. Part of the key of an analysis,
    /// but not of other results, because all shipped data is proven.
    pub fresh: bool,
}
