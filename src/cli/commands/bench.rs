//! `bench`: a fixed benchmark that checks the results on this machine and measures the speed.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Parser;
use serde::Serialize;

use chongkak::board::Side;
use chongkak::control::{Control, StopReason};
use chongkak::moves::{Game, perft};
use chongkak::search::{Evaluator, Goal, Solver};
use chongkak::tables::{BuildError, Endgame, TableError};

use super::{Arguments, Command};
use crate::cli::args::Tables;
use crate::cli::records::columns;
use crate::cli::style::STRONG;
use crate::cli::words::counted;
use crate::cli::{CliError, Record, Session, Status, watched};

mod list;
use list::{Job, checksum};

/// The answer of `chongkak bench`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BenchRecord {
    /// The checksum of all results; null if a limit stopped the work.
    checksum: Option<String>,
    /// The nodes of all jobs.
    nodes: u64,
    /// The seconds of all jobs.
    seconds: f64,
    /// The finished jobs.
    jobs: Vec<JobRecord>,
}

/// A job of the benchmark.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct JobRecord {
    /// The command.
    job: &'static str,
    /// The result, in the form used for the checksum.
    result: String,
    /// Positions visited, leaves counted or entries computed; see `unit`.
    nodes: u64,
    /// The kind of node.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["leaves", "nodes", "positions"])))]
    unit: &'static str,
    /// The seconds of the job.
    seconds: f64,
    /// Nodes per second.
    speed: u64,
}

/// Runs the jobs whose command contains a text, or all.
pub fn run(word: Option<&str>, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.expect_no_rules("each job names its own")?;
    let word = word.unwrap_or_default();
    let chosen = list::jobs(word);
    if chosen.is_empty() {
        let message = format!("bench: no job contains {word:?}; `chongkak bench` runs all");
        return Err(CliError::input(message));
    }
    let (record, ended) = work(&chosen, session)?;
    session.out.record(&record)?;
    if let Some(reason) = ended {
        let (finished, all) = (record.jobs.len(), chosen.len());
        let rest = format_args!("{finished} of {all} jobs are finished");
        return Ok(CliError::stopped("bench", reason, rest).report());
    }
    let mut status = Status::Done;
    for (done, (job, expected)) in record.jobs.iter().zip(chosen) {
        let found = &done.result;
        if found != expected {
            let message = format!("{job}: {found}, expected {expected}: please report this");
            status = CliError::check(message).report();
        }
    }
    Ok(status)
}

/// Runs the jobs one after another, up to a limit.
fn work(
    chosen: &[Job],
    session: &Session<'_>,
) -> Result<(BenchRecord, Option<StopReason>), CliError> {
    let (jobs, ended) = watched(session, |control| {
        let started = Instant::now();
        let mut finished = Vec::new();
        control.progress.start_phase("", Some(chosen.len() as u64));
        for (job, _) in chosen {
            control.progress.announce(*job);
            // The time limit covers all jobs together.
            let rest = control.quietly().with_time(control.time.saturating_sub(started.elapsed()));
            match timed(job, session, rest)? {
                Ok(done) => finished.push(done),
                Err(reason) => return Ok((finished, Some(reason))),
            }
            control.progress.add(1);
        }
        Ok::<_, CliError>((finished, None))
    })??;
    let results = jobs.iter().map(|done| (done.job, done.result.as_str()));
    let record = BenchRecord {
        checksum: ended.is_none().then(|| checksum(results)),
        nodes: jobs.iter().map(|done| done.nodes).sum(),
        seconds: rounded(jobs.iter().map(|done| done.seconds).sum()),
        jobs,
    };
    Ok((record, ended))
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The result of a job, or the limit that stopped it.
type Done<T> = Result<Result<T, StopReason>, CliError>;

/// A result, and the nodes that it took.
type Found = (String, u64);

/// Runs a job with the resources of this run.
fn timed(job: &'static str, run: &Session<'_>, control: Control<'_>) -> Done<JobRecord> {
    let words = std::iter::once("chongkak").chain(job.split(' '));
    let arguments = Arguments::try_parse_from(words).expect("a command of this program");
    let session = Session::new(&arguments.common, &arguments.command)?;
    let game = Game::opening(session.variant.rules(), Side::A);
    let started = Instant::now();
    let (found, unit) = match &arguments.command {
        Command::Perft { depth, .. } => {
            let leaves = perft(&game, *depth, control).map_err(|ended| ended.reason);
            (leaves.map(|leaves| (leaves.to_string(), leaves)), "leaves")
        }
        Command::Eval(_) => (evaluated(&game, run, control)?, "nodes"),
        Command::Solve(args) => (solved(&game, args.asked.goal(), run, control)?, "nodes"),
        Command::Tables(Tables::Build { max, .. }) => {
            (built(&game, *max, run.threads(), control)?, "positions")
        }
        other => unreachable!("no job of bench: {other:?}"),
    };
    let seconds = started.elapsed().as_secs_f64();
    Ok(found.map(|(result, nodes)| JobRecord {
        job,
        result,
        nodes,
        unit,
        seconds: rounded(seconds),
        speed: (nodes as f64 / seconds.max(1e-9)).round() as u64,
    }))
}

fn evaluated(game: &Game, run: &Session<'_>, control: Control<'_>) -> Done<Found> {
    let evaluator = Evaluator::new().with_memory(run.memory());
    let found = evaluator.evaluate(game, control)?;
    // An estimate depends on the search, so only proven values are results.
    let done = (found.value.seeds().to_string(), found.nodes);
    Ok(found.stopped.map_or(Ok(done), Err))
}

fn solved(game: &Game, goal: Goal, run: &Session<'_>, control: Control<'_>) -> Done<Found> {
    let solver =
        Solver::new().with_goal(goal).with_threads(run.threads()).with_memory(run.memory());
    let found = solver.solve(game, control)?;
    let result = match (goal, found.bounds.lower, found.bounds.upper) {
        (Goal::Winner, 1.., _) => "A".to_owned(),
        (Goal::Winner, _, ..0) => "B".to_owned(),
        (Goal::Winner, ..) => "draw".to_owned(),
        (_, value, _) => value.to_string(),
    };
    let done = (result, found.nodes);
    Ok(found.stopped.map_or(Ok(done), Err))
}

/// Builds a table in memory; the result is the checksum of its entries.
fn built(game: &Game, seeds: u32, threads: NonZeroUsize, control: Control<'_>) -> Done<Found> {
    let (rules, field) = (game.rules(), game.position().field());
    let table = match Endgame::build(rules, field, seeds, threads, control) {
        Err(BuildError::Stopped(reason)) => return Ok(Err(reason)),
        table => table.map_err(TableError::from)?,
    };
    let mut crc = crc32fast::Hasher::new();
    let mut bytes = Vec::new();
    let nodes = table.layout().positions();
    for entry in 0..nodes {
        let value = table.at(entry).and_then(|value| i8::try_from(value).ok());
        let value = value.expect("a table's entries are bytes");
        bytes.push(value.cast_unsigned());
        if bytes.len() == 1 << 16 || entry + 1 == nodes {
            crc.update(&bytes);
            bytes.clear();
        }
    }
    let result = format!("{:08x}", crc.finalize());
    Ok(Ok((result, nodes)))
}

impl Record for BenchRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.jobs.iter().map(|done| {
            let JobRecord { result, nodes, unit, .. } = done;
            let seconds = format!("{:.3}", done.seconds);
            let speed = format!("{:.2} million {unit}/s", done.speed as f64 / 1e6);
            row![done.job, result, nodes, seconds, speed]
        });
        let headings = ["job", "result", "nodes", "seconds", "speed"];
        text.push_str(&columns(&headings, rows.collect(), &[1, 2, 3, 4]));
        let jobs = counted(self.jobs.len() as u64, "job");
        let (nodes, seconds) = (counted(self.nodes, "node"), self.seconds);
        writeln!(text, "\ntotal     {jobs}, {nodes}, {seconds:.1} s")?;
        let checksum = match &self.checksum {
            Some(checksum) => format!("{STRONG}{checksum}{STRONG:#}"),
            None => "none: incomplete".to_owned(),
        };
        writeln!(text, "checksum  {checksum}")
    }
}
