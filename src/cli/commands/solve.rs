//! `solve`: the exact value of a round.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde::Serialize;

use chongkak::board::Position;
use chongkak::control::{Limits, MAX_DEPTH, StopReason};
use chongkak::record::{Solved, replay_solution};
use chongkak::search::{Goal, Proof, Solution, Solver, Unproven};

use super::endgame;
use super::proof::{ProofFile, unproven};
use crate::cli::args::{Off, Solve};
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt::{self, Listening};
use crate::cli::output::Record;
use crate::cli::picture;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::style::{BOUNDS, MOVE, PROVEN};

#[derive(Serialize)]
struct SolveRecord {
    #[serde(flatten)]
    found: Solved,
    /// The proof, if one was asked for and is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
    #[serde(skip)]
    board: Position,
}

#[derive(Serialize)]
struct ProofRecord {
    file: String,
    positions: usize,
}

pub fn run(args: &Solve, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::expect_one(&args.place, "--proof", args.proof.as_deref(), "a proof")?;
    input::each(&args.place, session, |task, session| {
        one(args, task, session)
    })
}

fn one(args: &Solve, task: &Task, session: &mut Session<'_>) -> Result<Status, Failure> {
    let file = args.proof.as_deref().map(ProofFile::new).transpose()?;
    let table = endgame(args.tables.as_deref(), task, session)?;
    let listening = Listening::begin();
    let started = Instant::now();
    let solver = Solver {
        endgame: table.as_ref(),
        ..solver(args, session)
    };
    let mut progress = Progress::new(session.common.quiet);
    progress.say(|| format!("proving the value of {}", task.position));
    let (found, proof) = search(solver, task, args)?;
    drop(progress);
    session.remark(|| {
        let (nodes, time) = (found.nodes, started.elapsed().as_secs_f64());
        format!("{nodes} nodes in {time:.2} s")
    });
    confirm(task, &found)?;
    let mut record = SolveRecord {
        found: Solved::new(&task.position, &found),
        proof: None,
        board: task.position,
    };
    // What is known is printed, whatever becomes of the proof.
    let mut unkept = None;
    if let Some((file, proof)) = file.zip(proof) {
        let late = || late(&solver.limits, started);
        match keep(&file, task, &found, proof, late) {
            Ok(proof) => record.proof = Some(proof),
            Err(failure) => unkept = Some(failure),
        }
    }
    drop(listening);
    session.out.record(&record)?;
    let status = found.stopped.map_or(Status::Done, Status::from);
    unkept.map_or(Ok(status), Err)
}

/// The solver that the arguments ask for.
fn solver(args: &Solve, session: &Session<'_>) -> Solver<'static> {
    let limits = Limits {
        depth: MAX_DEPTH,
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: session.common.time.unwrap_or(Duration::MAX),
        stop: interrupt::flag(),
        memory: session.memory(),
    };
    let goal = if args.winner {
        Goal::Winner
    } else {
        Goal::Value
    };
    let mut solver = Solver {
        limits,
        threads: session.threads(),
        goal,
        ..Solver::new(interrupt::flag())
    };
    for off in &args.without {
        match off {
            Off::Technique(technique) => solver.techniques = solver.techniques.without(*technique),
            Off::Endgame => solver.endgame_after = u64::MAX,
        }
    }
    solver
}

type Searched = (Solution, Option<Result<Proof, Unproven>>);

/// Solves a position, with the proof if it is asked for.
fn search(solver: Solver<'_>, task: &Task, args: &Solve) -> Result<Searched, Failure> {
    let Task { position, rules } = task;
    if args.proof.is_none() {
        let found = solver.solve(rules, position).map_err(Failure::input)?;
        return Ok((found, None));
    }
    let most = usize::try_from(args.proof_positions).unwrap_or(usize::MAX);
    let proven = solver.prove(rules, position, most);
    let (found, proof) = proven.map_err(Failure::input)?;
    Ok((found, Some(proof)))
}

/// Whether it is time to end what is done after the search.
fn late(limits: &Limits<'_>, started: Instant) -> Option<StopReason> {
    if interrupt::happened() {
        Some(StopReason::Interrupted)
    } else {
        (started.elapsed() >= limits.time).then_some(StopReason::Time)
    }
}

/// Writes a proof, if there is one.
fn keep(
    file: &ProofFile,
    task: &Task,
    found: &Solution,
    proof: Result<Proof, Unproven>,
    late: impl Fn() -> Option<StopReason>,
) -> Result<ProofRecord, Failure> {
    let proof = proof.map_err(|why| match why {
        Unproven::Stopped(reason) => unproven(file.path(), &task.position, why, reason.into()),
        Unproven::Positions(most) => {
            let why = format!("the proof has more than {most} positions (--proof-positions)");
            unproven(file.path(), &task.position, why, Status::Limit)
        }
    })?;
    let positions = proof.len();
    file.write(task, found, proof, late)?;
    Ok(ProofRecord {
        file: file.path().display().to_string(),
        positions,
    })
}

/// Plays the line by the plain rules: it must end the round with the proven value.
fn confirm(Task { position, rules }: &Task, found: &Solution) -> Result<(), Failure> {
    match replay_solution(rules, position, found) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::check(format_args!(
            "{position}: {error}: please report this as a fault"
        ))),
    }
}

impl Record for SolveRecord {
    fn text(&self) -> String {
        let board = picture::board(&self.board);
        let mut text = format!("{board}\n{}\n\n", picture::caption(&self.board));
        self.write_findings(&mut text).expect("a string takes text");
        text
    }
}

impl SolveRecord {
    fn write_findings(&self, text: &mut String) -> std::fmt::Result {
        let found = &self.found;
        match found.value {
            Some(value) => {
                let result = picture::result_in_words(value);
                writeln!(
                    text,
                    "value   {PROVEN}{value:+}{PROVEN:#}, proven: {result}"
                )?;
            }
            None => {
                let (lower, upper) = (found.lower, found.upper);
                writeln!(
                    text,
                    "value   from {BOUNDS}{lower:+}{BOUNDS:#} to {BOUNDS}{upper:+}{BOUNDS:#}, proven bounds"
                )?;
            }
        }
        match found.winner.as_deref() {
            Some("draw") => writeln!(text, "winner  nobody")?,
            Some(winner) => writeln!(text, "winner  {winner}")?,
            None => writeln!(text, "winner  open")?,
        }
        if !found.best.is_empty() {
            writeln!(text, "best    {MOVE}{}{MOVE:#}", found.best.join(" "))?;
        }
        if !found.pv.is_empty() {
            let line = picture::wrapped("line    ", &found.pv.join(" "));
            writeln!(text, "{line}")?;
        }
        let why = (found.stopped).map_or(String::new(), |limit| format!("; stopped by: {limit}"));
        writeln!(text, "search  {} nodes{why}", found.nodes)?;
        if let Some(ProofRecord { file, positions }) = &self.proof {
            writeln!(text, "proof   {positions} positions in {file}")?;
        }
        Ok(())
    }
}
