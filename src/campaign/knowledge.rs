//! Knowledge that the jobs of a run share: bounds of positions that took many nodes, and the
//! endgame table, which grows with the nodes of all as that of one search does.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::run::Run;
use crate::control::{ResourceError, unpoisoned};
use crate::search::{Exchange, SolveError, Solver};
use crate::tables::Endgame;

/// The knowledge that jobs share.
pub(super) struct Knowledge {
    pub exchange: Exchange,
    /// The largest table that a job has built.
    built: Mutex<Option<Arc<Endgame>>>,
    /// True while a job may build a larger one: one is enough.
    growing: AtomicBool,
    /// Nodes of all jobs.
    nodes: AtomicU64,
}

impl Knowledge {
    /// These bounds, and nothing else, after so many nodes.
    pub(super) fn new(exchange: Exchange, nodes: u64) -> Knowledge {
        Knowledge {
            exchange,
            built: Mutex::default(),
            growing: AtomicBool::new(false),
            nodes: AtomicU64::new(nodes),
        }
    }

    /// Does a job's search with what the others know.
    pub(super) fn search<T>(
        &self,
        run: Run<'_>,
        at_least: i32,
        search: impl FnOnce(&Solver<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        if run.alone {
            return search(&run.solver(at_least));
        }
        let built = unpoisoned(self.built.lock()).clone();
        let grows = !self.growing.swap(true, Ordering::Relaxed);
        let keep = Mutex::new(None);
        let found = search(&Solver {
            endgame: built.as_deref().or(run.endgame),
            nodes_before: match grows {
                true => self.nodes.load(Ordering::Relaxed),
                false => 0,
            },
            keep: grows.then_some(&keep),
            exchange: Some(&self.exchange),
            bounds_only: true,
            ..run.solver(at_least)
        });
        if grows {
            if let Some(table) = unpoisoned(keep.into_inner()) {
                *unpoisoned(self.built.lock()) = Some(Arc::new(table));
            }
            self.growing.store(false, Ordering::Relaxed);
        }
        found
    }

    /// Counts the nodes of a job.
    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

/// Tells whether a search met values or bounds that can't all be true.
pub(super) fn is_contradiction(error: &SolveError) -> bool {
    matches!(error, SolveError::ResourceError(ResourceError::Damaged))
}
