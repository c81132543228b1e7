//! The search of one position of a batch, on one thread.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::endgames::Endgames;
use super::entry::{Entry, Findings, Key};
use super::job::Job;
use super::question::{Ask, Method};
use crate::ask::{Evaluate, Limits, Ready, Solve};
use crate::control::{Control, Stop, unpoisoned};
use crate::record::{Evaluated, Solved};
use crate::search::Goal;
use crate::tables::TableError;
use crate::text::Diagnostic;

/// The reason why a position has no result.
#[derive(Debug, Error)]
pub enum Unsearchable {
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
    /// The endgame table for it can't be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Its rules can't be solved, the machine doesn't give what it takes, or what was found is
    /// wrong.
    #[error(transparent)]
    Failed(#[from] Diagnostic),
}

/// The parts that all searches of a batch share.
pub(super) struct Searcher<'a> {
    pub ask: Ask,
    pub endgames: Endgames<'a>,
    pub stop: &'a Stop,
}

impl Searcher<'_> {
    /// Searches a position, and confirms the line by the plain rules.
    pub(super) fn search(&self, job: &Job, key: Key) -> Result<Entry, Unsearchable> {
        // What is done for many positions is not counted as time of the first one.
        let given = self.endgames.given(job)?;
        let built = match given {
            None => self.endgames.built(job, self.stop),
            Some(_) => None,
        };
        let game = &job.game;
        let started = Instant::now();
        let (fresh, limits) = (self.ask.fresh, job.limits_within(&self.ask));
        // As with what ships: a fresh search has nothing of others. A limit of nodes means the same
        // as for a position by itself.
        let shares = !fresh && limits.nodes.is_none() && key.method != Method::Eval;
        let kept = shares.then(|| self.endgames.kept(job)).flatten();
        let tables = [given.as_deref(), built, kept.as_deref()];
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
                let answer = question.answer(game, &ready(given.as_deref()), control, None)?;
                Findings::Evaluated(Evaluated::new(game.position(), &answer.found, false))
            }
        };
        if let Some(built) = unpoisoned(keep.into_inner()) {
            self.endgames.keep(job, built);
        }
        if self.stop.is_set() && !findings.is_proven() {
            return Err(Unsearchable::Stopped);
        }
        Ok(Entry {
            key,
            rule_set: job.rule_set.to_owned(),
            version: env!("CHONGKAK_VERSION").to_owned(),
            memory: u64::try_from(limits.memory).unwrap_or(u64::MAX),
            seconds: (started.elapsed().as_secs_f64() * 1e6).round() / 1e6,
            findings,
        })
    }
}
