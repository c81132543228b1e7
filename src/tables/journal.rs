//! Building a table in a folder so that a build that is killed loses the level in work and no more.
//!
//! While a table is being built its entries lie in `NAME.part` and what is known of them, the
//! header they would have if the build ended there, in `NAME.manifest`. A level counts once the
//! manifest has it; the manifest is replaced by renaming, after the level is on disk. At the end
//! the header goes to the front of the part, which then gets the name of the table.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::build::Builder;
use super::build_error::{BuildError, go_on};
use super::error::{TableError, TableProblem, at};
use super::folder::place;
use super::header::{Header, file_name};
use super::part::Part;
use super::source::{Source, TableFile, read_header};
use super::value_places::most_seeds;
use crate::board::Field;
use crate::control::{Clock, Control};
use crate::files::{self, FolderLock, Replace};
use crate::rules::Rules;

/// A table to be built.
#[derive(Clone, Copy, Debug)]
pub struct BuildRequest<'a> {
    /// The folder; it is made if it isn't there.
    pub folder: &'a Path,
    /// The rules.
    pub rules: &'a Rules,
    /// The states of the holes.
    pub field: Field,
    /// The most seeds in play.
    pub seeds: u32,
    /// The most bytes of memory for the table.
    pub memory: Option<u64>,
    /// Threads that compute.
    pub threads: NonZeroUsize,
    /// True if files of this table that are damaged, or of another version, are removed and the
    /// table is built anew. Else they are an error.
    pub renew: bool,
}

/// Builds a table in a folder, or makes a smaller one larger, or goes on where an earlier build
/// ended. What comes out is the same file, byte for byte. A node is a position whose value is
/// computed.
///
/// Memory: a byte a position. A table that is there and large enough isn't built again.
///
/// # Errors
/// If the table can't be built or written, or a limit is reached; complete levels are kept. If it
/// takes more memory than allowed nothing was written.
pub fn build(order: &BuildRequest<'_>, control: Control<'_>) -> Result<TableFile, TableError> {
    // First whatever needs no disk.
    Builder::layout(order.rules, order.field, order.seeds)?;
    let clock = &Clock::new(control);
    let files = Files::new(order);
    if order.memory.is_some() {
        Plan::new(order, &files, clock)?;
    }
    at(order.folder, files::make_folder(order.folder))?;
    let lock = at(order.folder, FolderLock::take(order.folder))?;
    let _lock = at(order.folder, lock.ok_or(TableProblem::Busy))?;
    match finished(order, &files, clock) {
        Err(error) if order.renew && error.is_damage() => {
            files.remove()?;
            finished(order, &files, clock)
        }
        finished => finished,
    }
}

/// The table. No other process works in the folder.
fn finished(
    order: &BuildRequest<'_>,
    files: &Files,
    clock: &Clock<'_>,
) -> Result<TableFile, TableError> {
    let mut plan = Plan::new(order, files, clock)?;
    if plan.known() <= plan.goal {
        files.fill(order, &mut plan, clock)?;
    }
    files.forget()?;
    let path = files.table.clone();
    Ok(TableFile {
        rules: *order.rules,
        layout: Builder::layout(order.rules, order.field, plan.goal)?,
        bytes: at(&path, fs::metadata(&path))?.len(),
        unfinished: false,
        path,
    })
}

/// The files that are there, and what is to come of them.
struct Plan {
    /// A finished table, if it is of use.
    source: Option<Source>,
    /// The header of an unfinished build.
    journal: Option<Header>,
    /// Seeds in play: what is asked for, or more if more is known already.
    goal: u32,
}

impl Plan {
    /// Looks at the folder, and refuses what takes more memory than allowed.
    fn new(order: &BuildRequest<'_>, files: &Files, clock: &Clock<'_>) -> Result<Plan, TableError> {
        let journal = files.journal(order.rules, order.field)?;
        let mut plan = Plan { source: files.source(clock)?, goal: order.seeds, journal };
        let known = plan.known().max(plan.levels());
        plan.goal = plan.goal.max(known.saturating_sub(1));
        if plan.known() <= plan.goal {
            allow(order, plan.goal)?;
        }
        Ok(plan)
    }

    /// Levels of the finished table.
    fn known(&self) -> u32 {
        let levels = |source: &Source| source.layout.seeds() + 1;
        self.source.as_ref().map_or(0, levels)
    }

    /// Levels of the unfinished build.
    fn levels(&self) -> u32 {
        self.journal.as_ref().map_or(0, |header| header.seeds() + 1)
    }
}

/// Refuses a table that takes more memory than allowed.
fn allow(order: &BuildRequest<'_>, seeds: u32) -> Result<(), BuildError> {
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

/// The files of one table.
struct Files {
    folder: PathBuf,
    table: PathBuf,
    part: PathBuf,
    manifest: PathBuf,
    /// The manifest that is being written.
    draft: PathBuf,
}

impl Files {
    fn new(order: &BuildRequest<'_>) -> Files {
        let table = place(order.folder, order.rules, order.field);
        Files {
            folder: order.folder.to_owned(),
            part: table.with_extension("part"),
            manifest: table.with_extension("manifest"),
            draft: table.with_extension("draft"),
            table,
        }
    }

    /// The finished table.
    fn source(&self, clock: &Clock<'_>) -> Result<Option<Source>, TableError> {
        match at(&self.table, self.table.try_exists())? {
            true => Source::open(&self.table, clock).map(Some),
            false => Ok(None),
        }
    }

    /// Builds what is missing and finishes the table.
    fn fill(
        &self,
        order: &BuildRequest<'_>,
        plan: &mut Plan,
        clock: &Clock<'_>,
    ) -> Result<(), TableError> {
        let mut builder = Builder::new(order.rules, order.field, plan.goal, order.threads)?;
        let more = plan.levels() > plan.known();
        let smaller = plan.source.take();
        let mut part = match plan.journal.take() {
            Some(header) if more => Part::resume(&self.part, header, &mut builder, clock)?,
            _ => self.begin(&mut builder, smaller, clock)?,
        };
        while builder.levels() <= plan.goal {
            builder.build_level(clock)?;
            part.append(&builder, builder.levels() - 1)?;
            self.note(&part.header)?;
        }
        part.finish(&Replace::new(&self.table, &self.part))?;
        self.forget()
    }

    /// Begins a part, with the levels of the smaller table if there is one.
    fn begin(
        &self,
        builder: &mut Builder,
        smaller: Option<Source>,
        clock: &Clock<'_>,
    ) -> Result<Part, TableError> {
        // A manifest of another part must not be taken for this one's.
        self.forget()?;
        let mut part = Part::begin(&self.part, builder)?;
        if let Some(table) = smaller {
            for level in 0..=table.layout.seeds() {
                go_on(clock)?;
                builder.next_level().copy_from_slice(table.level(level));
                builder.adopt_level();
                part.append(builder, level)?;
            }
            self.note(&part.header)?;
        }
        Ok(part)
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
            return Err(TableProblem::Misnamed(expected).of(&self.manifest));
        }
        Ok(Some(header))
    }

    /// Replaces the manifest.
    fn note(&self, header: &Header) -> Result<(), TableError> {
        let manifest = Replace::new(&self.manifest, &self.draft);
        at(&self.manifest, manifest.write(&header.encode()))
    }

    /// Removes the table, and what a build leaves behind.
    fn remove(&self) -> Result<(), TableError> {
        at(&self.table, files::remove(&self.table))?;
        self.forget()
    }

    /// Removes what a build leaves behind.
    fn forget(&self) -> Result<(), TableError> {
        for path in [&self.manifest, &self.draft, &self.part] {
            at(path, files::remove(path))?;
        }
        at(&self.folder, files::sync_folder(&self.folder))
    }
}
