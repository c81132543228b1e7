//! Complete tables as files in a folder: one for every combination of rules and hole states.
//!
//! Verifying the checksums of a large table takes longer than a small search, and every command
//! opens the installed tables. So a file is checked when it is installed, and a note next to it
//! records its state at that time: its length, time of change, file number and the checksum of its
//! header, which contains the checksums of all levels. As long as the note matches, opening reads
//! only the header, and a level is checked when it is first read, because disks and copies can do
//! damage that a note does not show.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::UNIX_EPOCH;

use memmap2::Mmap;
use rayon::prelude::*;

use super::endgame::{Endgame, STACK, Values};
use super::error::{TableError, TableProblem, at, check_clock};
use super::header::{HEADER, Header, file_name};
use super::value_places::Layout;
use crate::board::Field;
use crate::control::{Clock, Control, pool};
use crate::files::{Checksum, Replace, open_regular};
use crate::rules::Rules;

/// Block size in bytes for reading, writing and summing.
pub(super) const BLOCK: usize = 1 << 20;

/// Bytes from which a second core saves more time than it takes to start.
const WORTH_THREADS: u64 = 1 << 24;

/// The extension of tables that earlier versions compressed. Such a file is reported if there is no
/// other file of the table; it is never read.
const COMPRESSED: &str = ".table.zst";

/// Upper limit for the bytes of a note.
const LONGEST_NOTE: u64 = 1000;

/// The description of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The rules; only the options that change values are meaningful.
    pub rules: Rules,
    /// The layout of the values.
    pub layout: Layout,
    /// Bytes on disk.
    pub bytes: u64,
    /// Whether it is the partial file of an unfinished build, which cannot be read.
    pub unfinished: bool,
}

/// The path of the table for these rules and hole states, whether it exists or not.
pub(super) fn place(folder: &Path, rules: &Rules, field: Field) -> PathBuf {
    folder.join(file_name(rules, field))
}

/// Lists the tables of a folder by name, without builds in progress. A compressed table of an
/// earlier version is listed if there is no other file of the table, so that opening it reports the
/// problem.
///
/// # Errors
/// If the folder can't be read.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let mut tables = files(folder, COMPRESSED)?;
    tables.retain(|file| !file.with_extension("").exists());
    tables.extend(files(folder, ".table")?);
    tables.sort_unstable();
    Ok(tables)
}

fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, TableError> {
    let mut files = Vec::new();
    for entry in at(folder, fs::read_dir(folder))? {
        let path = at(folder, entry)?.path();
        if has_ending(&path, ending) {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.ends_with(ending))
}

/// Lists the unfinished builds of a folder.
///
/// # Errors
/// If the folder or a manifest can't be read.
pub fn unfinished(folder: &Path) -> Result<Vec<TableFile>, TableError> {
    let read = |manifest: PathBuf| {
        let header = read_header(&manifest)?;
        let path = manifest.with_extension("part");
        Ok(TableFile {
            rules: header.rules,
            layout: header.checked_layout(),
            // Without its part a manifest is useless, and the next build starts from scratch.
            bytes: fs::metadata(&path).map_or(0, |part| part.len()),
            unfinished: true,
            path,
        })
    };
    files(folder, ".manifest")?.into_iter().map(read).collect()
}

/// Finds the file of the table for these rules and hole states; `None` if the folder has none. A
/// compressed table of an earlier version is found too, so that opening it reports the problem.
///
/// # Errors
/// If the folder can't be read.
pub fn find(folder: &Path, rules: &Rules, field: Field) -> Result<Option<PathBuf>, TableError> {
    // A missing folder is an error, unlike a missing table.
    at(folder, fs::read_dir(folder))?;
    let table = place(folder, rules, field);
    let compressed = table.with_extension(&COMPRESSED[1..]);
    for path in [table, compressed] {
        if at(&path, path.try_exists())? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Opens a table file and verifies all its checksums. Cost: reads the whole file once.
///
/// # Errors
/// If the file can't be read, is not a table of this format, is damaged, or has another table's
/// name.
pub fn open_file(path: &Path) -> Result<Endgame, TableError> {
    open_within(path, &Clock::new(Control::none()), None)
}

/// Opens a file with a matching [note](self) by reading only its header. Without a matching note,
/// the whole file is checked.
pub(super) fn open_noted(path: &Path) -> Result<Endgame, TableError> {
    open_within(path, &Clock::new(Control::none()), read_note(path).as_deref())
}

/// Opens a file after checking its length and checksums. Checksums are skipped if the note matches.
pub(super) fn open_within(
    path: &Path,
    clock: &Clock<'_>,
    noted: Option<&str>,
) -> Result<Endgame, TableError> {
    if has_ending(path, COMPRESSED) {
        return Err(TableProblem::Compressed.of(path));
    }
    let header = read_header(path)?;
    let layout = header.checked_layout();
    let file = at(path, open_regular(path))?;
    let metadata = at(path, file.metadata())?;
    let found = metadata.len();
    let expected = HEADER as u64 + layout.positions();
    if found != expected {
        return Err(TableProblem::Length { found, expected }.of(path));
    }
    let map = at(path, map(&file))?;
    let is_noted = noted.is_some() && noted == stamp(&metadata, &header).as_deref();
    let unsummed = if is_noted { header.checksums.clone() } else { Vec::new() };
    let table = Endgame::from_parts(header.rules, layout, Values::Mapped(map), unsummed);
    if !is_noted {
        sum_levels(path, &header, &table, clock)?;
    }
    let expected = file_name(&header.rules, header.field);
    if path.file_name() != Some(OsStr::new(&expected)) {
        return Err(TableProblem::Misnamed(expected).of(path));
    }
    Ok(table)
}

/// Maps a whole file for reading.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while the map lives. A table file never changes
    // once it has its name: it is written under another name, synced and renamed, and a
    // larger table replaces it by another rename, which leaves the mapped file unchanged.
    // Overwriting or truncating the file by other means breaks this (on most systems a signal
    // then kills the program); no program that maps files can prevent that.
    unsafe { Mmap::map(file) }
}

/// Verifies the checksums of all levels.
fn sum_levels(
    path: &Path,
    header: &Header,
    table: &Endgame,
    clock: &Clock<'_>,
) -> Result<(), TableError> {
    let check = |(&checksum, level)| {
        let mut sum = Checksum::new();
        for block in table.level(level).chunks(BLOCK) {
            check_clock(clock)?;
            sum.update(block);
        }
        let right = sum.finalize() == checksum;
        at(path, right.then_some(()).ok_or(TableProblem::Level(level)))
    };
    let levels: Vec<_> = header.checksums.iter().zip(0..).collect();
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let is_large = table.layout().positions() >= WORTH_THREADS;
    let wrong = match is_large.then(|| pool(cores, STACK)) {
        Some(Ok(pool)) => {
            let levels = levels.into_par_iter();
            pool.install(|| levels.map(check).find_map_first(Result::err))
        }
        // Threads would not pay off, or cannot be started.
        _ => levels.into_iter().find_map(|level| check(level).err()),
    };
    wrong.map_or(Ok(()), Err)
}

/// Checks a file as [`open_file`] does, and describes it.
///
/// # Errors
/// If the file can't be read, is not a table of this format, is damaged, or has another table's
/// name.
pub fn check(path: &Path) -> Result<TableFile, TableError> {
    let table = open_file(path)?;
    Ok(TableFile {
        path: path.to_owned(),
        rules: *table.rules(),
        bytes: HEADER as u64 + table.layout().positions(),
        layout: table.layout().clone(),
        unfinished: false,
    })
}

/// Checks a file as [`check`](super::check) does, and writes a note of it, so that a
/// [`OpenTables`](super::OpenTables) opens it without reading all of it.
///
/// # Errors
/// As [`check`](super::check), and if the note can't be written.
pub fn check_and_note(table: &Path) -> Result<TableFile, TableError> {
    let note = note_path(table);
    // Taken before the check, so that a file that changes meanwhile does not match its note.
    let before = at(table, fs::metadata(table))?;
    let stamp = stamp(&before, &read_header(table)?);
    let file = check(table)?;
    if let Some(stamp) = stamp.filter(|stamp| read_note(table).as_ref() != Some(stamp)) {
        let draft = note.with_extension("noting");
        at(&note, Replace::new(&note, draft).write(stamp.as_bytes()))?;
    }
    Ok(file)
}

/// Describes the state of a file; `None` if the system does not report its time of change.
fn stamp(file: &Metadata, header: &Header) -> Option<String> {
    let changed = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let (seconds, nanos) = (changed.as_secs(), changed.subsec_nanos());
    let (length, inode, header) = (file.len(), inode_stamp(file), header.checksum());
    Some(format!("{length} {seconds}.{nanos:09}{inode} {header:08x}\n"))
}

/// The inode's change time, which can't be set and isn't copied, and the inode number.
#[cfg(unix)]
fn inode_stamp(file: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    let (seconds, nanos, number) = (file.ctime(), file.ctime_nsec(), file.ino());
    format!(" {seconds}.{nanos:09} {number}")
}

#[cfg(not(unix))]
fn inode_stamp(_: &Metadata) -> String {
    String::new()
}

/// Reads the note of a table, if there is one.
fn read_note(table: &Path) -> Option<String> {
    let mut note = String::new();
    let file = open_regular(&note_path(table)).ok()?;
    file.take(LONGEST_NOTE).read_to_string(&mut note).ok()?;
    Some(note)
}

fn note_path(table: &Path) -> PathBuf {
    let mut name = table.as_os_str().to_owned();
    name.push(".checked");
    name.into()
}

pub(super) fn read_header(path: &Path) -> Result<Header, TableError> {
    let mut bytes = Vec::with_capacity(HEADER);
    let file = at(path, open_regular(path))?;
    at(path, file.take(HEADER as u64).read_to_end(&mut bytes))?;
    at(path, Header::decode(&bytes))
}
