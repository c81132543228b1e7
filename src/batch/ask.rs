//! What is asked of every position of a batch, and within which limits.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::job::Job;
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

/// Limits of the search of one position. They are part of what a result is kept by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AskLimits {
    /// Moves to look ahead; only of an evaluation.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub depth: Option<u32>,
    /// Positions to visit.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub nodes: Option<u64>,
    /// Time to use.
    #[serde(rename = "seconds", serialize_with = "in_seconds")]
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<f64>", extend("exclusiveMinimum" = 0))
    )]
    pub time: Option<Duration>,
}

fn in_seconds<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64()).serialize(to)
}

/// What is asked of every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The question.
    pub method: Method,
    /// The limits of each search.
    pub limits: AskLimits,
    /// Mebibytes for the tables of each search. Not part of what a result is kept by: more memory
    /// makes a search faster and changes nothing that is proven.
    pub memory: usize,
    /// Whether to search without what ships with the program. Not part of it either: what ships is
    /// proven.
    pub fresh: bool,
}

impl Ask {
    /// The limits of the search of a job.
    #[must_use]
    pub fn limits_of(&self, job: &Job) -> AskLimits {
        AskLimits {
            nodes: job.max_nodes.or(self.limits.nodes),
            ..self.limits
        }
    }
}
