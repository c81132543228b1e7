//! Replaying what a search found by the plain rules, before anybody is shown it.

use thiserror::Error;

use crate::board::Position;
use crate::moves::{Game, IllegalMove, Move, Outcome, Round};
use crate::search::{Evaluation, Solution, Value};
use crate::turns::Line;

/// A search result that the plain rules do not confirm: a fault of this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotReplayed {
    /// A move of the principal line is not legal.
    #[error("the principal line cannot be played: {0}")]
    Illegal(Box<IllegalMove>),
    /// The line ends the round with another result than the value that is called exact.
    #[error("the principal line ends with {found:+}, not with the exact value {expected:+}")]
    Value {
        /// The value of the search.
        expected: i32,
        /// The result of the line.
        found: i32,
    },
    /// The line of a proven value stops before the round is over.
    #[error("the line does not reach the end of the round")]
    Unfinished,
    /// A line of a turn brings something else, or isn't one turn.
    #[error("the line of the turn is not what was found: {0}")]
    Turn(String),
}

impl From<IllegalMove> for NotReplayed {
    fn from(illegal: IllegalMove) -> NotReplayed {
        NotReplayed::Illegal(Box::new(illegal))
    }
}

/// Plays a line by the plain rules; the position after it.
///
/// # Errors
/// If a move isn't legal.
pub fn replay_line(game: &Game, line: &[Move]) -> Result<Position, IllegalMove> {
    let mut round = Round::new(game);
    for played in line {
        round.play_written(&(*played).into())?;
    }
    Ok(*round.position())
}

/// Plays the lines of an evaluation by the plain rules; the position after the principal one.
///
/// # Errors
/// If a move isn't legal, or an exact value isn't what its complete line brings.
pub fn replay(game: &Game, evaluation: &Evaluation) -> Result<Position, NotReplayed> {
    let replay = |line: &[Move], value: Value| {
        let end = replay_line(game, line)?;
        let (expected, found) = (value.seeds(), end.standing());
        if value.is_exact() && end.is_over() && expected != found {
            return Err(NotReplayed::Value { expected, found });
        }
        Ok(end)
    };
    for found in &evaluation.moves {
        replay(&found.line, found.value)?;
    }
    replay(&evaluation.line, evaluation.value)
}

/// Plays the line of a solution by the plain rules; the position after it.
///
/// # Errors
/// If a move isn't legal, or the line of a proven value doesn't end the round with that value.
pub fn replay_solution(game: &Game, solution: &Solution) -> Result<Position, NotReplayed> {
    let end = replay_line(game, &solution.line)?;
    if let Some(expected) = solution.value().filter(|_| !solution.line.is_empty()) {
        if !end.is_over() {
            return Err(NotReplayed::Unfinished);
        }
        let found = end.standing();
        if expected != found {
            return Err(NotReplayed::Value { expected, found });
        }
    }
    Ok(end)
}

/// Plays a line of one turn by the plain rules; the position after it.
///
/// # Errors
/// If a move isn't legal, the turn ends before the line, or the line has other laps or brings
/// other seeds than it says.
pub fn replay_turn(game: &Game, line: &Line) -> Result<Position, NotReplayed> {
    let mover = game.position().mover();
    let mut round = Round::new(game);
    let mut laps = 0;
    for (number, played) in (1..).zip(&line.moves) {
        let trace = round.play_written(&(*played).into())?;
        laps += trace.laps.len();
        if trace.outcome != Outcome::Again && number < line.moves.len() {
            let message = format!("the turn ends with move {number}, {played}");
            return Err(NotReplayed::Turn(message));
        }
    }
    let end = *round.position();
    let (found, expected) = ((laps, end.store(mover)), (line.laps as usize, line.store));
    if found != expected {
        let message = format!("found {found:?}, expected {expected:?} (laps, seeds in the store)");
        return Err(NotReplayed::Turn(message));
    }
    Ok(end)
}
