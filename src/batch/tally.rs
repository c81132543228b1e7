//! How far a batch is, and what has come of it.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::entry::Entry;

/// Counts that other threads may look at while a batch runs.
#[derive(Debug, Default)]
pub struct Tally {
    positions: AtomicU64,
    known: AtomicU64,
    searched: AtomicU64,
}

impl Tally {
    /// Different positions that are asked about.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Positions whose result was in the store.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.known.load(Ordering::Relaxed)
    }

    /// Positions that were searched in this run.
    #[must_use]
    pub fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    pub(super) fn begin(&self, positions: usize) {
        let positions = u64::try_from(positions).unwrap_or(u64::MAX);
        self.positions.store(positions, Ordering::Relaxed);
    }

    pub(super) fn count_known(&self) {
        self.known.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_searched(&self) {
        self.searched.fetch_add(1, Ordering::Relaxed);
    }
}

/// What came of a batch. Positions are counted once, however often the input has them.
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
    /// Those that have no result: the run was interrupted, or they can't be searched.
    pub missing: u64,
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
        self.slowest
            .sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then(a.line.cmp(&b.line)));
        self.slowest.truncate(NAMED);
    }
}
