//! The log beside a store (`FILE-wal`): how large it becomes, and when it is emptied.
//!
//! SQLite reads it as far as its checksums are right, so that a kill loses nothing that was
//! committed. What a damaged disk takes from behind there is not told: after a normal end there is
//! no log, and after a kill the next batch searches whatever is missing.

use std::ops::RangeInclusive;
use std::time::Duration;

use rusqlite::ErrorCode;

use super::store::{BUSY_TIMEOUT, Store};
use super::store_error::StoreProblem;

/// Pages of a log before it is written into the store, at least and at most: 200 KiB and 4 MiB.
const LOG_PAGES: RangeInclusive<i64> = 50..=1000;

impl Store {
    /// Writes go to a file beside the store first, so that a kill at any moment leaves a whole
    /// store. The change to this mode does not wait for other processes that make it, so it is
    /// tried again.
    pub(super) fn write_ahead(&self) -> Result<(), StoreProblem> {
        let mut tries = BUSY_TIMEOUT.as_millis() / 10;
        loop {
            let connection = &self.connection;
            let changed =
                connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
            let error = changed.as_ref().err().and_then(rusqlite::Error::sqlite_error_code);
            if tries == 0 || error != Some(ErrorCode::DatabaseBusy) {
                return Ok(changed?);
            }
            tries -= 1;
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Writes the log into the store and empties it. Where that fails, since others are at it or
    /// the disk is full, it stays as it is and nothing is lost.
    pub(super) fn empty_log(&self) {
        let command = "PRAGMA wal_checkpoint(TRUNCATE)";
        let _ = self.connection.query_row(command, (), |_| Ok(()));
    }

    /// The log may become as large as the store: a small one needs no large log, and to write it
    /// into a large one costs time.
    pub(super) fn limit_log(&self) -> Result<(), StoreProblem> {
        let pages = self.number("PRAGMA page_count")?;
        let pages = pages.clamp(*LOG_PAGES.start(), *LOG_PAGES.end());
        Ok(self.connection.pragma_update(None, "wal_autocheckpoint", pages)?)
    }
}
