//! The errors of tables, and of tables in a folder.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::value_places::MAX_SEEDS;
use crate::control::{Clock, ResourceError, StopReason};
use crate::files::refusal;
use crate::text::{Diagnostic, plural};

/// Why a table cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Positions can recur, so a value depends on the path to the position.
    #[error(
        "store = far: positions can recur, and a table has one value per position; expected store = near"
    )]
    Recurring,
    /// More seeds than a table can have.
    #[error("{0} seeds in play: expected at most {MAX_SEEDS}")]
    Seeds(u32),
    /// More entries than fit in memory, or than can be counted.
    #[error("a table of at most {seeds} seed{} in play does not fit in memory ({bytes} bytes)",
        plural(.seeds))]
    Memory {
        /// The number of seeds requested.
        seeds: u32,
        /// The table's size; `u64::MAX` if it is larger than that.
        bytes: u64,
    },
    /// More memory than allowed.
    #[error(
        "a table of at most {seeds} seed{} in play takes {bytes} bytes of memory, one per position; \
         the limit is {allowed}{}", plural(.seeds), enough(.most)
    )]
    Allowed {
        /// The number of seeds requested, or that exist already.
        seeds: u32,
        /// The table's size.
        bytes: u64,
        /// The limit.
        allowed: u64,
        /// The maximum number of seeds in play that fits in the limit.
        most: Option<u32>,
    },
    /// A limit was reached, or the build was cancelled.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The system does not grant the threads or the memory.
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

/// A problem with a table file or its folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// An error of the operating system.
    #[error("{}", refusal(.0))]
    System(#[from] io::Error),
    /// The file is too short, or something else.
    #[error("not a table file of this program")]
    Foreign,
    /// Another version of the format: the one found, and the one expected.
    #[error("format version {0}: expected {1}; build the table again")]
    Version(u16, u16),
    /// The header was changed after it was written.
    #[error("the header is damaged (its checksum does not match)")]
    Header,
    /// A field of the header contradicts others or is invalid.
    #[error("the header has an invalid {0}")]
    Meaning(&'static str),
    /// The file's length contradicts its header.
    #[error("{found} bytes long, expected {expected}: truncated or overwritten")]
    Length {
        /// Its length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// The values of a level were changed after they were written.
    #[error("the values of level {0} are damaged (their checksum does not match)")]
    Level(u32),
    /// The table was compressed by an earlier version.
    #[error("compressed by an earlier version: decompress it with `zstd -d --rm`")]
    Compressed,
    /// The file has the name of another table; with the name it should have.
    #[error(
        "contains the table of other rules or hole states than its name says: expected the name {0}"
    )]
    Misnamed(String),
    /// Another process is building a table in the folder.
    #[error("another process is building a table in this folder")]
    Busy,
}

/// Adds the path of a file to its problem.
pub(super) fn at<T, P: Into<TableProblem>>(
    path: &Path,
    result: Result<T, P>,
) -> Result<T, TableError> {
    result.map_err(|problem| problem.into().of(path))
}

impl TableError {
    /// Whether a file is damaged, has another version, or is something else, so that rebuilding it
    /// helps.
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
            // Memory is a limit, whether set by the user or by the system.
            TableError::Build(error @ (BuildError::Memory { .. } | BuildError::Allowed { .. })) => {
                StopReason::Memory.error(error)
            }
            // The request is unsupported, whatever the state of the folder.
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

/// Returns an error if the time is up or the work was cancelled.
pub(super) fn check_clock(clock: &Clock<'_>) -> Result<(), BuildError> {
    match clock.ended() {
        None => Ok(()),
        Some(reason) => Err(BuildError::Stopped(reason)),
    }
}

fn enough(most: &Option<u32>) -> String {
    most.map_or(String::new(), |most| format!(", enough for at most {most} seed{}", plural(&most)))
}
