//! Building a table in a folder so that a build that is killed loses the level in work and no more.
//!
//! While a table is being built its entries lie in `NAME.part` and what is known of them, the
//! header they would have if the build ended there, in `NAME.manifest`. A level counts once the
//! manifest has it; the manifest is replaced by renaming, after the level is on disk. At the end
//! the header goes to the front of the part, which then gets the name of the table.
//!
//! A table that is to be compressed is first finished like any other. The compressed file is
//! written as `NAME.packing`, gets its name when it is whole, and only then the other one goes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI8, Ordering};

use super::build::{BuildError, BuildObserver, Builder};
use super::folder::{Source, TableError, TableFile, at, place, read_header};
use super::header::{HEADER, Header, file_name};
use super::layout::most_seeds;
use super::packed::{Packed, pack};
use crate::board::Field;
use crate::rules::Rules;

/// Entries that are read or written in one go.
const BLOCK: usize = 1 << 20;

/// A table to be built.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The folder; it is made if it isn't there.
    pub folder: &'a Path,
    /// The rules.
    pub rules: &'a Rules,
    /// The states of the holes.
    pub field: Field,
    /// The most seeds in play.
    pub seeds: u32,
    /// Whether the file is to be compressed.
    pub compress: bool,
    /// The most bytes of memory for the table.
    pub memory: Option<u64>,
}

/// Builds a table in a folder, or makes a smaller one larger, or goes on where an earlier build
/// ended. What comes out is the same file, byte for byte.
///
/// Memory: a byte a position. A table that is there and large enough isn't built again, but packed
/// or unpacked if it has the other form than asked for.
///
/// # Errors
/// If the table can't be built or written; complete levels are kept. If it takes more memory than
/// allowed nothing was written.
pub fn build(
    order: &Order<'_>,
    stop: &AtomicBool,
    observer: &dyn BuildObserver,
) -> Result<TableFile, TableError> {
    // First whatever needs no disk.
    Builder::layout(order.rules, order.field, order.seeds)?;
    let files = Files::new(order);
    if order.memory.is_some() {
        Plan::new(order, &files)?;
    }
    at(order.folder, fs::create_dir_all(order.folder))?;
    let _lock = lock(order.folder)?;
    let plan = Plan::new(order, &files)?;
    let mut compressed = matches!(plan.source, Some(Source::Packed(_)));
    if plan.known() <= plan.goal {
        files.fill(order, plan, stop, observer)?;
        compressed = false;
    }
    files.settle(compressed, order.compress, stop, observer)?;
    let path = files.table(order.compress);
    Source::open(path)?.describe(path)
}

/// What there is, and what is to come of it.
struct Plan {
    /// A finished table.
    source: Option<Source>,
    /// What is known of an unfinished build.
    journal: Option<Header>,
    /// Seeds in play: what is asked for, or more if more is known already.
    goal: u32,
}

impl Plan {
    /// Looks at the folder, and refuses what takes more memory than allowed.
    fn new(order: &Order<'_>, files: &Files) -> Result<Plan, TableError> {
        let journal = files.journal(order.rules, order.field)?;
        let mut plan = Plan {
            source: files.source()?,
            goal: order.seeds,
            journal,
        };
        let known = plan.known().max(plan.levels());
        plan.goal = plan.goal.max(known.saturating_sub(1));
        if plan.known() <= plan.goal {
            allow(order, plan.goal)?;
        }
        Ok(plan)
    }

    /// Levels of the finished table.
    fn known(&self) -> u32 {
        self.source
            .as_ref()
            .map_or(0, |source| source.layout().seeds() + 1)
    }

    /// Levels of the unfinished build.
    fn levels(&self) -> u32 {
        self.journal.as_ref().map_or(0, |header| header.seeds() + 1)
    }
}

/// Refuses a table that takes more memory than allowed.
fn allow(order: &Order<'_>, seeds: u32) -> Result<(), BuildError> {
    let bytes = Builder::layout(order.rules, order.field, seeds)?.positions();
    match order.memory {
        Some(allowed) if allowed < bytes => Err(BuildError::Allowed {
            seeds,
            bytes,
            allowed,
            most: most_seeds(order.rules, order.field, allowed),
        }),
        _ => Ok(()),
    }
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
    /// The table, not compressed and compressed.
    tables: [PathBuf; 2],
    part: PathBuf,
    manifest: PathBuf,
    /// The manifest that is being written.
    draft: PathBuf,
    /// The table in another form, which is being written.
    packing: PathBuf,
}

/// Entries on their way to disk, and the header they have so far.
struct Part {
    file: File,
    header: Header,
}

impl Files {
    fn new(order: &Order<'_>) -> Files {
        let table = |compressed| place(order.folder, order.rules, order.field, compressed);
        let beside = |extension| table(false).with_extension(extension);
        Files {
            folder: order.folder.to_owned(),
            part: beside("part"),
            manifest: beside("manifest"),
            draft: beside("draft"),
            packing: beside("packing"),
            tables: [false, true].map(table),
        }
    }

    fn table(&self, compressed: bool) -> &Path {
        &self.tables[usize::from(compressed)]
    }

    /// The finished table. If it is there in both forms, which a kill can leave behind, the one
    /// with more levels; with as many, the one that isn't compressed.
    fn source(&self) -> Result<Option<Source>, TableError> {
        let mut best: Option<Source> = None;
        for path in &self.tables {
            if at(path, path.try_exists())? {
                let source = Source::open(path)?;
                let seeds = |source: &Source| source.layout().seeds();
                if best
                    .as_ref()
                    .is_none_or(|best| seeds(&source) > seeds(best))
                {
                    best = Some(source);
                }
            }
        }
        Ok(best)
    }

    /// Builds what is missing and finishes the table, not compressed.
    fn fill(
        &self,
        order: &Order<'_>,
        plan: Plan,
        stop: &AtomicBool,
        observer: &dyn BuildObserver,
    ) -> Result<(), TableError> {
        let mut builder = Builder::new(order.rules, order.field, plan.goal)?;
        let more = plan.levels() > plan.known();
        let mut part = match plan.journal {
            Some(header) if more => self.resume(&mut builder, header)?,
            _ => self.begin(&mut builder, plan.source)?,
        };
        while builder.levels() <= plan.goal {
            builder.build_level(stop, observer)?;
            self.append(&mut part, &builder, builder.levels() - 1)?;
            self.note(&part.header)?;
        }
        self.finish(part)
    }

    /// Brings a finished table into the form that is wanted, and removes everything else.
    fn settle(
        &self,
        compressed: bool,
        wanted: bool,
        stop: &AtomicBool,
        observer: &dyn BuildObserver,
    ) -> Result<(), TableError> {
        let (from, to) = (self.table(compressed), self.table(wanted));
        if compressed != wanted {
            if wanted {
                pack(from, &self.packing, stop, observer)?;
            } else {
                Packed::open(from)?.restore(&self.packing, stop)?;
            }
            at(to, fs::rename(&self.packing, to))?;
            self.sync_folder()?;
        }
        remove(self.table(!wanted))?;
        self.forget()
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
    fn begin(&self, builder: &mut Builder, smaller: Option<Source>) -> Result<Part, TableError> {
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
            let mut first = 0;
            table.read(|block| {
                builder.put(first, block);
                first += block.len() as u64;
                Ok(())
            })?;
            for level in 0..=table.layout().seeds() {
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
        let table = self.table(false);
        at(table, fs::rename(&self.part, table))?;
        self.sync_folder()?;
        self.forget()
    }

    /// Removes what a build leaves behind.
    fn forget(&self) -> Result<(), TableError> {
        for path in [&self.manifest, &self.draft, &self.part, &self.packing] {
            remove(path)?;
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

/// Removes a file that may be there.
fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => at(path, result),
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
