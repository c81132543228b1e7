//! The settings of a batch, and the receiver of its results.

use std::num::NonZeroUsize;

use super::entry::Entry;
use super::job::Job;
use super::question::Ask;
use crate::tables::OpenTables;
use crate::text::Diagnostic;

/// Receives the results of a batch. An error ends the batch.
pub trait Sink<E> {
    /// Takes a result, or the reason why a position can't be searched. (Limits are not such a
    /// reason.)
    ///
    /// # Errors
    /// If no more results are accepted.
    fn take(&mut self, job: &Job, found: Result<&Entry, Diagnostic>) -> Result<(), E>;

    /// Returns a further job that is not in the list, if there is one now. Called when a thread is
    /// idle.
    ///
    /// # Errors
    /// If no job can be made.
    fn more(&mut self) -> Result<Option<Job>, E> {
        Ok(None)
    }

    /// Whether no more results are needed, not even of running searches.
    fn is_done(&self) -> bool {
        false
    }
}

impl<E, F: FnMut(&Job, Result<&Entry, Diagnostic>) -> Result<(), E>> Sink<E> for F {
    fn take(&mut self, job: &Job, found: Result<&Entry, Diagnostic>) -> Result<(), E> {
        self(job, found)
    }
}

/// The settings of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The positions, in input order. The sink may add more.
    pub jobs: &'a [Job],
    /// The question for each.
    pub ask: Ask,
    /// Number of positions searched at the same time, each on one thread.
    pub threads: NonZeroUsize,
    /// Memory for the endgame tables that searches share, in mebibytes.
    pub kept: usize,
    /// True to pass on results in the order of the jobs instead of as they are found.
    pub ordered: bool,
    /// True to search positions again that reached these limits before.
    pub retry_open: bool,
    /// Endgame tables for the searches.
    pub tables: &'a OpenTables,
}
