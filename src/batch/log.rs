//! The log beside a store (`FILE-wal`): how large it becomes, and its damage, which SQLite takes
//! for its end.
//!
//! The log is a head and frames, each a page with a checksum over all frames before it
//! (<https://www.sqlite.org/fileformat2.html#walformat>). SQLite reads as far as the checksums are
//! right. That is how the end is found after a kill, and behind the end lie frames of an earlier
//! round, which have other salts. But frames of this round behind a wrong one were written after
//! it: what was in them is lost.

use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use rusqlite::ErrorCode;

use super::store::{PATIENCE, Store, beside};
use super::store_error::StoreError;
use crate::files::is_alone;

const HEAD: usize = 32;
const FRAME_HEAD: usize = 24;

/// The first word of a head: checksums of little-endian words; one more, of big-endian ones.
const MAGIC: u32 = 0x377f_0682;

/// Pages of a log before it is written into the store, at least and at most: 200 KiB and 4 MiB.
const LOG_PAGES: RangeInclusive<i64> = 50..=1000;

impl Store {
    /// Writes go to a file beside the store first, so that a kill at any moment leaves a whole
    /// store. The change to this mode does not wait for other processes that make it, so it is
    /// tried again.
    pub(super) fn write_ahead(&self) -> Result<(), StoreError> {
        let mut tries = PATIENCE.as_millis() / 10;
        loop {
            let connection = &self.connection;
            let changed =
                connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
            let error = changed
                .as_ref()
                .err()
                .and_then(rusqlite::Error::sqlite_error_code);
            if tries == 0 || error != Some(ErrorCode::DatabaseBusy) {
                return self.told(changed);
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
    pub(super) fn limit_log(&self) -> Result<(), StoreError> {
        let pages = self.number("PRAGMA page_count")?;
        let pages = pages.clamp(*LOG_PAGES.start(), *LOG_PAGES.end());
        let limited = self
            .connection
            .pragma_update(None, "wal_autocheckpoint", pages);
        self.told(limited)
    }
}

/// Whether the log beside a store is damaged. While another process works with the store its log
/// changes, and is not looked at.
pub(super) fn is_damaged(store: &Path) -> io::Result<bool> {
    let alone = match fs::File::open(beside(store, ".lock")) {
        // Locked until it is read.
        Ok(lock) => is_alone(&lock)?.then_some(Some(lock)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(None),
        Err(error) => return Err(error),
    };
    let Some(_lock) = alone else {
        return Ok(false);
    };
    match fs::read(beside(store, "-wal")) {
        Ok(log) => Ok(has_damage(&log)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn has_damage(log: &[u8]) -> bool {
    // A head that was not finished has no frames.
    let Some((head, frames)) = log.split_at_checked(HEAD) else {
        return false;
    };
    let big_endian = match word(head, 0).wrapping_sub(MAGIC) {
        0 => false,
        1 => true,
        _ => return true,
    };
    let mut sum = checksum((0, 0), &head[..24], big_endian);
    if sum != (word(head, 24), word(head, 28)) {
        return true;
    }
    let page = word(head, 8) as usize;
    let salts = &head[16..24];
    let mut frames = frames.chunks_exact(FRAME_HEAD + page);
    let good = |frame: &[u8]| {
        sum = checksum(
            checksum(sum, &frame[..8], big_endian),
            &frame[FRAME_HEAD..],
            big_endian,
        );
        &frame[8..16] == salts && sum == (word(frame, 16), word(frame, 20))
    };
    // Behind the first that is wrong, which a kill may have left half written.
    frames.by_ref().map(good).any(|good| !good);
    frames.any(|frame| &frame[8..16] == salts)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn checksum(mut sum: (u32, u32), bytes: &[u8], big_endian: bool) -> (u32, u32) {
    for pair in bytes.chunks_exact(8) {
        let [one, two] = [0, 4].map(|at| {
            let word = word(pair, at);
            if big_endian { word } else { word.swap_bytes() }
        });
        sum.0 = sum.0.wrapping_add(one).wrapping_add(sum.1);
        sum.1 = sum.1.wrapping_add(two).wrapping_add(sum.0);
    }
    sum
}
