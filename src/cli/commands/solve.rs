//! `solve`: the exact value of a round.

use std::fmt::Write;
use std::time::Instant;

use serde::Serialize;

use chongkak::board::Position;
use chongkak::control::Control;
use chongkak::known::{self, Known};
use chongkak::moves::Game;
use chongkak::record::{Solved, replay_solution};
use chongkak::search::{Solution, SolveError, Solver};

use super::known::{FEW_NODES, Shipped};
use super::proof::{ProofFile, ProofRecord};
use crate::cli::args::Solve;
use crate::cli::page::{self, Scene};
use crate::cli::style::{BOUNDS, MOVE, PROVEN};
use crate::cli::{Failure, Record, Session, Status, Terms, input, picture, shelf, watched, words};

#[derive(Serialize)]
struct SolveRecord {
    #[serde(flatten)]
    found: Solved,
    #[serde(flatten)]
    shipped: Shipped,
    #[serde(flatten)]
    terms: Terms,
    /// The proof, if one was asked for and is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
    #[serde(skip)]
    board: Position,
}

pub fn run(args: &Solve, session: &mut Session<'_>) -> Result<Status, Failure> {
    let page = page::file(&args.page, &args.place)?;
    input::expect_one(&args.place, "--proof", args.proof.as_deref(), "a proof")?;
    let shelf = shelf::asked(args.with.tables.as_deref());
    input::each(&args.place, session, |task, session| {
        let (game, position) = (*task, *task.position());
        let file = ProofFile::asked(args.proof.as_deref())?;
        let table = shelf::endgame(&shelf, task, session)?;
        // A proof takes a search, and so does what is measured.
        let fresh = args.fresh || file.is_some() || !args.without.is_empty();
        let first_turn = if fresh { None } else { known::first_turn(task) };
        let known = if fresh { None } else { known::value(task) };
        let solver = Solver {
            endgame: table.as_deref(),
            first_turn: first_turn.as_deref().unwrap_or(&[]),
            ..solver(args, session)
        };
        let started = Instant::now();
        let (found, kept, terms) = watched(session, |control| {
            let nodes = args.nodes.unwrap_or(u64::MAX);
            let control = Control { nodes, ..control };
            let memory = Some(solver.memory);
            let terms = Terms::new(session, &game).limited(session, &control, None, memory);
            if let Some(known) = &known {
                let found = answer(&solver, &game, control, known)?;
                return Ok((found, None, terms));
            }
            let Some(file) = &file else {
                let found = solver.solve(&game, control)?;
                confirm(&game, &found)?;
                return Ok((found, None, terms));
            };
            let most = usize::try_from(args.proof_positions).unwrap_or(usize::MAX);
            let (found, proof) = solver.prove(&game, control, most)?;
            confirm(&game, &found)?;
            let kept = file.keep(&game, (found.lower, found.upper), proof, control, started);
            Ok::<_, Failure>((found, Some(kept), terms))
        })??;
        if known.is_none() {
            session.remark_effort(found.nodes, started);
        }
        // What is known is printed, whatever becomes of the proof.
        let (proof, unkept) = match kept.transpose() {
            Ok(proof) => (proof, None),
            Err(failure) => (None, Some(failure)),
        };
        let record = SolveRecord {
            found: Solved::new(&position, &found),
            shipped: Shipped::new(known, first_turn.as_deref(), task),
            terms,
            proof,
            board: position,
        };
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            let mut scene = Scene::of_line("", task, &found.line)?;
            if let Some((heading, known)) = record.shipped.in_words() {
                scene.fact(heading, known);
            }
            scene.fact("search", record.effort());
            Ok((record.title(), vec![scene]))
        })?;
        let status = Status::after(found.stopped);
        unkept.map_or(Ok(status), Err)
    })
}

/// What is known; with a line, if a search finds one in a moment.
fn answer(
    solver: &Solver<'_>,
    game: &Game,
    control: Control<'_>,
    known: &Known,
) -> Result<Solution, Failure> {
    let nodes = control.nodes.min(FEW_NODES);
    let found = solver.solve(game, Control { nodes, ..control })?;
    if !(found.lower..=found.upper).contains(&known.value) {
        let problem = format_args!("the value of {} cannot be right", known.source);
        return Err(Failure::fault(game.position(), problem));
    }
    let found = if found.value().is_some() && found.stopped.is_none() {
        found
    } else {
        Solution {
            lower: known.value,
            upper: known.value,
            best: known.best.clone(),
            line: known.line.clone(),
            nodes: found.nodes,
            stopped: None,
        }
    };
    confirm(game, &found)?;
    Ok(found)
}

/// The solver that the arguments ask for.
fn solver(args: &Solve, session: &Session<'_>) -> Solver<'static> {
    let mut solver = session.solver();
    solver.goal = args.asked.goal();
    for name in &args.without {
        match name.parse() {
            Ok(technique) => solver.techniques = solver.techniques.without(technique),
            // The only one besides: the endgame table.
            Err(_) => solver.endgame_after = u64::MAX,
        }
    }
    solver
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Shortage(shortage) => shortage.into(),
            error => Failure::input(error),
        }
    }
}

/// Plays the line by the plain rules: it must end the round with the proven value.
fn confirm(game: &Game, found: &Solution) -> Result<(), Failure> {
    let played = replay_solution(game, found);
    played
        .map(drop)
        .map_err(|error| Failure::fault(game.position(), error))
}

impl SolveRecord {
    /// What is proven and the best moves, for the heading of the page.
    fn title(&self) -> String {
        let found = &self.found;
        let known = match (found.value, found.winner.as_deref()) {
            (Some(value), _) => {
                format!(
                    "Value {}, proven: {}",
                    words::signed(value),
                    picture::result_in_words(value)
                )
            }
            (None, Some("draw")) => "A draw, proven".to_owned(),
            (None, Some(winner)) => format!("{winner} wins, proven"),
            (None, None) => format!(
                "Value from {:+} to {:+}, proven bounds",
                found.lower, found.upper
            ),
        };
        known + &page::best_moves(&found.best)
    }

    /// How much was searched, and what ended it.
    fn effort(&self) -> String {
        let why = words::stopped_by(self.found.stopped);
        format!("{}{why}", words::counted(self.found.nodes, "node"))
    }
}

impl Record for SolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.terms.heading(&self.board));
        let found = &self.found;
        match found.value {
            Some(value) => {
                let result = picture::result_in_words(value);
                writeln!(
                    text,
                    "value   {PROVEN}{}{PROVEN:#}, proven: {result}",
                    words::signed(value)
                )?;
            }
            None => {
                let (lower, upper) = (found.lower, found.upper);
                writeln!(
                    text,
                    "value   from {BOUNDS}{}{BOUNDS:#} to {BOUNDS}{}{BOUNDS:#}, proven bounds",
                    words::signed(lower),
                    words::signed(upper)
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
        text.push_str(&self.shipped.text());
        writeln!(text, "search  {}\n{}", self.effort(), self.terms.limits())?;
        if let Some(proof) = &self.proof {
            writeln!(text, "{proof}")?;
        }
        Ok(())
    }
}
