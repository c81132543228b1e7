//! Tables in a folder: a file for every combination of rules and hole states.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use thiserror::Error;

use super::build::BuildError;
use super::endgame::{Endgame, Values};
use super::header::{HEADER, Header, HeaderError, file_name};
use super::layout::Layout;
use super::mapped;
use crate::board::Field;
use crate::rules::Rules;

/// What went wrong with a table in a folder.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system refused something.
    #[error("{}: {source}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Not a table, or one of another version, or its header is damaged.
    #[error("{}: {reason}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: HeaderError,
    },
    /// Another length than the header says.
    #[error("{}: {found} bytes long, expected {expected}: cut off or overwritten", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// Values that were changed since they were written.
    #[error("{}: the values of level {level} are damaged (their checksum does not fit)", path.display())]
    Level {
        /// The file.
        path: PathBuf,
        /// Seeds in play.
        level: u32,
    },
    /// A table under the name of another one.
    #[error("{}: a table of other rules or hole states than its name says: {expected}", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// The name it should have.
        expected: String,
    },
    /// Another process builds in the folder.
    #[error("{}: another process is building a table here", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The table itself.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Adds the name of a file to what the system says of it.
pub(super) fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, TableError> {
    result.map_err(|source| TableError::System {
        path: path.to_owned(),
        source,
    })
}

/// The tables of a folder, by name; no builds in progress.
///
/// # Errors
/// If the folder can't be read.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    files(folder, "table")
}

fn files(folder: &Path, kind: &str) -> Result<Vec<PathBuf>, TableError> {
    let mut files = Vec::new();
    for entry in at(folder, fs::read_dir(folder))? {
        let path = at(folder, entry)?.path();
        if path.extension().is_some_and(|extension| extension == kind) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A build that was not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The rules; only the options that change values count.
    pub rules: Rules,
    /// What is on disk so far.
    pub layout: Layout,
}

/// The builds of a folder that were not finished.
///
/// # Errors
/// If the folder or a manifest can't be read.
pub fn unfinished(folder: &Path) -> Result<Vec<Unfinished>, TableError> {
    let read = |path: PathBuf| {
        let header = read_header(&path)?;
        Ok(Unfinished {
            rules: header.rules,
            layout: header.layout().expect("checked with the header"),
        })
    };
    files(folder, "manifest")?.into_iter().map(read).collect()
}

/// Opens the table for these rules and hole states; `None` if the folder has none. Cost: reads the
/// whole file once, for its checksums.
///
/// # Errors
/// If the folder or the file can't be read, or is damaged.
pub fn open(folder: &Path, rules: &Rules, field: Field) -> Result<Option<Endgame>, TableError> {
    // A folder that isn't there is a mistake, unlike a table that isn't.
    at(folder, fs::read_dir(folder))?;
    let path = folder.join(file_name(rules, field));
    if at(&path, path.try_exists())? {
        open_file(&path).map(Some)
    } else {
        Ok(None)
    }
}

/// Opens a table file.
///
/// # Errors
/// If it can't be read, is no table of this format, is damaged, or has another table's name.
pub fn open_file(path: &Path) -> Result<Endgame, TableError> {
    let file = at(path, File::open(path))?;
    let header = read_header(path)?;
    let layout = header.layout().expect("checked with the header");
    let expected = file_name(&header.rules, header.field);
    if path.file_name().is_none_or(|name| *name != *expected) {
        let path = path.to_owned();
        return Err(TableError::Misnamed { path, expected });
    }
    let found = at(path, file.metadata())?.len();
    let length = HEADER as u64 + layout.positions();
    if found != length {
        return Err(TableError::Length {
            path: path.to_owned(),
            found,
            expected: length,
        });
    }
    let map = at(path, mapped::map(&file))?;
    let damaged = (0..=header.seeds()).into_par_iter().find_first(|&level| {
        let entries = layout.level(level);
        let place = |entry| usize::try_from(entry).expect("in memory") + HEADER;
        let bytes = &map[place(entries.start)..place(entries.end)];
        crc32fast::hash(bytes) != header.checksums[level as usize]
    });
    if let Some(level) = damaged {
        let path = path.to_owned();
        return Err(TableError::Level { path, level });
    }
    Ok(Endgame::from_parts(
        header.rules,
        layout,
        Values::Mapped(map),
    ))
}

pub(super) fn read_header(path: &Path) -> Result<Header, TableError> {
    let mut bytes = Vec::with_capacity(HEADER);
    let file = at(path, File::open(path))?;
    at(path, file.take(HEADER as u64).read_to_end(&mut bytes))?;
    Header::decode(&bytes).map_err(|reason| TableError::Header {
        path: path.to_owned(),
        reason,
    })
}
