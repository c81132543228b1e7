//! A table file that is there.

use std::ffi::OsStr;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use rayon::prelude::*;

use super::build::STACK;
use super::build_error::{BuildError, go_on};
use super::checked;
use super::endgame::{Endgame, Values};
use super::error::{TableError, TableProblem, at};
use super::header::{HEADER, Header, file_name};
use super::mapped::{self, Mmap};
use super::sound::Sound;
use super::value_places::Layout;
use crate::control::{Clock, pool};
use crate::files::{Checksum, open_regular};
use crate::rules::Rules;

/// Bytes whose checksum is computed in one go.
const BLOCK: usize = 1 << 20;

/// Bytes from which on a second core shortens the sums by more than it takes to start.
const WORTH_THREADS: u64 = 1 << 24;

/// The description of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The rules; only the options that change values count.
    pub rules: Rules,
    /// The places of the positions' values in it.
    pub layout: Layout,
    /// Bytes on disk.
    pub bytes: u64,
    /// True if it is what a build has written so far; nothing can be read from it.
    pub unfinished: bool,
}

/// A table that is there.
pub(super) struct Source {
    path: PathBuf,
    pub header: Header,
    pub layout: Layout,
    /// The whole file.
    map: Mmap,
    /// True if its checksums were checked now: else it was noted before that they fit, and they are
    /// checked when the levels are first read.
    summed: bool,
}

impl Source {
    /// Opens a file. Cost: reads all of it once.
    pub(super) fn open(path: &Path, clock: &Clock<'_>) -> Result<Source, TableError> {
        Source::begin(path, clock, None)
    }

    /// The same, but where it is [noted](checked) that the file was checked as it is, no more
    /// than its header is read now.
    pub(super) fn open_checked(path: &Path, clock: &Clock<'_>) -> Result<Source, TableError> {
        Source::begin(path, clock, checked::noted(path).as_deref())
    }

    fn begin(path: &Path, clock: &Clock<'_>, noted: Option<&str>) -> Result<Source, TableError> {
        if is_compressed(path) {
            return Err(TableProblem::Compressed.of(path));
        }
        let header = read_header(path)?;
        let (map, summed) = content(path, &header, clock, noted)?;
        let expected = file_name(&header.rules, header.field);
        if path.file_name() != Some(OsStr::new(&expected)) {
            return Err(TableProblem::Misnamed(expected).of(path));
        }
        let layout = header.checked_layout();
        let path = path.to_owned();
        Ok(Source { path, header, layout, map, summed })
    }

    /// Describes the file.
    pub(super) fn describe(self) -> TableFile {
        TableFile {
            path: self.path,
            rules: self.header.rules,
            layout: self.layout,
            bytes: self.map.len() as u64,
            unfinished: false,
        }
    }

    /// The entries of a level.
    pub(super) fn level(&self, level: u32) -> &[u8] {
        level_of(&self.map, &self.layout, level)
    }

    /// The table.
    pub(super) fn table(self) -> Endgame {
        let sound = match self.summed {
            true => Sound::known(),
            false => Sound::unknown(self.header.checksums),
        };
        let values = Values::Mapped(self.map);
        Endgame::from_parts(self.header.rules, self.layout, values, sound)
    }
}

/// A file as memory, when its length and its checksums are right. These are passed over if the note
/// fits the file; whether they were looked at.
fn content(
    path: &Path,
    header: &Header,
    clock: &Clock<'_>,
    noted: Option<&str>,
) -> Result<(Mmap, bool), TableError> {
    let layout = header.checked_layout();
    let file = at(path, open_regular(path))?;
    let metadata = at(path, file.metadata())?;
    let found = metadata.len();
    let expected = HEADER as u64 + layout.positions();
    if found != expected {
        return Err(TableProblem::Length { found, expected }.of(path));
    }
    let map = at(path, mapped::map(&file))?;
    if noted.is_some() && noted == checked::stamp(&metadata, header).as_deref() {
        return Ok((map, false));
    }
    let check = |(&checksum, level)| {
        let right = sum(level_of(&map, &layout, level), clock)? == checksum;
        at(path, right.then_some(()).ok_or(TableProblem::Level(level)))
    };
    let levels: Vec<_> = header.checksums.iter().zip(0..).collect();
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let pool = (found >= WORTH_THREADS).then(|| pool(cores, STACK));
    let wrong = match pool {
        Some(Ok(pool)) => {
            let levels = levels.into_par_iter();
            pool.install(|| levels.map(check).find_map_first(Result::err))
        }
        // Threads are not worth it, or can't be had.
        _ => levels.into_iter().find_map(|level| check(level).err()),
    };
    wrong.map_or(Ok((map, true)), Err)
}

/// The entries of a level in a whole file.
fn level_of<'a>(map: &'a Mmap, layout: &Layout, level: u32) -> &'a [u8] {
    let entries = layout.level(level);
    let place = |entry| usize::try_from(entry).expect("in memory") + HEADER;
    &map[place(entries.start)..place(entries.end)]
}

/// The checksum of many bytes.
fn sum(bytes: &[u8], clock: &Clock<'_>) -> Result<u32, BuildError> {
    let mut sum = Checksum::new();
    for block in bytes.chunks(BLOCK) {
        go_on(clock)?;
        sum.update(block);
    }
    Ok(sum.finalize())
}

pub(super) fn read_header(path: &Path) -> Result<Header, TableError> {
    let mut bytes = Vec::with_capacity(HEADER);
    let file = at(path, open_regular(path))?;
    at(path, file.take(HEADER as u64).read_to_end(&mut bytes))?;
    at(path, Header::decode(&bytes))
}

pub(super) fn is_compressed(path: &Path) -> bool {
    has_ending(path, COMPRESSED)
}

/// The ending that earlier versions put behind the name of a table that they compressed. Such a
/// file is reported where it is all there is of a table; nothing is read from it.
pub(super) const COMPRESSED: &str = ".table.zst";

pub(super) fn has_ending(path: &Path, ending: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.ends_with(ending))
}
