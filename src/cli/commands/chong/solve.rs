//! `chong solve`: the exact probability of winning on a small board.

use chongkak::chong::findings::solve::SolveRecord;
use chongkak::chong::{
    BoardSolver, BoardValues, ChongTask, ChosenRules, MAX_SOLVED_COLUMNS, SOLVER_MEMORY, Unsolved,
};

use super::args::Place;
use super::each;
use crate::cli::{CliError, Session, Status, watched};

/// Columns from which on no board has been solved: hundreds of millions of positions and more.
const LARGE: u8 = 6;

pub fn run(
    place: &Place,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    each(place, chosen, session, |task, session| {
        let record = SolveRecord::new(task, solve(task, None, session)?)?;
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
