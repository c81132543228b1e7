//! Searches in sowing games: what is asked, and the answer as JSON.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use crate::ask::{Answer, By, Evaluate, FindTurns, Findings, Limits, Ready, Solve, Target, Tell};
use crate::board::MAX_TOTAL;
use crate::control::{Control, MAX_DEPTH, StopReason};
use crate::known::Knowledge;
use crate::moves::Round;
use crate::search::{Bounds, Evaluation, Goal, Solution};
use crate::text::ErrorKind;

use super::Share;
use super::choose::Choose;
use super::envelope::json;
use super::error::RpcError;
use super::game_request::{GameRequest, each_move};
use super::params::{Form, Params};
use super::searches::{Given, Listener, Searches};
use crate::findings::{EvalRecord, Limited, Provenance, SolveRecord, TurnsRecord};

const DEPTH: &str = "Maximum moves to look ahead.";
const AT_LEAST: &str = "Proves only whether the value is at least this: A's seeds less B's.";
const EVERY_MOVE: &str = "Goes on until every move is proven, and tells the line of each.";
const MOVES: &str = "The legal moves to look at: the value is that of the best of these.";
const FRESH: &str = "Without what is remembered, and without the values and turns that ship with \
                     the program.";

/// A search in a sowing game.
pub struct Sowing {
    asked: GameRequest,
    question: Question,
}

enum Question {
    Evaluate(Evaluate),
    Solve(Solve),
    Turns(FindTurns),
    Choose(Choose),
}

impl Sowing {
    /// Reads what a method asks for; nothing if it is no search.
    pub fn read(name: &str, params: &mut Params) -> Result<Option<Sowing>, RpcError> {
        if !["evaluate", "solve", "turns", "choose"].contains(&name) {
            return Ok(None);
        }
        let asked = GameRequest::take(params)?;
        let mut limits = Limits::default();
        for count in Limits::COUNTS.iter().filter(|_| name != "choose") {
            let most = params.number(count.name, 1..=u64::MAX, count.about)?;
            limits = limits.with_count(count, most);
        }
        let question = match name {
            "evaluate" => Question::Evaluate(Evaluate {
                limits: Limits {
                    depth: params.number("depth", 1..=MAX_DEPTH.into(), DEPTH)?,
                    ..limits
                },
                every_move: params.flag("every_move", EVERY_MOVE)?,
                only: only(params, &asked)?,
                fresh: params.flag("fresh", FRESH)?,
            }),
            "solve" => Question::Solve(Solve {
                goal: goal(params)?,
                fresh: params.flag("fresh", FRESH)?,
                limits,
                ..Solve::default()
            }),
            "turns" => Question::Turns(turns(params, &asked, limits)?),
            _ => Question::Choose(Choose::take(params)?),
        };
        Ok(Some(Sowing { asked, question }))
    }

    fn evaluated(
        &self,
        question: &Evaluate,
        ready: &Ready<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let terms = self.terms(&question.limits.or_usual());
        let record = |answer| EvalRecord::new(game, answer, question.every_move, terms.clone());
        let mut told = |answer: Answer<Evaluation>| {
            let (nodes, found) = (answer.found.nodes, record(answer));
            client.into_iter().for_each(|client| client.note(&found, nodes));
        };
        let tell: Option<Tell<'_, Evaluation>> = match client {
            Some(_) => Some(&mut told),
            None => None,
        };
        let mut answer = question.answer(game, ready, control, tell)?;
        cancelled(&mut answer.found.stopped);
        Ok(json(&record(answer)))
    }

    fn solved(
        &self,
        question: &Solve,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let mut answer = question.answer(game, ready, control).map_err(RpcError::of_rules)?;
        cancelled(&mut answer.found.stopped);
        let terms = self.terms(&question.limits);
        Ok(json(&SolveRecord::new(game, question.goal, answer, terms)))
    }

    fn turns(
        &self,
        question: &FindTurns,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let (goal, terms) = (question.goal(game)?, self.terms(&question.kept_limits()));
        let record =
            |found: &Findings| TurnsRecord::new(found, game.position(), goal, terms.clone());
        let tell = |found: &Findings| {
            let found = record(found);
            client.into_iter().for_each(|client| client.note(&found, found.nodes));
        };
        let found = question.answer(game, &Ready::nothing(), control, &tell);
        let mut record = record(&found?);
        cancelled(&mut record.stopped);
        Ok(json(&record))
    }

    fn terms(&self, limits: &Limits) -> Limited {
        Provenance::of(&self.asked.variant, &self.asked.game).limited(limits)
    }
}

impl Searches for Sowing {
    fn usual_memory(&self) -> usize {
        match &self.question {
            Question::Evaluate(question) => question.limits.memory,
            Question::Solve(question) => question.limits.memory,
            Question::Turns(question) => question.limits.memory,
            // Its policy says how much, which is little.
            Question::Choose(_) => 0,
        }
    }

    fn found(
        &self,
        share: &Share<'_>,
        given: Given,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let fresh = match &self.question {
            Question::Evaluate(question) => question.fresh,
            Question::Solve(question) => question.fresh,
            // With what was remembered a choice would not always be the same.
            Question::Turns(_) | Question::Choose(_) => true,
        };
        let built = Mutex::new(None);
        let table = match &self.question {
            Question::Turns(_) => None,
            _ => share.engine.table(game, fresh)?,
        };
        let line: Vec<_> = self.asked.traces.iter().map(|trace| trace.played).collect();
        let ready = Ready {
            endgame: table.as_deref(),
            line: Some((&self.asked.start, &line)),
            keep: (!fresh).then_some(&built),
            ..Ready::default()
        };
        let found = match &self.question {
            Question::Evaluate(asked) => {
                let limits = given.within(&asked.limits);
                self.evaluated(&Evaluate { limits, ..*asked }, &ready, control, client)
            }
            Question::Solve(asked) => {
                let limits = given.within(&asked.limits);
                self.solved(&Solve { limits, ..*asked }, &ready, control)
            }
            Question::Turns(asked) => {
                let limits = given.within(&asked.limits);
                let question = FindTurns { limits, ..asked.clone() };
                self.turns(&question, control, client)
            }
            Question::Choose(choose) => {
                let mut chosen = choose.chosen(&self.asked, ready.endgame, control, client)?;
                cancelled(&mut chosen.stopped);
                Ok(json(&chosen))
            }
        };
        share.engine.keep(game, built);
        found
    }

    /// Notes what a solver has proven so far.
    fn look(&self, given: Given, control: Control<'_>, client: &dyn Listener) {
        let standing = control.progress.standing();
        let (Question::Solve(question), Some((lower, upper))) = (&self.question, standing.bounds)
        else {
            return;
        };
        let game = &self.asked.game;
        let answer = Answer {
            found: Solution::of(Bounds { lower, upper }, standing.done),
            knowledge: Knowledge::unless(question.fresh, game),
        };
        let terms = self.terms(&given.within(&question.limits));
        client.note(&SolveRecord::new(game, question.goal, answer, terms), standing.done);
    }
}

/// Takes what is to be proven of a position.
fn goal(params: &mut Params) -> Result<Goal, RpcError> {
    let winner = params.flag("winner", "Proves only who wins.")?;
    match (winner, params.seeds_ahead("at_least", AT_LEAST)?) {
        (false, None) => Ok(Goal::Value),
        (true, None) => Ok(Goal::Winner),
        (false, Some(seeds)) => Ok(Goal::AtLeast(seeds)),
        (true, Some(_)) => {
            let expected = "none beside winner";
            let message = format_args!("winner asks for something else: expected {expected}");
            let problem = RpcError::wrong("at_least", None, None, message, expected);
            Err(problem.of_kind(ErrorKind::Conflict))
        }
    }
}

/// Takes the moves that are to be looked at, a bit for each hole; 0 without any.
fn only(params: &mut Params, asked: &GameRequest) -> Result<u32, RpcError> {
    let mut chosen = 0;
    each_move("moves", params.take("moves", Form::Moves, MOVES), |written| {
        let trace = Round::new(&asked.game).play_written(written)?;
        chosen |= 1 << trace.played.hole.index();
        Ok(())
    })?;
    Ok(chosen)
}

/// Takes the parameters of `turns`.
fn turns(params: &mut Params, asked: &GameRequest, limits: Limits) -> Result<FindTurns, RpcError> {
    let usual = FindTurns::default();
    let width = params.number("beam", 1..=u64::MAX, "Positions that a layer of a beam keeps.")?;
    let about = "Seeds in the store that a line must reach.";
    let target = params.number("target", 0..=MAX_TOTAL.into(), about)?;
    let question = FindTurns {
        by: match width {
            Some(_) => By::Beams,
            None => By::Everything,
        },
        width: width.and_then(NonZeroUsize::new),
        target: target.map_or(Target::Most, Target::Store),
        fresh: params.flag("fresh", "Without what the opening book has.")?,
        limits: limits.or(usual.limits),
        ..usual
    };
    question.goal(&asked.game)?;
    Ok(question)
}

/// Says of what was interrupted that the client has cancelled it: nobody else can.
fn cancelled(stopped: &mut Option<StopReason>) {
    if *stopped == Some(StopReason::Interrupted) {
        *stopped = Some(StopReason::Cancelled);
    }
}
