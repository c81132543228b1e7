//! The methods that search: chances, and a player.

use std::sync::Arc;

use serde::Serialize;

use crate::chong::{
    BoardSolver, ChongPolicy, ChongTask, Dice, GameSession, Happened, JudgedBy, JudgedGame,
    PlacedPosition, PlayedTurn, Player, SOLVER_MEMORY, SubMove, ThrowGame, Throws, Unsolved,
};
use crate::control::{Control, Instant, StopReason, with_threads};
use crate::text::ErrorKind;

use super::chong_request::ChongRequest;
use super::methods::most;
use crate::chong::findings::analysis::ChongAnalysisRecord;
use crate::chong::findings::eval::{
    ChongEvalRecord, Found, Lookahead, MEMORY as EVAL_MEMORY, estimated, exact, over, unsolved,
};
use crate::chong::findings::told;
use crate::language::Language;
use crate::protocol::Share;
use crate::protocol::choose::{SEED, policy};
use crate::protocol::envelope::json;
use crate::protocol::error::RpcError;
use crate::protocol::params::Params;
use crate::protocol::searches::{Given, Listener, Searches};

/// A search that was asked for.
pub struct Search {
    asked: ChongRequest,
    throw: Option<Dice>,
    method: Method,
    language: &'static Language,
}

enum Method {
    Evaluate(Evaluate),
    Analyze { fresh: bool },
    Choose { policy: ChongPolicy, seed: u64 },
}

/// A board to be solved, or how far to look.
struct Evaluate {
    exact: bool,
    sight: Lookahead,
    nodes: Option<u64>,
    fresh: bool,
    /// Ways that are listed.
    most: usize,
}

/// The throw as a policy plays it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChoiceRecord {
    /// The position.
    position: PlacedPosition,
    /// The player to throw.
    player: Player,
    /// The faces that were thrown.
    throw: Dice,
    /// The policy that chose.
    policy: ChongPolicy,
    /// The moves of the turn, empty for a pass.
    way: Vec<SubMove>,
    /// True if they win the game.
    won: bool,
    /// The position after them.
    after: PlacedPosition,
    /// A description of what they do.
    told: String,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "cancelled", null])))]
    stopped: Option<StopReason>,
}

const FRESH: &str = "Without the board that was solved last.";
const NODES: &str = "Maximum states to visit, or positions of a solution to find.";

/// The policy that plays if the request names none, as in `chong game`.
const PLAYER: ChongPolicy = ChongPolicy::Best;

impl Search {
    /// Reads what a method asks for; nothing if it is no search.
    pub fn read(name: &str, params: &mut Params) -> Result<Option<Search>, RpcError> {
        if !["chong_evaluate", "chong_analyze", "chong_choose"].contains(&name) {
            return Ok(None);
        }
        let asked = ChongRequest::take(params)?;
        let throw = match name {
            "chong_analyze" => None,
            _ => asked.throw(params)?,
        };
        let method = match name {
            "chong_evaluate" => Method::Evaluate(Evaluate::take(params)?),
            "chong_analyze" => Method::Analyze { fresh: params.flag("fresh", FRESH)? },
            _ => {
                expect_throw(&asked, throw)?;
                let seed = params.number("seed", 0..=u64::MAX, SEED)?;
                Method::Choose {
                    policy: policy(params, "As chong match has them.")?.unwrap_or(PLAYER),
                    seed: seed.unwrap_or(1),
                }
            }
        };
        Ok(Some(Search { asked, throw, method, language: params.language() }))
    }

    fn record(&self, mut found: Found, evaluate: &Evaluate) -> ChongEvalRecord {
        found.ways.truncate(evaluate.most);
        if found.stopped == Some(StopReason::Interrupted) {
            found.stopped = Some(StopReason::Cancelled);
        }
        ChongEvalRecord::new(&self.asked.task, self.throw, found)
    }

    fn evaluated(
        &self,
        evaluate: &Evaluate,
        share: &Share<'_>,
        memory: usize,
        control: Control<'_>,
        tell: &mut dyn FnMut(&dyn Fn() -> Found),
    ) -> Result<Found, RpcError> {
        let (task, throw) = (&self.asked.task, self.throw);
        if let Some(found) = over(task) {
            return Ok(found);
        }
        let known = || share.engine.solved.of(task);
        if let Some(solved) = (!evaluate.fresh).then(known).flatten() {
            // Its positions were visited for another question.
            let mut found = exact(task, throw, &solved);
            found.nodes = 0;
            return Ok(found);
        }
        let nodes = evaluate.nodes.unwrap_or(u64::MAX);
        let control = Control { nodes, ..control };
        if !evaluate.exact {
            let sight = Lookahead { memory: Some(memory), ..evaluate.sight };
            return Ok(estimated(task, throw, sight, control, tell)?);
        }
        let solver = BoardSolver::new(&task.rules, memory);
        let solve = || solver.solve(&task.placed.position, control);
        match with_threads(share.threads, solve)? {
            Ok(solved) => {
                let solved = Arc::new(solved);
                if !evaluate.fresh {
                    share.engine.solved.keep(Arc::clone(&solved));
                }
                Ok(exact(task, throw, &solved))
            }
            Err(Unsolved::Stopped { reason, found, .. }) => Ok(unsolved(Some(reason), found)),
            Err(Unsolved::ResourceError(shortage)) => Err(shortage.into()),
            Err(error) => {
                let expected = "a board that is small enough";
                let problem = RpcError::wrong("exact", "true", None, error, expected);
                Err(problem.of_kind(ErrorKind::Unsupported))
            }
        }
    }

    /// The turns judged one by one: by exact values if the board in which they begin was solved
    /// last.
    fn analysed(
        &self,
        fresh: bool,
        share: &Share<'_>,
        control: Control<'_>,
        tell: &mut dyn FnMut(&dyn Fn() -> ChongAnalysisRecord),
    ) -> ChongAnalysisRecord {
        let task = ChongTask::new(self.asked.first, self.asked.task.rules);
        let known = || share.engine.solved.of(&task);
        let solved = (!fresh).then(known).flatten();
        let game = ThrowGame::new(&task.rules);
        let by = JudgedBy::of(solved.as_deref(), &game);
        let record = self.asked.record(Throws::Typed, Vec::new(), None);
        let told = |found: &JudgedGame| {
            let mut found = found.clone();
            if found.stopped == Some(StopReason::Interrupted) {
                found.stopped = Some(StopReason::Cancelled);
            }
            ChongAnalysisRecord::new(&record, solved.is_some(), found)
        };
        let tell = &mut |found: &JudgedGame| tell(&|| told(found));
        let (rules, first, turns) = (&task.rules, &self.asked.first, &self.asked.turns);
        told(&JudgedGame::of(rules, first, turns, by, control, tell))
    }

    /// The turn that a policy plays: the one that it would play in `chong game`.
    fn chosen(&self, policy: ChongPolicy, seed: u64, control: Control<'_>) -> ChoiceRecord {
        let record = self.asked.record(Throws::Typed, Vec::new(), self.throw);
        let placed = record.placed();
        let mut policies = [None; 2];
        policies[placed.player as usize] = Some(policy);
        let mut game = GameSession::resume(&record, policies, seed, Throws::Typed);
        let begun = Instant::now();
        let Some(Happened::Played(turn)) = game.go_on(control) else {
            unreachable!("a throw lies on the table, and a policy is to play it");
        };
        let ends = self.asked.task.rules.ends(&placed.position, turn.throw);
        let end = ends.into_iter().find(|end| end.way == turn.way);
        let end = end.expect("it is one of the ways to play the throw");
        let PlayedTurn { player, throw, way, after, .. } = turn;
        ChoiceRecord {
            position: placed,
            player,
            throw,
            policy,
            way,
            won: end.won,
            after,
            told: told::what_it_does(&end, self.language),
            stopped: match control.stop.is_set() {
                true => Some(StopReason::Cancelled),
                false => (begun.elapsed() >= control.time).then_some(StopReason::Time),
            },
        }
    }
}

impl Searches for Search {
    fn usual_memory(&self) -> usize {
        match &self.method {
            Method::Evaluate(Evaluate { exact: true, .. }) => SOLVER_MEMORY,
            Method::Evaluate(_) | Method::Analyze { .. } => EVAL_MEMORY,
            // Its policy says how much, which is little.
            Method::Choose { .. } => 0,
        }
    }

    fn found(
        &self,
        share: &Share<'_>,
        given: Given,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        match &self.method {
            Method::Evaluate(evaluate) => {
                let tell = &mut |found: &dyn Fn() -> Found| {
                    if let Some(client) = client {
                        let found = found();
                        let nodes = found.nodes;
                        client.note(&self.record(found, evaluate), nodes);
                    }
                };
                let found = self.evaluated(evaluate, share, given.memory, control, tell)?;
                Ok(json(&self.record(found, evaluate)))
            }
            Method::Analyze { fresh } => {
                let mut judged = 0;
                let tell = &mut |found: &dyn Fn() -> ChongAnalysisRecord| {
                    judged += 1;
                    if let Some(client) = client {
                        client.note(&found(), judged);
                    }
                };
                Ok(json(&self.analysed(*fresh, share, control, tell)))
            }
            Method::Choose { policy, seed } => Ok(json(&self.chosen(*policy, *seed, control))),
        }
    }

    /// Notes how far a solution is, which doesn't tell by itself.
    fn look(&self, _: Given, control: Control<'_>, client: &dyn Listener) {
        let Method::Evaluate(evaluate @ Evaluate { exact: true, .. }) = &self.method else {
            return;
        };
        let standing = control.progress.standing();
        let positions = standing.of.unwrap_or(standing.done);
        let found = self.record(unsolved(None, positions), evaluate);
        client.note(&found, positions);
    }
}

impl Evaluate {
    fn take(params: &mut Params) -> Result<Evaluate, RpcError> {
        let evaluate = Evaluate {
            exact: params.flag("exact", "Solves the board first.")?,
            sight: Lookahead {
                depth: params.number("depth", 1..=100, "Decisions to look ahead.")?,
                samples: params.number(
                    "samples",
                    0..=1_000_000,
                    "Throws that are drawn; 0: all.",
                )?,
                width: params.number(
                    "width",
                    1..=u32::MAX.into(),
                    "Ends of a turn that are looked at.",
                )?,
                seed: params.number("seed", 0..=u64::MAX, SEED)?,
                memory: None,
            },
            nodes: params.number("nodes", 1..=u64::MAX, NODES)?,
            fresh: params.flag("fresh", FRESH)?,
            most: most(params)?,
        };
        let sight = evaluate.sight;
        let given = [
            ("depth", sight.depth.map(u64::from)),
            ("samples", sight.samples.map(u64::from)),
            ("width", sight.width.map(u64::from)),
            ("seed", sight.seed),
        ];
        let given = given.into_iter().find_map(|(name, value)| Some((name, value?)));
        match given.filter(|_| evaluate.exact) {
            None => Ok(evaluate),
            Some((name, value)) => {
                let (value, expected) = (value.to_string(), "none beside exact");
                let message = format_args!("a solved board has no horizon: expected {expected}");
                let problem = RpcError::wrong(name, value.as_str(), None, message, expected);
                Err(problem.of_kind(ErrorKind::Conflict))
            }
        }
    }
}

/// A player needs a throw to play, in a game that goes on.
fn expect_throw(asked: &ChongRequest, throw: Option<Dice>) -> Result<(), RpcError> {
    let over = asked.task.placed.result(&asked.task.rules).is_some();
    match throw {
        None => Err(RpcError::missing("throw", "the throw to play")),
        Some(throw) if over => {
            let message = "the game is over: nothing is to be played";
            let (throw, expected) = (throw.to_string(), "a game that goes on");
            let problem = RpcError::wrong("throw", throw.as_str(), None, message, expected);
            Err(problem.of_kind(ErrorKind::Conflict))
        }
        Some(_) => Ok(()),
    }
}
