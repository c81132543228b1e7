//! The search of one position of a batch, on one thread.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::ask::{Ask, Method};
use super::endgames::Endgames;
use super::entry::{Entry, Findings, Key};
use super::job::Job;
use crate::control::{Limits, Stop, StopReason};
use crate::record::{Evaluated, NotReplayed, Solved, replay, replay_solution};
use crate::search::{Evaluator, Goal, Solution, SolveError, Solver};
use crate::tables::{Endgame, TableError};

/// Mebibytes of the table with which a proof begins, and the nodes for which it does: clearing the
/// memory of a large one takes ten times as long as the proof of a small position.
const SMALL: usize = 4;
const ROOM: u64 = 100_000;

/// Why a position has no result.
#[derive(Debug, Error)]
pub enum Unsearchable {
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
    /// Its rules can't be solved.
    #[error(transparent)]
    Rules(#[from] SolveError),
    /// The endgame table for it can't be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The plain rules don't confirm what was found: a fault of this program.
    #[error("{0}: please report this as a fault")]
    Wrong(#[from] NotReplayed),
}

/// What all searches of a batch share.
pub(super) struct Searcher<'a> {
    pub ask: Ask,
    pub endgames: Endgames,
    pub stop: &'a Stop,
}

impl Searcher<'_> {
    /// Searches a position, and confirms the line by the plain rules.
    pub(super) fn search(&self, job: &Job) -> Result<Entry, Unsearchable> {
        // What is done for many positions is not counted as time of the first one.
        let given = self.endgames.given(job)?;
        let built = match given {
            None => self.endgames.built(job, self.stop),
            Some(_) => None,
        };
        let (given, built) = (given.as_deref(), built.as_deref());
        let started = Instant::now();
        let findings = match self.ask.method {
            Method::Eval => self.evaluate(job, given)?,
            Method::Solve | Method::Winner => self.solve(job, given, built, started)?,
        };
        if self.stop.is_set() && !findings.is_proven() {
            return Err(Unsearchable::Stopped);
        }
        Ok(Entry {
            key: Key::new(job, &self.ask),
            rule_set: job.rule_set.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            memory: u64::try_from(self.ask.memory).unwrap_or(u64::MAX),
            seconds: (started.elapsed().as_secs_f64() * 1e6).round() / 1e6,
            findings,
        })
    }

    fn limits(&self) -> Limits<'_> {
        let limits = self.ask.limits;
        Limits {
            depth: limits.depth(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            time: limits.time.unwrap_or(Duration::MAX),
            stop: self.stop.as_flag(),
            memory: self.ask.memory,
        }
    }

    fn evaluate(&self, job: &Job, given: Option<&Endgame>) -> Result<Findings, Unsearchable> {
        let evaluator = Evaluator {
            limits: self.limits(),
            threads: NonZeroUsize::MIN,
            endgame: given,
        };
        let (rules, position) = (job.game.rules(), job.game.position());
        let found = evaluator.evaluate(rules, position, &mut ());
        replay(rules, position, &found)?;
        Ok(Findings::Evaluated(Evaluated::new(position, &found)))
    }

    /// Proves with little memory first, and with a table that was built for many positions, if there
    /// is one; then with all the memory, and with a table of the solver's own.
    fn solve(
        &self,
        job: &Job,
        given: Option<&Endgame>,
        built: Option<&Endgame>,
        started: Instant,
    ) -> Result<Findings, Unsearchable> {
        let goal = match self.ask.method {
            Method::Winner => Goal::Winner,
            Method::Solve | Method::Eval => Goal::Value,
        };
        let limits = self.limits();
        let solver = Solver {
            goal,
            limits,
            endgame: given,
            ..Solver::new(self.stop.as_flag())
        };
        let first = Solver {
            limits: Limits {
                nodes: limits.nodes.min(ROOM),
                memory: limits.memory.min(SMALL),
                ..limits
            },
            endgame: built.or(given),
            ..solver
        };
        let (rules, position) = (job.game.rules(), job.game.position());
        let mut found = first.solve(rules, position)?;
        if found.stopped == Some(StopReason::Nodes) && found.nodes < limits.nodes {
            let rest = Limits {
                nodes: limits.nodes - found.nodes,
                time: limits.time.saturating_sub(started.elapsed()),
                ..limits
            };
            let whole = Solver {
                limits: rest,
                ..solver
            };
            let later = whole.solve(rules, position)?;
            found = better(found, later);
        }
        replay_solution(rules, position, &found)?;
        Ok(Findings::Solved(Solved::new(position, &found)))
    }
}

/// The later of two solutions, unless it says less, with the nodes of both.
fn better(first: Solution, later: Solution) -> Solution {
    let nodes = first.nodes + later.nodes;
    let open = |solution: &Solution| solution.upper - solution.lower;
    let found = if later.stopped.is_some() && open(&first) < open(&later) {
        Solution {
            stopped: later.stopped,
            ..first
        }
    } else {
        later
    };
    Solution { nodes, ..found }
}
