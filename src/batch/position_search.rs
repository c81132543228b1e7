//! Searching one position of a batch on one thread. Uses existing endgame tables, and builds small
//! ones for kinds of which there are many positions.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use super::entry::{Entry, Findings, Key};
use super::job::Job;
use super::question::Method;
use super::run::Run;
use super::set_search::analyse;
use crate::ask::{Evaluate, Limits, Ready, Solve};
use crate::board::Field;
use crate::control::{Control, Stop, unpoisoned};
use crate::moves::Game;
use crate::record::{Evaluated, Solved};
use crate::rules::Rules;
use crate::search::Goal;
use crate::tables::{Endgame, Layout, OpenTables, TableError, file_name, most_seeds};
use crate::text::Diagnostic;

/// Table entries per position for which the table is built. An entry takes about 100 ns, so the
/// cost per position is a tenth of a millisecond, less than its search without a table.
const ENTRIES_EACH: u64 = 1000;

/// Minimum number of positions of a kind for which a table is worth building.
const MIN_POSITIONS: u64 = 100;

/// Maximum size of a table. Searches of small positions don't meet more seeds.
const MOST_ENTRIES: u64 = 32_000_000;

/// What all searches of a batch share. Tables are opened or built when first needed.
pub(super) struct Searcher<'a> {
    run: &'a Run<'a>,
    pub stop: &'a Stop,
    /// The positions of each kind. A kind consists of the rules and the field of a table.
    kinds: HashMap<String, Kind>,
    /// Remaining budget of table entries.
    left: AtomicU64,
    /// Tables that searches have built, for later searches of the same kind.
    kept: OpenTables,
}

/// The number of positions of a kind, and the table built for them.
#[derive(Default)]
struct Kind {
    positions: u64,
    table: OnceLock<Option<Endgame>>,
}

impl<'a> Searcher<'a> {
    /// Prepares the search of these jobs. If nodes are limited, no tables are built, so that a
    /// limit means the same as for a single position.
    pub(super) fn new<'j>(
        run: &'a Run<'a>,
        jobs: impl Iterator<Item = &'j Job>,
        stop: &'a Stop,
    ) -> Searcher<'a> {
        let mut kinds: HashMap<String, Kind> = HashMap::new();
        if run.ask.method != Method::Eval {
            let positions = jobs.filter(|job| job.set.is_none());
            for job in positions.filter(|job| job.limits_within(&run.ask).nodes.is_none()) {
                kinds.entry(kind(&job.game)).or_default().positions += 1;
            }
        }
        // Half of the memory is for tables that searches build. An entry is one byte.
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

    /// Searches a position and verifies its line by the plain rules; none if the run was stopped.
    ///
    /// # Errors
    /// The outer error, of a table, concerns all positions. The inner one concerns this position:
    /// its rules can't be solved, the machine lacks resources, or the result is wrong.
    pub(super) fn search(
        &self,
        job: &Job,
        key: Key,
    ) -> Result<Result<Option<Entry>, Diagnostic>, TableError> {
        // Opening a table serves many positions, so its time is not counted for the first one.
        let given = self.run.tables.table(job.game.rules(), job.game.position().field())?;
        Ok(match &job.set {
            Some(set) => analyse(self.run, self.stop, job, set, key),
            None => self.search_with(given.as_deref(), job, key),
        })
    }

    fn search_with(
        &self,
        given: Option<&Endgame>,
        job: &Job,
        key: Key,
    ) -> Result<Option<Entry>, Diagnostic> {
        let built = match given {
            None => self.table_for_kind(job),
            Some(_) => None,
        };
        let game = &job.game;
        let started = Instant::now();
        let (fresh, limits) = (self.run.ask.fresh, job.limits_within(&self.run.ask));
        // A fresh search uses no results of other searches. With a node limit, tables of other
        // searches would change the meaning of the limit.
        let shares = !fresh && limits.nodes.is_none() && key.method != Method::Eval;
        let kept = shares.then(|| self.kept.kept(game)).flatten();
        let tables = [given, built, kept.as_deref()];
        let endgame = tables.into_iter().flatten().max_by_key(|table| table.seeds());
        let keep = Mutex::new(None);
        let limits = Limits {
            // Without a limit, the default time limit must not apply either.
            time: limits.time.or(Some(Duration::MAX)),
            ..limits
        };
        let control = Control::stopped_by(self.stop);
        let ready = |endgame| Ready { endgame, keep: shares.then_some(&keep), ..Ready::default() };
        let goal = match (key.at_least, key.method) {
            (Some(least), _) => Some(Goal::AtLeast(least)),
            (None, Method::Winner) => Some(Goal::Winner),
            (None, Method::Solve | Method::AtLeast) => Some(Goal::Value),
            (None, Method::Eval | Method::Analyze | Method::AnalyzeFresh) => None,
        };
        let findings = match goal {
            Some(goal) => {
                let question = Solve { goal, fresh, limits, ..Solve::default() };
                let answer = question.answer(game, &ready(endgame), control)?;
                Findings::Solved(Solved::new(game.position(), &answer.found))
            }
            None => {
                let question = Evaluate { every_move: false, only: Vec::new(), fresh, limits };
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
        Ok(Some(Entry::new(key, job, limits.memory, started, findings)))
    }

    /// Returns the table for a job's kind, built on first use, if it is worth building.
    fn table_for_kind(&self, job: &Job) -> Option<&Endgame> {
        let kind = self.kinds.get(&kind(&job.game));
        let Kind { positions, table } = kind.filter(|kind| kind.positions >= MIN_POSITIONS)?;
        let build = || {
            let entries = MOST_ENTRIES.min(positions.saturating_mul(ENTRIES_EACH));
            let (rules, field) = (job.game.rules(), job.game.position().field());
            let seeds = self.take_from_budget(rules, field, entries)?;
            let control = Control::stopped_by(self.stop);
            Endgame::build(rules, field, seeds, self.run.threads, control).ok()
        };
        table.get_or_init(build).as_ref()
    }

    /// Takes the entries of the largest table that fits from the budget, and returns its number of
    /// seeds in play.
    fn take_from_budget(&self, rules: &Rules, field: Field, entries: u64) -> Option<u32> {
        let mut seeds = None;
        let take = |left: u64| {
            seeds = most_seeds(rules, field, entries.min(left));
            left.checked_sub(Layout::new(rules, field, seeds?)?.positions())
        };
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.ok().and(seeds)
    }
}

/// Returns a name of the kind: positions of the same kind can use the same table.
fn kind(game: &Game) -> String {
    file_name(game.rules(), game.position().field())
}
