//! Searches in sowing games: what is asked, and the answer as JSON; and what a policy plays, for a
//! page on which a person plays against it.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Mutex;
#[cfg(feature = "batch")]
use std::time::Duration;

use serde::Serialize;

use crate::ask::{Answer, By, Evaluate, FindTurns, Findings, Limits, Ready, Solve, Target, Tell};
#[cfg(feature = "batch")]
use crate::batch::{Ask, Job, Method};
use crate::board::{MAX_TOTAL, Position};
use crate::control::{Control, MAX_DEPTH, StopReason};
use crate::known::Knowledge;
use crate::matches::{Policy, choose_turn};
use crate::moves::{Move, Outcome, Round};
use crate::record::ProofLines;
use crate::search::{Bounds, Evaluation, Goal, Solution};
use crate::tables::Endgame;
use crate::text::Diagnostic;

use super::Share;
use super::envelope::json;
use super::error::RpcError;
use super::game_request::{GameRequest, each_move};
use super::notifier::Listener;
use super::params::{Form, Params};
use crate::findings::{EvalRecord, Limited, Provenance, SolveRecord, TurnsRecord};

/// The description of the parameter `depth`.
pub const DEPTH: &str = "Maximum moves to look ahead.";
const AT_LEAST: &str = "Proves only whether the value is at least this: A's seeds less B's.";
const EVERY_MOVE: &str = "Goes on until every move is proven, and tells the line of each.";
const MOVES: &str = "The legal moves to look at: the value is that of the best of these.";
/// The description of the parameter `fresh`.
pub const FRESH: &str = "Without what is remembered, and without the values and turns that ship with \
                     the program.";
const POSITIONS: &str = "Maximum positions of the proof; each takes 100 to 400 bytes.";

/// Positions of a proof if a request names no number, and the most for clients of other machines.
const PROOF_POSITIONS: u32 = 1_000_000;

/// A search in a sowing game.
pub struct Sowing {
    asked: GameRequest,
    question: Question,
    limits: Limits,
    /// True without what is remembered.
    fresh: bool,
}

enum Question {
    Evaluate(Evaluate),
    Solve(Solve),
    /// The same with the proof, of so many positions at most.
    Prove(Solve, u32),
    Turns(FindTurns),
    /// What a policy plays, with the seed of its random numbers.
    Choose(Policy, u64),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Chosen {
    /// The position.
    position: Position,
    /// The policy that chose.
    policy: String,
    /// The seed of its random numbers.
    seed: u64,
    /// The first move of the turn; null in a finished round.
    #[serde(rename = "move")]
    first: Option<Move>,
    /// The moves of the turn.
    turn: Vec<Move>,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "cancelled", null])))]
    stopped: Option<StopReason>,
}

/// What is proven of a position, with the proof.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Proved {
    #[serde(flatten)]
    found: SolveRecord,
    /// The proof, as `solve --proof` writes it; null if there is none.
    text: Option<String>,
    /// The reason why there is none; null if there is one.
    unproven: Option<String>,
}

/// The description of the parameter `seed`.
pub const SEED: &str = "The seed of the random numbers.";

/// Reads the policy that is to play, of whatever game.
pub fn policy<P: FromStr<Err = Diagnostic>>(
    params: &mut Params,
    about: &'static str,
) -> Result<Option<P>, RpcError> {
    let Some(text) = params.text("policy", about)? else {
        return Ok(None);
    };
    text.parse().map(Some).map_err(|error| RpcError::of("policy", text.as_str(), error))
}

impl Sowing {
    /// Reads what a method asks for.
    pub fn take(name: &str, params: &mut Params) -> Result<Sowing, RpcError> {
        let asked = GameRequest::take(params)?;
        let mut limits = Limits::default();
        if name != "choose" {
            limits.nodes = params.number("nodes", 1..=u64::MAX, "Maximum positions to visit.")?;
        }
        // With what was remembered a choice would not always be the same.
        let mut fresh = true;
        let question = match name {
            "evaluate" => {
                limits.depth = params.number("depth", 1..=MAX_DEPTH.into(), DEPTH)?;
                let every_move = params.flag("every_move", EVERY_MOVE)?;
                let only = only(params, &asked)?;
                fresh = params.flag("fresh", FRESH)?;
                Question::Evaluate(Evaluate { every_move, only, fresh, limits })
            }
            "solve" => {
                let goal = goal(params)?;
                fresh = params.flag("fresh", FRESH)?;
                Question::Solve(Solve { goal, fresh, ..Solve::default() })
            }
            "prove" => {
                let question = Solve { goal: goal(params)?, fresh, ..Solve::default() };
                let most = if params.files { u32::MAX } else { PROOF_POSITIONS };
                let most = params.number("positions", 1..=most.into(), POSITIONS)?;
                Question::Prove(question, most.unwrap_or(PROOF_POSITIONS))
            }
            "turns" => {
                let question = turns(params, &asked)?;
                limits = limits.or(question.limits);
                Question::Turns(question)
            }
            _ => {
                let policy = policy(params, "As in match.")?;
                let policy = policy
                    .ok_or_else(|| RpcError::missing("policy", "a policy, such as strong"))?;
                Question::Choose(policy, params.number("seed", 0..=u64::MAX, SEED)?.unwrap_or(1))
            }
        };
        Ok(Sowing { asked, question, limits, fresh })
    }

    fn evaluated(
        &self,
        question: &Evaluate,
        ready: &Ready<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let limited = self.limited(&question.limits.or_usual());
        let record = |answer| EvalRecord::new(game, answer, question.every_move, limited.clone());
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
        let limited = self.limited(&question.limits);
        Ok(json(&SolveRecord::new(game, question.goal, answer, limited)))
    }

    fn proved(
        &self,
        question: &Solve,
        most: u32,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let proved = question.prove(game, ready, control, most);
        let (mut answer, proof) = proved.map_err(RpcError::of_rules)?;
        let bounds = answer.found.bounds;
        let (text, unproven) = match proof {
            Ok(proof) => (Some(ProofLines::new(game, bounds, proof).collect()), None),
            Err(why) => (None, Some(why.to_string())),
        };
        cancelled(&mut answer.found.stopped);
        let limited = self.limited(&question.limits);
        let found = SolveRecord::new(game, question.goal, answer, limited);
        Ok(json(&Proved { found, text, unproven }))
    }

    fn turns(
        &self,
        question: &FindTurns,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let (goal, limited) = (question.goal(game)?, self.limited(&question.kept_limits()));
        let record =
            |found: &Findings| TurnsRecord::new(found, game.position(), goal, limited.clone());
        let tell = |found: &Findings| {
            let found = record(found);
            client.into_iter().for_each(|client| client.note(&found, found.nodes));
        };
        let found = question.answer(game, &Ready::nothing(), control, &tell);
        let mut record = record(&found?);
        cancelled(&mut record.stopped);
        Ok(json(&record))
    }

    /// Chooses a move after the line of a game; the client hears what it would play by now.
    fn chosen(
        &self,
        (policy, seed): (Policy, u64),
        endgame: Option<&Endgame>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let goes_on = self.asked.traces.last().map(|last| last.outcome) == Some(Outcome::Again);
        let game = &self.asked.game;
        let chosen = |turn: Vec<Move>, stopped| Chosen {
            position: *game.position(),
            policy: policy.to_string(),
            seed,
            first: turn.first().copied(),
            turn,
            stopped,
        };
        let mut tell = |turn| {
            let found = chosen(turn, None);
            client.into_iter().for_each(|client| client.note(&found, 0));
        };
        let (turn, stopped) =
            choose_turn(policy, game, !goes_on, seed, endgame, control, &mut tell)?;
        let mut found = chosen(turn, stopped);
        cancelled(&mut found.stopped);
        Ok(json(&found))
    }

    fn limited(&self, limits: &Limits) -> Limited {
        Provenance::of(&self.asked.variant, &self.asked.game).limited(limits)
    }
}

impl Sowing {
    /// The same as a question of a batch, within some time; refuses what no store has an answer to.
    #[cfg(feature = "batch")]
    pub fn of_batch(&self, time: Option<Duration>) -> Result<(Job, Ask), RpcError> {
        let refused = |param| {
            let (why, expected) = ("a store keeps no such answer", "none beside a store");
            Err(RpcError::conflict(param, None, why, expected))
        };
        let limits = Limits { time, ..self.limits };
        let (method, at_least, limits) = match &self.question {
            Question::Evaluate(asked) if asked.every_move => return refused("every_move"),
            Question::Evaluate(asked) if asked.only != 0 => return refused("moves"),
            Question::Evaluate(_) => (Method::Eval, None, limits.or_usual()),
            Question::Solve(asked) => match asked.goal {
                Goal::Value => (Method::Solve, None, limits),
                Goal::Winner => (Method::Winner, None, limits),
                Goal::AtLeast(least) => (Method::Solve, Some(least), limits),
            },
            Question::Turns(_) | Question::Choose(..) | Question::Prove(..) => {
                return Err(other_method());
            }
        };
        let job = Job {
            line: 0,
            id: None,
            preset: self.asked.variant.preset(),
            game: self.asked.game,
            at_least,
            limits: Limits::default(),
            others: Vec::new(),
        };
        // Without end is without a limit.
        let time = limits.time.filter(|&time| time < Duration::MAX);
        Ok((job, Ask { method, limits: Limits { time, ..limits }, fresh: self.fresh }))
    }

    /// The mebibytes that are usual for the search.
    pub fn usual_memory(&self) -> usize {
        match self.question {
            // Its policy says how much, which is little.
            Question::Choose(..) => 0,
            _ => self.limits.memory,
        }
    }

    /// The result, as JSON; meanwhile the client is told what is found.
    pub fn found(
        &self,
        share: &Share<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.asked.game;
        let fresh = self.fresh;
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
        let limits = share.within(&self.limits);
        let found = match &self.question {
            Question::Evaluate(asked) => {
                self.evaluated(&Evaluate { limits, ..*asked }, &ready, control, client)
            }
            Question::Solve(asked) => self.solved(&Solve { limits, ..*asked }, &ready, control),
            Question::Prove(asked, most) => {
                self.proved(&Solve { limits, ..*asked }, *most, &ready, control)
            }
            Question::Turns(asked) => {
                self.turns(&FindTurns { limits, ..asked.clone() }, control, client)
            }
            Question::Choose(policy, seed) => {
                self.chosen((*policy, *seed), ready.endgame, control, client)
            }
        };
        share.engine.keep(game, built);
        found
    }

    /// Notes what a solver has proven so far.
    pub fn look(&self, share: &Share<'_>, control: Control<'_>, client: &dyn Listener) {
        let standing = control.progress.standing();
        let (Question::Solve(question) | Question::Prove(question, _), Some((lower, upper))) =
            (&self.question, standing.bounds)
        else {
            return;
        };
        let game = &self.asked.game;
        let answer = Answer {
            found: Solution::of(Bounds { lower, upper }, standing.done),
            knowledge: Knowledge::unless(question.fresh, game),
        };
        let limited = self.limited(&share.within(&self.limits));
        client.note(&SolveRecord::new(game, question.goal, answer, limited), standing.done);
    }
}

/// The error of a method whose answers no store keeps.
#[cfg(feature = "batch")]
pub fn other_method() -> RpcError {
    RpcError::request("method: found another one, expected evaluate or solve")
}

/// Takes what is to be proven of a position.
fn goal(params: &mut Params) -> Result<Goal, RpcError> {
    let winner = params.flag("winner", "Proves only who wins.")?;
    match (winner, params.seeds_ahead("at_least", AT_LEAST)?) {
        (false, None) => Ok(Goal::Value),
        (true, None) => Ok(Goal::Winner),
        (false, Some(seeds)) => Ok(Goal::AtLeast(seeds)),
        (true, Some(_)) => {
            let (why, expected) = ("winner asks for something else", "none beside winner");
            Err(RpcError::conflict("at_least", None, why, expected))
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
fn turns(params: &mut Params, asked: &GameRequest) -> Result<FindTurns, RpcError> {
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
        ..FindTurns::default()
    };
    question.goal(&asked.game)?;
    Ok(question)
}

/// Says of what was interrupted that the client has cancelled it: nobody else can.
pub fn cancelled(stopped: &mut Option<StopReason>) {
    if *stopped == Some(StopReason::Interrupted) {
        *stopped = Some(StopReason::Cancelled);
    }
}
