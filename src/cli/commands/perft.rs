//! `perft`: how many lines of a given length there are.

use std::fmt::Write;
use std::time::Instant;

use serde::Serialize;

use chongkak::board::Position;
use chongkak::control::{Control, StopReason};
use chongkak::moves::{Game, Move, divide};

use crate::cli::args::Perft;
use crate::cli::records::columns;
use crate::cli::words::counted_as;
use crate::cli::{Failure, Record, Session, Status, Terms, input, watched};

/// What `chongkak perft` says of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Terms::limits_always))]
pub struct PerftRecord {
    /// The position.
    position: Position,
    /// Moves of a line.
    depth: u32,
    /// Lines of this length; null if a limit ended the count.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    nodes: Option<u64>,
    /// Lines after each first move: with --divide, or if a limit ended the count, which then has
    /// the moves that were finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideRecord>>,
    #[serde(flatten)]
    terms: Terms,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct DivideRecord {
    /// The first move.
    #[serde(rename = "move")]
    played: Move,
    /// Lines that begin with it.
    nodes: u64,
}

pub fn run(args: &Perft, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::each(&args.place, session, |task, session| {
        let started = Instant::now();
        let game = *task;
        let (record, stopped) = watched(session, |control| {
            let terms = session.terms(&game).limited(&session.limits());
            let terms = terms.without_tables();
            count_all(args, &game, control, terms)
        })?;
        session.out.record(&record)?;
        if stopped == Some(StopReason::Time) {
            let time = started.elapsed().as_secs_f64();
            let message = format!("{}: time limit reached after {time:.1} s", *task.position());
            Failure::limit(message).report();
        }
        Ok(Status::after(stopped))
    })
}

fn count_all(
    args: &Perft,
    game: &Game,
    control: Control<'_>,
    terms: Terms,
) -> (PerftRecord, Option<StopReason>) {
    let position = game.position();
    let (parts, stopped) = match divide(game, args.depth, control) {
        Ok(parts) => (parts, None),
        Err(ended) => (ended.finished, Some(ended.reason)),
    };
    let complete = stopped.is_none();
    let nodes = match parts.iter().map(|(_, nodes)| nodes).sum() {
        // Without a move to play the position is the only leaf.
        0 => 1,
        nodes => nodes,
    };
    let side = position.mover();
    let part = |(hole, nodes)| DivideRecord {
        played: Move { side, hole },
        nodes,
    };
    let record = PerftRecord {
        position: *position,
        depth: args.depth,
        nodes: complete.then_some(nodes),
        divide: (args.divide || !complete).then(|| parts.into_iter().map(part).collect()),
        terms,
    };
    (record, stopped)
}

impl Record for PerftRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}\n", self.terms.rules_line())?;
        if let Some(parts) = &self.divide {
            let rows = parts.iter().map(|part| row![part.played, part.nodes]);
            let table = columns(&["move", "leaves"], rows.collect(), &[1]);
            writeln!(text, "{table}")?;
        }
        let nodes = self.nodes.map(|nodes| counted_as(nodes, "leaf", "leaves"));
        let nodes = nodes.as_deref().unwrap_or("not complete");
        writeln!(text, "{}\ndepth {}: {nodes}", self.position, self.depth)?;
        writeln!(text, "{}", self.terms.limits())
    }
}
