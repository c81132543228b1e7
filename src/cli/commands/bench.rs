//! `bench`: a fixed benchmark: are the results right on this machine, and how fast do they come?

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use clap::{Args, Parser};
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

/// Runs a fixed benchmark: checks its results, measures its speed, prints a checksum
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak bench
  chongkak bench perft")]
pub struct Bench {
    /// Runs only the jobs that contain this text, such as perft or kalah
    #[arg(value_name = "TEXT")]
    pub word: Option<String>,
}

/// The answer of `chongkak bench`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BenchRecord {
    /// The checksum of all results; null if a limit stopped the work.
    checksum: Option<String>,
    /// Nodes of all jobs.
    nodes: u64,
    /// The time of all jobs.
    seconds: f64,
    /// The jobs that were finished.
    jobs: Vec<JobRecord>,
}

/// A job of the benchmark.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct JobRecord {
    /// The command.
    job: &'static str,
    #[serde(flatten)]
    found: Found,
    /// Its time.
    seconds: f64,
    /// Nodes a second.
    speed: u64,
}

/// The result of a job, and how much work it took.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Found {
    /// The result, in the form that counts for the checksum.
    result: String,
    /// Positions visited, leaves counted, entries computed: see `unit`.
    nodes: u64,
    /// The kind of node.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["leaves", "nodes", "positions"])))]
    unit: &'static str,
}

impl Found {
    fn new(result: impl ToString, nodes: u64, unit: &'static str) -> Found {
        let result = result.to_string();
        Found { result, nodes, unit }
    }
}

pub fn run(args: &Bench, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.expect_no_rules("each job names its own")?;
    let word = args.word.as_deref().unwrap_or_default();
    let chosen = list::jobs(word);
    if chosen.is_empty() {
        let message = format!("bench: no job has {word:?} in it; all jobs: chongkak bench");
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
        let found = &done.found.result;
        if found != expected {
            let message = format!("{job}: {found}, expected {expected}: please report this");
            status = CliError::check(message).report();
        }
    }
    Ok(status)
}

/// Does the jobs one after the other, up to a limit.
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
            // The time limit is that of all jobs.
            let rest = control.quietly().with_time(control.time.saturating_sub(started.elapsed()));
            match timed(job, session, rest)? {
                Ok(done) => finished.push(done),
                Err(reason) => return Ok((finished, Some(reason))),
            }
            control.progress.add(1);
        }
        Ok::<_, CliError>((finished, None))
    })??;
    let results = jobs.iter().map(|done| (done.job, done.found.result.as_str()));
    let record = BenchRecord {
        checksum: ended.is_none().then(|| checksum(results)),
        nodes: jobs.iter().map(|done| done.found.nodes).sum(),
        seconds: rounded(jobs.iter().map(|done| done.seconds).sum()),
        jobs,
    };
    Ok((record, ended))
}

/// To microseconds.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The result of a job, or the limit that ended it.
type Done<T> = Result<Result<T, StopReason>, CliError>;

/// Does a job within the resources of this run.
fn timed(job: &'static str, run: &Session<'_>, control: Control<'_>) -> Done<JobRecord> {
    let words = std::iter::once("chongkak").chain(job.split(' '));
    let arguments = Arguments::try_parse_from(words).expect("a command of this program");
    let session = Session::new(&arguments.common, &arguments.command.needs())?;
    let game = Game::opening(session.variant.rules(), Side::A);
    let started = Instant::now();
    let found = match &arguments.command {
        Command::Perft(args) => counted_leaves(&game, args.depth, control),
        Command::Eval(_) => evaluated(&game, run, control),
        Command::Solve(args) => solved(&game, args.asked.goal(), run, control),
        Command::Tables(Tables::Build(args)) => built(&game, args.max, run.threads(), control),
        other => unreachable!("no job of bench: {other:?}"),
    };
    let seconds = started.elapsed().as_secs_f64();
    Ok(found?.map(|found| JobRecord {
        job,
        seconds: rounded(seconds),
        speed: (found.nodes as f64 / seconds.max(1e-9)).round() as u64,
        found,
    }))
}

fn counted_leaves(game: &Game, depth: u32, control: Control<'_>) -> Done<Found> {
    let leaves = perft(game, depth, control).map_err(|ended| ended.reason);
    Ok(leaves.map(|nodes| Found::new(nodes, nodes, "leaves")))
}

fn evaluated(game: &Game, run: &Session<'_>, control: Control<'_>) -> Done<Found> {
    let evaluator = Evaluator::new().with_memory(run.memory());
    let found = evaluator.evaluate(game, control)?;
    // An estimate depends on the search: only what is proven is a result.
    let done = Found::new(found.value.seeds(), found.nodes, "nodes");
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
    let done = Found::new(result, found.nodes, "nodes");
    Ok(found.stopped.map_or(Ok(done), Err))
}

/// Builds a table in memory; the result is what a file of it has behind its header.
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
    Ok(Ok(Found::new(result, nodes, "positions")))
}

impl Record for BenchRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.jobs.iter().map(|done| {
            let Found { result, nodes, unit } = &done.found;
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
            None => "none: not complete".to_owned(),
        };
        writeln!(text, "checksum  {checksum}")
    }
}
