//! The statements of a record of a set, line by line.

use std::ops::Range;

use super::SetStanding;
use crate::board::{Position, Side};
use crate::moves::{Game, WrittenMove};

/// A line that says something of the play.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(super) number: usize,
    pub(super) text: String,
    /// The part that a message is about, unless it is a move.
    pub(super) span: Range<usize>,
    pub(crate) says: Statement,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// A round begins: its number, and how.
    Round(usize, Beginning),
    /// Both begin together: the joint turn.
    Start(String),
    /// Moves.
    Moves(Vec<WrittenMove>),
    /// The position.
    Position(Position),
    /// The seeds of A and B at the end of the round.
    Result([u32; 2]),
    /// The standing of the set; none if it only says that it is unfinished.
    Set(Option<SetStanding>),
    /// A remark on what stands before it.
    Remark(String),
}

/// The beginning of a round, as it is said.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beginning {
    Unsaid,
    /// With the full opening, by this player.
    By(Side),
    From(Game),
}

impl Line {
    /// The words that a message is about.
    pub(crate) fn words(&self) -> &str {
        &self.text[self.span.clone()]
    }
}
