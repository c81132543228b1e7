//! A campaign in its folder: the question, and a store of `batch` with the results.

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
use super::results::{Found, joined, of_file, of_lines, of_store};
use crate::ask::Limits;
use crate::batch::{self, Ask, Entry, Job, Method, Sink, Store};
use crate::control::{Control, Progress, StopReason};
use crate::files::{FolderLock, fault, make_folder};
use crate::record::changed;
use crate::search::Bounds;
use crate::tables::OpenTables;
use crate::text::{Diagnostic, ErrorKind};

/// The store of the results.
const RESULTS: &str = "results.sqlite";

/// A campaign: its question, and what is known.
pub struct Campaign {
    pub(super) tree: Tree,
    /// Nodes of all results.
    nodes: u64,
    /// Held by who writes, with the store.
    writer: Option<(FolderLock, Store)>,
}

/// The way in which jobs are done.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Jobs at the same time, each on one thread.
    pub parallel: NonZeroUsize,
    /// Mebibytes for each job's search.
    pub memory: usize,
    /// Endgame tables for the searches.
    pub tables: &'a OpenTables,
}

/// A job to be done: a line of input for `batch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// The position.
    pub position: String,
    /// The rule set.
    pub rules: &'static str,
    /// The options that differ from the rule set's.
    pub set: BTreeMap<String, Value>,
    /// It is asked whether the value is at least this.
    pub at_least: Option<i32>,
    /// The most nodes of the search.
    pub max_nodes: Option<u64>,
}

/// The outcome of taking results in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Results that said something new, which are kept.
    pub new: u64,
    /// Results that said nothing new.
    pub known: u64,
    /// Files that end in the midst of a line, which was left out.
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
    /// Proven: it is at most this.
    pub upper: i32,
    /// True if the value is proven.
    pub exact: bool,
    /// Positions to be asked, as the tree stands; 0 if the question is answered.
    pub open: u64,
    /// Positions of the tree of which as much is proven as the question needs.
    pub proven: u64,
    /// Nodes of all results.
    pub nodes: u64,
}

impl Campaign {
    /// Begins a campaign in a new folder, or one that is empty.
    ///
    /// # Errors
    /// If there is something in the folder, or the system refuses.
    pub fn create(folder: &Path, question: &Question) -> Result<(), Diagnostic> {
        make_folder(folder).map_err(refused(folder))?;
        let _lock = locked(folder)?;
        for entry in fs::read_dir(folder).map_err(refused(folder))? {
            if entry.map_err(refused(folder))?.file_name() != "lock" {
                let found = format!("{}: the folder is not empty", folder.display());
                let message = format!("{found}, expected a new or an empty one");
                return Err(Diagnostic::new(ErrorKind::BadValue, message));
            }
        }
        question.write(folder)
    }

    /// Reads a campaign; another process may work at it meanwhile.
    ///
    /// # Errors
    /// If there is none, its files are damaged, or results contradict each other.
    pub fn open(folder: &Path) -> Result<Campaign, Diagnostic> {
        let there = |path: &Path| match path.exists() {
            true => Store::open_existing(path),
            false => Store::in_memory(),
        };
        Ok(Campaign::read(folder, there)?.0)
    }

    /// Reads a campaign to add results; no other process may until this is dropped.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if another process adds results.
    pub fn open_to_write(folder: &Path) -> Result<Campaign, Diagnostic> {
        // Nothing is made in a folder without a campaign.
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
        for (entry, position, by) in of_store(&store, &tree.asks.variant())? {
            tree.add(&position, &entry, &by)?;
            nodes = nodes.saturating_add(entry.findings.nodes());
        }
        Ok((Campaign { tree, nodes, writer: None }, store))
    }

    /// The question.
    #[must_use]
    pub const fn question(&self) -> &Question {
        &self.tree.asks
    }

    /// Tells whether the question is answered.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.tree.is_answered()
    }

    /// The jobs that do most for an answer now, up to so many: fewer if there are no more that
    /// could matter. Where all open positions are at work, those after their moves come in advance:
    /// what is found of them counts once the job before them ends in vain. They count as being at
    /// work until this is dropped.
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

    /// Takes in the results of files: stores of `batch` or of a campaign, or JSON lines of `batch`.
    /// All that is new is kept, or nothing if there is an error in any of them.
    ///
    /// # Errors
    /// If a line is no result under the campaign's rules, results contradict each other, or the
    /// system refuses.
    ///
    /// # Panics
    /// If the campaign was not opened to be written.
    pub fn add(&mut self, files: &[PathBuf]) -> Result<Added, Diagnostic> {
        let (mut added, mut new) = (Added::default(), Vec::new());
        let base = self.tree.asks.variant();
        for path in files {
            let found = of_file(path, &base, &mut added.cut)?;
            added.known += self.take_in(found, &mut new)?;
        }
        added.new = self.keep(&new)?;
        Ok(added)
    }

    /// The same of lines of JSON that are in no file, and of which none is cut off.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    ///
    /// # Panics
    /// If the campaign was not opened to be written.
    pub fn add_lines(&mut self, lines: &str) -> Result<Added, Diagnostic> {
        let base = self.tree.asks.variant();
        let (found, _) = of_lines(format!("{lines}\n").as_bytes(), "results", &base)?;
        let mut new = Vec::new();
        let known = self.take_in(found, &mut new)?;
        Ok(Added { new: self.keep(&new)?, known, cut: Vec::new() })
    }

    /// Takes results into the tree, and has those that say something new; how many say nothing new.
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

    /// Keeps results; how many there are.
    fn keep(&mut self, new: &[Entry]) -> Result<u64, Diagnostic> {
        let (_, store) = self.writer.as_mut().expect("a campaign opened to be written");
        store.keep(new)?;
        let nodes = new.iter().map(|entry| entry.findings.nodes());
        self.nodes = nodes.fold(self.nodes, u64::saturating_add);
        Ok(new.len() as u64)
    }

    /// Leaves the folder to the process that this one was forked from, and which works at it.
    pub fn leave_to_parent(&mut self) {
        if let Some((lock, store)) = self.writer.take() {
            lock.leave_to_parent();
            // To close the copy of a database would be to write.
            mem::forget(store);
        }
    }

    /// Returns its state.
    #[must_use]
    pub fn standing(&self) -> CampaignStatus {
        let (bounds, (proven, open)) = (self.tree.bounds(), self.tree.counts());
        CampaignStatus {
            position: self.tree.asks.game.position().to_string(),
            lower: bounds.lower,
            upper: bounds.upper,
            exact: bounds.lower == bounds.upper,
            open,
            proven,
            nodes: self.nodes,
        }
    }
}

/// The folder for this process alone.
fn locked(folder: &Path) -> Result<FolderLock, Diagnostic> {
    let lock = FolderLock::take(folder).map_err(refused(folder))?;
    let busy = "another process works at this campaign; expected only one at a time";
    lock.ok_or_else(|| fault(folder, busy))
}

/// Works off a campaign that was opened to be written, until its question is answered or a limit
/// ends it, which is then said. A node is a job. A job that is cut short by the end says nothing.
///
/// A result is in the store before the next job begins: what ends the process loses the jobs at
/// work, and nothing else.
///
/// # Errors
/// If results contradict each other or can't be kept, or the machine doesn't give what a search
/// needs.
///
/// # Panics
/// If the campaign was not opened to be written.
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
        // A job is asked again only if the tree wants it.
        retry_open: true,
        tables: run.tables,
    };
    let by = store.path().display().to_string().into();
    let mut planner = Planner { campaign, by, progress: control.progress };
    let summary: Result<_, Diagnostic> = batch::run(&run, &mut store, &mut planner, control);
    campaign.writer = Some((lock, store));
    let stopped = summary?.stopped;
    campaign.tree.rest()?;
    Ok(stopped.filter(|_| !campaign.is_answered()))
}

/// Deals the jobs of a campaign to a batch, and takes in what they find.
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
