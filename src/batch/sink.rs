//! Where the results of a batch go, and why no more of them come.

use thiserror::Error;

use super::entry::Entry;
use super::job::Job;
use super::search::Unsearchable;
use super::store_error::StoreError;
use crate::control::Shortage;

/// Who takes what a batch finds.
pub trait Sink {
    /// Why it takes no more.
    type Error;

    /// The result for a job.
    ///
    /// # Errors
    /// If nothing more is to come.
    fn result(&mut self, job: &Job, entry: &Entry) -> Result<(), Self::Error>;

    /// A job that has no result, by no fault of a limit.
    ///
    /// # Errors
    /// If nothing more is to come.
    fn unsearchable(&mut self, job: &Job, error: Unsearchable) -> Result<(), Self::Error>;
}

/// Why a batch ended early.
#[derive(Debug, Error)]
pub enum RunError<E> {
    /// The store can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The sink takes no more.
    #[error("nobody takes the results: {0}")]
    Sink(E),
    /// No thread can be started.
    #[error(transparent)]
    Shortage(#[from] Shortage),
}
