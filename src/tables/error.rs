//! The errors of tables, and of tables in a folder.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::value_places::MAX_SEEDS;
use crate::control::{Clock, ResourceError, StopReason};
use crate::files::refusal;
use crate::text::{Diagnostic, plural};

/// A reason why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Positions can recur, and then a value depends on the way to the position.
    #[error(
        "store = far: positions can recur, and a table has one value a position; expected store = near"
    )]
    Recurring,
    /// More seeds than a table can have.
    #[error("{0} seeds in play: expected at most {MAX_SEEDS}")]
    Seeds(u32),
    /// More entries than this computer has memory for, or than can be counted.
    #[error("a table of at most {seeds} seed{} in play does not fit the memory ({bytes} bytes)",
        plural(.seeds))]
    Memory {
        /// The seeds asked for.
        seeds: u32,
        /// Its size; `u64::MAX` if it is larger than that.
        bytes: u64,
    },
    /// More memory than was allowed.
    #[error(
        "a table of at most {seeds} seed{} in play takes {bytes} bytes of memory, a byte a position; \
         allowed are {allowed}{}", plural(.seeds), enough(.most)
    )]
    Allowed {
        /// The seeds asked for, or those that are there already.
        seeds: u32,
        /// Its size.
        bytes: u64,
        /// The limit.
        allowed: u64,
        /// The most seeds in play for which the limit is enough.
        most: Option<u32>,
    },
    /// A limit was reached, or it was cancelled.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The machine does not give the threads or the memory.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
}

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
    /// Too short, or something else altogether.
    #[error("not a table file of this program")]
    Foreign,
    /// Made by another version of the format: that one, and the one expected.
    #[error("format version {0}: expected {1}; build the table again")]
    Version(u16, u16),
    /// A header that was changed since it was written.
    #[error("the header is damaged (its checksum does not fit)")]
    Header,
    /// A field of the header that contradicts others or has no meaning.
    #[error("the header has a wrong {0}")]
    Meaning(&'static str),
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

impl From<TableError> for Diagnostic {
    fn from(error: TableError) -> Diagnostic {
        match error {
            // Memory is a limit, whoever sets it.
            TableError::Build(error @ (BuildError::Memory { .. } | BuildError::Allowed { .. })) => {
                StopReason::Memory.error(error)
            }
            // What was asked for can't be had, whatever the state of the folder.
            TableError::Build(error @ BuildError::Recurring) => {
                Diagnostic::unsupported(error.to_string()).expecting("store = near")
            }
            TableError::Build(error @ BuildError::Seeds { .. }) => {
                Diagnostic::unsupported(error.to_string())
            }
            error => Diagnostic::data(error),
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

/// Checks that work may go on: the time is not up, and it was not cancelled.
pub(super) fn go_on(clock: &Clock<'_>) -> Result<(), BuildError> {
    match clock.ended() {
        None => Ok(()),
        Some(reason) => Err(BuildError::Stopped(reason)),
    }
}

fn enough(most: &Option<u32>) -> String {
    most.map_or(String::new(), |most| format!(", enough for at most {most} seed{}", plural(&most)))
}
