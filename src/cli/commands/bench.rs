//! `bench`: a fixed list of work: are the results right on this machine, and how fast do they come?

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::Parser;
use serde::Serialize;

use chongkak::board::{Position, Side, Wide};
use chongkak::control::{Control, Limits, Stop};
use chongkak::moves::perft;
use chongkak::rules::Rules;
use chongkak::search::{Goal, Solver, evaluate};
use chongkak::tables::Endgame;

use super::columns;
use crate::cli::args::{Arguments, Bench, Command, Tables};
use crate::cli::failure::{Failure, Status};
use crate::cli::interrupt;
use crate::cli::output::Record;
use crate::cli::progress::{Progress, Stage};
use crate::cli::session::Session;
use crate::cli::style::STRONG;
use crate::cli::watch::with_watch;

mod list;
use list::{JOBS, Job, checksum};

#[derive(Serialize)]
struct BenchRecord {
    /// Null if a limit stopped the work.
    checksum: Option<String>,
    nodes: u64,
    seconds: f64,
    /// Those that were finished.
    jobs: Vec<JobRecord>,
}

#[derive(Serialize)]
struct JobRecord {
    job: &'static str,
    result: String,
    /// Positions visited, leaves counted, entries computed: see `unit`.
    nodes: u64,
    unit: &'static str,
    seconds: f64,
    /// Nodes a second.
    speed: u64,
}

pub fn run(args: &Bench, session: &mut Session<'_>) -> Result<Status, Failure> {
    if session.common.rules.is_some() || !session.changed.is_empty() {
        let message = "bench: expected no --rules, --set, --holes or --seeds: \
                       each job names its own";
        return Err(Failure::input(message));
    }
    let word = args.word.as_deref().unwrap_or_default();
    let chosen = JOBS.into_iter().filter(|(job, _)| job.contains(word));
    let chosen: Vec<Job> = chosen.collect();
    if chosen.is_empty() {
        let message = format!("bench: no job has {word:?} in it; all jobs: chongkak bench");
        return Err(Failure::input(message));
    }
    let record = work(&chosen, session)?;
    session.out.record(&record)?;
    let finished = record.jobs.len();
    if record.checksum.is_none() {
        return Ok(stopped(finished, chosen.len()));
    }
    let mut status = Status::Done;
    for (done, (job, expected)) in record.jobs.iter().zip(chosen) {
        if done.result != expected {
            let found = &done.result;
            let message = format!("{job}: {found}, expected {expected}: please report this");
            Failure::check(message).report();
            status = Status::Refuted;
        }
    }
    Ok(status)
}

/// Says why the work ended early.
fn stopped(finished: usize, all: usize) -> Status {
    let (status, why) = if interrupt::happened() {
        (Status::Interrupted, "interrupted")
    } else {
        (Status::Limit, "time limit reached")
    };
    let message = format!("bench: {why}; {finished} of {all} jobs are finished");
    Failure { status, message }.report();
    status
}

/// Does the jobs one after the other, up to a limit.
fn work(chosen: &[Job], session: &Session<'_>) -> Result<BenchRecord, Failure> {
    let stop = Stop::new();
    let number = AtomicUsize::new(0);
    let mut progress = Progress::new(session.common.quiet);
    let worker = Worker {
        stop: &stop,
        threads: session.threads(),
        memory: session.memory(),
    };
    let say = || {
        let at = number.load(Ordering::Relaxed).min(chosen.len() - 1);
        let text = format!("{} of {}: {}", at + 1, chosen.len(), chosen[at].0);
        Stage::counted(at as u64, chosen.len() as u64, text)
    };
    let jobs = with_watch(
        session.common.time,
        stop.as_flag(),
        &mut progress,
        say,
        || {
            let mut finished = Vec::new();
            for (job, _) in chosen {
                match worker.timed(job)? {
                    Some(done) => finished.push(done),
                    None => break,
                }
                number.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<_, Failure>(finished)
        },
    )?;
    let results = jobs.iter().map(|done| (done.job, done.result.as_str()));
    Ok(BenchRecord {
        checksum: (jobs.len() == chosen.len()).then(|| checksum(results)),
        nodes: jobs.iter().map(|done| done.nodes).sum(),
        seconds: rounded(jobs.iter().map(|done| done.seconds).sum()),
        jobs,
    })
}

/// To microseconds.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// What a job found, and with how much work.
struct Found {
    result: String,
    nodes: u64,
    unit: &'static str,
}

/// Does jobs within the resources of this run.
#[derive(Clone, Copy)]
struct Worker<'a> {
    stop: &'a Stop,
    threads: NonZeroUsize,
    memory: usize,
}

impl<'a> Worker<'a> {
    /// Does a job; nothing if it was stopped.
    fn timed(self, job: &'static str) -> Result<Option<JobRecord>, Failure> {
        let words = std::iter::once("chongkak").chain(job.split(' '));
        let arguments = Arguments::try_parse_from(words).expect("a command of this program");
        let rules = Session::new(&arguments.common, true)?.rules;
        let started = Instant::now();
        let Some(found) = self.found(&arguments.command, &rules)? else {
            return Ok(None);
        };
        let seconds = started.elapsed().as_secs_f64();
        Ok(Some(JobRecord {
            job,
            result: found.result,
            nodes: found.nodes,
            unit: found.unit,
            seconds: rounded(seconds),
            speed: (found.nodes as f64 / seconds.max(1e-9)).round() as u64,
        }))
    }

    fn found(self, command: &Command, rules: &Rules) -> Result<Option<Found>, Failure> {
        let opening = &rules.opening(Side::A);
        match command {
            Command::Perft(args) => {
                let leaves = perft(rules, opening, args.depth, self.stop.as_flag()).ok();
                Ok(leaves.map(|nodes| Found {
                    result: nodes.to_string(),
                    nodes,
                    unit: "leaves",
                }))
            }
            Command::Eval(_) => Ok(self.evaluated(rules, opening)),
            Command::Solve(args) => self.solved(rules, opening, args.winner),
            Command::Tables(Tables::Build(args)) => Ok(self.built(rules, opening, args.max)),
            other => unreachable!("no job of bench: {other:?}"),
        }
    }

    fn limits(self) -> Limits<'a> {
        Limits {
            memory: self.memory,
            ..Limits::none(self.stop.as_flag())
        }
    }

    fn evaluated(self, rules: &Rules, position: &Position) -> Option<Found> {
        let found = evaluate(rules, position, self.limits(), &mut ());
        // An estimate depends on the search: only what is proven is a result.
        found.value.is_exact().then(|| Found {
            result: found.value.seeds().to_string(),
            nodes: found.nodes,
            unit: "nodes",
        })
    }

    fn solved(
        self,
        rules: &Rules,
        position: &Position,
        winner: bool,
    ) -> Result<Option<Found>, Failure> {
        let solver = Solver {
            limits: self.limits(),
            threads: self.threads,
            goal: if winner { Goal::Winner } else { Goal::Value },
            ..Solver::new(self.stop.as_flag())
        };
        let found = solver.solve(rules, position).map_err(Failure::input)?;
        let result = match (winner, found.lower, found.upper) {
            (true, 1.., _) => Some("A".to_owned()),
            (true, _, ..0) => Some("B".to_owned()),
            (true, 0, 0) => Some("draw".to_owned()),
            (true, ..) => None,
            (false, ..) => found.value().map(|value| value.to_string()),
        };
        Ok(result.map(|result| Found {
            result,
            nodes: found.nodes,
            unit: "nodes",
        }))
    }

    /// Builds a table in memory; the result is what a file of it has behind its header.
    fn built(self, rules: &Rules, position: &Position, seeds: u32) -> Option<Found> {
        let (field, control) = (position.field(), Control::stopped_by(self.stop));
        let table = Endgame::build(rules, field, seeds, self.threads, control).ok()?;
        let reader = table.reader::<Wide>();
        let mut crc = crc32fast::Hasher::new();
        let mut bytes = Vec::new();
        let nodes = table.layout().positions();
        for entry in 0..nodes {
            let value = i8::try_from(reader.at(entry)).expect("a table's entries are bytes");
            bytes.push(value.cast_unsigned());
            if bytes.len() == 1 << 16 || entry + 1 == nodes {
                crc.update(&bytes);
                bytes.clear();
            }
        }
        Some(Found {
            result: format!("{:08x}", crc.finalize()),
            nodes,
            unit: "positions",
        })
    }
}

impl Record for BenchRecord {
    fn text(&self) -> String {
        let rows = self.jobs.iter().map(|done| {
            let millions = done.speed as f64 / 1e6;
            vec![
                done.job.to_owned(),
                done.result.clone(),
                done.nodes.to_string(),
                format!("{:.3}", done.seconds),
                format!("{millions:.2} million {}/s", done.unit),
            ]
        });
        let headings = ["job", "result", "nodes", "seconds", "speed"];
        let mut text = columns(&headings, rows.collect(), &[1, 2, 3, 4]);
        let (jobs, nodes, seconds) = (self.jobs.len(), self.nodes, self.seconds);
        write!(
            text,
            "\ntotal     {jobs} jobs, {nodes} nodes, {seconds:.1} s\n"
        )
        .expect("a string takes text");
        let checksum = match &self.checksum {
            Some(checksum) => format!("{STRONG}{checksum}{STRONG:#}"),
            None => "none: not complete".to_owned(),
        };
        writeln!(text, "checksum  {checksum}").expect("a string takes text");
        text
    }
}
