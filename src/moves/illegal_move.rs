//! Errors for moves that can't be played.

use super::{WrittenMove, legal_moves};
use crate::board::{Cell, HoleState, Position};
use crate::diagnostic;
use crate::language::Sentence;
use crate::rules::Rules;
use crate::sentence;
use crate::text::{Diagnostic, joined};

/// Creates the error for a move that can't be played.
pub(super) fn illegal(
    rules: &Rules,
    position: &Position,
    written: &WrittenMove,
    number: usize,
) -> Diagnostic {
    let side = Some(written.side.unwrap_or(position.mover()));
    let played = WrittenMove { side, ..written.clone() }.to_string();
    let (problem, expected) = why_illegal(rules, position, written);
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
pub(crate) fn why_illegal(
    rules: &Rules,
    position: &Position,
    written: &WrittenMove,
) -> (Sentence, String) {
    let mover = position.mover();
    if position.is_over() {
        return (sentence!("faults.move.over"), "no move: the round is over".to_owned());
    }
    let legal = legal_moves(rules, position);
    let begins_elsewhere = legal.iter().all(|made| made.hole != written.hole);
    let legal = joined(&legal, " ");
    let holes = position.shape().holes();
    let expected = format!("one of {legal}");
    let problem = if written.side.is_some_and(|side| side != mover) {
        let mover = mover.to_string();
        sentence!("faults.move.turn", mover = mover, legal = legal)
    } else if written.hole.index() >= holes {
        sentence!("faults.move.holes"; holes, legal = legal)
    } else if position.legal().any(|hole| hole == written.hole) {
        match begins_elsewhere {
            true => sentence!("faults.move.first", legal = legal),
            false => sentence!("faults.move.stop", legal = legal),
        }
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
