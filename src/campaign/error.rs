//! The reasons why a campaign can't be read, or goes no further.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::batch::StoreError;
use crate::control::ResourceError;
use crate::files::refusal;
use crate::search::SolveError;

/// The place of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub file: Arc<Path>,
    /// The line, from 1 on; none in a store.
    pub line: Option<u64>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        self.line.map_or(Ok(()), |line| write!(f, ", line {line}"))
    }
}

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
    /// A folder for a new campaign is in use.
    #[error("{}: the folder is not empty, expected a new or an empty one", .0.display())]
    There(PathBuf),
    /// Another process works in the folder.
    #[error("{}: another process works at this campaign; expected only one at a time", .0.display())]
    Busy(PathBuf),
    /// A line of the campaign's own files is not what was written.
    #[error("{at}: damaged: {what}")]
    Damaged {
        /// The line.
        at: Origin,
        /// The damage.
        what: String,
    },
    /// A line or a row that was to be added is no result for this campaign.
    #[error("{at}: {what}")]
    Unfit {
        /// The line or the store.
        at: Origin,
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
        /// The result that the lower bound rests on.
        by_lower: String,
        /// The result that the upper bound rests on.
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
    /// A store can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The position can't be solved.
    #[error(transparent)]
    Unsolvable(#[from] SolveError),
    /// The machine doesn't give what it takes.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
    /// Bounds that jobs handed to each other can't all be true.
    #[error(
        "{}: its bounds contradict what a search finds of {position}: delete the file, and the \
         results that came after the damage", .path.display()
    )]
    WrongBounds {
        /// The position of the job.
        position: String,
        /// The file of the bounds.
        path: PathBuf,
    },
}

impl CampaignError {
    /// Turns the system's error about a file or a folder into one of a campaign.
    pub(super) fn of(path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        |error| CampaignError::File { path: path.to_owned(), error }
    }
}
