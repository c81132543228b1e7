//! `start`: both players start together.

mod play;
mod record;
mod scenes;

use std::time::Instant;

use chongkak::control::{Control, StopReason};
use chongkak::moves::Game;
use chongkak::search::Solver;
use chongkak::start::{JointError, JointProof, JointSearch, Lockstep, Tie};
use chongkak::tables::{Endgame, Shelf};
use serde::Serialize;

use crate::cli::args::start as args;
use crate::cli::{Failure, NewFile, Record, Session, Status, Terms, input, page, shelf, watched};
use args::{Start, StartCommand};
pub use play::told;
use record::StartRecord;

/// Joint positions of a proof that was not asked for, and solver's positions of each value in it.
const UNASKED: (usize, u64) = (200_000, 1_000_000);

/// Mebibytes of the joint positions of a proof that was asked for, and bytes of one.
const MEMORY: usize = 2048;
const STATE_BYTES: usize = 256;

pub fn run(args: &Start, session: &mut Session<'_>) -> Result<Status, Failure> {
    match &args.command {
        Some(StartCommand::Play(play)) => {
            expect_nothing_before_play(args)?;
            play::run(play, args.tie, session)
        }
        None => {
            let page = page::file(&args.page, &args.place)?;
            let tables = match args.bounds {
                true => Shelf::empty(),
                false => shelf::asked(args.tables.as_deref()),
            };
            input::each(&args.place, session, |task, session| {
                one(args, task, &tables, page.as_ref(), session)
            })
        }
    }
}

/// Refuses what stands before `play` and would be passed over.
fn expect_nothing_before_play(args: &Start) -> Result<(), Failure> {
    let place = &args.place;
    let position = !place.position.is_empty() || place.owned.is_some() || place.mover.is_some();
    let limits = args.exact || args.bounds || args.states.is_some() || args.tables.is_some();
    if position || limits || args.page.html.is_some() {
        let message = "start play: expected the position and --html behind play, and no option of a \
                       proof or of bounds before it";
        return Err(Failure::input(message));
    }
    Ok(())
}

/// The model, or what is wrong with the position or the rules.
fn lockstep(task: &Game, tie: Tie) -> Result<Lockstep, Failure> {
    let model = Lockstep::new(task, tie);
    model.map_err(|error| Failure::whole(format_args!("position: {error}"), task.position()))
}

fn one(
    args: &Start,
    task: &Game,
    tables: &Shelf,
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
    let model = lockstep(task, args.tie)?;
    let table = shelf::endgame(tables, task, session)?;
    let (record, status) = watched(session, |control| {
        found(args, &model, table.as_deref(), session, control)
    })??;
    let (terms, start) = (session.terms(task), &record);
    session.out.record(&Told { start, terms })?;
    page::write(page, session, task, || {
        let title = format!("Both start together: value {}", record.value_in_words());
        Ok((title, scenes::of(&record, &model)?))
    })?;
    Ok(status)
}

/// What was found, and of what.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    start: &'a StartRecord,
    #[serde(flatten)]
    terms: Terms,
}

impl Record for Told<'_> {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.terms.rules_line());
        text.push_str("\n\n");
        self.start.write(text)
    }
}

/// A proof, or else bounds.
fn found(
    args: &Start,
    model: &Lockstep,
    endgame: Option<&Endgame>,
    session: &Session<'_>,
    control: Control<'_>,
) -> Result<(StartRecord, Status), Failure> {
    let began = Instant::now();
    let solver = Solver {
        endgame,
        ..session.solver()
    };
    let mut proven = None;
    if !args.bounds {
        // If it is not all that is asked for, something must be left of the time.
        let time = control.time / if args.exact { 1 } else { 2 };
        let found = proof(args, solver, session).prove(model, Control { time, ..control })?;
        let record = StartRecord::proven(model, &found);
        if args.exact || matches!(found.stopped, None | Some(StopReason::Interrupted)) {
            return Ok((record, Status::after(found.stopped)));
        }
        proven = Some(record);
    }
    let search = JointSearch {
        trees: args.trees,
        plays: args.iterations,
        nodes: args.nodes,
        seed: args.seed,
        solver: Solver {
            endgame: None,
            ..solver
        },
    };
    let time = control.time.saturating_sub(began.elapsed());
    let (record, stopped) = match search.search(model, Control { time, ..control }) {
        Ok(found) => (StartRecord::bounded(model, &found, args), found.stopped),
        // Not one tree for every pair: only what holds for every play is known.
        Err(JointError::Stopped(reason)) => {
            let mut bounds = proven.unwrap_or_else(|| StartRecord::nothing(model));
            bounds.stopped = Some(reason);
            (bounds, Some(reason))
        }
        Err(error) => return Err(error.into()),
    };
    let status = match stopped {
        Some(StopReason::Interrupted) => Status::Interrupted,
        // Bounds of trees are the best within their limits; but there must be some.
        _ if record.has_trees() => Status::Done,
        _ => Status::Limit,
    };
    Ok((record, status))
}

/// The proof that was asked for, or one that is tried before trees are grown.
fn proof<'a>(args: &Start, solver: Solver<'a>, session: &Session<'_>) -> JointProof<'a> {
    let (states, nodes_each) = if args.exact {
        ((session.memory_or(MEMORY) << 20) / STATE_BYTES, u64::MAX)
    } else {
        UNASKED
    };
    let asked = args.states.map(usize::try_from);
    JointProof {
        nodes_each,
        states: asked.map_or(states, |asked| asked.unwrap_or(usize::MAX)),
        lines: args.lines.into(),
        ..JointProof::new(solver)
    }
}

impl From<JointError> for Failure {
    fn from(error: JointError) -> Failure {
        match error {
            JointError::Solver(error) => error.into(),
            JointError::Shortage(shortage) => shortage.into(),
            other => Failure::limit(other),
        }
    }
}
