//! Tables in a folder: a file for every combination of rules and hole states.

use std::fs;
use std::path::{Path, PathBuf};

use super::endgame::Endgame;
use super::error::{TableError, at};
use super::header::file_name;
use super::source::{Form, Source, TableFile, read_header};
use crate::board::Field;
use crate::control::{Clock, Control};
use crate::rules::Rules;

/// What the name of a compressed table has behind that of the table.
pub(super) const PACKED: &str = ".zst";

/// Where the table for these rules and hole states is, or would be.
pub(super) fn place(folder: &Path, rules: &Rules, field: Field, compressed: bool) -> PathBuf {
    let suffix = if compressed { PACKED } else { "" };
    folder.join(file_name(rules, field) + suffix)
}

/// The tables of a folder, compressed and not, by name; no builds in progress.
///
/// # Errors
/// If the folder can't be read.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let mut tables = files(folder, ".table")?;
    tables.extend(files(folder, &format!(".table{PACKED}"))?);
    tables.sort_unstable();
    Ok(tables)
}

fn files(folder: &Path, suffix: &str) -> Result<Vec<PathBuf>, TableError> {
    let mut files = Vec::new();
    for entry in at(folder, fs::read_dir(folder))? {
        let path = at(folder, entry)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.ends_with(suffix)) {
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
            form: Form::Unfinished,
            path,
        })
    };
    files(folder, ".manifest")?.into_iter().map(read).collect()
}

/// The file of the table for these rules and hole states; `None` if the folder has none. Of a
/// compressed one and one that isn't the latter is taken.
///
/// # Errors
/// If the folder can't be read.
pub fn find(folder: &Path, rules: &Rules, field: Field) -> Result<Option<PathBuf>, TableError> {
    // A folder that isn't there is a mistake, unlike a table that isn't.
    at(folder, fs::read_dir(folder))?;
    for compressed in [false, true] {
        let path = place(folder, rules, field, compressed);
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

/// Opens a table file. Cost: reads the whole file once, for its checksums; a compressed one is
/// unpacked into memory, a byte a position.
///
/// # Errors
/// If it can't be read, is no table of this format, is damaged, has another table's name, or does
/// not fit the memory.
pub fn open_file(path: &Path) -> Result<Endgame, TableError> {
    Source::open(path, &Clock::new(Control::none()))?.table()
}

/// Checks a file as [`open_file`] does, without taking memory for the table.
///
/// # Errors
/// If it can't be read, is no table of this format, is damaged, or has another table's name.
pub fn check(path: &Path) -> Result<TableFile, TableError> {
    let source = Source::open(path, &Clock::new(Control::none()))?;
    source.check()?;
    source.describe()
}
