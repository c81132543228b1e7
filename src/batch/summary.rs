//! The summary of a batch.

use serde::Serialize;

use super::entry::Entry;
use crate::control::StopReason;

/// The summary of a batch. Duplicate positions are counted once.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Distinct positions.
    pub positions: u64,
    /// Positions whose question is answered; for `eval`, those with every value proven.
    pub solved: u64,
    /// Positions that reached a limit.
    pub open: u64,
    /// Solved or open positions whose result was already stored or came from another process.
    pub known: u64,
    /// Positions without a result, because the run was stopped or they can't be searched.
    pub missing: u64,
    /// Why the run was stopped, if it was.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
    /// Positions visited by the searches of this run.
    pub nodes: u64,
    /// The slowest searches of this run, slowest first.
    pub slowest: Vec<Slowest>,
}

/// A slow search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slowest {
    /// The line of the input.
    pub line: u64,
    /// The position.
    pub position: String,
    /// The duration of the search.
    pub seconds: f64,
}

/// Number of slow searches in a summary.
const MOST_SLOWEST: usize = 3;

impl Summary {
    /// Counts a result.
    pub(super) fn count(&mut self, entry: &Entry) {
        if entry.findings.is_proven() {
            self.solved += 1;
        } else {
            self.open += 1;
        }
    }

    /// Counts a search of this run.
    pub(super) fn count_search(&mut self, line: u64, entry: &Entry) {
        self.nodes += entry.findings.nodes();
        self.slowest.push(Slowest {
            line,
            position: entry.key.position.clone(),
            seconds: entry.seconds,
        });
        self.slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then(a.line.cmp(&b.line)));
        self.slowest.truncate(MOST_SLOWEST);
    }
}
