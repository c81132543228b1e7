//! The folder of an enumeration: what a later run needs to go on after a kill.
//!
//! Runs are only ever appended to the files of their layers. From time to time, between two
//! layers, everything that is held is written, and `manifest` says how much of each file counts and
//! what has been found; it is replaced by renaming, after the files are on disk. What was written
//! after it is cut off by the run that goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::enumeration::Spill;
use super::key_codec::Key;
use super::run_store::{Kind, Run, RunStore};
use super::sorted_run::{Block, HEAD, announced, last_key};
use super::tally::Tally;
use super::{LayersBy, TurnsError, at, damaged};
use crate::board::Position;
use crate::control::Instant;
use crate::files::{self, FolderLock, Replace, checksum};
use crate::rules::{ROUND_OPTIONS, Rules};

/// The version of the files' form.
pub(super) const VERSION: u32 = 1;

/// A folder that is being worked in.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    every: Duration,
    saved: Option<Instant>,
    /// A description of what is enumerated.
    what: String,
    /// Layers worked off since the last state was saved: that state still needs their files.
    worked_off: Vec<usize>,
    /// Keeps other processes away.
    lock: FolderLock,
}

/// A state to go on from.
#[derive(Serialize, Deserialize)]
#[serde(bound = "K: Key")]
pub(super) struct Saved<K> {
    version: u32,
    what: String,
    pub layer: usize,
    pub sizes: Vec<u64>,
    #[serde(rename = "piles")]
    runs: Vec<SavedRuns>,
    pub tally: Tally<K>,
}

/// The version of a state, which says how to read the rest of it.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// The runs of a layer's file: where they begin and how long they are.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedRuns {
    done: bool,
    pub layer: usize,
    runs: Vec<(u64, u64)>,
}

impl SavedRuns {
    pub(super) const fn kind(&self) -> Kind {
        if self.done { Kind::Done } else { Kind::Waiting }
    }
}

impl Journal {
    /// Opens a folder for an enumeration.
    pub(super) fn open(spill: Spill<'_>, what: String) -> Result<Journal, TurnsError> {
        at(spill.folder, files::make_folder(spill.folder))?;
        let lock = at(spill.folder, FolderLock::take(spill.folder))?;
        let lock = lock.ok_or_else(|| TurnsError::Busy(spill.folder.to_owned()))?;
        Ok(Journal {
            folder: spill.folder.to_owned(),
            every: spill.every,
            saved: None,
            what,
            worked_off: Vec::new(),
            lock,
        })
    }

    fn manifest(&self) -> PathBuf {
        self.folder.join("manifest")
    }

    /// Returns what an earlier run has left, if there is any.
    pub(super) fn resume<K: Key>(
        &mut self,
        runs: &RunStore<K>,
    ) -> Result<Option<Saved<K>>, TurnsError> {
        let path = self.manifest();
        if !at(&path, path.try_exists())? {
            refuse_parts(&self.folder, &self.what)?;
            clear(&self.folder, |_| true)?;
            return Ok(None);
        }
        let saved: Saved<K> = read(&path)?;
        if saved.what != self.what {
            return Err(TurnsError::Other { path, found: saved.what, expected: self.what.clone() });
        }
        adopt(runs, &saved.runs)?;
        clear_unknown(runs, &saved.runs)?;
        self.saved = Some(Instant::now());
        Ok(Some(saved))
    }

    /// Tells whether it is time to save a state.
    pub(super) fn is_due(&self) -> bool {
        self.saved.is_none_or(|saved| saved.elapsed() >= self.every)
    }

    /// A layer has been worked off.
    pub(super) fn worked_off(&mut self, layer: usize) {
        self.worked_off.push(layer);
    }

    /// Saves a state in which nothing is held in memory.
    pub(super) fn save<K: Key>(
        &mut self,
        runs: &RunStore<K>,
        layer: usize,
        sizes: &[u64],
        tally: Tally<K>,
    ) -> Result<(), TurnsError> {
        runs.sync()?;
        let state = Saved {
            version: VERSION,
            what: self.what.clone(),
            layer,
            sizes: sizes.to_vec(),
            runs: saved_runs(runs),
            tally,
        };
        write(&self.manifest(), &state)?;
        // No state that counts needs them any more.
        for layer in self.worked_off.drain(..) {
            runs.remove_waiting(layer)?;
        }
        self.saved = Some(Instant::now());
        Ok(())
    }

    /// Empties the folder: the enumeration is at its end.
    pub(super) fn finish<K>(self, runs: &RunStore<K>) -> Result<(), TurnsError> {
        debug_assert!(runs.folder.as_ref() == Some(&self.folder));
        // First what says that the rest counts.
        remove(&self.manifest())?;
        clear(&self.folder, |_| true)?;
        at(&self.folder, self.lock.remove())
    }
}

/// The questions of a proof that have been answered, in a file of its folder.
#[derive(Debug)]
pub(super) struct Answered {
    path: PathBuf,
    what: String,
    /// The bound that was proven, if any was.
    pub upper: Option<u32>,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct SavedBound {
    version: u32,
    what: String,
    upper: u32,
}

impl Answered {
    /// Reads what is there of a proof.
    pub(super) fn open(folder: &Path, what: String) -> Result<Answered, TurnsError> {
        let path = folder.join("bound");
        let mut answered = Answered { path, what, upper: None };
        let path = &answered.path;
        if at(path, path.try_exists())? {
            let saved: SavedBound = read(path)?;
            if saved.what != answered.what {
                return Err(TurnsError::Other {
                    path: path.clone(),
                    found: saved.what,
                    expected: answered.what,
                });
            }
            answered.upper = Some(saved.upper);
        }
        Ok(answered)
    }

    /// Keeps a bound that was proven.
    pub(super) fn save(&mut self, upper: u32) -> Result<(), TurnsError> {
        self.upper = Some(upper);
        let (version, what) = (VERSION, self.what.clone());
        write(&self.path, &SavedBound { version, what, upper })
    }

    /// Forgets it: the proof is at its end.
    pub(super) fn finish(self) -> Result<(), TurnsError> {
        remove(&self.path)
    }
}

/// Describes what is enumerated: all that changes what a turn can bring, and what wins the set.
pub(super) fn told(rules: &Rules, position: &Position, layers: LayersBy, counting: bool) -> String {
    let layers = match layers {
        LayersBy::Store => "by seeds",
        LayersBy::Moves => "by moves",
        LayersBy::Laps => "by laps",
    };
    let counted = if counting { ", turns counted" } else { "" };
    let options = ["seeds"].iter().chain(&ROUND_OPTIONS);
    let value = |option: &&str| Some(format!("{option}={}", rules.value(option)?));
    let options: Vec<String> = options.filter_map(value).collect();
    format!("{position} {layers}{counted}, {}", options.join(" "))
}

/// The mark in the name of a folder that has a part of an enumeration by several processes.
pub(super) const PART: &str = ".part-";

/// Several processes have left what one alone can't go on with.
fn refuse_parts(folder: &Path, what: &str) -> Result<(), TurnsError> {
    for entry in at(folder, fs::read_dir(folder))? {
        let path = at(folder, entry)?.path();
        if path.is_dir() && path.to_string_lossy().contains(PART) {
            return Err(TurnsError::Other {
                path,
                found: "by several processes".to_owned(),
                expected: format!("{what}, by one"),
            });
        }
    }
    Ok(())
}

/// Removes those files of layers in a folder that are not wanted.
fn clear(folder: &Path, unwanted: impl Fn(&Path) -> bool) -> Result<(), TurnsError> {
    for entry in at(folder, fs::read_dir(folder))? {
        let name = at(folder, entry)?.file_name();
        let name = name.to_string_lossy();
        let kind = name.ends_with(".waiting") || name.ends_with(".done");
        let path = folder.join(&*name);
        if kind && name.starts_with("layer-") && unwanted(&path) {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Removes files that were begun after a state.
pub(super) fn clear_unknown<K: Key>(
    runs: &RunStore<K>,
    saved: &[SavedRuns],
) -> Result<(), TurnsError> {
    let folder = runs.folder.as_ref().expect("a state lies in a folder");
    let file = |saved: &SavedRuns| runs.path(saved.kind(), saved.layer);
    let known: Vec<_> = saved.iter().filter_map(file).collect();
    clear(folder, |path| known.iter().all(|known| known != path))
}

/// Writes a line of JSON and its checksum, in place of an older file.
pub(super) fn write<T: Serialize>(path: &Path, what: &T) -> Result<(), TurnsError> {
    let json = serde_json::to_string(what).expect("a state has a JSON form");
    let text = format!("{json}\n{:08x}\n", checksum(json.as_bytes()));
    let draft = path.with_extension("draft");
    at(path, Replace::new(path, draft).write(text.as_bytes()))
}

/// Reads what [`write`] has written.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, TurnsError> {
    let text = at(path, fs::read(path))?;
    let text = String::from_utf8(text).map_err(|_| damaged(path, 0))?;
    let whole = text.split_once('\n').filter(|(json, sum)| {
        let expected = format!("{:08x}\n", checksum(json.as_bytes()));
        *sum == expected
    });
    let (json, _) = whole.ok_or_else(|| damaged(path, 0))?;
    let version: Version = serde_json::from_str(json).map_err(|_| damaged(path, 0))?;
    if version.version != VERSION {
        return Err(TurnsError::Other {
            path: path.to_owned(),
            found: format!("format version {}", version.version),
            expected: format!("format version {VERSION}"),
        });
    }
    serde_json::from_str(json).map_err(|_| damaged(path, 0))
}

/// The runs of all layers' files.
pub(super) fn saved_runs<K: Key>(store: &RunStore<K>) -> Vec<SavedRuns> {
    let mut all = Vec::new();
    for kind in [Kind::Waiting, Kind::Done] {
        for layer in 0..store.layers() {
            let runs = &store.layer(kind, layer).runs;
            let runs: Vec<_> = runs.iter().filter_map(Run::extent).collect();
            if !runs.is_empty() {
                let done = kind == Kind::Done;
                all.push(SavedRuns { done, layer, runs });
            }
        }
    }
    all
}

/// Finds the blocks of all runs again, and cuts off what lies behind them.
pub(super) fn adopt<K: Key>(runs: &RunStore<K>, all: &[SavedRuns]) -> Result<(), TurnsError> {
    all.iter().try_for_each(|saved| adopt_layer(runs, saved))
}

fn adopt_layer<K: Key>(runs: &RunStore<K>, saved: &SavedRuns) -> Result<(), TurnsError> {
    let kind = saved.kind();
    let path = runs.path(kind, saved.layer).expect("a journal has a folder");
    if saved.layer >= runs.layers() {
        return Err(damaged(&path, 0));
    }
    let opened = OpenOptions::new().read(true).write(true).open(&path);
    let mut file = at(&path, opened)?;
    let length = at(&path, file.metadata())?.len();
    let mut used = 0;
    for &(start, bytes) in &saved.runs {
        let end = start.checked_add(bytes).filter(|&end| start == used && end <= length);
        used = end.ok_or_else(|| damaged(&path, length))?;
        let (mut blocks, mut records, mut place) = (Vec::new(), 0, 0);
        while place < bytes {
            let mut head = [0; HEAD];
            at(&path, file.seek(SeekFrom::Start(start + place)))?;
            at(&path, file.read_exact(&mut head))?;
            let (block, count) =
                announced(&head, place).map_err(|_| damaged(&path, start + place))?;
            place += u64::from(block.length);
            records += count;
            blocks.push(block);
        }
        if place != bytes {
            return Err(damaged(&path, start));
        }
        let last = match blocks.last() {
            Some(block) => Some(last_in_file(&path, &mut file, start, block, runs.counts(kind))?),
            None => None,
        };
        let run = Run::in_file(start, blocks, records, last);
        runs.adopt(kind, saved.layer, run, used);
    }
    at(&path, file.set_len(used))
}

/// The last key of a block of a run that begins at `start`.
fn last_in_file<K: Key>(
    path: &Path,
    file: &mut File,
    start: u64,
    block: &Block<K>,
    counting: bool,
) -> Result<K, TurnsError> {
    let at_block = start + block.start;
    let mut bytes = vec![0; block.length as usize];
    at(path, file.seek(SeekFrom::Start(at_block)))?;
    at(path, file.read_exact(&mut bytes))?;
    last_key(&bytes, counting).map_err(|_| damaged(path, at_block))
}

fn remove(path: &Path) -> Result<(), TurnsError> {
    at(path, files::remove(path))
}
