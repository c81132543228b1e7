//! The folder of a process, perhaps the same for several, and what the work begins with.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use super::choice::{Choice, ProcessSnapshot};
use super::messaging::{read, written};
use super::parts::{Answered, Generation, Part, Seen, look};
use crate::cluster::Member;
use crate::control::unpoisoned;
use crate::files::{FolderLock, checksum};
use crate::turns::key_codec::Key;
use crate::turns::resume::{adopt, clear_unknown};
use crate::turns::run_store::RunStore;
use crate::turns::tally::Tally;
use crate::turns::{TurnsError, at};

/// The folder of a process.
pub(super) struct StateFolder<'a> {
    pub folder: &'a Path,
    /// A description of what is enumerated.
    pub what: String,
    /// This process, and the workers of each.
    pub process: usize,
    pub threads: usize,
    /// The lock, if it is this process that has locked the folder for all.
    pub lock: Mutex<Option<FolderLock>>,
}

/// The agreement of the workers.
struct Agreed {
    /// A word that no other beginning has.
    word: String,
    sights: Vec<ProcessSnapshot>,
    choice: Choice,
}

/// The state with which a worker begins.
pub(super) struct Begun<K> {
    pub runs: RunStore<K>,
    pub part: Option<Part>,
    /// Folders of parts that this worker removes when no state needs them any more.
    pub stale: Vec<PathBuf>,
    pub sizes: Vec<u64>,
    pub tally: Tally<K>,
    /// Other parts that are to be dealt out among the workers; they stay locked meanwhile.
    pub old: Vec<Begun<K>>,
    /// True if nothing has been worked off, so that there is no state of it either.
    pub is_new: bool,
    pub answered: Option<Answered<K>>,
}

impl<K: Key> Begun<K> {
    /// Makes a beginning with nothing worked off, without a folder.
    pub(super) fn new(runs: RunStore<K>, total: u32) -> Begun<K> {
        Begun {
            runs,
            part: None,
            stale: Vec::new(),
            sizes: Vec::new(),
            tally: Tally::new(total),
            old: Vec::new(),
            is_new: true,
            answered: None,
        }
    }
}

impl StateFolder<'_> {
    /// Finds with the others what to go on from, and opens it.
    pub(super) fn begin<K: Key>(
        &self,
        member: &mut Member,
        store: impl Fn(PathBuf) -> RunStore<K>,
        total: u32,
    ) -> Result<Begun<K>, TurnsError> {
        let Agreed { word, sights, choice } = self.agree(member)?;
        let (here, peers) = (member.index(), member.peers());
        let numbers = sights.iter().flat_map(|s| &s.seen);
        let number = numbers.map(|seen| seen.generation.number).max();
        let next = Generation { number: number.unwrap_or(0) + 1, word, parts: peers };
        let mut begun = match &choice {
            Choice::New => self.part(&next, here, &store, total)?,
            Choice::Take { generation, layer, as_it_is: true, .. } => {
                let mut begun = self.part(generation, here, &store, total)?;
                let part = begun.part.as_mut().expect("it is open");
                let which = (generation, here, *layer);
                (begun.sizes, begun.tally) = take_up(part, &sights, which, &begun.runs)?;
                begun.is_new = false;
                begun
            }
            Choice::Take { generation, layer, takers, .. } => {
                let mut begun = self.part(&next, here, &store, total)?;
                for part in (0..takers.len()).filter(|&part| takers[part] == here) {
                    let mut old = self.part(generation, part, &store, total)?;
                    let which = (generation, part, *layer);
                    let place = old.part.as_mut().expect("it is open");
                    let (sizes, tally) = take_up(place, &sights, which, &old.runs)?;
                    begun.sizes = sizes;
                    begun.tally.join(&tally);
                    begun.old.push(old);
                }
                let sizes = member.all(&written(&begun.sizes))?;
                begun.sizes = read(&sizes[takers[0]])?;
                begun.is_new = false;
                begun
            }
            Choice::Answered { generation, part, taker } => {
                self.answered(member, (generation, *part, *taker), &store, total)?
            }
            Choice::Missing(generation, part) => {
                let path = self.folder.join(generation.folder(*part));
                return Err(TurnsError::Missing(path));
            }
        };
        begun.stale = self.stale(&sights, &choice, here);
        Ok(begun)
    }

    /// Opens a part, with nothing in it as yet.
    fn part<K: Key>(
        &self,
        generation: &Generation,
        part: usize,
        store: impl Fn(PathBuf) -> RunStore<K>,
        total: u32,
    ) -> Result<Begun<K>, TurnsError> {
        let part = Part::open(self.folder, (generation, part), &self.what)?;
        let runs = store(part.folder.clone());
        Ok(Begun { part: Some(part), ..Begun::new(runs, total) })
    }

    /// The answers, which one of the workers has.
    fn answered<K: Key>(
        &self,
        member: &mut Member,
        (generation, part, taker): (&Generation, usize, usize),
        store: impl Fn(PathBuf) -> RunStore<K>,
        total: u32,
    ) -> Result<Begun<K>, TurnsError> {
        let mut begun = Begun::new(store(self.folder.to_owned()), total);
        let mut mine = Vec::new();
        if taker == member.index() {
            let part = Part::open(self.folder, (generation, part), &self.what)?;
            mine = written(&part.answers::<K>()?);
            begun.part = Some(part);
        }
        begun.answered = Some(read(&member.all(&mine)?[taker])?);
        Ok(begun)
    }

    /// Locks the folder, looks into it, and hears what the others have seen.
    fn agree(&self, member: &mut Member) -> Result<Agreed, TurnsError> {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = since.unwrap_or_default().as_nanos();
        let word = checksum(format!("{now} {}", std::process::id()).as_bytes());
        let words = member.all(&written(&format!("{word:08x}")))?;
        let word: String = read(&words[0])?;
        let is_first = member.index().is_multiple_of(self.threads);
        let path = self.folder.join("lock");
        if is_first {
            at(self.folder, fs::create_dir_all(self.folder))?;
            let lock = at(self.folder, FolderLock::take(self.folder))?;
            if lock.is_some() {
                at(&path, fs::write(&path, format!("{word} {}\n", self.process)))?;
            }
            *unpoisoned(self.lock.lock()) = lock;
        }
        member.all(&[])?;
        // One process locks a folder for all that work together in it, and the others see that it
        // is one of theirs.
        let text = at(&path, fs::read_to_string(&path))?;
        let held = text.trim_end().split_once(' ').filter(|held| held.0 == word);
        let home: Option<usize> = held.and_then(|(_, process)| process.parse().ok());
        let home = home.ok_or_else(|| TurnsError::Busy(self.folder.to_owned()))?;
        let seen = match is_first && home == self.process {
            true => look(self.folder, &self.what)?,
            false => Vec::new(),
        };
        let told = member.all(&written(&ProcessSnapshot { home, seen }))?;
        let sights: Result<Vec<ProcessSnapshot>, _> = told.iter().map(|told| read(told)).collect();
        let sights = sights?;
        let choice = Choice::of(&sights);
        Ok(Agreed { word, sights, choice })
    }

    /// Gives the folder back, if this worker is the first of the process that has locked it.
    pub(super) fn unlock(&self) -> Result<(), TurnsError> {
        let lock = unpoisoned(self.lock.lock()).take();
        lock.map_or(Ok(()), |lock| at(self.folder, lock.remove()))
    }

    /// The folders that this worker has seen and in which no worker goes on.
    fn stale(&self, sights: &[ProcessSnapshot], choice: &Choice, here: usize) -> Vec<PathBuf> {
        let is_used = |seen: &Seen| match choice {
            Choice::Take { generation, as_it_is: true, .. } => {
                seen.generation == *generation && sights[seen.part].home == sights[here].home
            }
            Choice::Answered { generation, part, taker } => {
                let home = sights[*taker].home == sights[here].home;
                home && (&seen.generation, seen.part) == (generation, *part)
            }
            _ => false,
        };
        let unused = sights[here].seen.iter().filter(|seen| !is_used(seen));
        let folder = |seen: &Seen| self.folder.join(seen.generation.folder(seen.part));
        unused.map(folder).collect()
    }
}

/// Takes up the state of a part: its runs, and what it knows of the layers before it.
fn take_up<K: Key>(
    part: &mut Part,
    sights: &[ProcessSnapshot],
    (generation, number, layer): (&Generation, usize, usize),
    runs: &RunStore<K>,
) -> Result<(Vec<u64>, Tally<K>), TurnsError> {
    let all = sights.iter().flat_map(|sight| &sight.seen);
    let own = all.filter(|seen| seen.generation == *generation && seen.part == number);
    let layers: Vec<usize> = own.flat_map(|seen| seen.layers.iter().copied()).collect();
    let state = part.state(layer, &layers)?;
    adopt(runs, &state.runs)?;
    clear_unknown(runs, &state.runs)?;
    Ok((state.sizes, state.tally))
}
