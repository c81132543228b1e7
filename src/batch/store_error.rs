//! The reasons why a store can't be used.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// The reason why a store can't be opened, read or written.
#[derive(Debug, Error)]
#[error("{}: {problem}", .path.display())]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// The fault of the store.
    pub problem: StoreProblem,
}

impl StoreError {
    /// Tells whether the system did not let it be opened.
    pub(super) fn is_unopened(&self) -> bool {
        matches!(self.problem, StoreProblem::Unopened)
    }
}

/// A fault of the file of a store.
#[derive(Debug, Error)]
pub enum StoreProblem {
    /// There is no such file.
    #[error("no such file, expected the store of a batch")]
    Missing,
    /// Another kind of file: what it is instead.
    #[error("{0}, expected the store of a batch")]
    Foreign(&'static str),
    /// A store of another format than this program reads and writes.
    #[error("a store of format {found}, expected format {expected}, which is this program's")]
    Version {
        /// Its format.
        found: i64,
        /// The program's.
        expected: i64,
    },
    /// A store that is not as it was written.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// A file that can't be opened or made.
    #[error(
        "can't be opened: expected a file that may be written, in a folder that may be written, or a \
         folder for a new one"
    )]
    Unopened,
    /// The disk is full.
    #[error(
        "no room left on the disk; what is in the store stays, and the same command goes on from it"
    )]
    Full,
    /// The lock file beside the store can't be used.
    #[error(transparent)]
    Lock(std::io::Error),
    /// The system does not let SQLite read or write, which may have no other reason than a full
    /// disk.
    #[error("{0}: expected a file that can be read and written, and room on the disk")]
    System(rusqlite::Error),
    /// SQLite can't read or write it.
    #[error(transparent)]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreProblem {
    fn from(error: rusqlite::Error) -> StoreProblem {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreProblem::Foreign("no SQLite file"),
            Some(ErrorCode::DatabaseCorrupt) => StoreProblem::Damaged(error.to_string()),
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly) => StoreProblem::Unopened,
            Some(ErrorCode::DiskFull) => StoreProblem::Full,
            Some(ErrorCode::SystemIoFailure) => StoreProblem::System(error),
            _ => StoreProblem::Sqlite(error),
        }
    }
}

impl StoreProblem {
    /// The error of a store that has this problem.
    pub(super) fn of(self, path: &Path) -> StoreError {
        let path = path.to_path_buf();
        StoreError { path, problem: self }
    }
}
