//! Building a table in a folder so that a build that is killed loses the level in work and no more.
//!
//! While a table is being built its entries lie in `NAME.part` and what is known of them, the header
//! they would have if the build ended there, in `NAME.manifest`. A level counts once the manifest has
//! it; the manifest is replaced by renaming, after the level is on disk. At the end the header goes to
//! the front of the part, which then gets the name of the table.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI8, Ordering};

use super::build::{BuildObserver, Builder};
use super::endgame::Endgame;
use super::folder::{TableError, at, open, read_header};
use super::header::{HEADER, Header, file_name};
use crate::board::Field;
use crate::rules::Rules;

/// Entries that are read or written in one go.
const BLOCK: usize = 1 << 20;

/// Builds the table for these rules and hole states, or makes a smaller one larger, or goes on
/// where an earlier build ended. What comes out is the same file, byte for byte.
///
/// Memory: a byte a position. A table that is there and large enough is left alone.
///
/// # Errors
/// If the table can't be built or written; complete levels are kept.
pub fn build(
    folder: &Path,
    rules: &Rules,
    field: Field,
    seeds: u32,
    stop: &AtomicBool,
    observer: &dyn BuildObserver,
) -> Result<Endgame, TableError> {
    // First whatever needs no disk.
    Builder::layout(rules, field, seeds)?;
    at(folder, fs::create_dir_all(folder))?;
    let _lock = lock(folder)?;
    let files = Files::new(folder, rules, field);
    let mut finished = open(folder, rules, field)?;
    let journal = files.journal(rules, field)?;
    let known = finished.as_ref().map_or(0, |table| table.seeds() + 1);
    let levels = journal.as_ref().map_or(0, |header| header.seeds() + 1);
    if let Some(table) = finished.take_if(|_| known > seeds && known >= levels) {
        files.forget()?;
        return Ok(table);
    }
    let goal = seeds
        .max(levels.saturating_sub(1))
        .max(known.saturating_sub(1));
    let mut builder = Builder::new(rules, field, goal)?;
    let mut part = match journal {
        Some(header) if levels > known => files.resume(&mut builder, header)?,
        _ => files.begin(&mut builder, finished)?,
    };
    while builder.levels() <= goal {
        builder.build_level(stop, observer)?;
        files.append(&mut part, &builder, builder.levels() - 1)?;
        files.note(&part.header)?;
    }
    files.finish(part)?;
    Ok(Endgame::from_builder(builder))
}

/// Keeps other processes from building in the folder as long as the file is open.
fn lock(folder: &Path) -> Result<File, TableError> {
    let path = folder.join("lock");
    let options = OpenOptions::new().create(true).append(true).open(&path);
    let file = at(&path, options)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(TableError::Busy {
            path: folder.to_owned(),
        }),
        Err(fs::TryLockError::Error(source)) => Err(TableError::System { path, source }),
    }
}

/// The files of one table.
struct Files {
    folder: PathBuf,
    table: PathBuf,
    part: PathBuf,
    manifest: PathBuf,
    /// The manifest that is being written.
    draft: PathBuf,
}

/// Entries on their way to disk, and the header they have so far.
struct Part {
    file: File,
    header: Header,
}

impl Files {
    fn new(folder: &Path, rules: &Rules, field: Field) -> Files {
        let table = folder.join(file_name(rules, field));
        Files {
            folder: folder.to_owned(),
            part: table.with_extension("part"),
            manifest: table.with_extension("manifest"),
            draft: table.with_extension("draft"),
            table,
        }
    }

    /// The manifest of an unfinished build.
    fn journal(&self, rules: &Rules, field: Field) -> Result<Option<Header>, TableError> {
        let there = |path: &Path| at(path, path.try_exists());
        if !there(&self.part)? || !there(&self.manifest)? {
            return Ok(None);
        }
        let header = read_header(&self.manifest)?;
        let expected = file_name(rules, field);
        if file_name(&header.rules, header.field) != expected {
            let path = self.manifest.clone();
            return Err(TableError::Misnamed { path, expected });
        }
        Ok(Some(header))
    }

    /// Reads the levels of an unfinished build.
    fn resume(&self, builder: &mut Builder, header: Header) -> Result<Part, TableError> {
        let options = OpenOptions::new().read(true).write(true).open(&self.part);
        let mut file = at(&self.part, options)?;
        let known = HEADER as u64 + builder.layout.level(header.seeds()).end;
        let found = at(&self.part, file.metadata())?.len();
        if found < known {
            return Err(TableError::Length {
                path: self.part.clone(),
                found,
                expected: known,
            });
        }
        at(&self.part, file.seek(SeekFrom::Start(HEADER as u64)))?;
        for (level, &checksum) in (0..).zip(&header.checksums) {
            let read = read_level(&mut file, builder.level(level));
            if at(&self.part, read)? != checksum {
                let path = self.part.clone();
                return Err(TableError::Level { path, level });
            }
            builder.adopt_level();
        }
        Ok(Part { file, header })
    }

    /// Begins a part, with the levels of the smaller table if there is one.
    fn begin(&self, builder: &mut Builder, smaller: Option<Endgame>) -> Result<Part, TableError> {
        // A manifest of another part must not be taken for this one's.
        self.forget()?;
        let mut part = Part {
            file: at(&self.part, File::create(&self.part))?,
            header: Header {
                rules: builder.rules,
                field: builder.layout.field(),
                checksums: Vec::new(),
            },
        };
        if let Some(table) = smaller {
            for level in 0..=table.seeds() {
                let entries = builder.layout.level(level);
                for (entry, place) in entries.zip(builder.level(level)) {
                    place.store(table.values().byte(entry), Ordering::Relaxed);
                }
                builder.adopt_level();
                self.append(&mut part, builder, level)?;
            }
            self.note(&part.header)?;
        }
        Ok(part)
    }

    /// Writes a level behind those before it.
    fn append(&self, part: &mut Part, builder: &Builder, level: u32) -> Result<(), TableError> {
        let start = HEADER as u64 + builder.layout.level(level).start;
        let written = part
            .file
            .seek(SeekFrom::Start(start))
            .and_then(|_| part.file.set_len(start))
            .and_then(|()| write_level(&mut part.file, builder.level(level)))
            .and_then(|checksum| part.file.sync_data().map(|()| checksum));
        part.header.checksums.push(at(&self.part, written)?);
        Ok(())
    }

    /// Replaces the manifest.
    fn note(&self, header: &Header) -> Result<(), TableError> {
        let write = || {
            let mut file = File::create(&self.draft)?;
            file.write_all(&header.encode())?;
            file.sync_all()
        };
        at(&self.draft, write())?;
        at(&self.manifest, fs::rename(&self.draft, &self.manifest))?;
        self.sync_folder()
    }

    /// Makes a complete part the table.
    fn finish(&self, mut part: Part) -> Result<(), TableError> {
        let written = part
            .file
            .seek(SeekFrom::Start(0))
            .and_then(|_| part.file.write_all(&part.header.encode()))
            .and_then(|()| part.file.sync_all());
        at(&self.part, written)?;
        at(&self.table, fs::rename(&self.part, &self.table))?;
        self.sync_folder()?;
        self.forget()
    }

    /// Removes what a build leaves behind.
    fn forget(&self) -> Result<(), TableError> {
        for path in [&self.manifest, &self.draft, &self.part] {
            match fs::remove_file(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                result => at(path, result)?,
            }
        }
        self.sync_folder()
    }

    /// Makes renames last. Only Unix lets a folder be opened for that.
    fn sync_folder(&self) -> Result<(), TableError> {
        if cfg!(unix) {
            let synced = File::open(&self.folder).and_then(|folder| folder.sync_all());
            at(&self.folder, synced)?;
        }
        Ok(())
    }
}

/// Writes entries; returns their checksum.
fn write_level(file: &mut File, entries: &[AtomicI8]) -> io::Result<u32> {
    let mut checksum = crc32fast::Hasher::new();
    for block in entries.chunks(BLOCK) {
        let byte = |entry: &AtomicI8| entry.load(Ordering::Relaxed).cast_unsigned();
        let bytes: Vec<u8> = block.iter().map(byte).collect();
        checksum.update(&bytes);
        file.write_all(&bytes)?;
    }
    Ok(checksum.finalize())
}

/// Reads entries; returns their checksum.
fn read_level(file: &mut File, entries: &[AtomicI8]) -> io::Result<u32> {
    let mut checksum = crc32fast::Hasher::new();
    let mut bytes = vec![0; BLOCK];
    for block in entries.chunks(BLOCK) {
        let bytes = &mut bytes[..block.len()];
        file.read_exact(bytes)?;
        checksum.update(bytes);
        for (entry, &byte) in block.iter().zip(&*bytes) {
            entry.store(byte.cast_signed(), Ordering::Relaxed);
        }
    }
    Ok(checksum.finalize())
}
