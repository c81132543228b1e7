//! The search of one position of a batch, on one thread; with endgame tables: those that are there,
//! and small ones that are built for many positions of one kind.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use super::entry::{Entry, Findings, Key};
use super::job::Job;
use super::question::Method;
use super::run::Run;
use crate::ask::{Evaluate, Limits, Ready, Solve};
use crate::board::Field;
use crate::control::{Control, Stop, unpoisoned};
use crate::moves::Game;
use crate::record::{Evaluated, Solved};
use crate::rules::Rules;
use crate::search::Goal;
use crate::tables::{Endgame, Layout, OpenTables, TableError, file_name, most_seeds};
use crate::text::Diagnostic;

/// Entries of a table for each position that it is built for. An entry takes some 100 ns, so that a
/// position pays a tenth of a millisecond, which is less than its search takes without the table.
const ENTRIES_EACH: u64 = 1000;

/// Positions of a kind from which on a table is worth its while.
const MANY: u64 = 100;

/// Entries of the largest table that is built; more seeds than searches of small positions meet.
const MOST_ENTRIES: u64 = 32_000_000;

/// The parts that all searches of a batch share, and its tables, each opened or built when it is
/// first needed.
pub(super) struct Searcher<'a> {
    run: &'a Run<'a>,
    pub stop: &'a Stop,
    /// The positions of each kind, which is the rules and the field of a table.
    kinds: HashMap<String, Kind>,
    /// The entries that are left for tables which are built.
    left: AtomicU64,
    /// Tables that searches have built on their way, for later ones of the same kind.
    kept: OpenTables,
}

/// The number of positions of a kind, and the table that was built for them.
#[derive(Default)]
struct Kind {
    positions: u64,
    table: OnceLock<Option<Endgame>>,
}

impl<'a> Searcher<'a> {
    /// For these jobs. No tables are built where nodes are limited, so that a limit means the same
    /// as for a position by itself.
    pub(super) fn new<'j>(
        run: &'a Run<'a>,
        jobs: impl Iterator<Item = &'j Job>,
        stop: &'a Stop,
    ) -> Searcher<'a> {
        let mut kinds: HashMap<String, Kind> = HashMap::new();
        if run.ask.method != Method::Eval {
            for job in jobs.filter(|job| job.limits_within(&run.ask).nodes.is_none()) {
                kinds.entry(kind(&job.game)).or_default().positions += 1;
            }
        }
        // Half is for tables that searches build on their way. An entry is a byte.
        let half = run.kept / 2;
        let allowed = u64::try_from(half).unwrap_or(u64::MAX);
        Searcher {
            run,
            stop,
            kinds,
            left: AtomicU64::new(allowed.saturating_mul(1 << 20)),
            kept: OpenTables::empty().keeping(half),
        }
    }

    /// Searches a position, and confirms the line by the plain rules; none if the run was stopped.
    ///
    /// # Errors
    /// The outer one, of a table, is that of all positions. The inner one is that of this position:
    /// its rules can't be solved, the machine doesn't give what it takes, or what was found is
    /// wrong.
    pub(super) fn search(
        &self,
        job: &Job,
        key: Key,
    ) -> Result<Result<Option<Entry>, Diagnostic>, TableError> {
        // What is done for many positions is not counted as time of the first one.
        let given = self.run.tables.table(job.game.rules(), job.game.position().field())?;
        Ok(self.search_with(given.as_deref(), job, key))
    }

    fn search_with(
        &self,
        given: Option<&Endgame>,
        job: &Job,
        key: Key,
    ) -> Result<Option<Entry>, Diagnostic> {
        let built = match given {
            None => self.built(job),
            Some(_) => None,
        };
        let game = &job.game;
        let started = Instant::now();
        let (fresh, limits) = (self.run.ask.fresh, job.limits_within(&self.run.ask));
        // As with what ships: a fresh search has nothing of others. A limit of nodes means the same
        // as for a position by itself.
        let shares = !fresh && limits.nodes.is_none() && key.method != Method::Eval;
        let kept = shares.then(|| self.kept.kept(game)).flatten();
        let tables = [given, built, kept.as_deref()];
        let endgame = tables.into_iter().flatten().max_by_key(|table| table.seeds());
        let keep = Mutex::new(None);
        let limits = Limits {
            // Whoever wants no limit gets none.
            time: limits.time.or(Some(Duration::MAX)),
            ..limits
        };
        let control = Control::stopped_by(self.stop);
        let ready = |endgame| Ready { endgame, keep: shares.then_some(&keep), ..Ready::default() };
        let goal = match (key.at_least, key.method) {
            (Some(least), _) => Some(Goal::AtLeast(least)),
            (None, Method::Winner) => Some(Goal::Winner),
            (None, Method::Solve | Method::AtLeast) => Some(Goal::Value),
            (None, Method::Eval) => None,
        };
        let findings = match goal {
            Some(goal) => {
                let question = Solve { goal, fresh, limits, ..Solve::default() };
                let answer = question.answer(game, &ready(endgame), control)?;
                Findings::Solved(Solved::new(game.position(), &answer.found))
            }
            None => {
                let question = Evaluate { every_move: false, only: 0, fresh, limits };
                let answer = question.answer(game, &ready(given), control, None)?;
                Findings::Evaluated(Evaluated::new(game.position(), &answer.found, false))
            }
        };
        if let Some(built) = unpoisoned(keep.into_inner()) {
            self.kept.keep(game, built);
        }
        if self.stop.is_set() && !findings.is_proven() {
            return Ok(None);
        }
        Ok(Some(Entry {
            key,
            rule_set: job.preset.name.to_owned(),
            version: env!("CHONGKAK_VERSION").to_owned(),
            memory: u64::try_from(limits.memory).unwrap_or(u64::MAX),
            seconds: (started.elapsed().as_secs_f64() * 1e6).round() / 1e6,
            findings,
        }))
    }

    /// The table that is worth building for the kind that a job is of.
    fn built(&self, job: &Job) -> Option<&Endgame> {
        let kind = self.kinds.get(&kind(&job.game));
        let Kind { positions, table } = kind.filter(|kind| kind.positions >= MANY)?;
        let build = || {
            let entries = MOST_ENTRIES.min(positions.saturating_mul(ENTRIES_EACH));
            let (rules, field) = (job.game.rules(), job.game.position().field());
            let seeds = self.taken(rules, field, entries)?;
            let control = Control::stopped_by(self.stop);
            Endgame::build(rules, field, seeds, self.run.threads, control).ok()
        };
        table.get_or_init(build).as_ref()
    }

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
