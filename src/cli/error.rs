//! How the program ends: exit codes, and the message of a failure.

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

/// The exit codes, in order of urgency: of several inputs the most urgent code counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Done,
    /// A limit was reached before the answer was complete.
    Limit,
    /// A claim is refuted, or a check failed.
    Refuted,
    /// Data is missing or damaged, or a result cannot be written.
    Data,
    Input,
    Interrupted,
}

impl Status {
    /// Returns the status of work that a limit may have ended.
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

/// Maximum length of a message in characters; longer messages only repeat their input.
const LONGEST: usize = 2000;

/// The reason why a command failed, or has no result for one of its positions.
#[derive(Debug)]
pub struct CliError {
    pub status: Status,
    /// The message is empty if there is nothing to say (a closed pipe). The text is the input at
    /// fault.
    wrong: Box<Diagnostic>,
    /// True if the error concerns one position, and the others of standard input have results.
    pub passing: bool,
}

/// The record that replaces the result of a line that cannot be read or answered.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailureRecord {
    /// The identifier that the line of a batch gives the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The line number in the input.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    line: u64,
    /// The error.
    error: FailureFields,
    /// The other fields of the line of a batch, except `line` and `error`.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailureFields {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The error message.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub message: String,
    /// The column of the error, counted in characters from 1; null if the whole line is meant.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    at: Option<usize>,
    /// What was expected instead; null if unknown.
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
            // Other positions continue after a bad line, or after a position that exceeds the
            // limits.
            passing: matches!(status, Status::Input | Status::Limit),
        }
    }

    fn with(self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> CliError {
        CliError { wrong: change(*self.wrong).into(), ..self }
    }

    pub fn input(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Input, message)
    }

    /// Returns an input error with a message that can be translated.
    pub fn input_sentence(message: Sentence) -> CliError {
        CliError::input("").with_message(message)
    }

    /// Returns an error of usage or input: what was found, and what was expected instead.
    pub fn unexpected(found: impl fmt::Display, expected: impl fmt::Display) -> CliError {
        CliError::input(format_args!("{found}, expected {expected}")).expecting(expected)
    }

    /// Returns an input error whose offending part is underlined.
    pub fn input_at(message: impl fmt::Display, text: &str, span: &Range<usize>) -> CliError {
        CliError::input(message).with(|wrong| wrong.in_text(text).within(span.clone()))
    }

    /// Returns an error about a whole text, which is shown below the message without an underline.
    pub fn whole(message: impl fmt::Display, text: impl fmt::Display) -> CliError {
        CliError::input(message).with(|wrong| wrong.in_text(text.to_string()))
    }

    /// Sets the column of the error in its line of input.
    pub fn in_column(self, column: usize) -> CliError {
        self.with(|wrong| wrong.in_column(column))
    }

    /// Sets what was expected, which the message also says.
    pub fn expecting(self, expected: impl fmt::Display) -> CliError {
        self.with(|wrong| wrong.expecting(cut(expected.to_string())))
    }

    /// Replaces the error kind that follows from the exit code.
    pub fn of_kind(self, kind: ErrorKind) -> CliError {
        self.with(|wrong| wrong.of_kind(kind))
    }

    /// Returns the error kind, for programs.
    pub fn kind(&self) -> ErrorKind {
        self.wrong.kind
    }

    pub fn ending(self, status: Status) -> CliError {
        CliError { status, ..self }
    }

    /// Lets the other positions continue, whatever the error kind.
    pub fn passing(self) -> CliError {
        let passing = true;
        CliError { passing, ..self }
    }

    /// Returns the record that replaces the result of a line of input.
    pub fn record(&self, line: u64) -> FailureRecord {
        FailureRecord { id: None, others: Map::new(), line, error: self.fields() }
    }

    /// Returns the fields of the error, for programs.
    pub fn fields(&self) -> FailureFields {
        let Diagnostic { kind, column, expected, .. } = &*self.wrong;
        FailureFields {
            kind: *kind,
            message: self.message(),
            at: (*column > 0).then_some(*column as usize),
            expected: expected.as_ref().map(ToString::to_string),
        }
    }

    /// Returns the error that the program's own check rejects one of its results.
    pub fn check(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Refuted, message)
    }

    /// Returns the error that work ended early; `rest` says what happens to the remainder.
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

    /// Returns an error about data that is missing, damaged or cannot be stored.
    pub fn data(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Data, message)
    }

    /// Returns the error that the system refuses a file or a folder.
    pub fn refused(path: &Path, error: &io::Error) -> CliError {
        let why = chongkak::files::refusal(error);
        CliError::data(format_args!("{}: {why}", path.display()))
    }

    /// Prefixes the message, for example with the line that it is about.
    pub fn about(self, prefix: impl fmt::Display) -> CliError {
        let what = prefix.to_string();
        let message = match self.wrong.message.clone() {
            Sentence::Plain(message) => cut(format!("{what}: {message}")).into(),
            keyed => sentence!("faults.of", what = what, problem = keyed),
        };
        self.with_message(message)
    }

    /// Replaces the message with one that can be translated.
    pub fn with_message(self, message: Sentence) -> CliError {
        self.with(|wrong| Diagnostic { message, ..wrong })
    }

    /// Translates the message into `language`, if a translation exists.
    pub fn in_language(self, language: &Language) -> CliError {
        let message = self.wrong.message.in_language(language).into();
        self.with_message(message)
    }

    /// Returns the message without the excerpt of the input.
    pub fn message(&self) -> String {
        cut(self.wrong.message.to_string())
    }

    /// Returns the message with the excerpt of the input.
    pub fn full_message(&self) -> String {
        let excerpt = match &self.wrong.span {
            None if !self.wrong.text.is_empty() => {
                format!("\n  {}", cut(self.wrong.text.to_string()))
            }
            _ => self.wrong.excerpt(),
        };
        self.message() + &excerpt
    }

    /// Prints the message to standard error and returns the exit code.
    pub fn report(&self) -> Status {
        self.report_in(Language::english())
    }

    /// Prints the message with the word for "error" in the player's language.
    pub fn report_in(&self, language: &Language) -> Status {
        self.report_after(&say!(language, "game.error"), "")
    }

    /// Prints the message with a prefix, for example the line that it is about.
    pub fn report_about(&self, prefix: impl fmt::Display) -> Status {
        self.report_after(&say!(Language::english(), "game.error"), &format!("{prefix}: "))
    }

    fn report_after(&self, label: &str, prefix: &str) -> Status {
        let message = self.full_message();
        if !message.is_empty() {
            // If standard error is closed, nothing can be done.
            let text = format!("{WRONG}{label}{WRONG:#} {prefix}{message}");
            let _ = writeln!(anstream::stderr(), "{}", harmless(&text, true));
        }
        self.status
    }
}

impl From<Diagnostic> for CliError {
    /// Converts an error of a question, naming the options of the command line.
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
                CliError::input_sentence(sentence!("faults.position.at", problem = message.clone()))
            }
            // An error about the whole position has nothing to underline.
            (Some("position"), None) => CliError::input_sentence(sentence!(
                "faults.position.whole",
                problem = message.clone()
            )),
            (Some(option @ ("owned" | "target" | "known")), _) => {
                let about = format!("--{option} {text}");
                CliError::input_sentence(message.clone()).about(about.trim_end())
            }
            _ => CliError::new(status, "").with_message(message.clone()),
        };
        let message = failure.wrong.message.clone();
        let wrong = match wrong.subject.as_deref() {
            Some("position") if wrong.span.is_some() => wrong.with_column(),
            Some("owned" | "target") => wrong.in_text(""),
            // A column in a rule file is not a column of the input.
            _ if wrong.line > 0 => wrong.in_column(0),
            _ => wrong,
        };
        failure.with(|_| Diagnostic { message, ..wrong })
    }
}

/// Converts library errors, which know their own kind.
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
    /// Converts an error of writing results. A closed pipe is silent.
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::new(Status::Done, ""),
            _ => CliError::refused(Path::new("standard output"), &error),
        }
    }
}

/// Removes the middle of a long text.
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
