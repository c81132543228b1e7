//! The errors of tables in a folder.

use super::build_error::BuildError;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::header::HeaderError;
use crate::control::{Failed, StopReason};
use crate::files::refusal;

/// An error of a table in a folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file or a folder can't be used.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The problem with it.
        problem: TableProblem,
    },
    /// The table itself.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A problem with a file of tables, or their folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// The system refused something.
    #[error("{}", refusal(.0))]
    System(#[from] io::Error),
    /// Not a table, or one of another version, or its header is damaged.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// Another length than the header says.
    #[error("{found} bytes long, expected {expected}: cut off or overwritten")]
    Length {
        /// Its length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// Values, with so many seeds in play, that were changed since they were written.
    #[error("the values of level {0} are damaged (their checksum does not fit)")]
    Level(u32),
    /// Compressed by an earlier version.
    #[error(
        "a table that an earlier version has compressed: `zstd -d --rm` on the file makes a table \
         that can be read"
    )]
    Compressed,
    /// A table under the name of another one: the name it should have.
    #[error("a table of other rules or hole states than its name says: {0}")]
    Misnamed(String),
    /// Another process builds in the folder.
    #[error("another process is building a table here")]
    Busy,
}

/// Adds the name of a file to what is wrong with it.
pub(super) fn at<T, P: Into<TableProblem>>(
    path: &Path,
    result: Result<T, P>,
) -> Result<T, TableError> {
    result.map_err(|problem| problem.into().of(path))
}

impl TableError {
    /// Tells whether a file is not what it should be: damaged, of another version, or something
    /// else. To build it anew helps.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            TableError::File { problem, .. } => !matches!(
                problem,
                TableProblem::System(_) | TableProblem::Busy | TableProblem::Compressed
            ),
            TableError::Build(_) => false,
        }
    }
}

impl From<TableError> for Failed {
    fn from(error: TableError) -> Failed {
        match error {
            // Memory is a limit, whoever sets it.
            TableError::Build(error @ (BuildError::Memory { .. } | BuildError::Allowed { .. })) => {
                Failed::stopped(StopReason::Memory, error)
            }
            // What was asked for can't be had, whatever the state of the folder.
            TableError::Build(error @ BuildError::Recurring) => {
                Failed::input(error.to_string()).expecting("store = near")
            }
            TableError::Build(error @ BuildError::Seeds { .. }) => Failed::input(error.to_string()),
            error => Failed::data(error),
        }
    }
}

impl TableProblem {
    /// The error of a file with this problem.
    pub(super) fn of(self, path: &Path) -> TableError {
        let (path, problem) = (path.to_owned(), self);
        TableError::File { path, problem }
    }
}
