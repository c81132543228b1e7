//! `set solve`: what the openings of a set are worth.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chongkak::board::Side;
use chongkak::control::{Limits, MAX_DEPTH, StopReason};
use chongkak::sets::{SetOpening, SetSolver, SetValue, SetValues};
use serde::Serialize;

use crate::cli::args::SetSolve;
use crate::cli::commands::columns;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::watch::with_watch;

/// Memory for the positions of the rounds in mebibytes, if nothing else was asked for.
pub const MEMORY: usize = 4096;

#[derive(Serialize)]
struct SetSolveRecord {
    rules: &'static str,
    holes: u8,
    seeds: u8,
    openings: Vec<OpeningRecord>,
    /// Rounds that were looked ahead.
    rounds: u32,
    nodes: u64,
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct OpeningRecord {
    owned: u32,
    mover: String,
    position: String,
    /// `A`, `B`, `nobody` where the set goes round for ever, or null while it is open.
    winner: Option<String>,
    /// The rounds of the set, this one included; null where nobody wins.
    rounds: Option<u32>,
}

pub fn run(args: &SetSolve, session: &mut Session<'_>) -> Result<Status, Failure> {
    let (rules, mover) = (session.rules, args.mover.unwrap_or(Side::A));
    if let Some(owned) = args.owned {
        rules
            .opening_owning(owned, mover)
            .map_err(|error| Failure::input(error).about(format_args!("--owned {owned}")))?;
    }
    let stop = AtomicBool::new(false);
    let limits = Limits {
        depth: MAX_DEPTH,
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: Duration::MAX,
        stop: &stop,
        memory: session.memory_or(MEMORY),
    };
    let (started, solver) = (
        Instant::now(),
        SetSolver {
            limits,
            threads: session.threads(),
        },
    );
    let mut progress = Progress::new(session.common.quiet);
    let values = with_watch(
        session.common.time,
        &stop,
        &mut progress,
        || format!("solving for {:.0} s", started.elapsed().as_secs_f64()),
        || solver.solve(&rules),
    );
    drop(progress);
    let values = values.map_err(Failure::input)?;
    session.remark(|| {
        let (nodes, time) = (values.nodes, started.elapsed().as_secs_f64());
        format!("{nodes} nodes in {time:.2} s")
    });
    let record = record(args, mover, &values, session);
    let status = match record.stopped {
        Some("interrupted") => Status::Interrupted,
        // What was asked for may be known even so.
        Some(_) if record.openings.iter().any(|o| o.winner.is_none()) => Status::Limit,
        _ => Status::Done,
    };
    session.out.record(&record)?;
    Ok(status)
}

fn record(
    args: &SetSolve,
    mover: Side,
    values: &SetValues,
    session: &Session<'_>,
) -> SetSolveRecord {
    let rules = session.rules;
    let mut openings: Vec<OpeningRecord> = values
        .openings
        .iter()
        .map(|SetOpening { owned, .. }| {
            let position = rules.opening_owning(*owned, mover);
            let value = values.value(*owned, mover);
            OpeningRecord {
                owned: *owned,
                mover: mover.to_string(),
                position: position.expect("an opening that was solved").to_string(),
                winner: value.map(winner),
                rounds: value.and_then(rounds),
            }
        })
        .collect();
    openings.retain(|opening| args.owned.is_none_or(|owned| owned == opening.owned));
    let interrupted = crate::cli::interrupt::happened();
    let stopped = values.stopped.map(|reason| match reason {
        StopReason::Interrupted if !interrupted => StopReason::Time,
        reason => reason,
    });
    SetSolveRecord {
        rules: session.preset.name,
        holes: rules.holes.get(),
        seeds: rules.seeds.get(),
        openings,
        rounds: values.rounds,
        nodes: values.nodes,
        stopped: stopped.map(StopReason::name),
    }
}

fn winner(value: SetValue) -> String {
    match value {
        SetValue::Won { by, .. } => by.to_string(),
        SetValue::Endless => "nobody".to_owned(),
    }
}

const fn rounds(value: SetValue) -> Option<u32> {
    match value {
        SetValue::Won { rounds, .. } => Some(rounds),
        SetValue::Endless => None,
    }
}

impl Record for SetSolveRecord {
    fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("a string takes text");
        text
    }
}

impl SetSolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.openings.iter().map(|opening| {
            let winner = opening.winner.clone();
            vec![
                opening.owned.to_string(),
                winner.unwrap_or_else(|| "open".to_owned()),
                opening.rounds.map_or(String::new(), |n| n.to_string()),
                opening.position.clone(),
            ]
        });
        let headings = ["A owns", "set won by", "rounds", "opening"];
        write!(text, "{}", columns(&headings, rows.collect(), &[0, 2]))?;
        writeln!(
            text,
            "\nProven, with best play of both: the winner tries to win in few rounds, the loser to \
             last.\nnobody: neither can force the set, it goes round for ever."
        )?;
        writeln!(text, "\nsearch  {} nodes", self.nodes)?;
        if let Some(limit) = self.stopped {
            writeln!(text, "stopped by: {limit}")?;
        }
        Ok(())
    }
}
