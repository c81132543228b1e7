//! The reason why a move can't be played.

use std::ops::Range;

use thiserror::Error;

use super::WrittenMove;
use crate::board::{Cell, HoleState, Position};
use crate::language::Sentence;
use crate::sentence;

/// A move that can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub struct IllegalMove {
    /// Its number in the line, from 1.
    pub number: usize,
    /// The move.
    pub played: String,
    /// The fault, and the legal moves.
    #[doc(hidden)]
    pub problem: Sentence,
    /// A description of what was expected in its place.
    pub expected: String,
    /// Its place, in bytes of the line.
    pub span: Range<usize>,
}

impl IllegalMove {
    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        sentence!(
            "faults.move.illegal",
            number = self.number.to_string(),
            played = self.played.clone(),
            problem = self.problem.clone(),
        )
    }

    /// The same without the number.
    #[doc(hidden)]
    #[must_use]
    pub fn of_move(&self) -> Sentence {
        let (played, problem) = (self.played.clone(), self.problem.clone());
        sentence!("faults.of", what = played, problem = problem)
    }
}

/// The reason why a move can't be played.
pub(super) fn illegal(position: &Position, written: &WrittenMove, number: usize) -> IllegalMove {
    let mover = position.mover();
    let wrong = |problem, expected| IllegalMove {
        number,
        played: format!("{}{}", written.side.unwrap_or(mover), written.hole),
        problem,
        expected,
        span: written.span.clone(),
    };
    if position.is_over() {
        let expected = "no move: the round is over".to_owned();
        return wrong(sentence!("faults.move.over"), expected);
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
    wrong(problem, expected)
}
