//! `start`: both players start together.

pub mod args;
mod play;
mod record;
mod scenes;
pub mod told;

use std::time::{Duration, Instant};

use chongkak::control::{Control, Stop, StopReason};
use chongkak::search::{RoundValues, Solver};
use chongkak::start::{
    Induction, InductionLimits, Joint, JointLine, JointSearch, Lockstep, Solved,
};

use super::endgame;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt;
use crate::cli::new_file::NewFile;
use crate::cli::page::{self, Page};
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::watch::with_watch;
use args::{Start, StartCommand};
use record::StartRecord;

/// Joint positions of a proof that was not asked for, and solver's positions of each value in it.
const UNASKED: (usize, u64) = (200_000, 1_000_000);

/// Mebibytes of the joint positions of a proof that was asked for, and bytes of one.
const MEMORY: usize = 2048;
const STATE_BYTES: usize = 256;

/// Places that are looked at for the most likely lines.
const LOOKS: usize = 2000;

pub fn run(args: &Start, session: &mut Session<'_>) -> Result<Status, Failure> {
    match &args.command {
        Some(StartCommand::Play(play)) => {
            expect_nothing_before_play(args)?;
            play::run(play, args.tie, session)
        }
        None => {
            let page = page::file(&args.page, &args.place)?;
            input::each(&args.place, session, |task, session| {
                one(args, task, page.as_ref(), session)
            })
        }
    }
}

/// Refuses what stands before `play` and would be passed over.
fn expect_nothing_before_play(args: &Start) -> Result<(), Failure> {
    let place = &args.place;
    let position = !place.position.is_empty() || place.owned.is_some() || place.mover.is_some();
    let limits = args.exact || args.estimate || args.states.is_some() || args.tables.is_some();
    if position || limits || args.page.html.is_some() {
        let message = "start play: expected the position and --html behind play, and no option of a \
                       proof or an estimate before it";
        return Err(Failure::input(message));
    }
    Ok(())
}

/// The model and its first tick, or what is wrong with the position or the rules.
fn lockstep(task: &Task, tie: chongkak::start::Tie) -> Result<(Lockstep, Joint), Failure> {
    let Task { position, rules } = task;
    Lockstep::new(rules, position, tie)
        .map_err(|error| Failure::input(format!("position: {error}\n  {position}")))
}

/// What an induction has found.
struct Found {
    solved: Solved,
    lines: Vec<JointLine>,
    states: usize,
    leaves: u64,
    nodes: u64,
    stopped: Option<StopReason>,
}

fn one(
    args: &Start,
    task: &Task,
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
    let (model, start) = lockstep(task, args.tie)?;
    let table = endgame(args.tables.as_deref(), task, session)?;
    let solver = Solver {
        threads: session.threads(),
        memory: session.memory(),
        ..Solver::new()
    };
    let began = Instant::now();
    let mut proof = None;
    if !args.estimate {
        let solver = Solver {
            endgame: table.as_ref(),
            ..solver
        };
        let found = proof_within(&solver, args, task, (&model, &start), session)?;
        let done = found.stopped.is_none() || args.exact || interrupt::happened();
        if done {
            let stopped = found.stopped.map(|reason| named(reason, session, began));
            let record = StartRecord::proven(task, &model, &found, stopped);
            show(&record, (&model, &start), page, session)?;
            return Ok(stopped.map_or(Status::Done, Status::from));
        }
        proof = Some(found);
    }
    let mut progress = Progress::new(session.common.quiet);
    let (game, stop) = (task.game()?, Stop::new());
    let search = JointSearch {
        trees: args.trees,
        plays: args.iterations,
        nodes: args.nodes,
        seed: args.seed,
        stop: &stop,
    };
    let estimated = with_watch(
        session
            .common
            .time
            .map(|time| time.saturating_sub(began.elapsed())),
        stop.as_flag(),
        &mut progress,
        || format!("playing for {:.0} s", began.elapsed().as_secs_f64()),
        || {
            solver.with_round_values(&game, Control::stopped_by(&stop), args.nodes, |rounds| {
                search.search(&model, &start, rounds)
            })
        },
    )?;
    drop(progress);
    let stopped = if interrupt::happened() {
        Some(StopReason::Interrupted)
    } else {
        let complete = estimated
            .as_ref()
            .is_some_and(|found| found.trees == args.trees);
        (!complete).then_some(StopReason::Time)
    };
    let record = match (&estimated, &proof) {
        (Some(found), _) => StartRecord::estimated(task, &model, found, args, stopped),
        // Not one tree for every pair: only what holds for every play is known.
        (None, Some(found)) => StartRecord::proven(task, &model, found, stopped),
        (None, None) => StartRecord::nothing(task, &model, &start, stopped),
    };
    show(&record, (&model, &start), page, session)?;
    Ok(match stopped {
        Some(StopReason::Interrupted) => Status::Interrupted,
        // An estimate is the best within its limits; but there must be one.
        _ if estimated.is_some() => Status::Done,
        _ => Status::Limit,
    })
}

/// Prints what was found, and writes its page.
fn show(
    record: &StartRecord,
    (model, start): (&Lockstep, &Joint),
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let scenes = page.map(|_| scenes::of(record, model, start));
    session.out.record(record)?;
    if let (Some(file), Some(scenes)) = (page, scenes) {
        let rules = session.rules_in_words();
        let page = Page::new("Both players start together", &rules, scenes?);
        file.write(&page.html())?;
    }
    Ok(())
}

/// Why the work ended: the watch sets the same flag for the time and for an interruption.
fn named(reason: StopReason, session: &Session<'_>, began: Instant) -> StopReason {
    let late = session
        .common
        .time
        .is_some_and(|time| began.elapsed() >= time);
    match reason {
        StopReason::Interrupted if !interrupt::happened() && late => StopReason::Time,
        _ => reason,
    }
}

/// Backward induction within the limits of a proof.
fn proof_within(
    solver: &Solver<'_>,
    args: &Start,
    task: &Task,
    (model, start): (&Lockstep, &Joint),
    session: &Session<'_>,
) -> Result<Found, Failure> {
    let (game, stop) = (task.game()?, Stop::new());
    let asked = (session.memory_or(MEMORY) << 20) / STATE_BYTES;
    let (states, nodes_each) = if args.exact {
        (asked, u64::MAX)
    } else {
        UNASKED
    };
    let states = args.states.map_or(states, |states| {
        usize::try_from(states).unwrap_or(usize::MAX)
    });
    let kept = InductionLimits {
        states,
        symmetry: true,
    };
    // If it is not all that is asked for, something must be left of the time.
    let time = session
        .common
        .time
        .map(|time| if args.exact { time } else { time / 2 });
    let mut progress = Progress::new(session.common.quiet);
    let began = Instant::now();
    let found = with_watch(
        time,
        stop.as_flag(),
        &mut progress,
        || format!("solving for {:.0} s", began.elapsed().as_secs_f64()),
        || {
            let work = |rounds: &dyn RoundValues| {
                let induction = Induction::new(model, start, rounds, kept);
                let solved = induction.solve(start);
                let lines = if induction.stopped().is_none() {
                    induction.likely_lines(start, args.lines.into(), LOOKS)
                } else {
                    Vec::new()
                };
                Found {
                    solved,
                    lines,
                    states: induction.states(),
                    leaves: induction.leaves(),
                    nodes: rounds.nodes(),
                    stopped: induction.stopped(),
                }
            };
            solver.with_round_values(&game, Control::stopped_by(&stop), nodes_each, work)
        },
    )?;
    drop(progress);
    session.remark(|| {
        let took: Duration = began.elapsed();
        format!("solved for {:.2} s", took.as_secs_f64())
    });
    Ok(found)
}
