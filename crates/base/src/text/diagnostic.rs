//! Errors in input and questions, in one common form.

use std::fmt;
use std::ops::Range;

use serde::Serialize;
use thiserror::Error;

use super::underlined;
use crate::language::Sentence;

/// The kind of an error, or the reason why there is no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// Malformed text: JSON, TOML, a record, a throw.
    Syntax,
    /// An unknown name.
    UnknownName,
    /// An invalid value: of another type, out of range, not one of the words.
    #[default]
    BadValue,
    /// A required value is missing.
    Missing,
    /// Two values contradict or exclude each other.
    Conflict,
    /// No position, or an invalid one under these rules.
    BadPosition,
    /// An illegal move or turn.
    IllegalMove,
    /// A record contains a false statement.
    Untrue,
    /// Unsupported under these rules, or on a board of this size.
    Unsupported,
    /// A limit was reached, or the work was cancelled.
    Stopped,
    /// Too many requests are waiting, or the program is shutting down.
    Busy,
    /// Data is missing or damaged, or the machine lacks resources.
    Data,
    /// A bug of this program.
    Fault,
}

/// An error: the kind, for programs; the place; and a message for people that says what was found
/// and what was expected.
///
/// It is created where the error is found. The front end that reports it names the subject as its
/// user knows it: a command line option, a request parameter, an input field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// The kind.
    pub kind: ErrorKind,
    /// Whether the work was interrupted or cancelled, rather than ended by a limit.
    pub cancelled: bool,
    /// The wrong part of the question, such as the name of an option; `None` if that is clear.
    pub subject: Option<Box<str>>,
    /// The wrong text, or its wrong line; empty if the reader has it.
    pub text: Box<str>,
    /// The wrong part, in bytes of the text; `None` for the whole text.
    pub span: Option<Range<usize>>,
    /// The line in a text of several lines, from 1; else 0.
    pub line: u32,
    /// The column in characters, from 1; 0 if unknown.
    pub column: u32,
    /// The number of the wrong move or other element, from 1; else 0.
    pub number: u32,
    /// What was expected; `None` if the message is complete without it.
    #[doc(hidden)]
    pub expected: Option<Box<Sentence>>,
    /// The message.
    #[doc(hidden)]
    pub message: Sentence,
    /// The message without the place or the subject, for callers that name these themselves; `None`
    /// if it is the same.
    #[doc(hidden)]
    pub short: Option<Box<Sentence>>,
}

/// Creates a [`Diagnostic`] of a kind from the key and values of its sentence, like [`sentence!`].
/// The text after the arrow is what was expected; the sentence can use it as `expected`.
///
/// [`sentence!`]: crate::sentence!
#[doc(hidden)]
#[macro_export]
macro_rules! diagnostic {
    ($kind:ident, $key:expr $(; $count:expr)? $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::text::Diagnostic::new(
            $crate::text::ErrorKind::$kind,
            $crate::sentence!($key $(; $count)? $(, $name = $value)*),
        )
    };
    ($kind:ident, $key:expr $(; $count:expr)? $(, $name:ident = $value:expr)* => $expected:expr) => {{
        let expected = $crate::language::Sentence::from($expected);
        $crate::text::Diagnostic::new(
            $crate::text::ErrorKind::$kind,
            $crate::sentence!($key $(; $count)? $(, $name = $value)*, expected = expected.clone()),
        )
        .expecting(expected)
    }};
}

/// Saturates: names are short, and texts have fewer lines than that.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[doc(hidden)]
impl Diagnostic {
    /// Creates a diagnostic of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<Sentence>) -> Diagnostic {
        Diagnostic { kind, message: message.into(), ..Diagnostic::default() }
    }

    /// Creates the error of an invalid value: what was found, and what was expected instead.
    pub fn unexpected(found: impl fmt::Display, expected: impl fmt::Display) -> Diagnostic {
        let message = format!("{found}, expected {expected}");
        Diagnostic::new(ErrorKind::BadValue, message).expecting(expected.to_string())
    }

    /// Creates the error of an invalid part of a text; with an empty `expected`, `found` is the
    /// whole message.
    pub fn at(
        span: Range<usize>,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Diagnostic {
        let expected = expected.to_string();
        let wrong = match expected.as_str() {
            "" => Diagnostic::new(ErrorKind::BadValue, found.to_string()),
            expected => Diagnostic::unexpected(found, expected),
        };
        wrong.within(span)
    }

    /// Creates the error of a question without an answer under these rules, or for this input.
    pub fn unsupported(message: impl Into<Sentence>) -> Diagnostic {
        Diagnostic::new(ErrorKind::Unsupported, message)
    }

    /// Creates the error of missing or damaged data.
    pub fn data(message: impl fmt::Display) -> Diagnostic {
        Diagnostic::new(ErrorKind::Data, message.to_string())
    }

    /// Creates the error of a bug: the reference rules contradict a result.
    pub fn fault(about: impl fmt::Display, error: impl fmt::Display) -> Diagnostic {
        let message = format!("{about}: {error}: please report this bug");
        Diagnostic::new(ErrorKind::Fault, message)
    }

    /// Sets the kind.
    pub fn of_kind(self, kind: ErrorKind) -> Diagnostic {
        Diagnostic { kind, ..self }
    }

    /// Sets what was expected.
    pub fn expecting(self, expected: impl Into<Sentence>) -> Diagnostic {
        Diagnostic { expected: Some(Box::new(expected.into())), ..self }
    }

    /// Sets the wrong text.
    pub fn in_text(self, text: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic { text: text.into(), ..self }
    }

    /// Sets the wrong part of the text.
    pub fn within(self, span: Range<usize>) -> Diagnostic {
        Diagnostic { span: Some(span), ..self }
    }

    /// Sets the subject.
    pub fn about(self, subject: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic { subject: Some(subject.into()), ..self }
    }

    /// Sets the number of a move, also in the message.
    pub fn numbered(self, number: usize) -> Diagnostic {
        let message = self.message.with("number", number.to_string());
        Diagnostic { number: count(number), message, ..self }
    }

    /// Sets a longer message with the subject or the place. The previous message becomes the short
    /// one.
    pub fn telling(self, message: impl Into<Sentence>) -> Diagnostic {
        let short = Some(Box::new(self.message));
        Diagnostic { message: message.into(), short, ..self }
    }

    /// Keeps only the line in which the wrong part begins; the part is cut off at the end of that
    /// line.
    pub fn in_line_of(self, text: &str) -> Diagnostic {
        let span = self.span.clone().unwrap_or(0..0);
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        Diagnostic {
            line: count(text[..start].matches('\n').count() + 1),
            text: text[start..end].into(),
            ..self
                .within(span.start - start..span.end.clamp(span.start, end.max(span.start)) - start)
        }
        .with_column()
    }

    /// Sets the column from the wrong part.
    pub fn with_column(self) -> Diagnostic {
        let before = self.span.as_ref().map_or("", |span| &self.text[..span.start]);
        let column = before.chars().count() + 1;
        self.in_column(column)
    }

    /// Sets the column.
    pub fn in_column(self, column: usize) -> Diagnostic {
        Diagnostic { column: count(column), ..self }
    }

    /// Returns the message without the place or the subject.
    pub fn problem(&self) -> &Sentence {
        self.short.as_deref().unwrap_or(&self.message)
    }
}

impl Diagnostic {
    /// Returns what was expected; empty if the message is complete without it.
    #[must_use]
    pub fn expected(&self) -> String {
        self.expected.as_ref().map_or_else(String::new, ToString::to_string)
    }

    /// Returns the text with the wrong part underlined; empty if the whole text is wrong.
    #[must_use]
    pub fn excerpt(&self) -> String {
        self.span.as_ref().map_or_else(String::new, |span| underlined(&self.text, span))
    }

    /// Returns the message with the excerpt below it.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{self}{}", self.excerpt())
    }

    /// Returns the place as a prefix of messages; empty if the line is unknown.
    #[must_use]
    pub fn place(&self) -> String {
        match self.line {
            0 => String::new(),
            line => format!("line {line}, column {}: ", self.column),
        }
    }
}
