//! Parts shared by the records of all games: tags, lines with their errors, and rule lines.

use std::fmt::Display;
use std::ops::Range;

use serde::Serialize;

use super::{Diagnostic, ErrorKind};
use crate::language::Sentence;
use crate::sentence;

/// A tag at the head of a record: who played, where, when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Tag {
    /// The name of the tag.
    // One of [`Tag::NAMES`].
    pub name: &'static str,
    /// Any text of one line.
    pub text: String,
}

impl Tag {
    /// The names of all tags. A and B are the players; `note` may be repeated.
    pub const NAMES: [&str; 6] = ["event", "place", "date", "A", "B", "note"];
    /// The only tag that may be repeated.
    pub const REPEATED: &str = "note";
}

/// A line of a record.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    /// The line number, from 1.
    pub number: usize,
    pub line: &'a str,
}

impl<'a> Written<'a> {
    /// Iterates over the lines of a record.
    pub fn all(text: &'a str) -> impl Iterator<Item = Written<'a>> {
        let lines = text.trim_start_matches('\u{feff}').lines();
        (1..).zip(lines).map(|(number, line)| Written { number, line })
    }

    /// Returns the line without a comment after `#`, trimmed.
    pub fn content(self) -> &'a str {
        self.line.split('#').next().unwrap_or_default().trim()
    }

    pub fn error(
        self,
        kind: ErrorKind,
        span: Range<usize>,
        problem: impl Into<Sentence>,
        expected: impl Display,
    ) -> Diagnostic {
        let line = u32::try_from(self.number).unwrap_or(u32::MAX);
        let wrong = Diagnostic::new(kind, problem).expecting(expected.to_string()).within(span);
        let wrong = Diagnostic { line, ..wrong }.in_text(self.line).with_column();
        let message = sentence!(
            "faults.record.at",
            line = line.to_string(),
            column = wrong.column.to_string(),
            problem = wrong.message.clone(),
        );
        wrong.telling(message)
    }

    /// Creates the error of a place where something else was expected.
    pub fn expected(self, span: Range<usize>, expected: impl Into<Sentence>) -> Diagnostic {
        let expected = expected.into();
        let problem = sentence!("faults.expected", expected = expected.clone());
        self.malformed(span, problem, expected)
    }

    /// Creates a syntax error with its own message, and what was expected.
    pub fn malformed(
        self,
        span: Range<usize>,
        problem: impl Into<Sentence>,
        expected: impl Display,
    ) -> Diagnostic {
        self.error(ErrorKind::Syntax, span, problem, expected)
    }

    /// Creates the error of a part that could not be parsed, with its place in the line.
    pub fn wrong(self, part: &str, kind: ErrorKind, error: Diagnostic) -> Diagnostic {
        let (start, expected) = (self.span(part).start, error.expected());
        let place = error.span.unwrap_or(0..part.len());
        self.error(kind, start + place.start..start + place.end, error.message, expected)
    }

    /// Returns the range of a part of the line.
    pub fn span(self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        start..start + part.len()
    }
}

/// The keys that a record has used.
#[derive(Default)]
pub struct UsedKeys(Vec<String>);

impl UsedKeys {
    /// Records a key, and rejects it if it was used before.
    ///
    /// # Errors
    /// If it was used before.
    pub fn once(&mut self, line: Written<'_>, key: &str, name: &str) -> Result<(), Diagnostic> {
        if self.0.iter().any(|said| said == name) {
            let problem = sentence!("faults.record.once", key = name.to_owned());
            return Err(line.malformed(line.span(key), problem, "it once"));
        }
        self.0.push(name.to_owned());
        Ok(())
    }

    /// Parses a tag. An unknown name is an error that lists all `keys`.
    ///
    /// # Errors
    /// An unknown name, or a tag that was used before.
    pub fn tag(
        &mut self,
        line: Written<'_>,
        (key, value): (&str, &str),
        keys: &Sentence,
    ) -> Result<Tag, Diagnostic> {
        let Some(name) = Tag::NAMES.into_iter().find(|name| *name == key) else {
            let found = Sentence::quoted(key);
            let problem = sentence!("faults.found", found = found, expected = keys.clone());
            return Err(line.malformed(line.span(key), problem, keys));
        };
        if name != Tag::REPEATED {
            self.once(line, key, name)?;
        }
        Ok(Tag { name, text: value.to_owned() })
    }
}

/// Sets a rule from a line: `option: NAME=VALUE`, or `NAME: VALUE`.
///
/// # Errors
/// If the form differs from `example`, or the option or value is unknown.
pub fn set_rule(
    line: Written<'_>,
    (key, value): (&str, &str),
    example: impl Into<Sentence>,
    set: impl FnOnce(&str, &str) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let (name, value) = match (key, value.split_once('=')) {
        ("option", Some((name, value))) => (name.trim(), value.trim()),
        ("option", None) => return Err(line.expected(line.span(value), example)),
        _ => (key, value),
    };
    set(name, value).map_err(|error| {
        let part = if error.kind == ErrorKind::UnknownName { name } else { value };
        line.wrong(part, ErrorKind::Syntax, error)
    })
}
