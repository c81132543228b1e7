//! Builds a table in a folder with a checkpoint after every level: a build that is killed loses
//! only the level in progress.
//!
//! During a build the entries are in `NAME.part`. The checkpoint, a header for the levels completed
//! so far, is in `NAME.manifest`. A level counts once the manifest lists it; the manifest is
//! replaced by renaming, after the level is on disk. At the end the header is written to the start
//! of the part, which is then renamed to the table's name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::endgame::{Builder, Endgame};
use super::error::{BuildError, TableError, TableProblem, at, check_clock};
use super::file::{self, BLOCK, TableFile, place, read_header};
use super::header::{HEADER, Header, file_name};
use super::value_places::most_seeds;
use crate::board::Field;
use crate::control::{Clock, Control};
use crate::files::{self, Checksum, FolderLock, Replace};
use crate::rules::Rules;

/// A table to be built.
#[derive(Clone, Copy, Debug)]
pub struct BuildRequest<'a> {
    /// The folder; created if it does not exist.
    pub folder: &'a Path,
    /// The rules.
    pub rules: &'a Rules,
    /// The states of the holes.
    pub field: Field,
    /// Maximum number of seeds in play.
    pub seeds: u32,
    /// Maximum memory for the table in bytes.
    pub memory: Option<u64>,
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Whether to delete and rebuild files of this table that are damaged or have another version;
    /// otherwise they are an error.
    pub renew: bool,
}

/// Builds a table in a folder, extends a smaller one, or resumes an earlier build. The resulting
/// file is the same in all cases, byte for byte. A node is a position whose value is computed.
///
/// Memory: one byte per position. An existing table that is large enough is not built again.
///
/// # Errors
/// If the table can't be built or written, or a limit is reached; complete levels are kept. If it
/// would need more memory than allowed, nothing is written.
pub fn build(request: &BuildRequest<'_>, control: Control<'_>) -> Result<TableFile, TableError> {
    // Checks what needs no disk first.
    Builder::layout(request.rules, request.field, request.seeds)?;
    let table = place(request.folder, request.rules, request.field);
    let building = Building {
        request,
        clock: &Clock::new(control),
        part: table.with_extension("part"),
        manifest: table.with_extension("manifest"),
        table,
    };
    if request.memory.is_some() {
        building.plan()?;
    }
    at(request.folder, files::make_folder(request.folder))?;
    let lock = at(request.folder, FolderLock::take(request.folder))?;
    let _lock = at(request.folder, lock.ok_or(TableProblem::Busy))?;
    match building.finished() {
        Err(error) if request.renew && error.is_damage() => {
            at(&building.table, files::remove(&building.table))?;
            building.forget()?;
            building.finished()
        }
        finished => finished,
    }
}

/// The files of a table that is being built.
struct Building<'a> {
    request: &'a BuildRequest<'a>,
    clock: &'a Clock<'a>,
    table: PathBuf,
    part: PathBuf,
    manifest: PathBuf,
}

impl Building<'_> {
    /// Reads the folder and checks the memory limit. Returns the finished table, the header of an
    /// unfinished build, and the number of levels to reach: those requested, or more if more exist
    /// already.
    fn plan(&self) -> Result<(Option<Endgame>, Option<Header>, u32), TableError> {
        let journal = self.journal()?;
        let smaller = match at(&self.table, self.table.try_exists())? {
            true => Some(file::open_within(&self.table, self.clock, None)?),
            false => None,
        };
        let known = levels(&smaller);
        let begun = journal.as_ref().map_or(0, |header| header.seeds() + 1);
        let goal = (self.request.seeds + 1).max(known).max(begun);
        if known < goal {
            self.allow(goal - 1)?;
        }
        Ok((smaller, journal, goal))
    }

    /// Returns an error if a table would need more memory than allowed.
    fn allow(&self, seeds: u32) -> Result<(), BuildError> {
        let BuildRequest { rules, field, memory, .. } = *self.request;
        let bytes = Builder::layout(rules, field, seeds)?.positions();
        match memory {
            Some(allowed) if allowed < bytes => {
                let most = most_seeds(rules, field, allowed);
                Err(BuildError::Allowed { seeds, bytes, allowed, most })
            }
            _ => Ok(()),
        }
    }

    /// Reads the manifest of an unfinished build, if there is one.
    fn journal(&self) -> Result<Option<Header>, TableError> {
        for path in [&self.part, &self.manifest] {
            if !at(path, path.try_exists())? {
                return Ok(None);
            }
        }
        let header = read_header(&self.manifest)?;
        let expected = file_name(self.request.rules, self.request.field);
        if file_name(&header.rules, header.field) != expected {
            return Err(TableProblem::Misnamed(expected).of(&self.manifest));
        }
        Ok(Some(header))
    }

    /// Finishes the table. The caller holds the folder's lock.
    fn finished(&self) -> Result<TableFile, TableError> {
        let (smaller, journal, goal) = self.plan()?;
        let (rules, field) = (self.request.rules, self.request.field);
        let layout = Builder::layout(rules, field, goal - 1)?;
        if levels(&smaller) < goal {
            self.fill(smaller, journal, goal)?;
        }
        self.forget()?;
        let path = self.table.clone();
        let bytes = at(&path, fs::metadata(&path))?.len();
        Ok(TableFile { rules: *rules, layout, bytes, unfinished: false, path })
    }

    /// Builds the missing levels and completes the file.
    fn fill(
        &self,
        smaller: Option<Endgame>,
        journal: Option<Header>,
        goal: u32,
    ) -> Result<(), TableError> {
        let BuildRequest { rules, field, threads, .. } = *self.request;
        let mut builder = Builder::new(rules, field, goal - 1, threads)?;
        let journal = journal.filter(|header| header.seeds() >= levels(&smaller));
        let (mut file, mut header) = match journal {
            Some(header) => (self.resume(&header, &mut builder)?, header),
            None => self.begin(&mut builder, smaller)?,
        };
        while builder.levels < goal {
            builder.build_level(self.clock)?;
            self.append(&mut file, &mut header, &builder)?;
            self.note(&header)?;
        }
        let head = file.seek(SeekFrom::Start(0));
        let written = head.and_then(|_| file.write_all(&header.encode()));
        let table = Replace::new(&self.table, &self.part);
        at(&self.part, written.and_then(|()| table.finish(&file)))
    }

    /// Opens the part of an unfinished build and reads its levels.
    fn resume(&self, header: &Header, builder: &mut Builder) -> Result<File, TableError> {
        let path = &self.part;
        let mut file = at(path, OpenOptions::new().read(true).write(true).open(path))?;
        let expected = HEADER as u64 + builder.layout.level(header.seeds()).end;
        let found = at(path, file.metadata())?.len();
        if found < expected {
            return Err(TableProblem::Length { found, expected }.of(path));
        }
        at(path, file.seek(SeekFrom::Start(HEADER as u64)))?;
        for (level, &checksum) in (0..).zip(&header.checksums) {
            let mut sum = Checksum::new();
            for block in builder.next_level().chunks_mut(BLOCK) {
                check_clock(self.clock)?;
                at(path, file.read_exact(block))?;
                sum.update(block);
            }
            if sum.finalize() != checksum {
                return Err(TableProblem::Level(level).of(path));
            }
            builder.levels += 1;
        }
        Ok(file)
    }

    /// Starts a part, with the levels of the smaller table if there is one.
    fn begin(
        &self,
        builder: &mut Builder,
        smaller: Option<Endgame>,
    ) -> Result<(File, Header), TableError> {
        // An old manifest must not be taken for that of the new part.
        self.forget()?;
        let mut file = at(&self.part, File::create(&self.part))?;
        let (rules, field) = (builder.rules, builder.layout.field);
        let mut header = Header { rules, field, checksums: Vec::new() };
        if let Some(table) = smaller {
            for level in 0..=table.seeds() {
                check_clock(self.clock)?;
                builder.next_level().copy_from_slice(table.level(level));
                builder.levels += 1;
                self.append(&mut file, &mut header, builder)?;
            }
            self.note(&header)?;
        }
        Ok((file, header))
    }

    /// Appends the last complete level to the part.
    fn append(
        &self,
        file: &mut File,
        header: &mut Header,
        builder: &Builder,
    ) -> Result<(), TableError> {
        let level = builder.levels - 1;
        let start = HEADER as u64 + builder.layout.level(level).start;
        let mut write = || -> io::Result<u32> {
            file.seek(SeekFrom::Start(start))?;
            file.set_len(start)?;
            let mut checksum = Checksum::new();
            for block in builder.level(level).chunks(BLOCK) {
                checksum.update(block);
                file.write_all(block)?;
            }
            file.sync_data()?;
            Ok(checksum.finalize())
        };
        header.checksums.push(at(&self.part, write())?);
        Ok(())
    }

    /// Writes the checkpoint.
    fn note(&self, header: &Header) -> Result<(), TableError> {
        let manifest = Replace::new(&self.manifest, self.draft());
        at(&self.manifest, manifest.write(&header.encode()))
    }

    /// The path under which a new manifest is written before it is renamed.
    fn draft(&self) -> PathBuf {
        self.table.with_extension("draft")
    }

    /// Removes the files of a build.
    fn forget(&self) -> Result<(), TableError> {
        for path in [&self.manifest, &self.draft(), &self.part] {
            at(path, files::remove(path))?;
        }
        at(self.request.folder, files::sync_folder(self.request.folder))
    }
}

/// The number of levels of a finished table.
fn levels(table: &Option<Endgame>) -> u32 {
    table.as_ref().map_or(0, |table| table.seeds() + 1)
}
