//! The reasons why a store can't be used.

use std::fmt::Display;

use rusqlite::ErrorCode;
use thiserror::Error;

/// A fault of the file of a store.
#[derive(Debug, Error)]
pub(super) enum StoreProblem {
    /// A file that can't be opened or made.
    #[error(
        "can't be opened: expected a file that may be written, in a folder that may be written, or a \
         folder for a new one"
    )]
    Unopened,
    #[error("{0}")]
    Other(String),
}

impl StoreProblem {
    /// Another kind of file: what it is instead.
    pub(super) fn foreign(found: &str) -> StoreProblem {
        StoreProblem::Other(format!("{found}, expected the store of a batch"))
    }

    /// A store that is not as it was written.
    pub(super) fn damaged(what: impl Display) -> StoreProblem {
        StoreProblem::Other(format!("the store is damaged: {what}"))
    }
}

impl From<rusqlite::Error> for StoreProblem {
    fn from(error: rusqlite::Error) -> StoreProblem {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreProblem::foreign("no SQLite file"),
            Some(ErrorCode::DatabaseCorrupt) => StoreProblem::damaged(error),
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly) => StoreProblem::Unopened,
            Some(ErrorCode::DiskFull) => StoreProblem::Other(
                "no room left on the disk; what is in the store stays, and the same command goes on \
                 from it"
                    .to_owned(),
            ),
            // Which may have no other reason than a full disk.
            Some(ErrorCode::SystemIoFailure) => StoreProblem::Other(format!(
                "{error}: expected a file that can be read and written, and room on the disk"
            )),
            _ => StoreProblem::Other(error.to_string()),
        }
    }
}
