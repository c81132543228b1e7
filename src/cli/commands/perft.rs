//! `perft`: how many lines of a given length there are.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::Serialize;

use chongkak::moves::{divide, perft};

use super::columns;
use crate::cli::args::Perft;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt::{self, Listening};
use crate::cli::output::Record;
use crate::cli::progress::Progress;
use crate::cli::session::Session;

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
    let counted = with_watch(limit, &stop, &mut progress, || count_all(args, task, &stop));
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

/// Does the work, and sets `stop` when the time is up or at an interruption.
fn with_watch<T: Send>(
    limit: Option<Duration>,
    stop: &AtomicBool,
    progress: &mut Progress,
    work: impl FnOnce() -> T + Send,
) -> T {
    let _listening = Listening::begin();
    let started = Instant::now();
    let (done, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work();
            // The receiver waits for this, or has given up because the work panicked.
            let _ = done.send(());
            result
        });
        while finished.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
            let late = limit.is_some_and(|limit| started.elapsed() >= limit);
            if late || interrupt::happened() {
                stop.store(true, Ordering::Relaxed);
            }
            progress.say(|| format!("counting for {:.0} s", started.elapsed().as_secs_f64()));
        }
        worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
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
