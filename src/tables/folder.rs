//! Tables in a folder: a file for every combination of rules and hole states.

use std::fs;
use std::path::{Path, PathBuf};

use super::checked::{note_of, noted, stamp};
use super::endgame::Endgame;
use super::error::{TableError, at};
use super::header::file_name;
use super::source::{COMPRESSED, Source, TableFile, has_ending, read_header};
use crate::board::Field;
use crate::control::{Clock, Control};
use crate::files::Replace;
use crate::rules::Rules;

/// Returns where the table for these rules and hole states is, or would be.
pub(super) fn place(folder: &Path, rules: &Rules, field: Field) -> PathBuf {
    folder.join(file_name(rules, field))
}

/// The tables of a folder, by name; no builds in progress. A file that an earlier version has
/// compressed is among them where the table isn't, so that opening it can report that.
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

/// The builds of a folder that were not finished: what is on disk so far.
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
            // A manifest without its part is worth nothing, and the next build begins anew.
            bytes: fs::metadata(&path).map_or(0, |part| part.len()),
            unfinished: true,
            path,
        })
    };
    files(folder, ".manifest")?.into_iter().map(read).collect()
}

/// The file of the table for these rules and hole states; `None` if the folder has none. One that
/// an earlier version has compressed is found too, so that opening it can report that.
///
/// # Errors
/// If the folder can't be read.
pub fn find(folder: &Path, rules: &Rules, field: Field) -> Result<Option<PathBuf>, TableError> {
    // A folder that isn't there is a mistake, unlike a table that isn't.
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

/// Opens the table for these rules and hole states; `None` if the folder has none. Cost: that of
/// [`open_file`].
///
/// # Errors
/// If the folder or the file can't be read, or is damaged.
pub fn open(folder: &Path, rules: &Rules, field: Field) -> Result<Option<Endgame>, TableError> {
    let path = find(folder, rules, field)?;
    path.map(|path| open_file(&path)).transpose()
}

/// Opens a table file. Cost: reads the whole file once, for its checksums.
///
/// # Errors
/// If it can't be read, is no table of this format, is damaged, or has another table's name.
pub fn open_file(path: &Path) -> Result<Endgame, TableError> {
    Ok(Source::open(path, &Clock::new(Control::none()))?.table())
}

/// Checks a file as [`open_file`] does, without taking memory for the table.
///
/// # Errors
/// If it can't be read, is no table of this format, is damaged, or has another table's name.
pub fn check(path: &Path) -> Result<TableFile, TableError> {
    Ok(Source::open(path, &Clock::new(Control::none()))?.describe())
}

/// Checks a file as [`check`](super::check) does, and notes it, so that a
/// [`OpenTables`](super::OpenTables) opens it without reading all of it.
///
/// # Errors
/// As [`check`](super::check), or if the note can't be written.
pub fn check_and_note(table: &Path) -> Result<TableFile, TableError> {
    let note = note_of(table);
    // What changes while it is checked must not fit the note.
    let before = at(table, fs::metadata(table))?;
    let stamp = stamp(&before, &read_header(table)?);
    let file = check(table)?;
    if let Some(stamp) = stamp.filter(|stamp| noted(table).as_ref() != Some(stamp)) {
        let draft = note.with_extension("noting");
        at(&note, Replace::new(&note, draft).write(stamp.as_bytes()))?;
    }
    Ok(file)
}
