//! The outcome of a batch.

use serde::Serialize;

use super::entry::Entry;
use crate::control::StopReason;

/// The outcome of a batch. Positions are counted once, however often the input has them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Different positions.
    pub positions: u64,
    /// Those whose question is answered: by `eval`, those in which everything is proven.
    pub solved: u64,
    /// Those that reached a limit.
    pub open: u64,
    /// Those of both whose result was in the store, or came into it by another process.
    pub known: u64,
    /// Those that have no result: the run was stopped, or they can't be searched.
    pub missing: u64,
    /// The reason why the run was stopped, if it was.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
    /// Positions visited by the searches of this run.
    pub nodes: u64,
    /// The searches of this run that took longest, the longest first.
    pub slowest: Vec<Slowest>,
}

/// A search that took long.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slowest {
    /// The line of the input that asked for it.
    pub line: u64,
    /// The position.
    pub position: String,
    /// The time that it took.
    pub seconds: f64,
}

/// Searches that a summary names.
const NAMED: usize = 3;

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
        self.slowest.truncate(NAMED);
    }
}
