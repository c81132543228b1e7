//! The write-ahead log beside a store (`FILE-wal`): its size, and when it is emptied.
//!
//! SQLite reads the log as far as its checksums are right, so a kill loses nothing that was
//! committed. It does not report what a damaged disk loses after that point. A normal exit leaves
//! no log, and after a kill the next batch searches whatever is missing.

use std::ops::RangeInclusive;
use std::time::Duration;

use rusqlite::ErrorCode;

use super::store::{BUSY_TIMEOUT, Store};
use super::store_error::StoreProblem;

/// Bounds on the pages of a log before it is written into the store: 200 KiB and 4 MiB.
const LOG_PAGES: RangeInclusive<i64> = 50..=1000;

impl Store {
    /// Turns on the write-ahead log, so that a kill at any moment leaves a valid store. SQLite does
    /// not wait for other processes that turn it on, so this retries.
    pub(super) fn enable_write_ahead_log(&self) -> Result<(), StoreProblem> {
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

    /// Writes the log into the store and empties it. If that fails because another process uses the
    /// log or the disk is full, the log stays and nothing is lost.
    pub(super) fn empty_log(&self) {
        let command = "PRAGMA wal_checkpoint(TRUNCATE)";
        let _ = self.connection.query_row(command, (), |_| Ok(()));
    }

    /// Lets the log grow as large as the store, within bounds. A small store needs no large log,
    /// but frequent writes into a large store cost time.
    pub(super) fn limit_log(&self) -> Result<(), StoreProblem> {
        let pages = self.number("PRAGMA page_count")?;
        let pages = pages.clamp(*LOG_PAGES.start(), *LOG_PAGES.end());
        Ok(self.connection.pragma_update(None, "wal_autocheckpoint", pages)?)
    }
}
