//! Endgame tables for the searches of a batch: those that are there, and small ones that are built
//! for many positions of one kind.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock};

use super::ask::{Ask, Method};
use super::job::Job;
use crate::control::{Control, Stop, unpoisoned};
use crate::moves::Game;
use crate::tables::{Endgame, Shelf, TableError, file_name, most_seeds};

/// Entries of a table for each position that it is built for. An entry takes some 100 ns, so that a
/// position pays a tenth of a millisecond, which is less than its search takes without the table.
const ENTRIES_EACH: u64 = 1000;

/// Positions of a kind from which on a table is worth its while.
const MANY: u64 = 100;

/// Entries of the largest table that is built; more seeds than searches of small positions meet.
const MOST_ENTRIES: u64 = 32_000_000;

type Built = HashMap<String, Arc<OnceLock<Option<Arc<Endgame>>>>>;

/// The tables of a batch, each opened or built when it is first needed.
pub(super) struct Endgames<'a> {
    given: &'a Shelf,
    built: Mutex<Built>,
    /// How many positions there are of each kind: of the rules and the field of a table.
    kinds: HashMap<String, u64>,
    most_entries: u64,
    /// Threads that build one.
    threads: NonZeroUsize,
}

impl<'a> Endgames<'a> {
    /// Tables for these jobs; none are built where nodes are limited, so that a limit means the
    /// same as for a position by itself.
    pub(super) fn new<'j>(
        given: &'a Shelf,
        ask: &Ask,
        threads: NonZeroUsize,
        jobs: impl Iterator<Item = &'j Job>,
    ) -> Endgames<'a> {
        let mut kinds = HashMap::new();
        if ask.method != Method::Eval {
            for job in jobs.filter(|job| ask.limits_of(job).nodes.is_none()) {
                *kinds.entry(kind(&job.game)).or_insert(0) += 1;
            }
        }
        let allowed = u64::try_from(ask.memory).unwrap_or(u64::MAX);
        Endgames {
            given,
            built: Mutex::default(),
            kinds,
            // A quarter of what a search has, in entries of a byte.
            threads,
            most_entries: MOST_ENTRIES.min(allowed.saturating_mul(1 << 18)),
        }
    }

    /// The table that is there for a job, if there is one.
    pub(super) fn given(&self, job: &Job) -> Result<Option<Arc<Endgame>>, TableError> {
        self.given
            .table(job.game.rules(), job.game.position().field())
    }

    /// The table that is worth building for the kind that a job is of.
    pub(super) fn built(&self, job: &Job, stop: &Stop) -> Option<Arc<Endgame>> {
        let kind = kind(&job.game);
        let positions = *self.kinds.get(&kind).filter(|&&many| many >= MANY)?;
        let place = self.place(&kind);
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

    /// Where the table of a kind is, or will be.
    fn place(&self, kind: &str) -> Arc<OnceLock<Option<Arc<Endgame>>>> {
        let mut built = unpoisoned(self.built.lock());
        built.entry(kind.to_owned()).or_default().clone()
    }
}

/// What positions must have in common to use the same table.
fn kind(game: &Game) -> String {
    file_name(game.rules(), game.position().field())
}
