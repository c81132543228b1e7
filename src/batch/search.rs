//! The search of one position of a batch, on one thread.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::ask::{Ask, AskLimits, Method};
use super::endgames::Endgames;
use super::entry::{Entry, Findings, Key};
use super::job::Job;
use crate::control::{Control, MAX_DEPTH, Stop};
use crate::moves::Game;
use crate::record::{Evaluated, NotReplayed, Solved, replay, replay_solution};
use crate::search::{Evaluator, Goal, SolveError, Solver};
use crate::tables::{Endgame, TableError};

/// Why a position has no result.
#[derive(Debug, Error)]
pub enum Unsearchable {
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
    /// Its rules can't be solved, or the machine doesn't give what it takes.
    #[error(transparent)]
    Unsolved(#[from] SolveError),
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
    pub endgames: Endgames<'a>,
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
        let endgame = given.as_deref().or(built.as_deref());
        let game = &job.game;
        let started = Instant::now();
        let key = Key::new(job, &self.ask);
        let control = self.control(key.limits);
        let goal = match (key.at_least, key.method) {
            (Some(least), _) => Some(Goal::AtLeast(least)),
            (None, Method::Winner) => Some(Goal::Winner),
            (None, Method::Solve | Method::AtLeast) => Some(Goal::Value),
            (None, Method::Eval) => None,
        };
        let findings = match goal {
            Some(goal) => self.solve(game, endgame, goal, control)?,
            None => self.evaluate(game, given.as_deref(), control)?,
        };
        if self.stop.is_set() && !findings.is_proven() {
            return Err(Unsearchable::Stopped);
        }
        Ok(Entry {
            key,
            rule_set: job.rule_set.to_owned(),
            version: env!("CHONGKAK_VERSION").to_owned(),
            memory: u64::try_from(self.ask.memory).unwrap_or(u64::MAX),
            seconds: (started.elapsed().as_secs_f64() * 1e6).round() / 1e6,
            findings,
        })
    }

    fn control(&self, limits: AskLimits) -> Control<'_> {
        Control {
            nodes: limits.nodes.unwrap_or(u64::MAX),
            time: limits.time.unwrap_or(Duration::MAX),
            ..Control::stopped_by(self.stop)
        }
    }

    fn evaluate(
        &self,
        game: &Game,
        endgame: Option<&Endgame>,
        control: Control<'_>,
    ) -> Result<Findings, Unsearchable> {
        let evaluator = Evaluator {
            depth: self.ask.limits.depth.unwrap_or(MAX_DEPTH),
            memory: self.ask.memory,
            endgame,
            ..Evaluator::new()
        };
        let found = evaluator.evaluate(game, control);
        let found = found.map_err(SolveError::from)?;
        replay(game, &found)?;
        Ok(Findings::Evaluated(Evaluated::new(game.position(), &found)))
    }

    fn solve(
        &self,
        game: &Game,
        endgame: Option<&Endgame>,
        goal: Goal,
        control: Control<'_>,
    ) -> Result<Findings, Unsearchable> {
        let solver = Solver {
            goal,
            memory: self.ask.memory,
            endgame,
            ..Solver::new()
        };
        let found = solver.solve(game, control)?;
        replay_solution(game, &found)?;
        Ok(Findings::Solved(Solved::new(game.position(), &found)))
    }
}
