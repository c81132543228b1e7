//! Verifying search results by replaying them under the plain rules, before they are shown.

use crate::board::Position;
use crate::language::Sentence;
use crate::moves::{Game, Move, Outcome, Round};
use crate::search::{Evaluation, Solution, Value};
use crate::text::{Diagnostic, ErrorKind};
use crate::turns::Line;

/// The error of a search result that the plain rules do not confirm.
fn fault(message: impl Into<Sentence>) -> Diagnostic {
    Diagnostic::new(ErrorKind::Fault, message)
}

fn unplayable(illegal: Diagnostic) -> Diagnostic {
    fault(format!("the principal line cannot be played: {illegal}"))
}

fn other_end(found: i32, expected: i32) -> Diagnostic {
    fault(format!("the principal line ends with {found:+}, not with the exact value {expected:+}"))
}

fn other_turn(message: &str) -> Diagnostic {
    fault(format!("the line of the turn differs from the result: {message}"))
}

/// Plays a line by the plain rules, and returns the position after it.
///
/// # Errors
/// If a move isn't legal.
pub fn replay_line(game: &Game, line: &[Move]) -> Result<Position, Diagnostic> {
    let mut round = Round::new(game);
    for played in line {
        round.play_written(&(*played).into())?;
    }
    Ok(*round.position())
}

/// Plays the lines of an evaluation by the plain rules, and returns the position after the
/// principal line.
///
/// # Errors
/// If a move isn't legal, or the complete line of an exact value ends with another result.
pub fn replay(game: &Game, evaluation: &Evaluation) -> Result<Position, Diagnostic> {
    let replay = |line: &[Move], value: Value| {
        let end = replay_line(game, line).map_err(unplayable)?;
        let (expected, found) = (value.seeds(), end.standing());
        if value.is_exact() && end.is_over() && expected != found {
            return Err(other_end(found, expected));
        }
        Ok(end)
    };
    for found in &evaluation.moves {
        replay(&found.line, found.value)?;
    }
    replay(&evaluation.line, evaluation.value)
}

/// Plays the line of a solution by the plain rules, and returns the position after it.
///
/// # Errors
/// If a move isn't legal, or the line of a proven value doesn't end the round with that value.
pub fn replay_solution(game: &Game, solution: &Solution) -> Result<Position, Diagnostic> {
    let end = replay_line(game, &solution.line).map_err(unplayable)?;
    if let Some(expected) = solution.value().filter(|_| !solution.line.is_empty()) {
        if !end.is_over() {
            return Err(fault("the line does not reach the end of the round"));
        }
        let found = end.standing();
        if expected != found {
            return Err(other_end(found, expected));
        }
    }
    Ok(end)
}

/// Plays a line of one turn by the plain rules, and returns the position after it.
///
/// # Errors
/// If a move isn't legal, the turn ends before the line, or the line differs in laps or seeds.
pub fn replay_turn(game: &Game, line: &Line) -> Result<Position, Diagnostic> {
    let mover = game.position().mover();
    let mut round = Round::new(game);
    // Seeds that are left when the round is over are no harvest, whoever gets them.
    let (mut laps, mut store) = (0, game.position().store(mover));
    for (number, played) in (1..).zip(&line.moves) {
        let trace = round.play_written(&(*played).into()).map_err(unplayable)?;
        laps += trace.laps.len();
        store += trace.gain;
        if trace.outcome != Outcome::Again && number < line.moves.len() {
            let message = format!("the turn ends with move {number}, {played}");
            return Err(other_turn(&message));
        }
    }
    let end = *round.position();
    let (found, expected) = ((laps, store), (line.laps as usize, line.store));
    if found != expected {
        let message = format!("found {found:?}, expected {expected:?} (laps, seeds in the store)");
        return Err(other_turn(&message));
    }
    Ok(end)
}
