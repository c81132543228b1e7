//! `solve`: the exact value of a round.

use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde::Serialize;

use chongkak::board::{Position, Side};
use chongkak::control::{Control, StopReason};
use chongkak::known::Knowledge;
use chongkak::moves::Game;
use chongkak::record::{Solved, replay_solution};
use chongkak::search::{Bounds, Goal, Solution, SolveError, Solver};
use chongkak::tables::Endgame;

use super::known::Shipped;
use super::proof::{ProofFile, ProofRecord};
use crate::cli::args::Solve;
use crate::cli::page::{self, Scene};
use crate::cli::style::{BOUNDS, MOVE, PROVEN};
use crate::cli::{Failure, Record, Session, Status, Terms, input, picture, shelf, watched, words};

/// Nodes of a search for a line to a known value, if there is no other limit: about a second.
const FOR_A_LINE: u64 = 1 << 20;

/// What is proven of a position, with what it rests on.
#[derive(Serialize)]
pub struct SolveRecord {
    #[serde(flatten)]
    pub found: Solved,
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
        let file = ProofFile::asked(args.proof.as_deref())?;
        let table = shelf::endgame(&shelf, task, session)?;
        remark_open(args, task, session);
        let started = Instant::now();
        let Answer {
            record,
            found,
            unkept,
        } = watched(session, |control| {
            let asked = Asked {
                args,
                session,
                game: task,
                table: table.as_deref(),
                keep: None,
            };
            asked.answer(control, file.as_ref())
        })??;
        shelf::remark(&shelf, session);
        if !record.shipped.is_known() {
            session.remark_effort(found.nodes, started);
        }
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

/// Says before a search without limits that it may be a long one: of an opening whose value is not
/// among those that ship with the program.
fn remark_open(args: &Solve, game: &Game, session: &Session<'_>) {
    let limited = args.nodes.is_some() || session.common.time.is_some();
    let position = game.position();
    let is_opening = session.rules == session.preset.rules
        && session
            .rules
            .opening_owning(position.owned(Side::A), position.mover())
            == Ok(*position);
    if !limited
        && args.asked.goal() == Goal::Value
        && is_opening
        && !Knowledge::of(game).has_value()
    {
        session.message(
            "nobody has proven the value of this opening yet, as far as this program knows: the \
             search may take days; --time and --nodes limit it, and Ctrl-C shows what is proven by \
             then",
        );
    }
}

/// A position to solve, and how.
pub struct Asked<'a> {
    pub args: &'a Solve,
    pub session: &'a Session<'a>,
    pub game: &'a Game,
    pub table: Option<&'a Endgame>,
    /// Where a table that is built on the way is left.
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
}

/// What is found, and why there is no proof of it if one was asked for and can't be kept: what is
/// known is shown, whatever becomes of the proof.
pub struct Answer {
    pub record: SolveRecord,
    found: Solution,
    unkept: Option<Failure>,
}

impl Asked<'_> {
    /// Solves it; writes the proof, if there is to be one.
    pub fn answer(
        &self,
        control: Control<'_>,
        file: Option<&ProofFile>,
    ) -> Result<Answer, Failure> {
        let Asked { args, game, .. } = *self;
        let started = Instant::now();
        let control = self.limits(control);
        // A proof takes a search, and so does what is measured.
        let fresh = args.fresh || file.is_some() || !args.without.is_empty();
        let knowledge = self.knowledge(fresh);
        let solver = Solver {
            endgame: self.table,
            keep: self.keep,
            first_turn: &knowledge.first_turn,
            known: knowledge.known.as_ref(),
            ..solver(args, self.session)
        };
        let mut kept = None;
        let found = if let Some(file) = file {
            let most = usize::try_from(args.proof_positions).unwrap_or(usize::MAX);
            let (found, proof) = solver.prove(game, control, most)?;
            confirm(game, &found)?;
            let bounds = (found.bounds.lower, found.bounds.upper);
            kept = Some(file.keep(game, bounds, proof, control, started));
            found
        } else {
            let known = knowledge.has_value();
            let unlimited = args.nodes.is_none() && control.time == Duration::MAX;
            let nodes = match known && unlimited {
                true => FOR_A_LINE,
                false => control.nodes,
            };
            let mut found = solver.solve(game, Control { nodes, ..control })?;
            if known && found.stopped != Some(StopReason::Interrupted) {
                // The value, which was asked for, is known.
                found.stopped = None;
            }
            confirm(game, &found)?;
            found
        };
        let shipped = Shipped::new(&knowledge, game);
        let (proof, unkept) = match kept.transpose() {
            Ok(proof) => (proof, None),
            Err(failure) => (None, Some(failure)),
        };
        let record = SolveRecord {
            proof,
            ..self.record(&found, shipped, control)
        };
        Ok(Answer {
            record,
            found,
            unkept,
        })
    }

    fn knowledge(&self, fresh: bool) -> Knowledge {
        match fresh {
            true => Knowledge::default(),
            false => Knowledge::of(self.game),
        }
    }

    /// The record of a search that has proven so much by now.
    pub fn so_far(&self, bounds: (i32, i32), nodes: u64, control: Control<'_>) -> SolveRecord {
        let (lower, upper) = bounds;
        let found = Solution::of(Bounds { lower, upper }, nodes);
        let shipped = Shipped::new(&self.knowledge(self.args.fresh), self.game);
        self.record(&found, shipped, self.limits(control))
    }

    fn record(&self, found: &Solution, shipped: Shipped, control: Control<'_>) -> SolveRecord {
        let (session, position) = (self.session, self.game.position());
        let memory = Some(session.memory());
        SolveRecord {
            found: Solved::new(position, found),
            shipped,
            terms: Terms::new(session, self.game).limited(session, &control, None, memory),
            proof: None,
            board: *position,
        }
    }

    fn limits<'c>(&self, control: Control<'c>) -> Control<'c> {
        let nodes = self.args.nodes.unwrap_or(u64::MAX);
        Control { nodes, ..control }
    }
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
                "Value from {} to {}, proven bounds",
                words::signed(found.lower),
                words::signed(found.upper)
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
        } else if self.shipped.is_known() && !found.best.is_empty() {
            writeln!(
                text,
                "line    not found in a moment (--time 10m searches longer)"
            )?;
        }
        text.push_str(&self.shipped.text());
        writeln!(text, "search  {}\n{}", self.effort(), self.terms.limits())?;
        if let Some(proof) = &self.proof {
            writeln!(text, "{proof}")?;
        }
        Ok(())
    }
}
