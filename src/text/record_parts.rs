//! The parts that the records of all games share: remarks, and what can be wrong with a line.

use std::fmt::Display;
use std::ops::Range;

use serde::Serialize;
use thiserror::Error;

use super::ErrorKind;
use crate::language::Sentence;
use crate::sentence;

/// A remark at the head of a record: who played, where, when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Tag {
    /// The subject that it tells of.
    // One of [`Tag::NAMES`].
    pub name: &'static str,
    /// Any text of one line.
    pub text: String,
}

impl Tag {
    /// The names of all tags. A and B are the players; a note may be there more than once.
    pub const NAMES: [&str; 6] = ["event", "place", "date", "A", "B", "note"];
    /// The tag of which there may be several.
    pub(crate) const REPEATED: &str = "note";
}

/// The kind of fault of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// Its form: nothing of the game can be said.
    Form,
    /// A statement is not so: an illegal move, another position, another result.
    Statement,
}

impl RecordFault {
    /// The kind as all errors have one.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        match self {
            RecordFault::Form => ErrorKind::Syntax,
            RecordFault::Statement => ErrorKind::Untrue,
        }
    }
}

/// A record that can't be read, or isn't true: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The finding, and what was expected.
    #[doc(hidden)]
    pub problem: Sentence,
    /// A description of what was expected, or of how it is in place of what was said.
    pub expected: String,
    /// The kind of mistake.
    pub fault: RecordFault,
    /// The line as it was written.
    pub text: String,
    /// The offending part, in bytes of that line.
    pub span: Range<usize>,
}

impl RecordError {
    /// The fault in words, with its place.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        sentence!(
            "faults.record.at",
            line = self.line.to_string(),
            column = self.column.to_string(),
            problem = self.problem.clone(),
        )
    }
}

/// A line of a record.
#[derive(Clone, Copy)]
pub(crate) struct Written<'a> {
    /// Its number, from 1.
    pub(crate) number: usize,
    pub(crate) line: &'a str,
}

impl<'a> Written<'a> {
    /// All lines of a record.
    pub(crate) fn all(text: &'a str) -> impl Iterator<Item = Written<'a>> {
        let lines = text.trim_start_matches('\u{feff}').lines();
        (1..).zip(lines).map(|(number, line)| Written { number, line })
    }

    /// The line without blanks around it and what stands behind a `#`.
    pub(crate) fn said(self) -> &'a str {
        self.line.split('#').next().unwrap_or_default().trim()
    }

    pub(crate) fn error(
        self,
        fault: RecordFault,
        span: Range<usize>,
        problem: impl Into<Sentence>,
        expected: impl Display,
    ) -> RecordError {
        RecordError {
            line: self.number,
            column: self.line[..span.start].chars().count() + 1,
            problem: problem.into(),
            expected: expected.to_string(),
            fault,
            text: self.line.to_owned(),
            span,
        }
    }

    /// Says what was expected in a place.
    pub(crate) fn expected(self, span: Range<usize>, expected: impl Into<Sentence>) -> RecordError {
        let expected = expected.into();
        let problem = sentence!("faults.expected", expected = expected.clone());
        self.malformed(span, problem, expected)
    }

    /// Says what is wrong in a place in whole words, and what was expected once more by itself.
    pub(crate) fn malformed(
        self,
        span: Range<usize>,
        problem: impl Into<Sentence>,
        expected: impl Display,
    ) -> RecordError {
        self.error(RecordFault::Form, span, problem, expected)
    }

    /// The place of a part of the line.
    pub(crate) fn span(self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        start..start + part.len()
    }
}
