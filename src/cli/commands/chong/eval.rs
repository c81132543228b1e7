//! `chong eval`: the ways to play a throw ranked, or the probability of winning before it.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use chongkak::chong::{Dice, Game, Horizon, Placed, Ranking, Solved, Worth, expected, probability};
use chongkak::control::{Limits, MAX_DEPTH, StopReason};

use super::args::Eval;
use super::moves::way;
use super::solve::{Outcome, solve};
use super::{Chosen, Task, each, given_throw, picture};
use crate::cli::commands::columns;
use crate::cli::failure::{Failure, Status};
use crate::cli::interrupt::{self, Listening};
use crate::cli::output::Record;
use crate::cli::session::Session;
use crate::cli::style;

/// Memory of the search's table in mebibytes, if nothing else was asked for: clearing more would
/// take longer than most searches.
const MEMORY: usize = 16;

#[derive(Serialize)]
struct EvalRecord {
    position: String,
    player: String,
    throw: Option<String>,
    /// Of the player to throw; of the best way if the throw is given. Null if nothing is known.
    #[serde(flatten)]
    chance: Option<Chance>,
    /// Decisions looked ahead; null where the board was solved.
    depth: Option<u32>,
    samples: u32,
    ways: Vec<WayRecord>,
    nodes: u64,
    stopped: Option<&'static str>,
    #[serde(skip)]
    placed: Placed,
    #[serde(skip)]
    winner: Option<String>,
}

/// A probability of winning, and what it rests on.
#[derive(Clone, Copy, Serialize)]
struct Chance {
    probability: f64,
    exact: bool,
    /// If it is exact how far it can be off, none if that is not proven; if throws were sampled
    /// their standard error.
    error: Option<f64>,
}

#[derive(Serialize)]
struct WayRecord {
    way: Vec<String>,
    won: bool,
    after: String,
    #[serde(flatten)]
    chance: Chance,
    depth: Option<u32>,
}

pub fn run(args: &Eval, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        let listening = Listening::begin();
        let record = match (task.winner().is_some(), args.exact) {
            (true, _) => over(task, given),
            (false, true) => match solve(&task.rules, task, session)? {
                Outcome::Solved(solved) => exact(task, given, &solved),
                Outcome::Stopped { why, found, .. } => {
                    let message = format!("stopped by {why} after {found} positions: not solved");
                    return Err(match why {
                        "interrupted" => Failure {
                            status: Status::Interrupted,
                            message,
                        },
                        _ => Failure::limit(message),
                    });
                }
            },
            (false, false) => estimated(task, given, args, session),
        };
        drop(listening);
        session.out.record(&record)?;
        Ok(if record.stopped == Some("interrupted") {
            Status::Interrupted
        } else {
            Status::Done
        })
    })
}

fn blank(task: &Task, throw: Option<Dice>) -> EvalRecord {
    EvalRecord {
        position: task.placed.to_string(),
        player: task.placed.player.to_string(),
        throw: throw.map(|throw| throw.to_string()),
        chance: None,
        depth: None,
        samples: 0,
        ways: Vec::new(),
        nodes: 0,
        stopped: None,
        placed: task.placed,
        winner: task.winner(),
    }
}

/// A finished game.
fn over(task: &Task, throw: Option<Dice>) -> EvalRecord {
    let value = task.placed.position.outcome(&task.rules);
    let value = value.expect("a finished game");
    EvalRecord {
        chance: Some(chance(Worth::Exact(value), Some(0.0))),
        ..blank(task, throw)
    }
}

/// The values of a solved board.
fn exact(task: &Task, throw: Option<Dice>, solved: &Solved) -> EvalRecord {
    let mut record = blank(task, throw);
    let position = &task.placed.position;
    let error = solved.error().map(|error| error / 2.0);
    let Some(throw) = throw else {
        let value = solved.value(position).expect("the start is solved");
        record.chance = Some(chance(Worth::Exact(value), error));
        return record;
    };
    let mut ways: Vec<WayRecord> = task
        .rules
        .ends(position, throw)
        .into_iter()
        .map(|end| {
            let value = -solved.value(&end.after).expect("it can be reached");
            WayRecord {
                way: end.way.iter().map(ToString::to_string).collect(),
                won: end.won,
                after: task.placed.after(end.after).to_string(),
                chance: chance(Worth::Exact(value), error),
                depth: None,
            }
        })
        .collect();
    ways.sort_by(|one, other| other.chance.probability.total_cmp(&one.chance.probability));
    record.chance = ways.first().map(|way| way.chance);
    record.ways = ways;
    record
}

fn estimated(task: &Task, throw: Option<Dice>, args: &Eval, session: &Session<'_>) -> EvalRecord {
    let columns = task.rules.columns.get();
    let deep = throw.is_some() || columns <= 8;
    let sampled = if throw.is_some() && columns > 4 {
        32
    } else {
        0
    };
    let horizon = Horizon {
        depth: args.depth.unwrap_or(if deep { 2 } else { 1 }),
        samples: args.samples.unwrap_or(sampled),
        width: usize::try_from(args.width).unwrap_or(usize::MAX),
        seed: args.seed,
    };
    let limits = Limits {
        depth: MAX_DEPTH,
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: session.common.time.unwrap_or(Duration::MAX),
        stop: interrupt::flag(),
        memory: session.memory_or(MEMORY),
    };
    let game = Game::new(&task.rules);
    let mut record = blank(task, throw);
    let position = &task.placed.position;
    let Some(throw) = throw else {
        let found = expected(&game, position, horizon, limits);
        record.depth = Some(found.depth);
        record.samples = horizon.samples;
        record.chance = Some(chance(found.worth, Some(0.0)));
        record.nodes = found.nodes;
        record.stopped = found.stopped.map(StopReason::name);
        return record;
    };
    let found = Ranking::within(&game, position, throw, horizon, limits);
    record.nodes = found.nodes;
    record.stopped = found.stopped.map(StopReason::name);
    let ways = found.ways.iter().map(|ranked| WayRecord {
        way: ranked.end.way.iter().map(ToString::to_string).collect(),
        won: ranked.end.won,
        after: task.placed.after(ranked.end.after).to_string(),
        chance: chance(ranked.worth, Some(0.0)),
        depth: Some(ranked.depth),
    });
    record.ways = ways.collect();
    if let Some(best) = found.best() {
        record.chance = Some(chance(best.worth, Some(0.0)));
        record.depth = Some(best.depth);
        if matches!(best.worth, Worth::Sampled { .. }) {
            record.samples = horizon.samples;
        }
    }
    record
}

/// A probability from a worth; `error` is that of exact values, in probabilities, if it is known.
fn chance(worth: Worth, error: Option<f64>) -> Chance {
    let (exact, error) = match worth {
        Worth::Exact(_) => (true, error),
        Worth::Guess(_) => (false, None),
        Worth::Sampled { error, .. } => (false, error.is_finite().then_some(error / 2.0)),
    };
    Chance {
        probability: probability(worth.value()),
        exact,
        error,
    }
}

impl Chance {
    /// For people: an exact value with twelve places, an estimate with a tenth of a per cent.
    fn told(self) -> String {
        match (self.exact, self.error) {
            (true, _) => format!("{:.12}", self.probability),
            (false, None) => format!("about {:.1} %", 100.0 * self.probability),
            (false, Some(error)) => {
                format!(
                    "about {:.1} ± {:.1} %",
                    100.0 * self.probability,
                    100.0 * error
                )
            }
        }
    }
}

impl Record for EvalRecord {
    fn text(&self) -> String {
        let board = picture::board(&self.placed);
        let caption = picture::caption(&self.placed, self.winner.as_deref());
        let mut text = format!("{board}\n{caption}\n\n");
        self.write(&mut text).expect("a string takes text");
        text
    }
}

/// Ways that are shown to people.
const SHOWN: usize = 20;

impl EvalRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        if let Some(throw) = &self.throw {
            writeln!(text, "throw        {throw}")?;
        }
        if let Some(chance) = self.chance {
            let proven = chance.exact && chance.error.is_some();
            let (player, style) = (&self.player, style::value(proven));
            let doubt = if chance.exact && !proven {
                " (iterated; how far it is off is not proven)"
            } else {
                ""
            };
            writeln!(
                text,
                "probability  {style}{}{style:#} that {player} wins{doubt}",
                chance.told()
            )?;
        }
        if let Some(depth) = self.depth {
            let samples = match self.samples {
                0 => "all throws".to_owned(),
                samples => format!("{samples} sampled throws, ± their standard error"),
            };
            let decisions = if depth == 1 { "decision" } else { "decisions" };
            let stopped = self
                .stopped
                .map_or(String::new(), |why| format!("; stopped by: {why}"));
            writeln!(
                text,
                "search       {depth} {decisions} ahead, {samples}, {} nodes{stopped}",
                self.nodes
            )?;
        }
        if self.ways.is_empty() {
            return Ok(());
        }
        let rows = self.ways.iter().take(SHOWN).map(|one| {
            let depth = one
                .depth
                .map_or("solved".to_owned(), |depth| depth.to_string());
            vec![way(&one.way), one.chance.told(), depth, one.after.clone()]
        });
        let headings = ["moves", "wins", "ahead", "after"];
        write!(text, "\n{}", columns(&headings, rows.collect(), &[2]))?;
        if self.ways.len() > SHOWN {
            writeln!(text, "and {} more", self.ways.len() - SHOWN)?;
        }
        Ok(())
    }
}
