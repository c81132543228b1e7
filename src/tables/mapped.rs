//! Files as memory: the place of the program where unsafe code maps them.

use std::fs::File;
use std::io;

pub(super) use memmap2::Mmap;

/// Maps a whole file for reading.
#[allow(unsafe_code)]
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while the map lives. A table file never changes
    // once it has its name: it is written under another name, synced and renamed, and a
    // larger table replaces it by another rename, which leaves the mapped file as it is. Somebody
    // who overwrites or cuts the file by other means breaks this (on most systems the program is
    // then ended by a signal); that can't be helped by any program that maps files.
    unsafe { Mmap::map(file) }
}
