//! The folder of an enumeration: checkpoints from which a later run resumes after a kill.
//!
//! Runs are only ever appended to the files of their layers. From time to time, between two layers,
//! all records in memory are written, and `manifest` is replaced: it records how much of each file
//! is valid, and the results so far. It is replaced by renaming, after the files are on disk. A run
//! that resumes truncates what was written after the checkpoint.

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

/// The version of the file format.
const VERSION: u32 = 2;

/// The checkpoints in a folder.
#[derive(Debug)]
pub(super) struct Journal {
    manifest: PathBuf,
    every: Duration,
    saved: Option<Instant>,
    /// A description of the enumeration.
    what: String,
    /// Keeps other processes out.
    lock: FolderLock,
}

/// The state of an enumeration between two layers.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct State {
    /// The next layer to process.
    pub layer: usize,
    /// Number of positions of each processed layer.
    pub sizes: Vec<u64>,
    /// The upper bound that a proof has reached.
    pub upper: Option<u32>,
    pub tally: Tally<u128>,
}

/// The contents of the manifest: format version, description of the enumeration, valid extents of
/// each file, and results.
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

    /// Loads the checkpoint of an earlier run, if there is one.
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
        saved.iter().try_for_each(|of| runs.restore(of))?;
        runs.clear(&saved)?;
        self.saved = Some(Instant::now());
        Ok(Some(state))
    }

    /// Whether a checkpoint is due.
    pub(super) fn is_due(&self) -> bool {
        self.saved.is_none_or(|saved| saved.elapsed() >= self.every)
    }

    /// Saves a checkpoint. All records must have been written to runs.
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
        // The new checkpoint no longer needs these files.
        runs.remove_before(layer)?;
        self.saved = Some(Instant::now());
        Ok(())
    }

    /// Empties the folder after the enumeration is finished.
    pub(super) fn finish<K: Key>(self, runs: &RunStore<K>) -> Result<(), TurnsError> {
        // The manifest first, because it declares the other files valid.
        at(&self.manifest, files::remove(&self.manifest))?;
        runs.clear(&[])?;
        at(&self.manifest, self.lock.remove())
    }
}

/// Reads a checkpoint.
fn read(path: &Path) -> Result<Saved, TurnsError> {
    let text = String::from_utf8(at(path, fs::read(path))?).unwrap_or_default();
    let whole = text.split_once('\n').filter(|(json, sum)| {
        let expected = format!("{:08x}\n", checksum(json.as_bytes()));
        *sum == expected
    });
    let (json, _) = whole.ok_or_else(|| damaged(path, 0))?;
    // The previous format was a JSON object.
    if !json.starts_with(&format!("[{VERSION},")) {
        let expected = format!("format version {VERSION}");
        return Err(other(path, "another format version".to_owned(), expected));
    }
    serde_json::from_str(json).map_err(|_| damaged(path, 0))
}

fn other(path: &Path, found: String, expected: String) -> TurnsError {
    TurnsError::Other { path: path.to_owned(), found, expected }
}
