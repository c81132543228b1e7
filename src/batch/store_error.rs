//! Why a store can't be used.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why a store can't be opened, read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("{}: no such file, expected the store of a batch", .0.display())]
    Missing(PathBuf),
    /// Another kind of file.
    #[error("{}: {found}, expected the store of a batch", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        found: &'static str,
    },
    /// A store of another format.
    #[error("{}: a store of format {found}, expected format {expected}, which is this program's", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The format that this program reads and writes.
        expected: i64,
    },
    /// A store that is not as it was written.
    #[error("{}: the store is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file that can't be opened or made.
    #[error("{}: can't be opened: expected a file that may be written, in a folder that may be written, or a folder for a \
             new one", .0.display())]
    Unopened(PathBuf),
    /// The disk is full.
    #[error("{}: no room left on the disk; what is in the store stays, and the same command goes on from it", .0.display())]
    Full(PathBuf),
    /// The lock file beside the store can't be used.
    #[error("{}: {error}", .path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The system does not let SQLite read or write, which may have no other reason than a full
    /// disk.
    #[error("{}: {error}: expected a file that can be read and written, and room on the disk", .path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: rusqlite::Error,
    },
    /// SQLite can't read or write it.
    #[error("{}: {error}", .path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: rusqlite::Error,
    },
}

impl StoreError {
    /// What an error of SQLite means for a store.
    pub(super) fn new(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign {
                path,
                found: "no SQLite file",
            },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
                path,
                what: error.to_string(),
            },
            Some(ErrorCode::CannotOpen) => StoreError::Unopened(path),
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::ReadOnly) => StoreError::Unopened(path),
            Some(ErrorCode::SystemIoFailure) => StoreError::System { path, error },
            _ => StoreError::Sqlite { path, error },
        }
    }
}
