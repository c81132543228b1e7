//! What can be wrong with a table in a folder.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::build::BuildError;
use super::header::HeaderError;

/// What went wrong with a table in a folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file or a folder can't be used.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        problem: TableProblem,
    },
    /// The table itself.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// What can be wrong with a file of tables, or their folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// The system refused something.
    #[error(transparent)]
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
    /// A compressed table that can't be unpacked.
    #[error(transparent)]
    Packed(#[from] PackedError),
    /// A table under the name of another one: the name it should have.
    #[error("a table of other rules or hole states than its name says: {0}")]
    Misnamed(String),
    /// Another process builds in the folder.
    #[error("another process is building a table here")]
    Busy,
}

/// Why bytes are no compressed table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackedError {
    /// Something else altogether.
    #[error("not a compressed table of this program: it does not begin as zstd files do")]
    Foreign,
    /// Changed since it was written, cut off, or written by another program.
    #[error("cut off, changed, or compressed by another program (its checksum does not fit)")]
    Checksum,
    /// What zstd says of it.
    #[error("damaged: {0}")]
    Content(io::Error),
    /// Another length of the content than the header in it says.
    #[error("{found} bytes when unpacked, expected {expected}")]
    Size {
        /// Its length; 0 if it isn't said.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// zstd is not in this build.
    #[error("compressed: expected a table as it is, or the feature `zstd`")]
    Unsupported,
    /// Something behind the table.
    #[error("damaged: it goes on behind the table")]
    Longer,
}

/// Adds the name of a file to what is wrong with it.
pub(super) fn at<T, P: Into<TableProblem>>(
    path: &Path,
    result: Result<T, P>,
) -> Result<T, TableError> {
    result.map_err(|problem| problem.into().of(path))
}

impl TableError {
    /// Whether a file is not what it should be: damaged, of another version, or something else. To
    /// build it anew helps.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            TableError::File { problem, .. } => !matches!(
                problem,
                TableProblem::System(_)
                    | TableProblem::Busy
                    | TableProblem::Packed(PackedError::Unsupported)
            ),
            TableError::Build(_) => false,
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
