//! A campaign in its folder: the question, written once, and results, a line each, at whose end
//! new ones are put. What was being written when a process died is cut off.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::bounds_file::{self, BoundsFile};
use super::error::{CampaignError, Origin};
use super::finding::{Finding, sealed, unsealed};
use super::line_file::{damaged, each, lines, open_to_append};
use super::proof_tree::Tree;
use super::question::Question;
use crate::batch::{Merge, MergeError, Store};
use crate::files::{FolderLock, Replace, make_folder};
use crate::record::changed;

/// The file of the question.
const QUESTION: &str = "campaign.json";

/// The file of the results.
const RESULTS: &str = "results.jsonl";

/// The file that says how many results there are: the end of a file may be lost at the end of a line.
const COUNT: &str = "results.count";

/// With what a store begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// A campaign: its question, and what is known.
pub struct Campaign {
    folder: PathBuf,
    pub(super) question: Question,
    pub(super) tree: Tree,
    pub(super) nodes: u64,
    /// Lines of the file of results.
    lines: u64,
    cut: bool,
    missing: u64,
    /// Held, with the file of the results, by who writes.
    writer: Option<(FolderLock, File)>,
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
    pub at_least: i32,
    /// The most nodes of the search.
    pub max_nodes: u64,
}

/// The outcome of taking results in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Results that said something new, which are kept.
    pub new: u64,
    /// Results that said nothing new.
    pub known: u64,
    /// Bounds for the jobs to come, by positions; those that were known before are counted too.
    pub bounds: u64,
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
    pub fn create(folder: &Path, question: &Question) -> Result<(), CampaignError> {
        let refused = |path| CampaignError::of(path);
        make_folder(folder).map_err(refused(folder))?;
        let lock = locked(folder)?;
        for entry in fs::read_dir(folder).map_err(refused(folder))? {
            let name = entry.map_err(refused(folder))?.file_name();
            if name != "lock" {
                return Err(CampaignError::There(folder.to_owned()));
            }
        }
        let path = folder.join(QUESTION);
        let file = Replace::new(&path, folder.join("campaign.json.draft"));
        let written = file.write(sealed(&question.json()).as_bytes());
        written.map_err(refused(&path))?;
        drop(lock);
        Ok(())
    }

    /// Reads a campaign; another process may work at it meanwhile.
    ///
    /// # Errors
    /// If there is none, or a line of its files is damaged or contradicts others.
    pub fn open(folder: &Path) -> Result<Campaign, CampaignError> {
        let path = folder.join(QUESTION);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Err(CampaignError::Missing(folder.to_owned()));
            }
            Err(error) => return Err(CampaignError::of(&path)(error)),
        };
        let at = Origin { file: path.as_path().into(), line: Some(1) };
        let damaged = |what| damaged(&at, what);
        let json = unsealed(&text)
            .ok_or_else(|| damaged("it is not what was written (its checksum differs)".into()))?;
        let question = Question::read(&json).map_err(damaged)?;
        let mut campaign = Campaign {
            folder: folder.to_owned(),
            tree: Tree::new(&question)?,
            question,
            nodes: 0,
            lines: 0,
            cut: false,
            missing: 0,
            writer: None,
        };
        campaign.read_results()?;
        Ok(campaign)
    }

    /// Reads a campaign to add results; no other process may until this is dropped.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if another process adds results.
    pub fn open_to_write(folder: &Path) -> Result<Campaign, CampaignError> {
        // Nothing is made in a folder without a campaign.
        if !folder.join(QUESTION).is_file() {
            return Err(CampaignError::Missing(folder.to_owned()));
        }
        let lock = locked(folder)?;
        let mut campaign = Campaign::open(folder)?;
        campaign.writer = Some((lock, open_to_append(&folder.join(RESULTS))?));
        campaign.note_count();
        Ok(campaign)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The question.
    #[must_use]
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// Tells whether the results ended in the midst of a line: a process died while it wrote.
    #[must_use]
    pub const fn was_cut(&self) -> bool {
        self.cut
    }

    /// The number of results that were written and are no longer there, one that is cut off included.
    /// Once the campaign is opened to write, they are no longer counted.
    #[must_use]
    pub const fn missing(&self) -> u64 {
        self.missing
    }

    /// Tells whether the question is answered.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.tree.question().is_none()
    }

    fn read_results(&mut self) -> Result<(), CampaignError> {
        let base = self.question.variant();
        // Before the results: another process may add some meanwhile.
        let count = fs::read_to_string(self.folder.join(COUNT));
        let count: Option<u64> = count.ok().and_then(|count| count.trim_end().parse().ok());
        self.cut = each(&self.folder.join(RESULTS), |text, at| {
            let found = Finding::read(text, &base).map_err(|what| damaged(at, what))?;
            self.nodes = self.nodes.saturating_add(found.nodes);
            self.lines += 1;
            self.tree.add(&found, at)?;
            Ok(())
        })?;
        self.missing = count.unwrap_or(0).saturating_sub(self.lines);
        Ok(())
    }

    /// Writes how many results there are. Where that fails nothing is lost: it is then not told if
    /// some are missing.
    fn note_count(&self) {
        let _ = fs::write(self.folder.join(COUNT), format!("{}\n", self.lines));
    }

    /// The jobs that do most for an answer now, up to so many: fewer if there are no more that
    /// could matter. Where all open positions are at work, those after their moves come in advance:
    /// what is found of them counts once the job before them ends in vain. They count as being at
    /// work until this is dropped.
    ///
    /// # Errors
    /// If results contradict each other.
    pub fn tasks(&mut self, count: u64) -> Result<Vec<Task>, CampaignError> {
        let (preset, rules) = (self.question.preset, self.question.game.rules());
        let mut tasks = Vec::new();
        for _ in 0..count {
            let Some(job) = self.tree.deal()? else {
                break;
            };
            tasks.push(Task {
                position: job.position.to_string(),
                rules: preset.name,
                set: changed(rules, preset),
                at_least: job.at_least,
                max_nodes: job.max_nodes,
            });
        }
        Ok(tasks)
    }

    /// Takes in the results of files: stores of `batch`, or JSON lines of `batch` or of a campaign,
    /// whose bounds for other jobs are taken in too.
    /// All that is new is kept, or nothing if there is an error in any of them.
    ///
    /// # Errors
    /// If a line is no result under the campaign's rules, results contradict each other, or the
    /// system refuses.
    ///
    /// # Panics
    /// If the campaign was not opened to be written.
    pub fn add(&mut self, files: &[PathBuf]) -> Result<Added, CampaignError> {
        let (mut added, mut lines, mut bounds) = (Added::default(), String::new(), String::new());
        let base = self.question.variant();
        let mut nodes = self.nodes;
        for path in files {
            for (found, at) in self.findings(path, &mut added, &mut bounds)? {
                if self.tree.add(&found, &at)? {
                    lines += &found.line(&base);
                    nodes = nodes.saturating_add(found.nodes);
                    added.new += 1;
                } else {
                    added.known += 1;
                }
            }
        }
        self.write(&lines)?;
        if !bounds.is_empty() {
            BoundsFile::open(&self.folder)?.write(&bounds)?;
        }
        (self.nodes, self.lines) = (nodes, self.lines + added.new);
        self.note_count();
        Ok(added)
    }

    /// All results of a file, and where each stands.
    fn findings(
        &self,
        path: &Path,
        added: &mut Added,
        bounds: &mut String,
    ) -> Result<Vec<(Finding, Origin)>, CampaignError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|mut file| {
            let start = (&mut file).take(SQLITE.len() as u64);
            start.chain(io::empty()).read_to_end(&mut bytes)?;
            if bytes != SQLITE {
                file.read_to_end(&mut bytes)?;
            }
            Ok(())
        });
        read.map_err(CampaignError::of(path))?;
        if bytes == SQLITE {
            return self.findings_of_store(path);
        }
        let base = self.question.variant();
        let mut all = Vec::new();
        for (at, bytes) in lines(path, &bytes) {
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let text = std::str::from_utf8(bytes).map_err(|error| error.to_string());
            if let Ok(text) = text
                && bytes.ends_with(b"\n")
                && bounds_file::is_line(text)
            {
                let found = bounds_file::sound(text, &self.question);
                added.bounds += found.map_err(|what| CampaignError::Unfit { at, what })?;
                *bounds += text;
                continue;
            }
            match text.and_then(|text| Finding::read(text.trim(), &base)) {
                Ok(found) => all.push((found, at)),
                // Whoever writes it may not be through, or died.
                Err(_) if !bytes.ends_with(b"\n") => added.cut.push(path.to_owned()),
                Err(what) => return Err(CampaignError::Unfit { at, what }),
            }
        }
        Ok(all)
    }

    fn findings_of_store(&self, path: &Path) -> Result<Vec<(Finding, Origin)>, CampaignError> {
        let at = Origin { file: path.into(), line: None };
        let unfit = |what| CampaignError::Unfit { at: at.clone(), what };
        let stores = [Store::open_existing(path)?];
        let (mut rows, mut all) = (Merge::new(&stores), Vec::new());
        let base = self.question.variant();
        loop {
            match rows.next_best() {
                Ok(None) => return Ok(all),
                Ok(Some(entry)) => {
                    let found = Finding::of_entry(&entry, &base).map_err(unfit)?;
                    all.extend(found.map(|found| (found, at.clone())));
                }
                Err(MergeError::Store(error)) => return Err(error.into()),
                Err(error) => return Err(unfit(error.to_string())),
            }
        }
    }

    /// Takes in what a job found: it is on disk when this returns. What contradicts others is not
    /// written: nobody could open the folder again.
    pub(super) fn keep(&mut self, found: &Finding) -> Result<(), CampaignError> {
        let at = Origin { file: self.folder.join(RESULTS).into(), line: Some(self.lines + 1) };
        self.tree.add(found, &at)?;
        self.write(&found.line(&self.question.variant()))?;
        self.nodes = self.nodes.saturating_add(found.nodes);
        self.lines += 1;
        self.note_count();
        Ok(())
    }

    fn write(&self, lines: &str) -> Result<(), CampaignError> {
        let (_, file) = self.writer.as_ref().expect("a campaign opened to be written");
        let mut file = file;
        let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        written.map_err(CampaignError::of(&self.folder.join(RESULTS)))
    }

    /// Returns its state.
    #[must_use]
    pub fn standing(&self) -> CampaignStatus {
        let (bounds, (proven, open)) = (self.tree.bounds(), self.tree.counts());
        CampaignStatus {
            position: self.question.game.position().to_string(),
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
fn locked(folder: &Path) -> Result<FolderLock, CampaignError> {
    let lock = FolderLock::take(folder).map_err(CampaignError::of(folder))?;
    lock.ok_or_else(|| CampaignError::Busy(folder.to_owned()))
}
