//! What is wrong with something that was written or asked, in one form for all of it.

use std::fmt;
use std::ops::Range;

use serde::Serialize;
use thiserror::Error;

use super::underlined;
use crate::language::Sentence;

/// The kind of a mistake, or the reason why there is no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// A text is not of its form: JSON, TOML, a record, a throw.
    Syntax,
    /// There is nothing of this name.
    UnknownName,
    /// A value that can't stand there: of another type, out of range, none of the words.
    #[default]
    BadValue,
    /// A value that there must be was not given.
    Missing,
    /// Two things that don't go together.
    Conflict,
    /// No position, or none under these rules.
    BadPosition,
    /// A move or a turn that can't be played.
    IllegalMove,
    /// A record states what is not so.
    Untrue,
    /// There is no answer to this under these rules, or on so large a board.
    Unsupported,
    /// A limit was reached, or it was cancelled.
    Stopped,
    /// Too many requests wait, or the program ends.
    Busy,
    /// Data is missing or damaged, or the machine doesn't give what is needed.
    Data,
    /// A fault of this program.
    Fault,
}

/// What is wrong: the kind, by which a program decides, the place, and a sentence for people that
/// says what was found and what was expected.
///
/// It is made where the fault is found. Who reports it names the subject as the reader knows it: an
/// option of the command line, a parameter of a request, a field of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// The kind.
    pub kind: ErrorKind,
    /// True if the work was interrupted or cancelled, and did not end by a limit.
    pub cancelled: bool,
    /// The part of the question that is wrong, such as the name of an option; none if that is clear.
    pub subject: Option<Box<str>>,
    /// The text that is wrong: of several lines the one. Empty if the reader has it.
    pub text: Box<str>,
    /// The offending part in bytes of the text; none if the whole is meant.
    pub span: Option<Range<usize>>,
    /// The line of a text of several lines, from 1; else 0.
    pub line: u32,
    /// The column in characters, from 1; 0 if it is not known.
    pub column: u32,
    /// The number of the wrong move, or of another element of the text, from 1; else 0.
    pub number: u32,
    /// A description of what was expected; none if the message says all.
    #[doc(hidden)]
    pub expected: Option<Box<Sentence>>,
    /// The message.
    #[doc(hidden)]
    pub message: Sentence,
    /// The message for those who name the place or the subject in their own words, if it differs.
    #[doc(hidden)]
    pub short: Option<Box<Sentence>>,
}

/// A [`Diagnostic`] of a kind by the key of its sentence, with the values of it as [`sentence!`] has
/// them. Behind an arrow stands what was expected: also the sentence has it, as `expected`.
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

/// Names are short, and texts have fewer lines than that.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[doc(hidden)]
impl Diagnostic {
    /// A message of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<Sentence>) -> Diagnostic {
        Diagnostic { kind, message: message.into(), ..Diagnostic::default() }
    }

    /// A value that can't stand there: what was found, and what was expected in its place.
    pub fn unexpected(found: impl fmt::Display, expected: impl fmt::Display) -> Diagnostic {
        let message = format!("{found}, expected {expected}");
        Diagnostic::new(ErrorKind::BadValue, message).expecting(expected.to_string())
    }

    /// The same of a part of a text; what was found says all if nothing is expected.
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

    /// There is no answer under these rules, or to this input.
    pub fn unsupported(message: impl Into<Sentence>) -> Diagnostic {
        Diagnostic::new(ErrorKind::Unsupported, message)
    }

    /// Something that is needed is missing or damaged.
    pub fn data(message: impl fmt::Display) -> Diagnostic {
        Diagnostic::new(ErrorKind::Data, message.to_string())
    }

    /// The plain rules bring something else than what was found about something.
    pub fn fault(about: impl fmt::Display, error: impl fmt::Display) -> Diagnostic {
        let message = format!("{about}: {error}: please report this as a fault");
        Diagnostic::new(ErrorKind::Fault, message)
    }

    /// With another kind.
    pub fn of_kind(self, kind: ErrorKind) -> Diagnostic {
        Diagnostic { kind, ..self }
    }

    /// With what was expected.
    pub fn expecting(self, expected: impl Into<Sentence>) -> Diagnostic {
        Diagnostic { expected: Some(Box::new(expected.into())), ..self }
    }

    /// With the text that is wrong.
    pub fn in_text(self, text: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic { text: text.into(), ..self }
    }

    /// With the offending part of the text.
    pub fn within(self, span: Range<usize>) -> Diagnostic {
        Diagnostic { span: Some(span), ..self }
    }

    /// With what it is about.
    pub fn about(self, subject: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic { subject: Some(subject.into()), ..self }
    }

    /// With the number of a move, which its message has too.
    pub fn numbered(self, number: usize) -> Diagnostic {
        let message = self.message.with("number", number.to_string());
        Diagnostic { number: count(number), message, ..self }
    }

    /// With a message that says more: the subject, or the place. What it said is the problem.
    pub fn telling(self, message: impl Into<Sentence>) -> Diagnostic {
        let short = Some(Box::new(self.message));
        Diagnostic { message: message.into(), short, ..self }
    }

    /// With the line of a text in which the part begins. What goes on in further lines is cut off.
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

    /// With the column of the part in its text.
    pub fn with_column(self) -> Diagnostic {
        let before = self.span.as_ref().map_or("", |span| &self.text[..span.start]);
        let column = before.chars().count() + 1;
        self.in_column(column)
    }

    /// With the column in which a line of input is wrong.
    pub fn in_column(self, column: usize) -> Diagnostic {
        Diagnostic { column: count(column), ..self }
    }

    /// The message for those who name the place or the subject in their own words.
    pub fn problem(&self) -> &Sentence {
        self.short.as_deref().unwrap_or(&self.message)
    }
}

impl Diagnostic {
    /// Returns what was expected; nothing if the message says all.
    #[must_use]
    pub fn expected(&self) -> String {
        self.expected.as_ref().map_or_else(String::new, ToString::to_string)
    }

    /// The text below the message with the part underlined; nothing if the whole is meant.
    #[must_use]
    pub fn excerpt(&self) -> String {
        self.span.as_ref().map_or_else(String::new, |span| underlined(&self.text, span))
    }

    /// The message with the text below it.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{self}{}", self.excerpt())
    }

    /// The place in the words of all messages; nothing if no line is known.
    #[must_use]
    pub fn place(&self) -> String {
        match self.line {
            0 => String::new(),
            line => format!("line {line}, column {}: ", self.column),
        }
    }
}
