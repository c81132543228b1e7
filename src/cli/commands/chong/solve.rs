//! `chong solve`: the exact probability of winning on a small board.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::findings::picture;
use chongkak::chong::{
    BoardSolver, BoardValues, ChongTask, ChosenRules, MAX_SOLVED_COLUMNS, PlacedPosition,
    SOLVER_MEMORY, Unsolved, probability,
};
use chongkak::control::StopReason;

use super::args::Place;
use super::each;
use crate::cli::style::{PROVEN, STRONG};
use crate::cli::{CliError, Record, Session, Status, watched};

/// Columns from which on no board has been solved: hundreds of millions of positions and more.
const LARGE: u8 = 6;

/// The answer of `chongkak chong solve`: what is proven.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolveRecord {
    /// The position.
    position: PlacedPosition,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 2, max = 28)))]
    holes: u8,
    /// Dice of a throw.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    dice: u8,
    /// The probability that the player to throw wins less that he loses; null if a limit ended the
    /// work.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1, max = 1)))]
    value: Option<f64>,
    /// The probability that he wins, a draw counting half.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = 1)))]
    probability: Option<f64>,
    /// The probability is off by less than this; null where no bound is proven.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    error: Option<f64>,
    /// Positions found; all of them if the work is complete.
    states: u64,
    /// Positions valued.
    valued: u64,
    /// The limit that ended the work; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["memory", "time", "interrupted", null])))]
    stopped: Option<StopReason>,
    #[serde(skip)]
    winner: Option<String>,
}

pub fn run(
    place: &Place,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    each(place, chosen, session, |task, session| {
        let record = record(task, solve(task, None, session)?)?;
        session.out.record(&record)?;
        Ok(Status::after(record.stopped))
    })
}

/// Solves a board within the limits of the session and perhaps so many states, with progress.
pub fn solve(
    task: &ChongTask,
    nodes: Option<u64>,
    session: &Session<'_>,
) -> Result<Result<BoardValues, Unsolved>, CliError> {
    let (rules, memory) = (&task.rules, session.memory_or(SOLVER_MEMORY));
    if (LARGE..=MAX_SOLVED_COLUMNS).contains(&rules.columns.get()) {
        session.message(format_args!(
            "a board of 3 x {} has hundreds of millions of positions and more (3 x 5 with one die: \
             14 to 44 million; each takes some 40 bytes): this will probably end at {memory} MiB \
             (--memory)",
            rules.columns
        ));
    }
    let solver = BoardSolver::new(rules, memory);
    watched(session, |control| {
        let control = control.with_nodes(nodes.unwrap_or(u64::MAX));
        solver.solve(&task.placed.position, control)
    })
}

fn record(
    task: &ChongTask,
    outcome: Result<BoardValues, Unsolved>,
) -> Result<SolveRecord, CliError> {
    let (solved, states, valued, stopped) = match outcome {
        Ok(solved) => {
            let states = solved.states() as u64;
            (Some(solved), states, states, None)
        }
        Err(Unsolved::Stopped { reason, found, valued }) => (None, found, valued, Some(reason)),
        Err(unsolved) => return Err(unsolved.into()),
    };
    let value = solved.as_ref().and_then(|solved| solved.value(&task.placed.position));
    let error = solved.as_ref().and_then(BoardValues::error);
    Ok(SolveRecord {
        position: task.placed,
        holes: task.rules.columns.get(),
        dice: task.rules.dice.get(),
        value,
        probability: value.map(probability),
        error: error.map(|error| error / 2.0),
        states,
        valued,
        stopped,
        winner: task.head().winner,
    })
}

impl Record for SolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&picture::captioned(&self.position, self.winner.as_deref()));
        let player = self.position.player;
        let Some(probability) = self.probability else {
            let stopped = self.stopped.map_or("nothing", StopReason::name);
            return writeln!(
                text,
                "\nprobability  open\npositions    {} found, {} valued; stopped by: {stopped}",
                self.states, self.valued
            );
        };
        let style = if self.error.is_some() { PROVEN } else { STRONG };
        let off = match self.error {
            Some(0.0) => String::new(),
            Some(error) => format!(", off by less than {error:.0e}"),
            None => ", iterated until nothing moved; how far it is off is not proven".to_owned(),
        };
        writeln!(
            text,
            "\nprobability  {style}{probability:.12}{style:#} that {player} wins \
             (a draw counts half){off}\npositions    {}",
            self.states
        )
    }
}
