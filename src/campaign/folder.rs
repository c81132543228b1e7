//! A campaign in its folder: its question, and a batch store with its results.

use std::collections::BTreeMap;
use std::fs;
use std::mem;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::error::refused;
use super::proof_tree::Tree;
use super::question::Question;
use super::results::{Found, joined, read_file, read_lines, read_store};
use crate::ask::Limits;
use crate::batch::{self, Ask, Entry, Job, Method, Sink, Store};
use crate::control::{Control, Progress, StopReason};
use crate::files::{FolderLock, fault, make_folder};
use crate::record::changed;
use crate::search::Bounds;
use crate::tables::OpenTables;
use crate::text::{Diagnostic, ErrorKind};

/// The file name of the store.
const RESULTS: &str = "results.sqlite";

/// A campaign: its question and what is known about it.
pub struct Campaign {
    pub(super) tree: Tree,
    /// Total nodes of all results.
    nodes: u64,
    /// The lock and the store, if the campaign was opened for writing.
    writer: Option<(FolderLock, Store)>,
}

/// How to run jobs.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Number of concurrent jobs, each on one thread.
    pub parallel: NonZeroUsize,
    /// Memory for the search of each job, in mebibytes.
    pub memory: usize,
    /// Endgame tables for the searches.
    pub tables: &'a OpenTables,
}

/// A job: a line of input for `batch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// The position.
    pub position: String,
    /// The rule set.
    pub rules: &'static str,
    /// The options that differ from the rule set's.
    pub set: BTreeMap<String, Value>,
    /// Asks whether the value is at least this.
    pub at_least: Option<i32>,
    /// The node limit of the search.
    pub max_nodes: Option<u64>,
}

/// The outcome of adding results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Number of results that added something and are kept.
    pub new: u64,
    /// Number of results that added nothing.
    pub known: u64,
    /// Files whose last line is incomplete and was skipped.
    pub cut: Vec<PathBuf>,
}

/// The state of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CampaignStatus {
    /// The position.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::board::Position"))]
    pub position: String,
    /// Proven: its value is at least this.
    pub lower: i32,
    /// Proven: the value is at most this.
    pub upper: i32,
    /// True if the value is proven.
    pub exact: bool,
    /// Number of open positions to search in the current tree; 0 if the question is answered.
    pub open: u64,
    /// Number of positions in the tree that are proven as far as the question needs.
    pub proven: u64,
    /// Total nodes of all results.
    pub nodes: u64,
}

impl Campaign {
    /// Creates a campaign in a new or empty folder.
    ///
    /// # Errors
    /// If the folder is not empty, or the system refuses.
    pub fn create(folder: &Path, question: &Question) -> Result<(), Diagnostic> {
        make_folder(folder).map_err(refused(folder))?;
        let _lock = locked(folder)?;
        for entry in fs::read_dir(folder).map_err(refused(folder))? {
            if entry.map_err(refused(folder))?.file_name() != "lock" {
                let found = format!("{}: the folder is not empty", folder.display());
                let message = format!("{found}, expected a new or empty folder");
                return Err(Diagnostic::new(ErrorKind::BadValue, message));
            }
        }
        question.write(folder)
    }

    /// Opens a campaign for reading. Another process may be working on it.
    ///
    /// # Errors
    /// If there is no campaign, its files are damaged, or results are contradictory.
    pub fn open(folder: &Path) -> Result<Campaign, Diagnostic> {
        let there = |path: &Path| match path.exists() {
            true => Store::open_existing(path),
            false => Store::in_memory(),
        };
        Ok(Campaign::read(folder, there)?.0)
    }

    /// Opens a campaign for adding results, and locks it until the value is dropped.
    ///
    /// # Errors
    /// See [`open`](Self::open); also if another process is adding results.
    pub fn open_to_write(folder: &Path) -> Result<Campaign, Diagnostic> {
        // Don't create files in a folder without a campaign.
        Question::read(folder)?;
        let lock = locked(folder)?;
        let (campaign, store) = Campaign::read(folder, Store::open)?;
        Ok(Campaign { writer: Some((lock, store)), ..campaign })
    }

    fn read(
        folder: &Path,
        open: impl FnOnce(&Path) -> Result<Store, Diagnostic>,
    ) -> Result<(Campaign, Store), Diagnostic> {
        let mut tree = Tree::new(&Question::read(folder)?)?;
        let store = open(&folder.join(RESULTS))?;
        let mut nodes = 0_u64;
        for (entry, position, by) in read_store(&store, &tree.question.variant())? {
            tree.add(&position, &entry, &by)?;
            nodes = nodes.saturating_add(entry.findings.nodes());
        }
        Ok((Campaign { tree, nodes, writer: None }, store))
    }

    /// The question.
    #[must_use]
    pub const fn question(&self) -> &Question {
        &self.tree.question
    }

    /// Whether the question is answered.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.tree.is_answered()
    }

    /// Returns up to `count` jobs that contribute most to an answer; fewer if no others could
    /// matter. If all open positions are busy, the positions after their moves are dealt in
    /// advance; their results count once the earlier job has failed. The positions count as busy
    /// until the campaign is dropped.
    ///
    /// # Errors
    /// If results contradict each other.
    pub fn tasks(&mut self, count: u64) -> Result<Vec<Task>, Diagnostic> {
        let jobs = (0..count).map_while(|_| self.tree.deal().transpose());
        let task = |job: Job| Task {
            position: job.game.position().to_string(),
            rules: job.preset.name,
            set: changed(job.game.rules(), job.preset),
            at_least: job.at_least,
            max_nodes: job.limits.nodes,
        };
        jobs.map(|job| job.map(task)).collect()
    }

    /// Adds the results in files: stores of `batch` or of a campaign, or JSON lines of `batch`.
    /// Keeps all new results, or none if any file has an error.
    ///
    /// # Errors
    /// If a line is not a result under the campaign's rules, results are contradictory, or the
    /// system refuses.
    ///
    /// # Panics
    /// If the campaign was not opened for writing.
    pub fn add(&mut self, files: &[PathBuf]) -> Result<Added, Diagnostic> {
        let (mut added, mut new) = (Added::default(), Vec::new());
        let base = self.tree.question.variant();
        for path in files {
            let found = read_file(path, &base, &mut added.cut)?;
            added.known += self.take_in(found, &mut new)?;
        }
        added.new = self.keep(&new)?;
        Ok(added)
    }

    /// Adds results given as complete JSON lines.
    ///
    /// # Errors
    /// See [`add`](Self::add).
    ///
    /// # Panics
    /// If the campaign was not opened for writing.
    pub fn add_lines(&mut self, lines: &str) -> Result<Added, Diagnostic> {
        let base = self.tree.question.variant();
        let (found, _) = read_lines(format!("{lines}\n").as_bytes(), "results", &base)?;
        let mut new = Vec::new();
        let known = self.take_in(found, &mut new)?;
        Ok(Added { new: self.keep(&new)?, known, cut: Vec::new() })
    }

    /// Adds results to the tree and the new ones to `new`. Returns the number of results that added
    /// nothing.
    fn take_in(&mut self, found: Vec<Found>, new: &mut Vec<Entry>) -> Result<u64, Diagnostic> {
        let mut known = 0;
        for (entry, position, by) in found {
            match self.tree.add(&position, &entry, &by)? {
                true => new.push(joined(entry, &position, self.tree.fact(&position))),
                false => known += 1,
            }
        }
        Ok(known)
    }

    /// Stores results and returns their number.
    fn keep(&mut self, new: &[Entry]) -> Result<u64, Diagnostic> {
        let (_, store) = self.writer.as_mut().expect("a campaign opened to be written");
        store.keep(new)?;
        let nodes = new.iter().map(|entry| entry.findings.nodes());
        self.nodes = nodes.fold(self.nodes, u64::saturating_add);
        Ok(new.len() as u64)
    }

    /// Leaves the folder to the process from which this one was forked.
    pub fn leave_to_parent(&mut self) {
        if let Some((lock, store)) = self.writer.take() {
            lock.leave_to_parent();
            // Closing the copy of a database would write to it.
            mem::forget(store);
        }
    }

    /// Returns the state of the campaign.
    #[must_use]
    pub fn standing(&self) -> CampaignStatus {
        let (bounds, (proven, open)) = (self.tree.bounds(), self.tree.counts());
        CampaignStatus {
            position: self.tree.question.game.position().to_string(),
            lower: bounds.lower,
            upper: bounds.upper,
            exact: bounds.lower == bounds.upper,
            open,
            proven,
            nodes: self.nodes,
        }
    }
}

/// Locks the folder for this process.
fn locked(folder: &Path) -> Result<FolderLock, Diagnostic> {
    let lock = FolderLock::take(folder).map_err(refused(folder))?;
    let busy = "another process is working on this campaign; expected only one at a time";
    lock.ok_or_else(|| fault(folder, busy))
}

/// Runs the jobs of a campaign opened for writing until its question is answered or a limit ends
/// it. Returns that limit. A node is a job. Jobs that are cut short have no result.
///
/// Each result is stored before the next job begins, so if the process is killed, only the running
/// jobs are lost.
///
/// # Errors
/// If results are contradictory or can't be stored, or the machine lacks resources.
///
/// # Panics
/// If the campaign was not opened for writing.
pub fn run(
    campaign: &mut Campaign,
    run: Run<'_>,
    control: Control<'_>,
) -> Result<Option<StopReason>, Diagnostic> {
    let (lock, mut store) = campaign.writer.take().expect("a campaign opened to be written");
    let limits = Limits::default().with_memory(run.memory);
    let run = batch::Run {
        jobs: &[],
        ask: Ask { method: Method::Solve, limits, fresh: true },
        threads: run.parallel,
        kept: 0,
        ordered: false,
        // A job is repeated only if the tree asks for it.
        retry_open: true,
        tables: run.tables,
    };
    let by = store.path().display().to_string().into();
    let mut planner = Planner { campaign, by, progress: control.progress };
    let summary: Result<_, Diagnostic> = batch::run(&run, &mut store, &mut planner, control);
    campaign.writer = Some((lock, store));
    let stopped = summary?.stopped;
    campaign.tree.release_jobs()?;
    Ok(stopped.filter(|_| !campaign.is_answered()))
}

/// Deals the jobs of a campaign to a batch, and adds their results.
struct Planner<'a> {
    campaign: &'a mut Campaign,
    by: Arc<str>,
    progress: &'a Progress,
}

impl Sink<Diagnostic> for Planner<'_> {
    fn take(&mut self, job: &Job, found: Result<&Entry, Diagnostic>) -> Result<(), Diagnostic> {
        let found = found?;
        let Campaign { tree, nodes, .. } = &mut *self.campaign;
        tree.add(job.game.position(), found, &self.by)?;
        *nodes = nodes.saturating_add(found.findings.nodes());
        Ok(())
    }

    fn more(&mut self) -> Result<Option<Job>, Diagnostic> {
        let Bounds { lower, upper } = self.campaign.tree.bounds();
        self.progress.announce(format!("proving by jobs, {lower:+} to {upper:+}; jobs"));
        self.campaign.tree.deal()
    }

    fn is_done(&self) -> bool {
        self.campaign.is_answered()
    }
}
