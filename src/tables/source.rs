//! A table file that is there, in either form.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use rayon::prelude::*;

use super::build::{BuildError, STACK, go_on, room};
use super::checked;
use super::endgame::{Endgame, Values};
use super::error::{TableError, TableProblem, at};
use super::folder::{PACKED, place};
use super::header::{HEADER, Header};
use super::layout::Layout;
use super::mapped::{self, Mmap};
use super::packed::Packed;
use super::sound::Sound;
use crate::control::{Clock, pool};
use crate::files::{Checksum, Replace, open_regular};
use crate::rules::Rules;

/// Bytes whose checksum is computed in one go.
const BLOCK: usize = 1 << 20;

/// Bytes from which on a second core shortens the sums by more than it takes to start.
const WORTH_THREADS: u64 = 1 << 24;

/// The form of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A byte a position.
    Plain,
    /// Compressed by zstd.
    Compressed,
    /// What a build has written so far; nothing can be read from it.
    Unfinished,
}

/// What a table file is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableFile {
    /// Where it is.
    pub path: PathBuf,
    /// The rules; only the options that change values count.
    pub rules: Rules,
    /// Which entry holds the value of which position.
    pub layout: Layout,
    /// Bytes on disk.
    pub bytes: u64,
    /// Its form.
    pub form: Form,
}

impl TableFile {
    /// Bytes of the table when it is not compressed.
    #[must_use]
    pub fn unpacked_bytes(&self) -> u64 {
        HEADER as u64 + self.layout.positions()
    }
}

/// A table that is there.
pub(super) struct Source {
    path: PathBuf,
    pub header: Header,
    pub layout: Layout,
    content: Content,
}

enum Content {
    /// The whole file, and whether its checksums were checked now: else it was noted before that
    /// they fit, and they are checked when the levels are first read.
    Plain { map: Mmap, summed: bool },
    /// The checksum of the file is checked, but not those of its content.
    Packed(Packed),
}

impl Source {
    /// Opens a file. Cost: reads all of it once.
    pub(super) fn open(path: &Path, clock: &Clock<'_>) -> Result<Source, TableError> {
        Source::begin(path, clock, None)
    }

    /// The same, but where it is [noted](checked) that the file was checked as it is, and is not
    /// compressed, no more than its header is read now.
    pub(super) fn open_checked(path: &Path, clock: &Clock<'_>) -> Result<Source, TableError> {
        Source::begin(path, clock, checked::noted(path).as_deref())
    }

    fn begin(path: &Path, clock: &Clock<'_>, noted: Option<&str>) -> Result<Source, TableError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let compressed = name.is_some_and(|name| name.ends_with(PACKED));
        let (header, content) = if compressed {
            let (packed, header) = Packed::open(path, clock)?;
            (header, Content::Packed(packed))
        } else {
            let header = read_header(path)?;
            let content = plain(path, &header, clock, noted)?;
            (header, content)
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let right = place(folder, &header.rules, header.field, compressed);
        let expected = right.file_name().and_then(|name| name.to_str());
        if expected != name {
            let expected = expected.unwrap_or_default().to_owned();
            return Err(TableProblem::Misnamed(expected).of(path));
        }
        let layout = header.checked_layout();
        let path = path.to_owned();
        Ok(Source {
            path,
            header,
            layout,
            content,
        })
    }

    /// What the file is.
    pub(super) fn describe(&self) -> Result<TableFile, TableError> {
        Ok(TableFile {
            path: self.path.clone(),
            rules: self.header.rules,
            layout: self.layout.clone(),
            bytes: at(&self.path, fs::metadata(&self.path))?.len(),
            form: match self.content {
                Content::Plain { .. } => Form::Plain,
                Content::Packed(_) => Form::Compressed,
            },
        })
    }

    /// Whether it is compressed.
    pub(super) const fn is_packed(&self) -> bool {
        matches!(self.content, Content::Packed(_))
    }

    /// Hands on all entries in order. What was handed on counts only if there is no error.
    pub(super) fn read(
        &self,
        mut take: impl FnMut(&[u8]) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        match &self.content {
            Content::Plain { map, .. } => map[HEADER..].chunks(BLOCK).try_for_each(take),
            Content::Packed(packed) => packed.read(&self.path, &self.header, &mut take),
        }
    }

    /// Writes the table into another file, not compressed.
    pub(super) fn restore(&self, to: &Replace, clock: &Clock<'_>) -> Result<(), TableError> {
        let path = to.path();
        let mut file = at(path, to.create())?;
        at(path, file.write_all(&self.header.encode()))?;
        let progress = clock.progress();
        progress.begin("bytes unpacked", Some(self.layout.positions()));
        self.read(|block| {
            go_on(clock)?;
            progress.add(block.len() as u64);
            at(path, file.write_all(block))
        })?;
        at(path, to.finish(&file))
    }

    /// Checks what opening has not.
    pub(super) fn check(&self) -> Result<(), TableError> {
        match self.content {
            Content::Plain { .. } => Ok(()),
            Content::Packed(_) => self.read(|_| Ok(())),
        }
    }

    /// The table; a compressed one is unpacked into memory.
    pub(super) fn table(self) -> Result<Endgame, TableError> {
        let mut sound = Sound::known();
        let values = match self.content {
            Content::Plain { map, summed } => {
                if !summed {
                    sound = Sound::unknown(self.header.checksums);
                }
                Values::Mapped(map)
            }
            Content::Packed(_) => {
                let mut values = room(&self.layout)?;
                let mut done = 0;
                self.read(|block| {
                    values[done..][..block.len()].copy_from_slice(block);
                    done += block.len();
                    Ok(())
                })?;
                Values::Memory(values)
            }
        };
        let rules = self.header.rules;
        Ok(Endgame::from_parts(rules, self.layout, values, sound))
    }
}

/// A file that isn't compressed, as memory, when its length and its checksums are right. These are
/// passed over if the note fits the file.
fn plain(
    path: &Path,
    header: &Header,
    clock: &Clock<'_>,
    noted: Option<&str>,
) -> Result<Content, TableError> {
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
        return Ok(Content::Plain { map, summed: false });
    }
    let check = |(&checksum, level)| {
        let entries = layout.level(level);
        let place = |entry| usize::try_from(entry).expect("in memory") + HEADER;
        let bytes = &map[place(entries.start)..place(entries.end)];
        let right = sum(bytes, clock)? == checksum;
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
    wrong.map_or(Ok(Content::Plain { map, summed: true }), Err)
}

/// The checksum of many bytes.
pub(super) fn sum(bytes: &[u8], clock: &Clock<'_>) -> Result<u32, BuildError> {
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
