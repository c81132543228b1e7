//! The parts that the records of all games share: remarks, lines with what is wrong with them, and
//! what the heads say in the same way.

use std::fmt::Display;
use std::ops::Range;

use serde::Serialize;

use super::{Diagnostic, ErrorKind};
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
    pub const REPEATED: &str = "note";
}

/// A line of a record.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    /// Its number, from 1.
    pub number: usize,
    pub line: &'a str,
}

impl<'a> Written<'a> {
    /// All lines of a record.
    pub fn all(text: &'a str) -> impl Iterator<Item = Written<'a>> {
        let lines = text.trim_start_matches('\u{feff}').lines();
        (1..).zip(lines).map(|(number, line)| Written { number, line })
    }

    /// The line without blanks around it and what stands behind a `#`.
    pub fn said(self) -> &'a str {
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

    /// Says what was expected in a place.
    pub fn expected(self, span: Range<usize>, expected: impl Into<Sentence>) -> Diagnostic {
        let expected = expected.into();
        let problem = sentence!("faults.expected", expected = expected.clone());
        self.malformed(span, problem, expected)
    }

    /// Says what is wrong in a place in whole words, and what was expected once more by itself.
    pub fn malformed(
        self,
        span: Range<usize>,
        problem: impl Into<Sentence>,
        expected: impl Display,
    ) -> Diagnostic {
        self.error(ErrorKind::Syntax, span, problem, expected)
    }

    /// Says what the reader of a part says is wrong with it, or with a place in it.
    pub fn wrong(self, part: &str, kind: ErrorKind, error: Diagnostic) -> Diagnostic {
        let (start, expected) = (self.span(part).start, error.expected());
        let place = error.span.unwrap_or(0..part.len());
        self.error(kind, start + place.start..start + place.end, error.message, expected)
    }

    /// The place of a part of the line.
    pub fn span(self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        start..start + part.len()
    }
}

/// The keys that a record has said.
#[derive(Default)]
pub struct Said(Vec<String>);

impl Said {
    /// Refuses what was said before.
    ///
    /// # Errors
    /// If it was.
    pub fn once(&mut self, line: Written<'_>, key: &str, name: &str) -> Result<(), Diagnostic> {
        if self.0.iter().any(|said| said == name) {
            let problem = sentence!("faults.record.once", key = name.to_owned());
            return Err(line.malformed(line.span(key), problem, "it once"));
        }
        self.0.push(name.to_owned());
        Ok(())
    }

    /// A remark. Else the key is none of all `keys`.
    ///
    /// # Errors
    /// If there is no such key, or it was said before.
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

/// Sets what a line says of the rules: `option: NAME=VALUE`, or `NAME: VALUE`.
///
/// # Errors
/// If it has another form than `example`, or there is no such option or value.
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
