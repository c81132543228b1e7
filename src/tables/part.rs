//! Entries on their way to disk, level by level, and the header that they have so far.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::build::Builder;
use super::build_error::go_on;
use super::error::{TableError, TableProblem, at};
use super::header::{HEADER, Header};
use crate::control::Clock;
use crate::files::{Checksum, Replace};

/// Entries that are read or written in one go.
const BLOCK: usize = 1 << 20;

/// A table that is being written. The header comes last.
pub(super) struct Part {
    path: PathBuf,
    file: File,
    pub header: Header,
}

impl Part {
    /// An empty one.
    pub(super) fn begin(path: &Path, builder: &Builder) -> Result<Part, TableError> {
        Ok(Part {
            path: path.to_owned(),
            file: at(path, File::create(path))?,
            header: Header {
                rules: builder.rules,
                field: builder.layout.field(),
                checksums: Vec::new(),
            },
        })
    }

    /// The part of an unfinished build, whose levels are read.
    pub(super) fn resume(
        path: &Path,
        header: Header,
        builder: &mut Builder,
        clock: &Clock<'_>,
    ) -> Result<Part, TableError> {
        let options = OpenOptions::new().read(true).write(true).open(path);
        let mut file = at(path, options)?;
        let expected = HEADER as u64 + builder.layout.level(header.seeds()).end;
        let found = at(path, file.metadata())?.len();
        if found < expected {
            return Err(TableProblem::Length { found, expected }.of(path));
        }
        at(path, file.seek(SeekFrom::Start(HEADER as u64)))?;
        for (level, &checksum) in (0..).zip(&header.checksums) {
            let mut sum = Checksum::new();
            for block in builder.next_level().chunks_mut(BLOCK) {
                go_on(clock)?;
                at(path, file.read_exact(block))?;
                sum.update(block);
            }
            if sum.finalize() != checksum {
                return Err(TableProblem::Level(level).of(path));
            }
            builder.adopt_level();
        }
        let path = path.to_owned();
        Ok(Part { path, file, header })
    }

    /// Writes a level behind those before it.
    pub(super) fn append(&mut self, builder: &Builder, level: u32) -> Result<(), TableError> {
        let start = HEADER as u64 + builder.layout.level(level).start;
        let write = |file: &mut File| -> io::Result<u32> {
            file.seek(SeekFrom::Start(start))?;
            file.set_len(start)?;
            let checksum = write_level(file, builder.level(level))?;
            file.sync_data()?;
            Ok(checksum)
        };
        let checksum = at(&self.path, write(&mut self.file))?;
        self.header.checksums.push(checksum);
        Ok(())
    }

    /// Makes it, complete, the table.
    pub(super) fn finish(mut self, table: &Replace) -> Result<(), TableError> {
        let head = self.file.seek(SeekFrom::Start(0));
        let written = head.and_then(|_| self.file.write_all(&self.header.encode()));
        at(&self.path, written.and_then(|()| table.finish(&self.file)))
    }
}

/// Writes entries; returns their checksum.
fn write_level(file: &mut File, entries: &[u8]) -> io::Result<u32> {
    let mut checksum = Checksum::new();
    for block in entries.chunks(BLOCK) {
        checksum.update(block);
        file.write_all(block)?;
    }
    Ok(checksum.finalize())
}
