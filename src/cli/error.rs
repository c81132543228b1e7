//! The end of the program: exit codes, and the one message of a failure.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Map, Value};

use chongkak::chong::Unsolved;
use chongkak::control::{ResourceError, StopReason};
use chongkak::language::{Language, Sentence};
use chongkak::matches::MatchError;
use chongkak::say;
use chongkak::search::SolveError;
use chongkak::sentence;
use chongkak::tables::TableError;
use chongkak::text::harmless::harmless;
use chongkak::text::style::WRONG;
use chongkak::text::{Diagnostic, ErrorKind};
use chongkak::turns::TurnsError;

/// An exit code. When several inputs end differently the more urgent one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Done,
    /// A limit was reached before the answer was complete.
    Limit,
    /// A claim is refuted, or a check failed.
    Refuted,
    /// Data is missing or damaged, or a result can't be written.
    Data,
    Input,
    Interrupted,
}

impl Status {
    /// After work that a limit may have ended.
    pub fn after(stopped: Option<StopReason>) -> Status {
        stopped.map_or(Status::Done, Status::from)
    }
}

impl From<StopReason> for Status {
    fn from(reason: StopReason) -> Status {
        match reason {
            StopReason::Interrupted | StopReason::Cancelled => Status::Interrupted,
            // Depth, nodes, time, memory.
            _ => Status::Limit,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Refuted => 1,
            Status::Input => 2,
            Status::Limit => 3,
            Status::Data => 4,
            Status::Interrupted => 130,
        })
    }
}

/// Characters of the longest message. One that repeats more of its input says nothing more.
const LONGEST: usize = 2000;

/// The reason why a command ended early, or has no result for one of its positions.
#[derive(Debug)]
pub struct CliError {
    pub status: Status,
    /// What happened; the message is empty if there is nothing to say (a closed pipe). The text is
    /// the input that it is about.
    wrong: Box<Diagnostic>,
    /// True if it is about one position, and the others of standard input have results.
    pub passing: bool,
}

/// The record in the place of a line that can't be read or answered.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailureRecord {
    /// The name that the line of a batch gives the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The line of the input.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    line: u64,
    /// The fault of the line.
    error: FailureFields,
    /// The other fields of the line of a batch, but for those called `line` and `error`.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct FailureFields {
    /// The kind of the mistake.
    kind: ErrorKind,
    /// A sentence that says what is wrong.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    message: String,
    /// The column in which it is wrong, counted in characters from 1 on; null if the whole is
    /// meant.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    at: Option<usize>,
    /// A description of what was expected in its place; null if that is not known.
    expected: Option<String>,
}

impl CliError {
    pub fn new(status: Status, message: impl fmt::Display) -> CliError {
        let kind = match status {
            Status::Input => ErrorKind::BadValue,
            Status::Limit | Status::Interrupted => ErrorKind::Stopped,
            Status::Refuted => ErrorKind::Fault,
            Status::Data | Status::Done => ErrorKind::Data,
        };
        CliError {
            status,
            wrong: Diagnostic::new(kind, cut(message.to_string())).into(),
            // A bad line stops nothing, nor does a position that is too much for the limits.
            passing: matches!(status, Status::Input | Status::Limit),
        }
    }

    fn with(self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> CliError {
        CliError { wrong: change(*self.wrong).into(), ..self }
    }

    pub fn input(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Input, message)
    }

    /// The same in a sentence that may be told in other languages.
    pub fn input_said(message: Sentence) -> CliError {
        CliError::input("").saying(message)
    }

    /// Wrong usage or input: what was found, and what was expected in its place.
    pub fn unexpected(found: impl fmt::Display, expected: impl fmt::Display) -> CliError {
        CliError::input(format_args!("{found}, expected {expected}")).expecting(expected)
    }

    /// Wrong input whose offending part is underlined.
    pub fn input_at(message: impl fmt::Display, text: &str, span: &Range<usize>) -> CliError {
        CliError::input(message).with(|wrong| wrong.in_text(text).within(span.clone()))
    }

    /// Says what is wrong with a text as a whole, which is shown below: there is no part to
    /// underline.
    pub fn whole(message: impl fmt::Display, text: impl fmt::Display) -> CliError {
        CliError::input(message).with(|wrong| wrong.in_text(text.to_string()))
    }

    /// With the column in which the line of input is wrong.
    pub fn in_column(self, column: usize) -> CliError {
        self.with(|wrong| wrong.in_column(column))
    }

    /// With what was expected, which the message says in its own words.
    pub fn expecting(self, expected: impl fmt::Display) -> CliError {
        self.with(|wrong| wrong.expecting(cut(expected.to_string())))
    }

    /// Makes it one of another kind than its exit code says.
    pub fn of_kind(self, kind: ErrorKind) -> CliError {
        self.with(|wrong| wrong.of_kind(kind))
    }

    /// The kind of the failure, for programs.
    pub fn kind(&self) -> ErrorKind {
        self.wrong.kind
    }

    pub fn ending(self, status: Status) -> CliError {
        CliError { status, ..self }
    }

    /// One that stops no other position, whatever its kind.
    pub fn passing(self) -> CliError {
        let passing = true;
        CliError { passing, ..self }
    }

    /// Makes the record that stands in the place of that of a line of input.
    pub fn record(&self, line: u64) -> FailureRecord {
        let Diagnostic { kind, column, expected, .. } = &*self.wrong;
        FailureRecord {
            id: None,
            others: Map::new(),
            line,
            error: FailureFields {
                kind: *kind,
                message: self.told(),
                at: (*column > 0).then_some(*column as usize),
                expected: expected.as_ref().map(ToString::to_string),
            },
        }
    }

    /// A result of this program that its own check does not confirm.
    pub fn check(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Refuted, message)
    }

    /// Work that ended early, and what becomes of the rest.
    pub fn stopped(
        about: impl fmt::Display,
        reason: StopReason,
        rest: impl fmt::Display,
    ) -> CliError {
        let why = match reason {
            StopReason::Interrupted | StopReason::Cancelled => reason.to_string(),
            limit => format!("{limit} limit reached"),
        };
        CliError::new(reason.into(), format_args!("{about}: {why}; {rest}"))
    }

    /// Data that is missing or damaged, or can't be kept.
    pub fn data(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Data, message)
    }

    /// A file or a folder that the system refuses.
    pub fn refused(path: &Path, error: &io::Error) -> CliError {
        let why = chongkak::files::refusal(error);
        CliError::data(format_args!("{}: {why}", path.display()))
    }

    /// The message with a prefix, such as the line it is about.
    pub fn about(self, prefix: impl fmt::Display) -> CliError {
        let what = prefix.to_string();
        let message = match self.wrong.message.clone() {
            Sentence::Plain(message) => cut(format!("{what}: {message}")).into(),
            keyed => sentence!("faults.of", what = what, problem = keyed),
        };
        self.saying(message)
    }

    /// With a message that may be told in other languages.
    pub fn saying(self, message: Sentence) -> CliError {
        self.with(|wrong| Diagnostic { message, ..wrong })
    }

    /// The same with the message in a language, if it is known in that.
    pub fn in_language(self, language: &Language) -> CliError {
        let message = self.wrong.message.in_language(language).into();
        self.saying(message)
    }

    /// The message, without what it is about.
    pub fn told(&self) -> String {
        cut(self.wrong.message.to_string())
    }

    /// The message with what it is about.
    pub fn shown(&self) -> String {
        let excerpt = match &self.wrong.span {
            None if !self.wrong.text.is_empty() => {
                format!("\n  {}", cut(self.wrong.text.to_string()))
            }
            _ => self.wrong.excerpt(),
        };
        self.told() + &excerpt
    }

    /// Prints the message to standard error; the exit code is for others to heed.
    pub fn report(&self) -> Status {
        self.report_in(Language::english())
    }

    /// The same to a player, whose language has another word for an error.
    pub fn report_in(&self, language: &Language) -> Status {
        self.report_after(&say!(language, "game.error"), "")
    }

    /// The same with a prefix, such as the line it is about.
    pub fn report_about(&self, prefix: impl fmt::Display) -> Status {
        self.report_after(&say!(Language::english(), "game.error"), &format!("{prefix}: "))
    }

    fn report_after(&self, label: &str, prefix: &str) -> Status {
        let message = self.shown();
        if !message.is_empty() {
            // If nobody listens to standard error there is nothing left to do.
            let text = format!("{WRONG}{label}{WRONG:#} {prefix}{message}");
            let _ = writeln!(anstream::stderr(), "{}", harmless(&text, true));
        }
        self.status
    }
}

impl From<Diagnostic> for CliError {
    /// Says what is wrong with a question, by the options of the command line.
    fn from(wrong: Diagnostic) -> CliError {
        let Diagnostic { kind, message, text, .. } = &wrong;
        let status = match kind {
            ErrorKind::Stopped if wrong.cancelled => Status::Interrupted,
            ErrorKind::Stopped => Status::Limit,
            ErrorKind::Data if wrong.subject.as_deref() != Some("rule file") => Status::Data,
            ErrorKind::Fault => Status::Refuted,
            _ => Status::Input,
        };
        let failure = match (wrong.subject.as_deref(), &wrong.span) {
            (Some("rules"), _) => {
                let expected = format_args!("--rules {}", text.trim());
                return CliError::unexpected(message, expected).of_kind(*kind);
            }
            (Some("position"), Some(_)) => {
                CliError::input_said(sentence!("faults.position.at", problem = message.clone()))
            }
            // What is wrong with the whole has no place to underline.
            (Some("position"), None) => {
                CliError::input_said(sentence!("faults.position.whole", problem = message.clone()))
            }
            (Some(option @ ("owned" | "target" | "known")), _) => {
                let about = format!("--{option} {text}");
                CliError::input_said(message.clone()).about(about.trim_end())
            }
            _ => CliError::new(status, "").saying(message.clone()),
        };
        let message = failure.wrong.message.clone();
        let wrong = match wrong.subject.as_deref() {
            Some("position") if wrong.span.is_some() => wrong.with_column(),
            Some("owned" | "target") => wrong.in_text(""),
            // A column of a rule file is none of the input.
            _ if wrong.line > 0 => wrong.in_column(0),
            _ => wrong,
        };
        failure.with(|_| Diagnostic { message, ..wrong })
    }
}

/// Errors of the library that say of themselves what kind they are.
macro_rules! failures_of {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for CliError {
            fn from(error: $error) -> CliError {
                Diagnostic::from(error).into()
            }
        }
    )+};
}

failures_of!(MatchError, ResourceError, SolveError, TableError, TurnsError, Unsolved);

impl From<io::Error> for CliError {
    /// An error in writing results: nobody reads on (which is quiet), or they can't be kept.
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::new(Status::Done, ""),
            _ => CliError::refused(Path::new("standard output"), &error),
        }
    }
}

/// A text without its middle if that is long.
fn cut(text: String) -> String {
    if text.len() <= LONGEST {
        return text;
    }
    let part = LONGEST / 4;
    let start = text.char_indices().nth(part).map_or(text.len(), |(at, _)| at);
    let last = text.char_indices().rev().nth(part);
    match last.filter(|(at, _)| *at > start) {
        Some((at, _)) => format!("{} … {}", &text[..start], &text[at..]),
        None => text,
    }
}
