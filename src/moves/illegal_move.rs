//! The reason why a move can't be played.

use std::ops::Range;

use thiserror::Error;

use super::WrittenMove;
use crate::board::{Cell, Position};
use crate::text::plural;

/// A move that can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}, {played}: {problem}")]
pub struct IllegalMove {
    /// Its number in the line, from 1.
    pub number: usize,
    /// The move.
    pub played: String,
    /// The fault, and the legal moves.
    pub problem: String,
    /// A description of what was expected in its place.
    pub expected: String,
    /// Its place, in bytes of the line.
    pub span: Range<usize>,
}

/// The reason why a move can't be played.
pub(super) fn illegal(position: &Position, written: &WrittenMove, number: usize) -> IllegalMove {
    let mover = position.mover();
    let wrong = |problem: String, expected: String| IllegalMove {
        number,
        played: format!("{}{}", written.side.unwrap_or(mover), written.hole),
        problem,
        expected,
        span: written.span.clone(),
    };
    if position.is_over() {
        let problem = "the round is over: there are no legal moves".to_owned();
        return wrong(problem, "no move: the round is over".to_owned());
    }
    let legal = position.legal();
    let legal: Vec<String> = legal
        .map(|hole| Cell::Hole(mover, hole).to_string())
        .collect();
    let legal = legal.join(" ");
    let problem = if written.side.is_some_and(|side| side != mover) {
        format!("{mover} is to move")
    } else if written.hole.index() >= position.shape().holes() {
        let holes = position.shape().holes();
        format!("a row has {holes} hole{}", plural(&holes))
    } else {
        "the hole is not open or holds no seeds".to_owned()
    };
    wrong(
        format!("{problem}; legal: {legal}"),
        format!("one of {legal}"),
    )
}
