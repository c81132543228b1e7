//! The board that was solved last: its values answer what is asked of its positions later.

use std::sync::{Arc, Mutex};

use crate::chong::BoardValues;
use crate::control::unpoisoned;

use crate::chong::ChongTask;

/// Bytes of a position: a slot has 16, and at most 3.2 of them stand for one.
const BYTES: u64 = 52;

/// It, if there is one.
#[derive(Default)]
pub struct SolvedBoard {
    latest: Mutex<Option<Arc<BoardValues>>>,
    /// Bytes, at most.
    most: u64,
}

impl SolvedBoard {
    /// Makes an empty store, which never holds more than so many mebibytes.
    pub fn within(memory: usize) -> SolvedBoard {
        SolvedBoard { most: (memory as u64).saturating_mul(1 << 20), ..SolvedBoard::default() }
    }

    /// The solution in which a position is, if that is at hand.
    pub fn of(&self, task: &ChongTask) -> Option<Arc<BoardValues>> {
        let latest = unpoisoned(self.latest.lock());
        let has = |solved: &&Arc<BoardValues>| {
            *solved.rules() == task.rules && solved.value(&task.placed.position).is_some()
        };
        latest.as_ref().filter(has).cloned()
    }

    /// Remembers a solution, if it is not too large.
    pub fn keep(&self, solved: Arc<BoardValues>) {
        if solved.states() as u64 * BYTES <= self.most {
            let mut latest = unpoisoned(self.latest.lock());
            *latest = Some(solved);
        }
    }
}
