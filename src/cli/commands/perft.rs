//! `perft`: how many lines of a given length there are.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Serialize;

use chongkak::moves::divide;

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
    /// Null if a limit stopped the count; then `divide` has the moves that were finished.
    nodes: Option<u64>,
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
    let record = with_watch(
        limit,
        &stop,
        &mut progress,
        || format!("counting for {:.0} s", started.elapsed().as_secs_f64()),
        || count_all(args, task, &stop),
    );
    drop(progress);
    session.out.record(&record)?;
    if record.nodes.is_some() {
        return Ok(Status::Done);
    }
    if interrupt::happened() {
        return Ok(Status::Interrupted);
    }
    let time = started.elapsed().as_secs_f64();
    let message = format!("{}: time limit reached after {time:.1} s", task.position);
    Failure {
        status: Status::Limit,
        message,
    }
    .report();
    Ok(Status::Limit)
}

fn count_all(args: &Perft, Task { position, rules }: &Task, stop: &AtomicBool) -> PerftRecord {
    let counted = divide(rules, position, args.depth, stop);
    let complete = counted.is_ok();
    let parts = counted.unwrap_or_else(|interrupted| interrupted.finished);
    let nodes = match parts.iter().map(|(_, nodes)| nodes).sum() {
        // Without a move to play the position is the only leaf.
        0 => 1,
        nodes => nodes,
    };
    let mover = position.mover();
    let part = |(hole, nodes)| DivideRecord {
        played: format!("{mover}{hole}"),
        nodes,
    };
    PerftRecord {
        position: position.to_string(),
        depth: args.depth,
        nodes: complete.then_some(nodes),
        divide: (args.divide || !complete).then(|| parts.into_iter().map(part).collect()),
    }
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
        let nodes = self
            .nodes
            .map_or("not complete".to_owned(), |nodes| format!("{nodes} leaves"));
        writeln!(text, "{}\ndepth {}: {nodes}", self.position, self.depth)
            .expect("a string takes text");
        text
    }
}
