//! The methods that search: chances, and a player.

use std::sync::Arc;

use serde::Serialize;

use crate::chong::{
    BoardSolver, BoardValues, ChongPolicy, ChongTask, Dice, GameSession, Happened, JudgedBy,
    JudgedGame, PlacedPosition, PlayedTurn, Player, SOLVER_MEMORY, SubMove, ThrowGame, Throws,
    Unsolved,
};
use crate::control::{Control, Instant, StopReason, unpoisoned, with_threads};
use crate::text::ErrorKind;

use super::chong_request::ChongRequest;
use crate::chong::findings::analysis::ChongAnalysisRecord;
use crate::chong::findings::eval::{
    ChongEvalRecord, Found, Lookahead, MEMORY as EVAL_MEMORY, estimated, exact, over, unsolved,
};
use crate::chong::findings::told;
use crate::language::Language;
use crate::protocol::Share;
use crate::protocol::envelope::json;
use crate::protocol::error::RpcError;
use crate::protocol::notifier::Listener;
use crate::protocol::params::Params;
use crate::protocol::sowing::{SEED, cancelled, policy};

/// A search that was asked for.
pub struct Search {
    asked: ChongRequest,
    throw: Option<Dice>,
    method: Method,
    /// True without the board that was solved last.
    fresh: bool,
    /// Ways that are listed.
    most: usize,
    language: &'static Language,
}

enum Method {
    /// A board is solved, or so far is looked.
    Evaluate {
        exact: bool,
        sight: Lookahead,
        nodes: Option<u64>,
    },
    Analyze,
    Choose {
        policy: ChongPolicy,
        seed: u64,
    },
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

/// Bytes of a position of a solved board: a slot has 16, and at most 3.2 of them stand for one.
const BYTES: u64 = 52;

/// The policy that plays if the request names none, as in `chong game`.
const PLAYER: ChongPolicy = ChongPolicy::Best;

impl Search {
    /// Reads what a method asks for.
    pub fn take(name: &str, params: &mut Params) -> Result<Search, RpcError> {
        let asked = ChongRequest::take(params)?;
        let throw = match name {
            "chong_analyze" => None,
            _ => asked.throw(params)?,
        };
        let (mut fresh, mut most) = (false, usize::MAX);
        let method = match name {
            "chong_evaluate" => {
                let exact = params.flag("exact", "Solves the board first.")?;
                let sight = sight(params)?;
                let nodes = params.number("nodes", 1..=u64::MAX, NODES)?;
                fresh = params.flag("fresh", FRESH)?;
                most = super::methods::most(params)?;
                if exact {
                    expect_no_horizon(&sight)?;
                }
                Method::Evaluate { exact, sight, nodes }
            }
            "chong_analyze" => {
                fresh = params.flag("fresh", FRESH)?;
                Method::Analyze
            }
            _ => {
                expect_throw(&asked, throw)?;
                let seed = params.number("seed", 0..=u64::MAX, SEED)?;
                Method::Choose {
                    policy: policy(params, "As chong match has them.")?.unwrap_or(PLAYER),
                    seed: seed.unwrap_or(1),
                }
            }
        };
        Ok(Search { asked, throw, method, fresh, most, language: params.language })
    }

    fn record(&self, mut found: Found) -> ChongEvalRecord {
        found.ways.truncate(self.most);
        cancelled(&mut found.stopped);
        ChongEvalRecord { head: self.asked.task.head(), throw: self.throw, found }
    }

    /// The board in which a position is, if it was solved last.
    fn known(&self, share: &Share<'_>, task: &ChongTask) -> Option<Arc<BoardValues>> {
        let latest = unpoisoned(share.engine.solved.lock());
        let has = |solved: &&Arc<BoardValues>| {
            *solved.rules() == task.rules && solved.value(&task.placed.position).is_some()
        };
        latest.as_ref().filter(|_| !self.fresh).filter(has).cloned()
    }

    fn solved(&self, share: &Share<'_>, control: Control<'_>) -> Result<Found, RpcError> {
        let task = &self.asked.task;
        let solver = BoardSolver::new(&task.rules, share.loan.mebibytes());
        let solve = || solver.solve(&task.placed.position, control);
        match with_threads(share.threads, solve)? {
            Ok(solved) => {
                let solved = Arc::new(solved);
                if !self.fresh && solved.states() as u64 * BYTES <= share.engine.most_solved {
                    *unpoisoned(share.engine.solved.lock()) = Some(Arc::clone(&solved));
                }
                Ok(exact(task, self.throw, &solved))
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
        share: &Share<'_>,
        control: Control<'_>,
        tell: &mut dyn FnMut(&dyn Fn() -> ChongAnalysisRecord),
    ) -> ChongAnalysisRecord {
        let task = ChongTask::new(self.asked.first, self.asked.task.rules);
        let solved = self.known(share, &task);
        let game = ThrowGame::new(&task.rules);
        let by = JudgedBy::of(solved.as_deref(), &game);
        let record = self.asked.record(Throws::Typed, Vec::new(), None);
        let told = |found: &JudgedGame| {
            let mut found = found.clone();
            cancelled(&mut found.stopped);
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

impl Search {
    /// The mebibytes that are usual for the search.
    pub fn usual_memory(&self) -> usize {
        match &self.method {
            Method::Evaluate { exact: true, .. } => SOLVER_MEMORY,
            Method::Evaluate { .. } | Method::Analyze => EVAL_MEMORY,
            // Its policy says how much, which is little.
            Method::Choose { .. } => 0,
        }
    }

    /// The result, as JSON; meanwhile the client is told what is found.
    pub fn found(
        &self,
        share: &Share<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        match &self.method {
            Method::Evaluate { exact: solves, sight, nodes } => {
                let (task, throw) = (&self.asked.task, self.throw);
                let control = Control { nodes: nodes.unwrap_or(u64::MAX), ..control };
                let found = if let Some(found) = over(task) {
                    found
                } else if let Some(solved) = self.known(share, task) {
                    // Its positions were visited for another question.
                    let mut found = exact(task, throw, &solved);
                    found.nodes = 0;
                    found
                } else if *solves {
                    self.solved(share, control)?
                } else {
                    let sight = Lookahead { memory: Some(share.loan.mebibytes()), ..*sight };
                    estimated(task, throw, sight, control, &mut |found| {
                        if let Some(client) = client {
                            let found = found();
                            let nodes = found.nodes;
                            client.note(&self.record(found), nodes);
                        }
                    })?
                };
                Ok(json(&self.record(found)))
            }
            Method::Analyze => {
                let mut judged = 0;
                let tell = &mut |found: &dyn Fn() -> ChongAnalysisRecord| {
                    judged += 1;
                    if let Some(client) = client {
                        client.note(&found(), judged);
                    }
                };
                Ok(json(&self.analysed(share, control, tell)))
            }
            Method::Choose { policy, seed } => Ok(json(&self.chosen(*policy, *seed, control))),
        }
    }

    /// Notes how far a solution is, which doesn't tell by itself.
    pub fn look(&self, control: Control<'_>, client: &dyn Listener) {
        let Method::Evaluate { exact: true, .. } = &self.method else {
            return;
        };
        let standing = control.progress.standing();
        let positions = standing.of.unwrap_or(standing.done);
        client.note(&self.record(unsolved(None, positions)), positions);
    }
}

/// Takes how far to look.
fn sight(params: &mut Params) -> Result<Lookahead, RpcError> {
    Ok(Lookahead {
        depth: params.number("depth", 1..=100, "Decisions to look ahead.")?,
        samples: params.number("samples", 0..=1_000_000, "Throws that are drawn; 0: all.")?,
        width: params.number("width", 1..=u32::MAX.into(), "Ends of a turn that are looked at.")?,
        seed: params.number("seed", 0..=u64::MAX, SEED)?,
        memory: None,
    })
}

/// A board that is solved is not looked ahead in.
fn expect_no_horizon(sight: &Lookahead) -> Result<(), RpcError> {
    let given = [
        ("depth", sight.depth.map(u64::from)),
        ("samples", sight.samples.map(u64::from)),
        ("width", sight.width.map(u64::from)),
        ("seed", sight.seed),
    ];
    let Some((name, value)) = given.into_iter().find_map(|(name, value)| Some((name, value?)))
    else {
        return Ok(());
    };
    let (why, expected) = ("a solved board has no horizon", "none beside exact");
    Err(RpcError::conflict(name, value.to_string().as_str(), why, expected))
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
