//! The methods that search: evaluation, analysis, and a player.

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
use crate::chong::findings::wording;
use crate::language::Language;
use crate::protocol::Share;
use crate::protocol::envelope::json;
use crate::protocol::error::RpcError;
use crate::protocol::notifier::Listener;
use crate::protocol::params::Params;
use crate::protocol::sowing::{SEED, cancelled, policy};

/// A search in chong.
pub struct Search {
    request: ChongRequest,
    throw: Option<Dice>,
    method: Method,
    /// True to ignore the last solved board.
    fresh: bool,
    /// Maximum number of ways to list.
    most: usize,
    language: &'static Language,
}

enum Method {
    /// Solves the board, or looks ahead within limits.
    Evaluate {
        exact: bool,
        lookahead: Lookahead,
        nodes: Option<u64>,
    },
    Analyze,
    Choose {
        policy: ChongPolicy,
        seed: u64,
    },
}

/// How a policy plays a throw.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChoiceRecord {
    /// The position.
    position: PlacedPosition,
    /// The player to throw.
    player: Player,
    /// The faces of the throw.
    throw: Dice,
    /// The policy that chose.
    policy: ChongPolicy,
    /// The moves of the turn; empty for a pass.
    way: Vec<SubMove>,
    /// True if the turn wins the game.
    won: bool,
    /// The position after the turn.
    after: PlacedPosition,
    /// A description of the turn.
    told: String,
    /// The limit that ended the search; null if it finished.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "cancelled", null])))]
    stopped: Option<StopReason>,
}

const FRESH: &str = "Ignore the last solved board.";
const NODES: &str = "Maximum number of states to visit, or of positions in a solution.";

/// Bytes per position of a solved board: a slot has 16 bytes, and there are at most 3.2 slots per
/// position.
const BYTES: u64 = 52;

/// The default policy, as in `chong game`.
const PLAYER: ChongPolicy = ChongPolicy::Best;

impl Search {
    /// Parses the parameters of a method.
    pub fn take(name: &str, params: &mut Params) -> Result<Search, RpcError> {
        let request = ChongRequest::take(params)?;
        let throw = match name {
            "chong_analyze" => None,
            _ => request.throw(params)?,
        };
        let (mut fresh, mut most) = (false, usize::MAX);
        let method = match name {
            "chong_evaluate" => {
                let exact = params.flag("exact", "Solve the board first.")?;
                let lookahead = parse_lookahead(params)?;
                let nodes = params.number("nodes", 1..=u64::MAX, NODES)?;
                fresh = params.flag("fresh", FRESH)?;
                most = super::methods::most(params)?;
                if exact {
                    expect_no_horizon(&lookahead)?;
                }
                Method::Evaluate { exact, lookahead, nodes }
            }
            "chong_analyze" => {
                fresh = params.flag("fresh", FRESH)?;
                Method::Analyze
            }
            _ => {
                expect_throw(&request, throw)?;
                let seed = params.number("seed", 0..=u64::MAX, SEED)?;
                Method::Choose {
                    policy: policy(params, "The policy, as in chong match.")?.unwrap_or(PLAYER),
                    seed: seed.unwrap_or(1),
                }
            }
        };
        Ok(Search { request, throw, method, fresh, most, language: params.language })
    }

    fn record(&self, mut found: Found) -> ChongEvalRecord {
        found.ways.truncate(self.most);
        cancelled(&mut found.stopped);
        ChongEvalRecord { head: self.request.task.head(), throw: self.throw, found }
    }

    /// Returns the last solved board if it contains a position.
    fn last_solved(&self, share: &Share<'_>, task: &ChongTask) -> Option<Arc<BoardValues>> {
        let latest = unpoisoned(share.engine.solved.lock());
        let has = |solved: &&Arc<BoardValues>| {
            *solved.rules() == task.rules && solved.value(&task.placed.position).is_some()
        };
        latest.as_ref().filter(|_| !self.fresh).filter(has).cloned()
    }

    fn solve(&self, share: &Share<'_>, control: Control<'_>) -> Result<Found, RpcError> {
        let task = &self.request.task;
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

    /// Judges the turns one by one, by exact values if the board of the first position was solved
    /// last.
    fn analyse(
        &self,
        share: &Share<'_>,
        control: Control<'_>,
        tell: &mut dyn FnMut(&dyn Fn() -> ChongAnalysisRecord),
    ) -> ChongAnalysisRecord {
        let task = ChongTask::new(self.request.first, self.request.task.rules);
        let solved = self.last_solved(share, &task);
        let game = ThrowGame::new(&task.rules);
        let by = JudgedBy::of(solved.as_deref(), &game);
        let record = self.request.record(Throws::Typed, Vec::new(), None);
        let to_record = |found: &JudgedGame| {
            let mut found = found.clone();
            cancelled(&mut found.stopped);
            ChongAnalysisRecord::new(&record, solved.is_some(), found)
        };
        let tell = &mut |found: &JudgedGame| tell(&|| to_record(found));
        let (rules, first, turns) = (&task.rules, &self.request.first, &self.request.turns);
        to_record(&JudgedGame::of(rules, first, turns, by, control, tell))
    }

    /// Chooses the turn of a policy, the same as in `chong game`.
    fn choose(&self, policy: ChongPolicy, seed: u64, control: Control<'_>) -> ChoiceRecord {
        let record = self.request.record(Throws::Typed, Vec::new(), self.throw);
        let placed = record.placed();
        let mut policies = [None; 2];
        policies[placed.player as usize] = Some(policy);
        let mut game = GameSession::resume(&record, policies, seed, Throws::Typed);
        let started = Instant::now();
        let Some(Happened::Played(turn)) = game.go_on(control) else {
            unreachable!("a throw lies on the table, and a policy is to play it");
        };
        let ends = self.request.task.rules.ends(&placed.position, turn.throw);
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
            told: wording::what_it_does(&end, self.language),
            stopped: match control.stop.is_set() {
                true => Some(StopReason::Cancelled),
                false => (started.elapsed() >= control.time).then_some(StopReason::Time),
            },
        }
    }
}

impl Search {
    /// Default memory of the search, in mebibytes.
    pub fn default_memory(&self) -> usize {
        match &self.method {
            Method::Evaluate { exact: true, .. } => SOLVER_MEMORY,
            Method::Evaluate { .. } | Method::Analyze => EVAL_MEMORY,
            // The policy determines it, which is little.
            Method::Choose { .. } => 0,
        }
    }

    /// Runs the search and returns the result as JSON. Reports progress to the client.
    pub fn run(
        &self,
        share: &Share<'_>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<String, RpcError> {
        match &self.method {
            Method::Evaluate { exact: solves, lookahead, nodes } => {
                let (task, throw) = (&self.request.task, self.throw);
                let control = Control { nodes: nodes.unwrap_or(u64::MAX), ..control };
                let found = if let Some(found) = over(task) {
                    found
                } else if let Some(solved) = self.last_solved(share, task) {
                    // The positions were visited for another request.
                    let mut found = exact(task, throw, &solved);
                    found.nodes = 0;
                    found
                } else if *solves {
                    self.solve(share, control)?
                } else {
                    let lookahead =
                        Lookahead { memory: Some(share.loan.mebibytes()), ..*lookahead };
                    estimated(task, throw, lookahead, control, &mut |found| {
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
                Ok(json(&self.analyse(share, control, tell)))
            }
            Method::Choose { policy, seed } => Ok(json(&self.choose(*policy, *seed, control))),
        }
    }

    /// Reports the progress of a solution, which does not report it itself.
    pub fn look(&self, control: Control<'_>, client: &dyn Listener) {
        let Method::Evaluate { exact: true, .. } = &self.method else {
            return;
        };
        let standing = control.progress.standing();
        let positions = standing.of.unwrap_or(standing.done);
        client.note(&self.record(unsolved(None, positions)), positions);
    }
}

/// Parses the limits of looking ahead.
fn parse_lookahead(params: &mut Params) -> Result<Lookahead, RpcError> {
    Ok(Lookahead {
        depth: params.number("depth", 1..=100, "Number of decisions to look ahead.")?,
        samples: params.number(
            "samples",
            0..=1_000_000,
            "Number of throws to sample; 0 for all.",
        )?,
        width: params.number(
            "width",
            1..=u32::MAX.into(),
            "Number of ends of a turn to consider.",
        )?,
        seed: params.number("seed", 0..=u64::MAX, SEED)?,
        memory: None,
    })
}

/// Rejects limits of looking ahead if the board is solved.
fn expect_no_horizon(lookahead: &Lookahead) -> Result<(), RpcError> {
    let given = [
        ("depth", lookahead.depth.map(u64::from)),
        ("samples", lookahead.samples.map(u64::from)),
        ("width", lookahead.width.map(u64::from)),
        ("seed", lookahead.seed),
    ];
    let Some((name, value)) = given.into_iter().find_map(|(name, value)| Some((name, value?)))
    else {
        return Ok(());
    };
    let (why, expected) = ("a solved board has no horizon", "no such parameter with exact");
    Err(RpcError::conflict(name, value.to_string().as_str(), why, expected))
}

/// Requires a throw and an unfinished game.
fn expect_throw(request: &ChongRequest, throw: Option<Dice>) -> Result<(), RpcError> {
    let over = request.task.placed.result(&request.task.rules).is_some();
    match throw {
        None => Err(RpcError::missing("throw", "the throw to play")),
        Some(throw) if over => {
            let message = "the game is over: no throw can be played";
            let (throw, expected) = (throw.to_string(), "an unfinished game");
            let problem = RpcError::wrong("throw", throw.as_str(), None, message, expected);
            Err(problem.of_kind(ErrorKind::Conflict))
        }
        Some(_) => Ok(()),
    }
}
