//! The folder of an enumeration: what a later run needs to go on after a kill.
//!
//! Runs are only ever appended to the files of their layers. From time to time, between two
//! layers, everything that is held is written, and `manifest` says how much of each file counts and
//! what has been found; it is replaced by renaming, after the files are on disk. What was written
//! after it is cut off by the run that goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::key_codec::Key;
use super::run_store::{Extents, RunStore};
use super::tally::Tally;
use super::{Spill, TurnsError, at, damaged};
use crate::control::Instant;
use crate::files::{self, FolderLock, Replace, checksum};

/// The version of the files' form.
const VERSION: u32 = 2;

/// A folder that is being worked in.
#[derive(Debug)]
pub(super) struct Journal {
    manifest: PathBuf,
    every: Duration,
    saved: Option<Instant>,
    /// A description of what is enumerated.
    what: String,
    /// Keeps other processes away.
    lock: FolderLock,
}

/// The findings between two layers.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct State {
    /// The first layer that has not been worked off.
    pub layer: usize,
    /// Positions of the layers that have been worked off.
    pub sizes: Vec<u64>,
    /// The most that a turn can bring, as far as a proof has come.
    pub upper: Option<u32>,
    pub tally: Tally<u128>,
}

/// What the manifest has: the version of the form, what is enumerated, how much of each file counts,
/// and what was found.
type Saved = (u32, String, Vec<Extents>, State);

impl Journal {
    /// Opens a folder for an enumeration.
    pub(super) fn open(spill: Spill<'_>, what: String) -> Result<Journal, TurnsError> {
        at(spill.folder, files::make_folder(spill.folder))?;
        let lock = at(spill.folder, FolderLock::take(spill.folder))?;
        let lock = lock.ok_or_else(|| TurnsError::Busy(spill.folder.to_owned()))?;
        let manifest = spill.folder.join("manifest");
        Ok(Journal { manifest, every: spill.every, saved: None, what, lock })
    }

    /// Returns what an earlier run has left, if there is any.
    pub(super) fn resume<K: Key>(
        &mut self,
        runs: &RunStore<K>,
    ) -> Result<Option<State>, TurnsError> {
        let path = &self.manifest;
        if !at(path, path.try_exists())? {
            runs.clear(&[])?;
            return Ok(None);
        }
        let (_, what, saved, state): Saved = read(path)?;
        if what != self.what {
            return Err(other(path, what, self.what.clone()));
        }
        saved.iter().try_for_each(|of| runs.adopt(of))?;
        runs.clear(&saved)?;
        self.saved = Some(Instant::now());
        Ok(Some(state))
    }

    /// Tells whether it is time to save a state.
    pub(super) fn is_due(&self) -> bool {
        self.saved.is_none_or(|saved| saved.elapsed() >= self.every)
    }

    /// Saves a state in which nothing is held in memory.
    pub(super) fn save<K: Key>(
        &mut self,
        runs: &RunStore<K>,
        state: State,
    ) -> Result<(), TurnsError> {
        runs.sync()?;
        let (path, layer) = (&self.manifest, state.layer);
        let saved: Saved = (VERSION, self.what.clone(), runs.extents(), state);
        let json = serde_json::to_string(&saved).expect("a state has a JSON form");
        let text = format!("{json}\n{:08x}\n", checksum(json.as_bytes()));
        let draft = path.with_extension("draft");
        at(path, Replace::new(path, draft).write(text.as_bytes()))?;
        // No state that counts needs them any more.
        runs.remove_before(layer)?;
        self.saved = Some(Instant::now());
        Ok(())
    }

    /// Empties the folder: the enumeration is at its end.
    pub(super) fn finish<K: Key>(self, runs: &RunStore<K>) -> Result<(), TurnsError> {
        // First what says that the rest counts.
        at(&self.manifest, files::remove(&self.manifest))?;
        runs.clear(&[])?;
        at(&self.manifest, self.lock.remove())
    }
}

/// Reads a state that was saved.
fn read(path: &Path) -> Result<Saved, TurnsError> {
    let text = String::from_utf8(at(path, fs::read(path))?).unwrap_or_default();
    let whole = text.split_once('\n').filter(|(json, sum)| {
        let expected = format!("{:08x}\n", checksum(json.as_bytes()));
        *sum == expected
    });
    let (json, _) = whole.ok_or_else(|| damaged(path, 0))?;
    // The form before this one was an object.
    if !json.starts_with(&format!("[{VERSION},")) {
        let expected = format!("format version {VERSION}");
        return Err(other(path, "another format version".to_owned(), expected));
    }
    serde_json::from_str(json).map_err(|_| damaged(path, 0))
}

fn other(path: &Path, found: String, expected: String) -> TurnsError {
    TurnsError::Other { path: path.to_owned(), found, expected }
}
