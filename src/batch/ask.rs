//! What is asked of every position of a batch, and within which limits.

use std::fmt;
use std::time::Duration;

use crate::control::MAX_DEPTH;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// The exact value of the round.
    Solve,
    /// Only who wins.
    Winner,
    /// The best line within the limits.
    Eval,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 3] = [Method::Solve, Method::Winner, Method::Eval];

    /// Its name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Solve => "solve",
            Method::Winner => "winner",
            Method::Eval => "eval",
        }
    }

    /// The method with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Limits of the search of one position. They are part of what a result is kept by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AskLimits {
    /// Moves to look ahead; only of an evaluation.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<Duration>,
}

impl AskLimits {
    /// The depth that a search is given.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH)
    }
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
}
