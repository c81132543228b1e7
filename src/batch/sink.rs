//! Where the results of a batch go, and why no more of them come.

use thiserror::Error;

use super::entry::Entry;
use super::job::Job;
use super::search::Unsearchable;
use super::store_error::StoreError;
use crate::control::Shortage;

/// Who takes what a batch finds for its jobs: a result, or why there is none by no fault of a
/// limit. An error ends the batch.
pub type Sink<'s, E> = dyn FnMut(&Job, Result<&Entry, Unsearchable>) -> Result<(), E> + 's;

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
