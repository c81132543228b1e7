//! Searches in sowing games, with results as JSON, and moves of a policy for a page on which a
//! person plays against it.

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
pub const DEPTH: &str = "Maximum number of moves to look ahead.";
const AT_LEAST: &str = "Only prove whether the value (A's seeds minus B's) is at least this.";
const EVERY_MOVE: &str = "Continue until every move is proven, and include the line of each.";
const MOVES: &str = "The legal moves to consider; the value is that of the best of them.";
/// The description of the parameter `fresh`.
pub const FRESH: &str = "Ignore remembered results and the values and turns that ship with the \
                     program.";
const POSITIONS: &str = "Maximum number of positions in the proof; each takes 100 to 400 bytes.";

/// Default number of positions of a proof, and the maximum for clients of other machines.
const PROOF_POSITIONS: u32 = 1_000_000;

/// A search in a sowing game.
pub struct Sowing {
    request: GameRequest,
    question: Question,
    limits: Limits,
    /// True to ignore remembered results.
    fresh: bool,
}

enum Question {
    Evaluate(Evaluate),
    Solve(Solve),
    /// A solution with its proof, of at most this many positions.
    Prove(Solve, u32),
    Turns(FindTurns),
    /// The turn that a policy plays, with its random seed.
    Choose(Policy, u64),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Chosen {
    /// The position.
    position: Position,
    /// The policy that chose.
    policy: String,
    /// The random seed.
    seed: u64,
    /// The first move of the turn; null in a finished round.
    #[serde(rename = "move")]
    first: Option<Move>,
    /// The moves of the turn.
    turn: Vec<Move>,
    /// The limit that ended the search; null if it finished.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "cancelled", null])))]
    stopped: Option<StopReason>,
}

/// What is proven about a position, with the proof.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Proved {
    #[serde(flatten)]
    found: SolveRecord,
    /// The proof as written by `solve --proof`; null if there is none.
    text: Option<String>,
    /// Why there is no proof; null if there is one.
    unproven: Option<String>,
}

/// The description of the parameter `seed`.
pub const SEED: &str = "The random seed.";

/// Parses a policy of either game.
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
    /// Parses the parameters of a method.
    pub fn take(name: &str, params: &mut Params) -> Result<Sowing, RpcError> {
        let request = GameRequest::take(params)?;
        let mut limits = Limits::default();
        if name != "choose" {
            limits.nodes =
                params.number("nodes", 1..=u64::MAX, "Maximum number of positions to visit.")?;
        }
        // With remembered results, a choice would not be reproducible.
        let mut fresh = true;
        let question = match name {
            "evaluate" => {
                limits.depth = params.number("depth", 1..=MAX_DEPTH.into(), DEPTH)?;
                let every_move = params.flag("every_move", EVERY_MOVE)?;
                let only = parse_moves(params, &request)?;
                fresh = params.flag("fresh", FRESH)?;
                Question::Evaluate(Evaluate { every_move, only, fresh, limits })
            }
            "solve" => {
                let goal = parse_goal(params)?;
                fresh = params.flag("fresh", FRESH)?;
                Question::Solve(Solve { goal, fresh, ..Solve::default() })
            }
            "prove" => {
                let question = Solve { goal: parse_goal(params)?, fresh, ..Solve::default() };
                let most = if params.files { u32::MAX } else { PROOF_POSITIONS };
                let most = params.number("positions", 1..=most.into(), POSITIONS)?;
                Question::Prove(question, most.unwrap_or(PROOF_POSITIONS))
            }
            "turns" => {
                let question = parse_turns(params, &request)?;
                limits = limits.or(question.limits);
                Question::Turns(question)
            }
            _ => {
                let policy = policy(params, "The policy, as in chongkak match.")?;
                let policy = policy
                    .ok_or_else(|| RpcError::missing("policy", "a policy, such as strong"))?;
                Question::Choose(policy, params.number("seed", 0..=u64::MAX, SEED)?.unwrap_or(1))
            }
        };
        Ok(Sowing { request, question, limits, fresh })
    }

    fn evaluate(
        &self,
        question: &Evaluate,
        ready: &Ready<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.request.game;
        let limited = self.limited(&question.limits.or_usual());
        let record = |answer| EvalRecord::new(game, answer, question.every_move, limited.clone());
        let mut report = |answer: Answer<Evaluation>| {
            let (nodes, found) = (answer.found.nodes, record(answer));
            client.into_iter().for_each(|client| client.note(&found, nodes));
        };
        let tell: Option<Tell<'_, Evaluation>> = match client {
            Some(_) => Some(&mut report),
            None => None,
        };
        let mut answer = question.answer(game, ready, control, tell)?;
        cancelled(&mut answer.found.stopped);
        Ok(json(&record(answer)))
    }

    fn solve(
        &self,
        question: &Solve,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<String, RpcError> {
        let game = &self.request.game;
        let mut answer = question.answer(game, ready, control).map_err(RpcError::of_rules)?;
        cancelled(&mut answer.found.stopped);
        let limited = self.limited(&question.limits);
        Ok(json(&SolveRecord::new(game, question.goal, answer, limited)))
    }

    fn prove(
        &self,
        question: &Solve,
        most: u32,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<String, RpcError> {
        let game = &self.request.game;
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

    fn find_turns(
        &self,
        question: &FindTurns,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.request.game;
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

    /// Chooses a move after the line of a game, and reports the choice so far to the client.
    fn choose(
        &self,
        (policy, seed): (Policy, u64),
        endgame: Option<&Endgame>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let goes_on = self.request.traces.last().map(|last| last.outcome) == Some(Outcome::Again);
        let game = &self.request.game;
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
        Provenance::of(&self.request.variant, &self.request.game).limited(limits)
    }
}

impl Sowing {
    /// Converts the search to a question of a batch with a time limit. Fails if a store can't hold
    /// its answer.
    #[cfg(feature = "batch")]
    pub fn of_batch(&self, time: Option<Duration>) -> Result<(Job, Ask), RpcError> {
        let refused = |param| {
            let (why, expected) =
                ("a store keeps no such answers", "no such parameter with a store");
            Err(RpcError::conflict(param, None, why, expected))
        };
        let limits = Limits { time, ..self.limits };
        let (method, at_least, limits) = match &self.question {
            Question::Evaluate(question) if question.every_move => return refused("every_move"),
            Question::Evaluate(question) if !question.only.is_empty() => return refused("moves"),
            Question::Evaluate(_) => (Method::Eval, None, limits.or_usual()),
            Question::Solve(question) => match question.goal {
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
            preset: self.request.variant.preset(),
            game: self.request.game,
            set: None,
            at_least,
            limits: Limits::default(),
            others: Vec::new(),
        };
        // An infinite time means no limit.
        let time = limits.time.filter(|&time| time < Duration::MAX);
        Ok((job, Ask { method, limits: Limits { time, ..limits }, fresh: self.fresh }))
    }

    /// Default memory of the search, in mebibytes.
    pub fn default_memory(&self) -> usize {
        match self.question {
            // The policy determines it, which is little.
            Question::Choose(..) => 0,
            _ => self.limits.memory,
        }
    }

    /// Runs the search and returns the result as JSON. Reports progress to the client.
    pub fn run(
        &self,
        share: &Share<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        let game = &self.request.game;
        let fresh = self.fresh;
        let built = Mutex::new(None);
        let table = match &self.question {
            Question::Turns(_) => None,
            _ => share.engine.table(game, fresh)?,
        };
        let line: Vec<_> = self.request.traces.iter().map(|trace| trace.played).collect();
        let ready = Ready {
            endgame: table.as_deref(),
            line: Some((&self.request.start, &line)),
            keep: (!fresh).then_some(&built),
            ..Ready::default()
        };
        let limits = share.within(&self.limits);
        let found = match &self.question {
            Question::Evaluate(question) => {
                self.evaluate(&Evaluate { limits, ..question.clone() }, &ready, control, client)
            }
            Question::Solve(question) => {
                self.solve(&Solve { limits, ..*question }, &ready, control)
            }
            Question::Prove(question, most) => {
                self.prove(&Solve { limits, ..*question }, *most, &ready, control)
            }
            Question::Turns(question) => {
                self.find_turns(&FindTurns { limits, ..question.clone() }, control, client)
            }
            Question::Choose(policy, seed) => {
                self.choose((*policy, *seed), ready.endgame, control, client)
            }
        };
        share.engine.keep(game, built);
        found
    }

    /// Reports what a solver has proven so far.
    pub fn look(&self, share: &Share<'_>, control: Control<'_>, client: &dyn Listener) {
        let standing = control.progress.standing();
        let (Question::Solve(question) | Question::Prove(question, _), Some((lower, upper))) =
            (&self.question, standing.bounds)
        else {
            return;
        };
        let game = &self.request.game;
        let answer = Answer {
            found: Solution::of(Bounds { lower, upper }, standing.done),
            knowledge: Knowledge::unless(question.fresh, game),
        };
        let limited = self.limited(&share.within(&self.limits));
        client.note(&SolveRecord::new(game, question.goal, answer, limited), standing.done);
    }
}

/// The error of a method whose answers can't be stored.
#[cfg(feature = "batch")]
pub fn other_method() -> RpcError {
    RpcError::request("method: its answers can't be stored, expected evaluate or solve")
}

/// Parses the goal of a proof.
fn parse_goal(params: &mut Params) -> Result<Goal, RpcError> {
    let winner = params.flag("winner", "Only prove who wins.")?;
    match (winner, params.seeds_ahead("at_least", AT_LEAST)?) {
        (false, None) => Ok(Goal::Value),
        (true, None) => Ok(Goal::Winner),
        (false, Some(seeds)) => Ok(Goal::AtLeast(seeds)),
        (true, Some(_)) => {
            let (why, expected) = ("it conflicts with winner", "no such parameter with winner");
            Err(RpcError::conflict("at_least", None, why, expected))
        }
    }
}

/// Parses the moves to consider; none for all moves.
fn parse_moves(params: &mut Params, request: &GameRequest) -> Result<Vec<Move>, RpcError> {
    let mut chosen = Vec::new();
    each_move("moves", params.take("moves", Form::Moves, MOVES), |written| {
        chosen.push(Round::new(&request.game).play_written(written)?.played);
        Ok(())
    })?;
    Ok(chosen)
}

/// Parses the parameters of `turns`.
fn parse_turns(params: &mut Params, request: &GameRequest) -> Result<FindTurns, RpcError> {
    let width = params.number(
        "beam",
        1..=u64::MAX,
        "The number of positions that the beam keeps in each layer.",
    )?;
    let about = "Number of seeds in the store that a line must reach.";
    let target = params.number("target", 0..=MAX_TOTAL.into(), about)?;
    let question = FindTurns {
        by: match width {
            Some(_) => By::Beams,
            None => By::Everything,
        },
        width: width.and_then(NonZeroUsize::new),
        target: target.map_or(Target::Most, Target::Store),
        fresh: params.flag("fresh", "Search without the opening book.")?,
        ..FindTurns::default()
    };
    question.goal(&request.game)?;
    Ok(question)
}

/// Changes an interruption to a cancellation, because only the client can interrupt a search.
pub fn cancelled(stopped: &mut Option<StopReason>) {
    if *stopped == Some(StopReason::Interrupted) {
        *stopped = Some(StopReason::Cancelled);
    }
}
