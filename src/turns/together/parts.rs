//! The parts of an enumeration on disk: a folder for each worker, with its runs and its states.
//!
//! A state is written when a layer has been worked off, and holds for as long as the next one is
//! not there in all parts. So whenever the processes end, all parts have the newest layer in common
//! that all of them have reached, or all but one step of it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::steps::Sent;
use crate::files::{FolderLock, remove, sync_folder};
use crate::turns::key_codec::Key;
use crate::turns::resume::{PART, SavedRuns, VERSION, read, saved_runs, write};
use crate::turns::run_store::RunStore;
use crate::turns::tally::Tally;
use crate::turns::{TurnsError, at, damaged};

/// The beginning of the names of files of states; the layer to be worked off next follows.
const STATE: &str = "state-";

/// The file of the answers, once there are any.
const ANSWERS: &str = "answers";

/// The end of the name of a folder that is being removed.
const GONE: &str = ".gone";

/// The parts that are written together: they have a number that grows whenever the number of
/// workers changes, and a word by which those of two beginnings are told apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Generation {
    pub number: u64,
    pub word: String,
    pub parts: usize,
}

impl Generation {
    /// The name of the folder of a part, counted from 0.
    pub(super) fn folder(&self, part: usize) -> String {
        let Generation { number, word, parts } = self;
        format!("{number}-{word}{PART}{}-of-{parts}", part + 1)
    }

    /// The generation and the part with such a name.
    pub(super) fn of_folder(name: &str) -> Option<(Generation, usize)> {
        let (generation, part) = name.split_once(PART)?;
        let (number, word) = generation.split_once('-')?;
        let (part, parts) = part.split_once("-of-")?;
        let (part, parts): (usize, usize) = (part.parse().ok()?, parts.parse().ok()?);
        let generation = Generation { number: number.parse().ok()?, word: word.to_owned(), parts };
        let known = (1..=parts).contains(&part) && generation.folder(part - 1) == name;
        known.then(|| (generation, part - 1))
    }
}

/// The contents of a part, as a process has seen them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
    pub generation: Generation,
    pub part: usize,
    /// The layers that it has states of.
    pub layers: Vec<usize>,
    /// True if it has a state beyond the one it began with: then all parts have begun.
    pub begun: bool,
    /// True if it has the answers.
    pub answered: bool,
}

/// The beginning of every state.
#[derive(Deserialize)]
struct Head {
    what: String,
    part: String,
    #[serde(default)]
    base: usize,
    #[serde(default)]
    layer: usize,
}

/// A state of a part.
#[derive(Serialize, Deserialize)]
#[serde(bound = "K: Key")]
pub(super) struct State<K> {
    version: u32,
    what: String,
    /// The name of the part.
    part: String,
    /// The layer that the generation began with.
    base: usize,
    /// The layer to be worked off next.
    layer: usize,
    /// Positions of the layers before it, in all parts.
    pub sizes: Vec<u64>,
    pub runs: Vec<SavedRuns>,
    pub tally: Tally<K>,
}

/// The answers that are left when all layers have been worked off.
#[derive(Serialize, Deserialize)]
#[serde(bound = "K: Key")]
pub(super) struct Answered<K> {
    version: u32,
    what: String,
    part: String,
    pub sizes: Vec<u64>,
    /// The findings of all workers.
    pub tally: Tally<K>,
    /// The steps back to the start of the lines, as they were found: those of all lines, then the
    /// steps before them.
    pub back: Vec<Vec<Sent>>,
}

/// Looks what parts there are in a folder.
pub(super) fn look(folder: &Path, what: &str) -> Result<Vec<Seen>, TurnsError> {
    let other = folder.join("manifest");
    if at(&other, other.try_exists())? {
        return Err(TurnsError::Other {
            path: other,
            found: "by one process".to_owned(),
            expected: format!("{what}, by several"),
        });
    }
    let mut all = Vec::new();
    for entry in at(folder, fs::read_dir(folder))? {
        let name = at(folder, entry)?.file_name();
        let name = name.to_string_lossy();
        if name.contains(PART) && name.ends_with(GONE) {
            at(folder, fs::remove_dir_all(folder.join(&*name)))?;
        } else if let Some((generation, part)) = Generation::of_folder(&name) {
            all.push(look_into(&folder.join(&*name), what, generation, part)?);
        }
    }
    Ok(all)
}

fn look_into(
    path: &Path,
    what: &str,
    generation: Generation,
    part: usize,
) -> Result<Seen, TurnsError> {
    let mut seen = Seen { generation, part, layers: Vec::new(), begun: false, answered: false };
    for entry in at(path, fs::read_dir(path))? {
        let file = at(path, entry)?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let is_state = name.starts_with(STATE) && file.extension().is_none();
        if !is_state && name != ANSWERS {
            continue;
        }
        let head: Head = read(&file)?;
        if head.what != what {
            return Err(TurnsError::Other {
                path: file.clone(),
                found: head.what,
                expected: what.to_owned(),
            });
        }
        let named = !is_state || *name == *state_name(head.layer);
        if !named || path.file_name() != Some(head.part.as_ref()) {
            return Err(damaged(&file, 0));
        }
        if is_state {
            seen.layers.push(head.layer);
            seen.begun |= head.layer > head.base;
        } else {
            seen.answered = true;
        }
    }
    Ok(seen)
}

fn state_name(layer: usize) -> String {
    format!("{STATE}{layer:04}")
}

/// A part that no other process works in.
pub(super) struct Part {
    pub folder: PathBuf,
    name: String,
    what: String,
    base: usize,
    lock: FolderLock,
    /// Layers worked off since the last state: that state still needs their files.
    worked_off: Vec<usize>,
    /// Layers of the states that are there.
    layers: Vec<usize>,
}

impl Part {
    /// Opens a part, or begins it.
    pub(super) fn open(
        home: &Path,
        (generation, part): (&Generation, usize),
        what: &str,
    ) -> Result<Part, TurnsError> {
        let name = generation.folder(part);
        let folder = home.join(&name);
        at(&folder, fs::create_dir_all(&folder))?;
        at(home, sync_folder(home))?;
        let lock = at(&folder, FolderLock::take(&folder))?;
        let lock = lock.ok_or_else(|| TurnsError::Busy(folder.clone()))?;
        Ok(Part {
            folder,
            name,
            what: what.to_owned(),
            base: 0,
            lock,
            worked_off: Vec::new(),
            layers: Vec::new(),
        })
    }

    /// Reads the state of a layer; `others` are the states that are not to be gone on from.
    pub(super) fn state<K: Key>(
        &mut self,
        layer: usize,
        others: &[usize],
    ) -> Result<State<K>, TurnsError> {
        let path = self.folder.join(state_name(layer));
        let state: State<K> = read(&path)?;
        if state.sizes.len() != layer || state.base > layer {
            return Err(damaged(&path, 0));
        }
        self.base = state.base;
        self.layers = vec![layer];
        // What is beyond the state is written anew; what is before it was about to go.
        for &other in others.iter().filter(|&&other| other != layer) {
            let path = self.folder.join(state_name(other));
            at(&path, remove(&path))?;
        }
        at(&self.folder, sync_folder(&self.folder))?;
        Ok(state)
    }

    /// The answers that are kept here.
    pub(super) fn answers<K: Key>(&self) -> Result<Answered<K>, TurnsError> {
        read(&self.folder.join(ANSWERS))
    }

    /// Keeps the answers.
    pub(super) fn keep_answers<K: Key>(
        &self,
        sizes: &[u64],
        tally: &Tally<K>,
        back: Vec<Vec<Sent>>,
    ) -> Result<(), TurnsError> {
        let answered = Answered {
            version: VERSION,
            what: self.what.clone(),
            part: self.name.clone(),
            sizes: sizes.to_vec(),
            tally: tally.clone(),
            back,
        };
        write(&self.folder.join(ANSWERS), &answered)
    }

    /// A layer has been worked off.
    pub(super) fn worked_off(&mut self, layer: usize) {
        self.worked_off.push(layer);
    }

    /// Saves a state; everything must be in files. Before that of another layer is saved, all parts
    /// must have this one, and [`Part::commit`] be told.
    pub(super) fn save<K: Key>(
        &mut self,
        runs: &RunStore<K>,
        sizes: &[u64],
        tally: &Tally<K>,
    ) -> Result<(), TurnsError> {
        runs.sync()?;
        let layer = sizes.len();
        if self.layers.is_empty() {
            self.base = layer;
        }
        let state = State {
            version: VERSION,
            what: self.what.clone(),
            part: self.name.clone(),
            base: self.base,
            layer,
            sizes: sizes.to_vec(),
            runs: saved_runs(runs),
            tally: tally.clone(),
        };
        write(&self.folder.join(state_name(layer)), &state)?;
        self.layers.push(layer);
        Ok(())
    }

    /// All parts have the state that was saved last: what only the one before it needs can go.
    pub(super) fn commit<K: Key>(&mut self, runs: &RunStore<K>) -> Result<(), TurnsError> {
        let newest = self.layers.len() - 1;
        for layer in self.layers.drain(..newest) {
            let path = self.folder.join(state_name(layer));
            at(&path, remove(&path))?;
        }
        // A state of a layer without its file would be no state.
        at(&self.folder, sync_folder(&self.folder))?;
        for layer in self.worked_off.drain(..) {
            runs.remove_waiting(layer)?;
        }
        Ok(())
    }

    /// Tells whether it has no state yet.
    pub(super) fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Tells whether its state is not the one that it began with.
    pub(super) fn is_beyond_beginning(&self) -> bool {
        self.layers.first().is_some_and(|&layer| layer > self.base)
    }

    /// Removes the part as a whole.
    pub(super) fn remove(self) -> Result<(), TurnsError> {
        drop(self.lock);
        discard(&self.folder)
    }
}

/// Removes the folder of a part, as a whole whatever happens.
pub(super) fn discard(folder: &Path) -> Result<(), TurnsError> {
    let lock = match FolderLock::take(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        lock => at(folder, lock)?,
    };
    drop(lock.ok_or_else(|| TurnsError::Busy(folder.to_owned()))?);
    let mut gone = folder.as_os_str().to_owned();
    gone.push(GONE);
    at(folder, fs::rename(folder, &gone))?;
    let gone = Path::new(&gone);
    at(gone, fs::remove_dir_all(gone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_say_which_part_they_have() {
        let generation = Generation { number: 12, word: "0a1b".to_owned(), parts: 3 };
        let name = generation.folder(1);
        assert_eq!(name, "12-0a1b.part-2-of-3");
        assert_eq!(Generation::of_folder(&name), Some((generation, 1)));
        for name in ["", "1-a", "1-a.part-0-of-3", "1-a.part-4-of-3", "x-a.part-1-of-3"] {
            assert_eq!(Generation::of_folder(name), None, "{name}");
        }
    }
}
