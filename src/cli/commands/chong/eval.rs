//! `chong eval`: the ways to play a throw ranked, or the probability of winning before it.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::{
    Dice, Game, Horizon, Position, Ranking, Solved, Worth, expected, probability,
};
use chongkak::control::{Control, Shortage, StopReason};

use super::args::Eval;
use super::solve::solve;
use super::{Chosen, Head, Task, Way, each, given_throw, in_words};
use crate::cli::commands::columns;
use crate::cli::{Failure, Record, Session, Status, style, watched};

/// Memory of the search's table in mebibytes, if nothing else was asked for: clearing more would
/// take longer than most searches.
const MEMORY: usize = 16;

#[derive(Serialize)]
struct EvalRecord {
    #[serde(flatten)]
    head: Head,
    throw: Option<Dice>,
    /// Of the player to throw; of the best way if the throw is given. Null if nothing is known.
    #[serde(flatten)]
    chance: Option<Chance>,
    /// Decisions looked ahead; null where the board was solved.
    depth: Option<u32>,
    samples: u32,
    ways: Vec<WayRecord>,
    nodes: u64,
    stopped: Option<StopReason>,
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
    #[serde(flatten)]
    way: Way,
    #[serde(flatten)]
    chance: Chance,
    depth: Option<u32>,
}

pub fn run(args: &Eval, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        let value = task.placed.position.outcome(&task.rules);
        let record = match (value, args.exact) {
            (Some(value), _) => over(task, given, value),
            (None, true) => exact(task, given, &solve(task, session)??),
            (None, false) => {
                let horizon = horizon(task, given, args, session);
                let nodes = args.nodes.unwrap_or(u64::MAX);
                watched(session, |control| {
                    estimated(task, given, horizon, Control { nodes, ..control })
                })??
            }
        };
        session.out.record(&record)?;
        Ok(match record.stopped {
            Some(StopReason::Interrupted) => Status::Interrupted,
            // An estimate is the best within its limits.
            _ => Status::Done,
        })
    })
}

fn blank(task: &Task, throw: Option<Dice>) -> EvalRecord {
    EvalRecord {
        head: task.head(),
        throw,
        chance: None,
        depth: None,
        samples: 0,
        ways: Vec::new(),
        nodes: 0,
        stopped: None,
    }
}

/// A finished game.
fn over(task: &Task, throw: Option<Dice>, value: f64) -> EvalRecord {
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
    let value = |at: &Position| solved.value(at).expect("all that can be reached is solved");
    let Some(throw) = throw else {
        record.chance = Some(chance(Worth::Exact(value(position)), error));
        return record;
    };
    let ends = task.rules.ends(position, throw).into_iter();
    record.ways = ends
        .map(|end| WayRecord {
            chance: chance(Worth::Exact(-value(&end.after)), error),
            way: Way::new(end, &task.placed),
            depth: None,
        })
        .collect();
    let likely = |way: &WayRecord| way.chance.probability;
    let ways = &mut record.ways;
    ways.sort_by(|one, other| likely(other).total_cmp(&likely(one)));
    record.chance = record.ways.first().map(|way| way.chance);
    record
}

/// How far to look: as was asked for, or as the board allows.
fn horizon(task: &Task, throw: Option<Dice>, args: &Eval, session: &Session<'_>) -> Horizon {
    let columns = task.rules.columns.get();
    let deep = throw.is_some() || columns <= 8;
    let sampled = throw.is_some() && columns > 4;
    Horizon {
        depth: args.depth.unwrap_or(if deep { 2 } else { 1 }),
        samples: args.samples.unwrap_or(if sampled { 32 } else { 0 }),
        width: usize::try_from(args.width).unwrap_or(usize::MAX),
        seed: args.seed,
        memory: session.memory_or(MEMORY),
    }
}

fn estimated(
    task: &Task,
    throw: Option<Dice>,
    horizon: Horizon,
    control: Control<'_>,
) -> Result<EvalRecord, Shortage> {
    let game = Game::new(&task.rules);
    let mut record = blank(task, throw);
    let position = &task.placed.position;
    control.progress.begin("moments", None);
    let Some(throw) = throw else {
        let found = expected(&game, position, horizon, control)?;
        record.depth = Some(found.depth);
        record.samples = horizon.samples;
        record.chance = Some(chance(found.worth, Some(0.0)));
        (record.nodes, record.stopped) = (found.nodes, found.stopped);
        return Ok(record);
    };
    let found = Ranking::of(&game, position, throw, horizon, control)?;
    (record.nodes, record.stopped) = (found.nodes, found.stopped);
    if let Some(best) = found.best() {
        record.chance = Some(chance(best.worth, Some(0.0)));
        record.depth = Some(best.depth);
        if matches!(best.worth, Worth::Sampled { .. }) {
            record.samples = horizon.samples;
        }
    }
    let ways = found.ways.into_iter().map(|ranked| WayRecord {
        way: Way::new(ranked.end, &task.placed),
        chance: chance(ranked.worth, Some(0.0)),
        depth: Some(ranked.depth),
    });
    record.ways = ways.collect();
    Ok(record)
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
    fn in_words(self) -> String {
        let percent = 100.0 * self.probability;
        match (self.exact, self.error) {
            (true, _) => format!("{:.12}", self.probability),
            (false, None) => format!("about {percent:.1} %"),
            (false, Some(error)) => format!("about {percent:.1} ± {:.1} %", 100.0 * error),
        }
    }
}

impl Record for EvalRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.head.picture());
        text.push('\n');
        if let Some(throw) = &self.throw {
            writeln!(text, "throw        {throw}")?;
        }
        if let Some(chance) = self.chance {
            let proven = chance.exact && chance.error.is_some();
            let (player, style) = (self.head.player, style::value(proven));
            let doubt = if chance.exact && !proven {
                " (iterated; how far it is off is not proven)"
            } else {
                ""
            };
            writeln!(
                text,
                "probability  {style}{}{style:#} that {player} wins{doubt}",
                chance.in_words()
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
                .map_or(String::new(), |why| format!("; stopped by: {}", why.name()));
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
            let (way, after) = (in_words(&one.way.way), one.way.after.to_string());
            vec![way, one.chance.in_words(), depth, after]
        });
        let headings = ["moves", "wins", "ahead", "after"];
        write!(text, "\n{}", columns(&headings, rows.collect(), &[2]))?;
        if self.ways.len() > SHOWN {
            writeln!(text, "and {} more", self.ways.len() - SHOWN)?;
        }
        Ok(())
    }
}

/// Ways that are shown to people.
const SHOWN: usize = 20;
