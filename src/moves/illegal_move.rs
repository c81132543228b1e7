//! Errors for moves that can't be played.

use super::WrittenMove;
use crate::board::{Cell, HoleState, Position};
use crate::diagnostic;
use crate::language::Sentence;
use crate::sentence;
use crate::text::Diagnostic;

/// Creates the error for a move that can't be played.
pub(super) fn illegal(position: &Position, written: &WrittenMove, number: usize) -> Diagnostic {
    let played = format!("{}{}", written.side.unwrap_or(position.mover()), written.hole);
    let (problem, expected) = why_illegal(position, written);
    let (of, number_text, reason) = (played.clone(), number.to_string(), problem.clone());
    diagnostic!(IllegalMove, "faults.of", what = of, problem = reason)
        .telling(sentence!(
            "faults.move.illegal",
            number = number_text,
            played = played,
            problem = problem
        ))
        .expecting(expected)
        .numbered(number)
        .within(written.span.clone())
}

/// Returns why a move can't be played, with a list of the legal moves, and what was expected.
pub(crate) fn why_illegal(position: &Position, written: &WrittenMove) -> (Sentence, String) {
    let mover = position.mover();
    if position.is_over() {
        return (sentence!("faults.move.over"), "no move: the round is over".to_owned());
    }
    let legal = position.legal();
    let legal: Vec<String> = legal.map(|hole| Cell::Hole(mover, hole).to_string()).collect();
    let legal = legal.join(" ");
    let holes = position.shape().holes();
    let expected = format!("one of {legal}");
    let problem = if written.side.is_some_and(|side| side != mover) {
        let mover = mover.to_string();
        sentence!("faults.move.turn", mover = mover, legal = legal)
    } else if written.hole.index() >= holes {
        sentence!("faults.move.holes"; holes, legal = legal)
    } else {
        let cell = position.shape().index(Cell::Hole(mover, written.hole));
        match position.field().state(cell.expect("a hole of the board")) {
            HoleState::Open => sentence!("faults.move.empty", legal = legal),
            HoleState::Closed => sentence!("faults.move.closed", legal = legal),
            HoleState::Protected => sentence!("faults.move.protected", legal = legal),
        }
    };
    (problem, expected)
}
