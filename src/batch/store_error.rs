//! Errors of the store.

use std::fmt::Display;

use rusqlite::ErrorCode;
use thiserror::Error;

/// A problem with the file of a store.
#[derive(Debug, Error)]
pub(super) enum StoreProblem {
    /// The file can't be opened or created.
    #[error(
        "can't be opened: expected a writable file in a writable folder, or a path to a new file in \
         one"
    )]
    Unopened,
    #[error("{0}")]
    Other(String),
}

impl StoreProblem {
    /// The file is something other than a store.
    pub(super) fn foreign(found: &str) -> StoreProblem {
        StoreProblem::Other(format!("{found}, expected a batch store"))
    }

    /// The file is damaged.
    pub(super) fn damaged(what: impl Display) -> StoreProblem {
        StoreProblem::Other(format!("the store is damaged: {what}"))
    }
}

impl From<rusqlite::Error> for StoreProblem {
    fn from(error: rusqlite::Error) -> StoreProblem {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreProblem::foreign("not an SQLite file"),
            Some(ErrorCode::DatabaseCorrupt) => StoreProblem::damaged(error),
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly) => StoreProblem::Unopened,
            Some(ErrorCode::DiskFull) => StoreProblem::Other(
                "the disk is full; the stored results are kept, and the same command continues \
                 from there"
                    .to_owned(),
            ),
            // The reason may be just a full disk.
            Some(ErrorCode::SystemIoFailure) => StoreProblem::Other(format!(
                "{error}: expected a readable and writable file, and free space on the disk"
            )),
            _ => StoreProblem::Other(error.to_string()),
        }
    }
}
