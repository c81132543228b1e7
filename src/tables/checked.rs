//! Notes of table files that were checked as a whole.
//!
//! To sum the checksums of a large table takes longer than a small search, and every command opens
//! the installed tables. So a file is checked when it is installed, and beside it lies what it
//! looked like then: its length, when it was last changed, which file it is and the checksum of its
//! header, which has those of all levels. As long as the note fits, opening reads the header and no
//! more, and a level is summed when it is first read: disks and copies do damage that a note does
//! not show.

use std::fs::Metadata;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::header::Header;
use crate::files::open_regular;

/// Bytes of the longest note, and more.
const LONGEST: u64 = 1000;

/// Describes the state of a file; `None` if the system does not say when it was changed.
pub(super) fn stamp(file: &Metadata, header: &Header) -> Option<String> {
    let changed = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let (seconds, nanos) = (changed.as_secs(), changed.subsec_nanos());
    let (length, which, header) = (file.len(), which(file), header.checksum());
    Some(format!("{length} {seconds}.{nanos:09}{which} {header:08x}\n"))
}

/// The time that can't be set, which copies do not keep, and the number of the file.
#[cfg(unix)]
fn which(file: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    let (seconds, nanos, number) = (file.ctime(), file.ctime_nsec(), file.ino());
    format!(" {seconds}.{nanos:09} {number}")
}

#[cfg(not(unix))]
fn which(_: &Metadata) -> String {
    String::new()
}

/// Returns what is noted of a file, if anything.
pub(super) fn noted(table: &Path) -> Option<String> {
    let mut note = String::new();
    let file = open_regular(&note_of(table)).ok()?;
    file.take(LONGEST).read_to_string(&mut note).ok()?;
    Some(note)
}

pub(super) fn note_of(table: &Path) -> PathBuf {
    let mut name = table.as_os_str().to_owned();
    name.push(".checked");
    name.into()
}
