//! `chong solve`: the exact probability of winning on a small board.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;

use chongkak::chong::{
    MAX_SOLVED_COLUMNS, Placed, Rules, Solved, Solver, Standing, Unsolved, probability,
};

use super::args::Solve;
use super::{Chosen, Task, each, picture};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::progress::{Progress, Stage};
use crate::cli::session::Session;
use crate::cli::style::{PROVEN, STRONG};
use crate::cli::watch::{why_stopped, with_watch};

/// Memory in mebibytes, if nothing else was asked for.
const MEMORY: usize = 4096;

/// Columns from which on no board has been solved: hundreds of millions of positions and more.
const LARGE: u8 = 6;

#[derive(Serialize)]
struct SolveRecord {
    position: String,
    holes: u8,
    dice: u8,
    /// From -1 to 1, for the player to throw; null if a limit ended the work.
    value: Option<f64>,
    probability: Option<f64>,
    /// How far the probability can be off.
    error: Option<f64>,
    /// Positions found; all of them if the work is complete.
    states: u64,
    /// Positions valued.
    valued: u64,
    stopped: Option<&'static str>,
    #[serde(skip)]
    placed: Placed,
    #[serde(skip)]
    winner: Option<String>,
}

pub fn run(args: &Solve, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    each(&args.place, chosen, session, |task, session| {
        let outcome = solve(&task.rules, task, session)?;
        let (record, status) = record(task, &outcome);
        session.out.record(&record)?;
        Ok(status)
    })
}

/// What became of an attempt.
pub enum Outcome {
    Solved(Box<Solved>),
    Stopped {
        why: &'static str,
        found: u64,
        valued: u64,
    },
}

/// Solves a board within the limits of the session, with progress.
pub fn solve(rules: &Rules, task: &Task, session: &Session<'_>) -> Result<Outcome, Failure> {
    let (stop, standing) = (AtomicBool::new(false), Standing::default());
    let memory = session.memory_or(MEMORY);
    if (LARGE..=MAX_SOLVED_COLUMNS).contains(&rules.columns.get()) {
        session.message(format_args!(
            "a board of 3 x {} has hundreds of millions of positions and more (3 x 5 with one die: 14 to 44 \
             million; each takes some 40 bytes): this will probably end at {memory} MiB (--memory)",
            rules.columns
        ));
    }
    let solver = Solver {
        rules,
        memory,
        stop: &stop,
        standing: &standing,
    };
    let mut progress = Progress::new(session.common.quiet);
    let text = || {
        let found = standing.found.load(Relaxed);
        match standing.valued.load(Relaxed) {
            0 => Stage::from(format!("{found} positions found")),
            valued => {
                let text = format!("{valued} of {found} positions valued");
                Stage::counted(valued, found, text)
            }
        }
    };
    let work = || solver.solve(&task.placed.position);
    let result = with_watch(session.common.time, &stop, &mut progress, text, work);
    drop(progress);
    match result {
        Ok(solved) => Ok(Outcome::Solved(Box::new(solved))),
        Err(Unsolved::Stopped {
            reason,
            found,
            valued,
        }) => {
            let why = why_stopped(&stop).unwrap_or(reason.name());
            Ok(Outcome::Stopped { why, found, valued })
        }
        Err(error) => Err(Failure::input(error)),
    }
}

fn record(task: &Task, outcome: &Outcome) -> (SolveRecord, Status) {
    let mut record = SolveRecord {
        position: task.placed.to_string(),
        holes: task.rules.columns.get(),
        dice: task.rules.dice.get(),
        value: None,
        probability: None,
        error: None,
        states: 0,
        valued: 0,
        stopped: None,
        placed: task.placed,
        winner: task.winner(),
    };
    match outcome {
        Outcome::Solved(solved) => {
            let value = solved.value(&task.placed.position);
            let value = value.expect("the start is one of the positions");
            record.value = Some(value);
            record.probability = Some(probability(value));
            record.error = solved.error().map(|error| error / 2.0);
            record.states = solved.states() as u64;
            record.valued = record.states;
        }
        Outcome::Stopped { why, found, valued } => {
            record.stopped = Some(why);
            (record.states, record.valued) = (*found, *valued);
        }
    }
    let status = Status::after(record.stopped);
    (record, status)
}

impl Record for SolveRecord {
    fn text(&self) -> String {
        let board = picture::board(&self.placed);
        let caption = picture::caption(&self.placed, self.winner.as_deref());
        let mut text = format!("{board}\n{caption}\n\n");
        self.write(&mut text).expect("a string takes text");
        text
    }
}

impl SolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let player = self.placed.player;
        if let Some(probability) = self.probability {
            let style = if self.error.is_some() { PROVEN } else { STRONG };
            let off = match self.error {
                Some(0.0) => String::new(),
                Some(error) => format!(", off by less than {error:.0e}"),
                None => {
                    ", iterated until nothing moved; how far it is off is not proven".to_owned()
                }
            };
            writeln!(
                text,
                "probability  {style}{probability:.12}{style:#} that {player} wins (a draw counts half){off}"
            )?;
            return writeln!(text, "positions    {}", self.states);
        }
        writeln!(text, "probability  open")?;
        writeln!(
            text,
            "positions    {} found, {} valued; stopped by: {}",
            self.states,
            self.valued,
            self.stopped.unwrap_or("nothing")
        )
    }
}
