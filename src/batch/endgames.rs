//! Endgame tables for the searches of a batch: those of a folder, and small ones that are built for
//! many positions of one kind.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use super::ask::{Ask, Method};
use super::job::Job;
use crate::control::{Control, Stop};
use crate::moves::Game;
use crate::tables::{self, Endgame, TableError, file_name, most_seeds};

/// Entries of a table for each position that it is built for. An entry takes some 100 ns, so that a
/// position pays a tenth of a millisecond, which is less than its search takes without the table.
const ENTRIES_EACH: u64 = 1000;

/// Positions of a kind from which on a table is worth its while.
const MANY: u64 = 100;

/// Entries of the largest table that is built; more seeds than searches of small positions meet.
const MOST_ENTRIES: u64 = 32_000_000;

type Shelf = Mutex<HashMap<String, Arc<OnceLock<Option<Arc<Endgame>>>>>>;

/// The tables of a batch, each opened or built when it is first needed.
pub(super) struct Endgames {
    folder: Option<PathBuf>,
    opened: Shelf,
    built: Shelf,
    /// How many positions there are of each kind: of the rules and the field of a table.
    kinds: HashMap<String, u64>,
    most_entries: u64,
    /// Threads that build one.
    threads: NonZeroUsize,
}

impl Endgames {
    /// Tables for these jobs; none are built where nodes are limited, so that a limit means the
    /// same as for a position by itself.
    pub(super) fn new<'j>(
        folder: Option<&Path>,
        ask: &Ask,
        threads: NonZeroUsize,
        jobs: impl Iterator<Item = &'j Job>,
    ) -> Endgames {
        let mut kinds = HashMap::new();
        if ask.method != Method::Eval && ask.limits.nodes.is_none() {
            for job in jobs {
                *kinds.entry(kind(&job.game)).or_insert(0) += 1;
            }
        }
        let allowed = u64::try_from(ask.memory).unwrap_or(u64::MAX);
        Endgames {
            folder: folder.map(Path::to_path_buf),
            opened: Mutex::default(),
            built: Mutex::default(),
            kinds,
            // A quarter of what a search has, in entries of a byte.
            threads,
            most_entries: MOST_ENTRIES.min(allowed.saturating_mul(1 << 18)),
        }
    }

    /// The table of the folder for a job, if it has one.
    pub(super) fn given(&self, job: &Job) -> Result<Option<Arc<Endgame>>, TableError> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        let mut failure = None;
        let place = shelf(&self.opened, &kind(&job.game));
        let table = place.get_or_init(|| {
            let opened = tables::open(folder, job.game.rules(), job.game.position().field());
            let table = opened.map_err(|error| failure = Some(error));
            table.ok().flatten().map(Arc::new)
        });
        failure.map_or(Ok(table.clone()), Err)
    }

    /// The table that is worth building for the kind that a job is of.
    pub(super) fn built(&self, job: &Job, stop: &Stop) -> Option<Arc<Endgame>> {
        let kind = kind(&job.game);
        let positions = *self.kinds.get(&kind).filter(|&&many| many >= MANY)?;
        let place = shelf(&self.built, &kind);
        let build = || {
            let entries = self
                .most_entries
                .min(positions.saturating_mul(ENTRIES_EACH));
            let (rules, field) = (job.game.rules(), job.game.position().field());
            let seeds = most_seeds(rules, field, entries)?;
            let control = Control::stopped_by(stop);
            let table = Endgame::build(rules, field, seeds, self.threads, control);
            table.ok().map(Arc::new)
        };
        place.get_or_init(build).clone()
    }
}

/// What positions must have in common to use the same table.
fn kind(game: &Game) -> String {
    file_name(game.rules(), game.position().field())
}

fn shelf(shelf: &Shelf, kind: &str) -> Arc<OnceLock<Option<Arc<Endgame>>>> {
    let mut shelf = shelf.lock().expect("no thread panics with the shelf");
    shelf.entry(kind.to_owned()).or_default().clone()
}
