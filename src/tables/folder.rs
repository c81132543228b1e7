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
use super::packed::Packed;
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
    /// A compressed table that can't be unpacked.
    #[error("{}: {reason}", path.display())]
    Packed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: PackedError,
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

impl TableError {
    pub(super) fn packed(path: &Path, reason: PackedError) -> TableError {
        let path = path.to_owned();
        TableError::Packed { path, reason }
    }
}

/// Why bytes are no compressed table.
#[derive(Debug, Error)]
pub enum PackedError {
    /// Something else altogether.
    #[error("not a compressed table of this program: it does not begin as zstd files do")]
    Foreign,
    /// Changed since it was written, cut off, or written by another program.
    #[error("cut off, changed, or compressed by another program (its checksum does not fit)")]
    Checksum,
    /// What zstd says of it.
    #[error("damaged: {0}")]
    Content(io::Error),
    /// Another length of the content than the header in it says.
    #[error("{found} bytes when unpacked, expected {expected}")]
    Size {
        /// Its length; 0 if it isn't said.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// Something behind the table.
    #[error("damaged: it goes on behind the table")]
    Longer,
}

/// Adds the name of a file to what the system says of it.
pub(super) fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, TableError> {
    result.map_err(|source| TableError::System {
        path: path.to_owned(),
        source,
    })
}

/// What the name of a compressed table has behind that of the table.
const PACKED: &str = ".zst";

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
    tables.sort();
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
    /// Bytes on disk.
    pub bytes: u64,
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
            // A manifest without its part is worth nothing, and the next build begins anew.
            bytes: fs::metadata(path.with_extension("part")).map_or(0, |part| part.len()),
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
    match Source::open(path)? {
        Source::Mapped(table) => Ok(table),
        Source::Packed(table) => table.unpack(),
    }
}

/// What a table file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// Where it is.
    pub path: PathBuf,
    /// The rules; only the options that change values count.
    pub rules: Rules,
    /// Which entry holds the value of which position.
    pub layout: Layout,
    /// Bytes on disk.
    pub bytes: u64,
    /// Whether it is compressed.
    pub compressed: bool,
}

impl TableFile {
    /// Bytes of the table when it is not compressed.
    #[must_use]
    pub fn unpacked_bytes(&self) -> u64 {
        HEADER as u64 + self.layout.positions()
    }
}

/// Checks a file as [`open_file`] does, without taking memory for the table.
///
/// # Errors
/// If it can't be read, is no table of this format, is damaged, or has another table's name.
pub fn check(path: &Path) -> Result<TableFile, TableError> {
    let source = Source::open(path)?;
    if let Source::Packed(table) = &source {
        table.read(|_| Ok(()))?;
    }
    source.describe(path)
}

/// A table that is there. Of a compressed one only the checksum of the file is checked yet.
pub(super) enum Source {
    Mapped(Endgame),
    Packed(Packed),
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Source, TableError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let compressed = name.is_some_and(|name| name.ends_with(PACKED));
        let source = if compressed {
            Source::Packed(Packed::open(path)?)
        } else {
            Source::Mapped(open_mapped(path)?)
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let right = place(folder, source.rules(), source.layout().field(), compressed);
        let expected = right.file_name().and_then(|name| name.to_str());
        if expected != name {
            return Err(TableError::Misnamed {
                path: path.to_owned(),
                expected: expected.unwrap_or_default().to_owned(),
            });
        }
        Ok(source)
    }

    fn rules(&self) -> &Rules {
        match self {
            Source::Mapped(table) => table.rules(),
            Source::Packed(table) => &table.header.rules,
        }
    }

    pub(super) fn layout(&self) -> &Layout {
        match self {
            Source::Mapped(table) => table.layout(),
            Source::Packed(table) => &table.layout,
        }
    }

    pub(super) fn describe(&self, path: &Path) -> Result<TableFile, TableError> {
        Ok(TableFile {
            path: path.to_owned(),
            rules: *self.rules(),
            layout: self.layout().clone(),
            bytes: at(path, fs::metadata(path))?.len(),
            compressed: matches!(self, Source::Packed(_)),
        })
    }

    /// Hands on all entries in order.
    pub(super) fn read(
        &self,
        mut take: impl FnMut(&[u8]) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        match self {
            Source::Mapped(table) => take(table.values().mapped().expect("opened as a map")),
            Source::Packed(table) => table.read(take),
        }
    }
}

/// Opens a file that isn't compressed, whatever its name.
fn open_mapped(path: &Path) -> Result<Endgame, TableError> {
    let file = at(path, File::open(path))?;
    let header = read_header(path)?;
    let layout = header.layout().expect("checked with the header");
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
