//! Counts distinct trials.

use std::collections::HashSet;

/// The most distinct trials that are counted of each kind; the exact number of more does not
/// matter.
pub const COUNTED: usize = 1 << 19;

/// The distinct trials of two kinds, such as the games that each player starts. Trials without
/// chance repeat each other, however many there are: they are not a sample and say nothing about
/// other trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Different {
    seen: [HashSet<u64>; 2],
}

impl Different {
    /// Adds a trial of a kind, 0 or 1, identified by a number.
    pub fn add(&mut self, kind: usize, which: u64) {
        let seen = &mut self.seen[kind];
        if seen.len() < COUNTED {
            seen.insert(which);
        }
    }

    /// Returns the number of distinct trials, at most [`COUNTED`] of each kind.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.seen.iter().map(|seen| seen.len() as u64).sum()
    }

    /// Whether the trials are a sample: no kind consists of one trial repeated.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.seen.iter().all(|seen| seen.len() != 1)
    }
}
