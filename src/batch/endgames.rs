//! Endgame tables for the searches of a batch: those that are there, and small ones that are built
//! for many positions of one kind.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::job::Job;
use super::question::{Ask, Method};
use crate::board::Field;
use crate::control::{Control, Stop};
use crate::moves::Game;
use crate::rules::Rules;
use crate::tables::{Endgame, Layout, OpenTables, TableError, file_name, most_seeds};

/// Entries of a table for each position that it is built for. An entry takes some 100 ns, so that a
/// position pays a tenth of a millisecond, which is less than its search takes without the table.
const ENTRIES_EACH: u64 = 1000;

/// Positions of a kind from which on a table is worth its while.
const MANY: u64 = 100;

/// Entries of the largest table that is built; more seeds than searches of small positions meet.
const MOST_ENTRIES: u64 = 32_000_000;

/// The tables of a batch, each opened or built when it is first needed.
pub(super) struct Endgames<'a> {
    given: &'a OpenTables,
    /// The positions of each kind, which is the rules and the field of a table.
    kinds: HashMap<String, Kind>,
    /// The entries that are left for tables which are built.
    left: AtomicU64,
    /// Threads that build one.
    threads: NonZeroUsize,
    /// Those that searches have built on their way, for later ones of the same kind.
    kept: OpenTables,
}

/// The number of positions of a kind, and the table that was built for them.
#[derive(Default)]
struct Kind {
    positions: u64,
    table: OnceLock<Option<Endgame>>,
}

impl<'a> Endgames<'a> {
    /// Tables for these jobs, built by so many threads and within so many mebibytes; none are built
    /// where nodes are limited, so that a limit means the same as for a position by itself.
    pub(super) fn new<'j>(
        given: &'a OpenTables,
        ask: &Ask,
        (threads, kept): (NonZeroUsize, usize),
        jobs: impl Iterator<Item = &'j Job>,
    ) -> Endgames<'a> {
        let mut kinds: HashMap<String, Kind> = HashMap::new();
        if ask.method != Method::Eval {
            for job in jobs.filter(|job| job.limits_within(ask).nodes.is_none()) {
                kinds.entry(kind(&job.game)).or_default().positions += 1;
            }
        }
        // Half is for tables that searches build on their way. An entry is a byte.
        let half = kept / 2;
        let allowed = u64::try_from(half).unwrap_or(u64::MAX);
        Endgames {
            given,
            kinds,
            threads,
            left: AtomicU64::new(allowed.saturating_mul(1 << 20)),
            kept: OpenTables::empty().keeping(half),
        }
    }

    /// The table that is there for a job, if there is one.
    pub(super) fn given(&self, job: &Job) -> Result<Option<Arc<Endgame>>, TableError> {
        self.given.table(job.game.rules(), job.game.position().field())
    }

    /// The table that an earlier search of the same kind has built.
    pub(super) fn kept(&self, job: &Job) -> Option<Arc<Endgame>> {
        self.kept.kept(&job.game)
    }

    /// Keeps what a search has built.
    pub(super) fn keep(&self, job: &Job, built: Endgame) {
        self.kept.keep(&job.game, built);
    }

    /// The table that is worth building for the kind that a job is of.
    pub(super) fn built(&self, job: &Job, stop: &Stop) -> Option<&Endgame> {
        let kind = self.kinds.get(&kind(&job.game));
        let Kind { positions, table } = kind.filter(|kind| kind.positions >= MANY)?;
        let build = || {
            let entries = MOST_ENTRIES.min(positions.saturating_mul(ENTRIES_EACH));
            let (rules, field) = (job.game.rules(), job.game.position().field());
            let seeds = self.taken(rules, field, entries)?;
            let control = Control::stopped_by(stop);
            Endgame::build(rules, field, seeds, self.threads, control).ok()
        };
        table.get_or_init(build).as_ref()
    }
}

impl Endgames<'_> {
    /// The seeds in play of the largest table that takes no more than so many entries, and no more
    /// than are left: from there they are taken.
    fn taken(&self, rules: &Rules, field: Field, entries: u64) -> Option<u32> {
        let mut seeds = None;
        let take = |left: u64| {
            seeds = most_seeds(rules, field, entries.min(left));
            left.checked_sub(Layout::new(rules, field, seeds?)?.positions())
        };
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.ok().and(seeds)
    }
}

/// Returns what positions must have in common to use the same table.
fn kind(game: &Game) -> String {
    file_name(game.rules(), game.position().field())
}
