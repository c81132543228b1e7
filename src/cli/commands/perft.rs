//! `perft`: how many lines of a given length there are.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Serialize;

use chongkak::moves::{divide, perft};

use super::columns;
use crate::cli::args::Perft;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt;
use crate::cli::output::Record;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::watch::with_watch;

#[derive(Serialize)]
struct PerftRecord {
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideRecord>>,
}

#[derive(Serialize)]
struct DivideRecord {
    #[serde(rename = "move")]
    played: String,
    nodes: u64,
}

pub fn run(args: &Perft, session: &mut Session<'_>) -> Result<Status, Failure> {
    let mut status = Status::Done;
    let each = input::each(&args.place, session, |task, session| {
        let one = count(args, task, session)?;
        status = status.max(one);
        Ok(one)
    })?;
    Ok(status.max(each))
}

fn count(args: &Perft, task: &Task, session: &mut Session<'_>) -> Result<Status, Failure> {
    let mut progress = Progress::new(session.common.quiet);
    let started = Instant::now();
    let stop = AtomicBool::new(false);
    let limit = session.common.time;
    let counted = with_watch(
        limit,
        &stop,
        &mut progress,
        || format!("counting for {:.0} s", started.elapsed().as_secs_f64()),
        || count_all(args, task, &stop),
    );
    drop(progress);
    match counted {
        Some(record) => {
            session.out.record(&record)?;
            Ok(Status::Done)
        }
        None if interrupt::happened() => Ok(Status::Interrupted),
        None => {
            let message = format!(
                "{}: time limit reached after {:.1} s, the count is not complete",
                task.position,
                started.elapsed().as_secs_f64()
            );
            Failure {
                status: Status::Limit,
                message,
            }
            .report();
            Ok(Status::Limit)
        }
    }
}

fn count_all(
    args: &Perft,
    Task { position, rules }: &Task,
    stop: &AtomicBool,
) -> Option<PerftRecord> {
    let parts = if args.divide {
        let parts = divide(rules, position, args.depth, stop).ok()?;
        let mover = position.mover();
        let part = |(hole, nodes)| DivideRecord {
            played: format!("{mover}{hole}"),
            nodes,
        };
        Some(parts.into_iter().map(part).collect::<Vec<_>>())
    } else {
        None
    };
    let nodes = match &parts {
        Some(parts) if !parts.is_empty() => parts.iter().map(|part| part.nodes).sum(),
        _ => perft(rules, position, args.depth, stop).ok()?,
    };
    Some(PerftRecord {
        position: position.to_string(),
        depth: args.depth,
        nodes,
        divide: parts,
    })
}

impl Record for PerftRecord {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(parts) = &self.divide {
            let rows = parts
                .iter()
                .map(|part| vec![part.played.clone(), part.nodes.to_string()]);
            text.push_str(&columns(&["move", "leaves"], rows.collect(), &[1]));
            text.push('\n');
        }
        writeln!(
            text,
            "{}\ndepth {}: {} leaves",
            self.position, self.depth, self.nodes
        )
        .expect("a string takes text");
        text
    }
}
