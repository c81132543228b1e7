//! The statements of a record of a set, line by line, and the faults that it can have.

use std::ops::Range;

use thiserror::Error;

use super::SetStanding;
use crate::board::{Position, Side};
use crate::moves::{Game, WrittenMove};

/// The kind of fault of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// Its form: nothing of the set can be said.
    Form,
    /// A statement is not so: an illegal move, another position, another result.
    Statement,
}

/// A record that can't be read, or isn't true: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The finding, and what was expected.
    pub problem: String,
    /// Which kind of mistake it is.
    pub fault: RecordFault,
    /// The line as it was written.
    pub text: String,
    /// The offending part, in bytes of that line.
    pub span: Range<usize>,
}

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
    /// How the set stands; none if it only says that it is unfinished.
    Set(Option<SetStanding>),
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

/// A line of the text.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) number: usize,
    pub(super) line: &'a str,
}

impl Place<'_> {
    pub(super) fn error(
        self,
        fault: RecordFault,
        span: Range<usize>,
        problem: String,
    ) -> RecordError {
        RecordError {
            line: self.number,
            column: self.line[..span.start].chars().count() + 1,
            problem,
            fault,
            text: self.line.to_owned(),
            span,
        }
    }

    pub(super) fn malformed(self, span: Range<usize>, problem: impl Into<String>) -> RecordError {
        self.error(RecordFault::Form, span, problem.into())
    }

    /// The place of a part of the line.
    pub(super) fn span(self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        start..start + part.len()
    }
}
