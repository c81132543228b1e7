//! Which of many trials are the same thing once more.

use std::collections::HashSet;

/// Different trials that are counted of each kind: of so many, and of more, nobody asks.
pub const COUNTED: usize = 1 << 19;

/// The different trials of two kinds, such as the games in which a player begins and those in which
/// the other one does. Trials without any chance repeat each other, however many there are: then
/// they are no sample, and say nothing of what else may come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Different {
    seen: [HashSet<u64>; 2],
}

impl Different {
    /// Takes in a trial of a kind, 0 or 1; different ones have different numbers.
    pub fn add(&mut self, kind: usize, which: u64) {
        let seen = &mut self.seen[kind];
        if seen.len() < COUNTED {
            seen.insert(which);
        }
    }

    /// The different ones, of each kind no more than [`COUNTED`].
    #[must_use]
    pub fn count(&self) -> u64 {
        self.seen.iter().map(|seen| seen.len() as u64).sum()
    }

    /// Tells whether they are a sample: of no kind the same trial is all there is.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.seen.iter().all(|seen| seen.len() != 1)
    }
}
