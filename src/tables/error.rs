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
    /// The system refused something.
    #[error("{}: {source}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Not a table, or one of another version, or its header is damaged.
    #[error("{}: {reason}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: HeaderError,
    },
    /// Another length than the header says.
    #[error("{}: {found} bytes long, expected {expected}: cut off or overwritten", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// Values that were changed since they were written.
    #[error("{}: the values of level {level} are damaged (their checksum does not fit)", path.display())]
    Level {
        /// The file.
        path: PathBuf,
        /// Seeds in play.
        level: u32,
    },
    /// A compressed table that can't be unpacked.
    #[error("{}: {reason}", path.display())]
    Packed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: PackedError,
    },
    /// A table under the name of another one.
    #[error("{}: a table of other rules or hole states than its name says: {expected}", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// The name it should have.
        expected: String,
    },
    /// Another process builds in the folder.
    #[error("{}: another process is building a table here", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The table itself.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl TableError {
    pub(super) fn packed(path: &Path, reason: PackedError) -> TableError {
        let path = path.to_owned();
        TableError::Packed { path, reason }
    }
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

/// Adds the name of a file to what the system says of it.
pub(super) fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, TableError> {
    result.map_err(|source| TableError::System {
        path: path.to_owned(),
        source,
    })
}
