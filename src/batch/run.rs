//! A batch as it is asked for, and who receives what is found.

use std::num::NonZeroUsize;

use super::entry::Entry;
use super::job::Job;
use super::question::Ask;
use crate::tables::OpenTables;
use crate::text::Diagnostic;

/// The receiver of what a batch finds for its jobs. An error ends the batch.
pub trait Sink<E> {
    /// Takes a result, or why there is none by no fault of a limit.
    ///
    /// # Errors
    /// If it takes no more.
    fn take(&mut self, job: &Job, found: Result<&Entry, Diagnostic>) -> Result<(), E>;

    /// A job that is to be done besides those of the list, wanted when a thread has nothing to do;
    /// none if there is none now.
    ///
    /// # Errors
    /// If there can be no more.
    fn more(&mut self) -> Result<Option<Job>, E> {
        Ok(None)
    }

    /// Tells whether nothing is wanted any more, not even of the searches at work.
    fn is_done(&self) -> bool {
        false
    }
}

impl<E, F: FnMut(&Job, Result<&Entry, Diagnostic>) -> Result<(), E>> Sink<E> for F {
    fn take(&mut self, job: &Job, found: Result<&Entry, Diagnostic>) -> Result<(), E> {
        self(job, found)
    }
}

/// A batch.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The positions, in the order of the input; those that the sink asks for come besides.
    pub jobs: &'a [Job],
    /// The question for each.
    pub ask: Ask,
    /// Positions that are searched at the same time, each on one thread.
    pub threads: NonZeroUsize,
    /// Mebibytes of the endgame tables that searches share.
    pub kept: usize,
    /// True if results come in the order of the jobs, and not as they are found.
    pub ordered: bool,
    /// True if positions that reached these limits before are searched again.
    pub retry_open: bool,
    /// Endgame tables for the searches.
    pub tables: &'a OpenTables,
}
