//! The reasons why a campaign can't be read, or goes no further.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::batch::{RunError, StoreError, Unsearchable};
use crate::control::ResourceError;
use crate::files::refusal;
use crate::search::SolveError;

/// The reason why a campaign can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The system refuses.
    #[error("{}: {}", .path.display(), refusal(error))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// There is no campaign in a folder.
    #[error("{}: no campaign here, expected a folder that `campaign new` has made", .0.display())]
    Missing(PathBuf),
    /// The folder is one of version 0.2.
    #[error(
        "{}: a campaign of version 0.2: begin it anew in another folder with `campaign new`, where \
         `campaign add` takes in the results.jsonl of this one", .0.display()
    )]
    Former(PathBuf),
    /// A folder for a new campaign is in use.
    #[error("{}: the folder is not empty, expected a new or an empty one", .0.display())]
    There(PathBuf),
    /// Another process works in the folder.
    #[error("{}: another process works at this campaign; expected only one at a time", .0.display())]
    Busy(PathBuf),
    /// The question is not what was written.
    #[error("{}, line 1: damaged: {what}", .path.display())]
    Damaged {
        /// Its file.
        path: PathBuf,
        /// The damage.
        what: String,
    },
    /// A line or a row is no result for this campaign.
    #[error("{at}: {what}")]
    Unfit {
        /// The line or the store.
        at: String,
        /// The message: what was found and what was expected.
        what: String,
    },
    /// Two results can't both be true, with what follows from others: one of them is wrong.
    #[error(
        "{position}: its value is at least {lower:+} by {by_lower}, and at most {upper:+} by \
         {by_upper}: one of these results is wrong"
    )]
    Contradiction {
        /// The position.
        position: String,
        /// The lower bound.
        lower: i32,
        /// The upper bound.
        upper: i32,
        /// Where the result stands that the lower bound rests on.
        by_lower: String,
        /// Where the result stands that the upper bound rests on.
        by_upper: String,
    },
    /// There is no proof of what is not known.
    #[error("{position}: the question is open: the value is from {lower:+} to {upper:+}")]
    Open {
        /// The position.
        position: String,
        /// The value is at least this.
        lower: i32,
        /// It is at most this.
        upper: i32,
    },
    /// A store can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The position can't be solved.
    #[error(transparent)]
    Unsolvable(#[from] SolveError),
    /// The machine doesn't give what it takes.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
    /// A job has no result.
    #[error(transparent)]
    Unsearchable(#[from] Unsearchable),
}

impl CampaignError {
    /// Turns the system's error about a file or a folder into one of a campaign.
    pub(super) fn of(path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        |error| CampaignError::File { path: path.to_owned(), error }
    }
}

impl From<RunError<CampaignError>> for CampaignError {
    fn from(error: RunError<CampaignError>) -> CampaignError {
        match error {
            RunError::Store(error) => error.into(),
            RunError::Sink(error) => error,
            RunError::ResourceError(shortage) => shortage.into(),
        }
    }
}
