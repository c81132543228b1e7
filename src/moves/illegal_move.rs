//! The reason why a move can't be played.

use std::ops::Range;

use thiserror::Error;

use super::WrittenMove;
use crate::board::{Cell, Position, Side};
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
    /// The kind of fault.
    #[doc(hidden)]
    pub why: Illegal,
    /// The legal moves.
    #[doc(hidden)]
    pub legal: Box<str>,
}

/// The kinds of moves that can't be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The round is over.
    Over,
    /// It is the turn of this player.
    Turn(Side),
    /// A row has so many holes.
    Holes(u8),
    /// There is nothing to lift.
    Nothing,
}

/// The reason why a move can't be played.
pub(super) fn illegal(position: &Position, written: &WrittenMove, number: usize) -> IllegalMove {
    let mover = position.mover();
    let wrong = |why, legal: String, problem, expected| IllegalMove {
        number,
        played: format!("{}{}", written.side.unwrap_or(mover), written.hole),
        problem,
        expected,
        span: written.span.clone(),
        why,
        legal: legal.into(),
    };
    if position.is_over() {
        let problem = "the round is over: there are no legal moves".to_owned();
        let expected = "no move: the round is over".to_owned();
        return wrong(Illegal::Over, String::new(), problem, expected);
    }
    let legal = position.legal();
    let legal: Vec<String> = legal
        .map(|hole| Cell::Hole(mover, hole).to_string())
        .collect();
    let legal = legal.join(" ");
    let holes = position.shape().holes();
    let (why, problem) = if written.side.is_some_and(|side| side != mover) {
        (Illegal::Turn(mover), format!("{mover} is to move"))
    } else if written.hole.index() >= holes {
        let problem = format!("a row has {holes} hole{}", plural(&holes));
        (Illegal::Holes(holes as u8), problem)
    } else {
        let problem = "the hole is not open or holds no seeds".to_owned();
        (Illegal::Nothing, problem)
    };
    let (problem, expected) = (
        format!("{problem}; legal: {legal}"),
        format!("one of {legal}"),
    );
    wrong(why, legal, problem, expected)
}
