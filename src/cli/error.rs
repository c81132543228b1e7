//! The end of the program: exit codes, and the one message of a failure.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use chongkak::ask::NotEvaluatedAt;
use chongkak::board::Position;
use chongkak::chong::Unsolved;
use chongkak::control::{Failed, FailedKind, ResourceError, StopReason};
use chongkak::language::{Language, Sentence};
use chongkak::rules::RulesError;
use chongkak::search::SolveError;
use chongkak::sentence;
use chongkak::start::JointError;
use chongkak::tables::TableError;
use chongkak::text::harmless::harmless;
use chongkak::text::style::WRONG;
use chongkak::text::{ErrorKind, underlined};
use chongkak::turns::TurnsError;

/// An exit code. When several inputs end differently the more urgent one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Done.
    Done,
    /// A limit was reached before the answer was complete.
    Limit,
    /// A claim is refuted, or a check failed.
    Refuted,
    /// Data is missing or damaged, or a result can't be written.
    Data,
    /// Wrong usage or input.
    Input,
    /// Interrupted.
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
    /// The exit code.
    pub status: Status,
    /// The kind of the failure, for programs.
    pub kind: ErrorKind,
    /// A line that says what happened; empty if there is nothing to say (a closed pipe).
    message: String,
    /// The same in the language of whoever is told, where that is known.
    said: Option<Box<Sentence>>,
    /// The input that it is about: the surroundings of the place, underlined. May be empty.
    excerpt: String,
    /// The column in which the input line is wrong, from 1 on; none if the whole is meant.
    at: Option<usize>,
    /// A description of what was expected in the place of what was found, as far as it is known.
    expected: Option<String>,
    /// True if it is about one position, and the others of standard input have results.
    passing: bool,
}

/// The record in the place of a line that can't be read or answered.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailureRecord<'a> {
    /// The line of the input.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    line: u64,
    /// The fault of the line.
    error: FailureFields<'a>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct FailureFields<'a> {
    /// The kind of the mistake.
    kind: ErrorKind,
    /// A sentence that says what is wrong.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    message: &'a str,
    /// The column in which it is wrong, counted in characters from 1 on; null if the whole is
    /// meant.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    at: Option<usize>,
    /// A description of what was expected in its place; null if that is not known.
    expected: Option<&'a str>,
}

impl CliError {
    pub fn new(status: Status, message: impl fmt::Display) -> CliError {
        CliError {
            status,
            kind: match status {
                Status::Input => ErrorKind::BadValue,
                Status::Limit | Status::Interrupted => ErrorKind::Stopped,
                Status::Refuted => ErrorKind::Fault,
                Status::Data | Status::Done => ErrorKind::Data,
            },
            message: cut(message.to_string()),
            said: None,
            excerpt: String::new(),
            at: None,
            expected: None,
            // A bad line stops nothing, nor does a position that is too much for the limits.
            passing: matches!(status, Status::Input | Status::Limit),
        }
    }

    /// Wrong usage or input.
    pub fn input(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Input, message)
    }

    /// Wrong usage or input: what was found, and what was expected in its place.
    pub fn unexpected(found: impl fmt::Display, expected: impl fmt::Display) -> CliError {
        CliError::input(format_args!("{found}, expected {expected}")).expecting(expected)
    }

    /// Wrong input whose offending part is underlined.
    pub fn input_at(message: impl fmt::Display, text: &str, span: &Range<usize>) -> CliError {
        CliError { excerpt: underlined(text, span), ..CliError::input(message) }
    }

    /// The same of a line of input, so that its place in the line is known too.
    pub fn line_at(message: impl fmt::Display, line: &str, span: &Range<usize>) -> CliError {
        let column = line[..span.start].chars().count() + 1;
        CliError::input_at(message, line, span).in_column(column)
    }

    /// Says what is wrong with a text as a whole, which is shown below: there is no part to
    /// underline.
    pub fn whole(message: impl fmt::Display, text: impl fmt::Display) -> CliError {
        CliError { excerpt: format!("\n  {}", cut(text.to_string())), ..CliError::input(message) }
    }

    /// With the column in which the line of input is wrong.
    pub fn in_column(self, column: usize) -> CliError {
        let at = Some(column);
        CliError { at, ..self }
    }

    /// With what was expected, which the message says in its own words.
    pub fn expecting(self, expected: impl fmt::Display) -> CliError {
        let expected = Some(cut(expected.to_string()));
        CliError { expected, ..self }
    }

    /// Makes it one of another kind than its exit code says.
    pub fn of_kind(self, kind: ErrorKind) -> CliError {
        CliError { kind, ..self }
    }

    /// With another exit code.
    pub fn ending(self, status: Status) -> CliError {
        CliError { status, ..self }
    }

    /// One that stops no other position, whatever its kind.
    pub fn passing(self) -> CliError {
        let passing = true;
        CliError { passing, ..self }
    }

    /// Tells whether it stops no other position.
    pub fn is_passing(&self) -> bool {
        self.passing
    }

    /// Makes the record that stands in the place of that of a line of input.
    pub fn record(&self, line: u64) -> FailureRecord<'_> {
        FailureRecord {
            line,
            error: FailureFields {
                kind: self.kind,
                message: &self.message,
                at: self.at,
                expected: self.expected.as_deref(),
            },
        }
    }

    /// A result of this program that its own check does not confirm.
    pub fn check(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Refuted, message)
    }

    /// The same of a position: the plain rules bring something else.
    pub fn fault(position: &Position, error: impl fmt::Display) -> CliError {
        Failed::fault(position, error).into()
    }

    /// A limit that is too low for what was asked for.
    pub fn limit(message: impl fmt::Display) -> CliError {
        CliError::new(Status::Limit, message)
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
        let message = cut(format!("{prefix}: {}", self.message));
        let what = prefix.to_string();
        let of = |said: Sentence| sentence!("faults.of", what = what, problem = said);
        let said = self.said.clone().map(|said| Box::new(of(*said)));
        CliError { message, said, ..self }
    }

    /// The same, whose message is this sentence in other languages.
    pub fn saying(self, said: Sentence) -> CliError {
        let said = Some(Box::new(said));
        CliError { said, ..self }
    }

    /// The same with the message in a language, if it is known in that.
    pub fn in_language(self, language: &Language) -> CliError {
        match &self.said {
            Some(said) => CliError { message: cut(said.in_language(language)), ..self },
            None => self,
        }
    }

    /// The message, without what it is about.
    pub fn told(&self) -> &str {
        &self.message
    }

    /// The message with what it is about.
    pub fn shown(&self) -> String {
        format!("{}{}", self.message, self.excerpt)
    }

    /// Prints the message to standard error; the exit code is for others to heed.
    pub fn report(&self) -> Status {
        self.report_after("")
    }

    /// The same with a prefix, such as the line it is about.
    pub fn report_about(&self, prefix: impl fmt::Display) -> Status {
        self.report_after(&format!("{prefix}: "))
    }

    fn report_after(&self, prefix: &str) -> Status {
        if !self.message.is_empty() {
            // If nobody listens to standard error there is nothing left to do.
            let (message, excerpt) = (&self.message, &self.excerpt);
            let text = format!("{WRONG}error:{WRONG:#} {prefix}{message}{excerpt}");
            let _ = writeln!(anstream::stderr(), "{}", harmless(&text, true));
        }
        self.status
    }
}

impl From<Failed> for CliError {
    fn from(failed: Failed) -> CliError {
        let status = match failed.kind {
            FailedKind::Input => Status::Input,
            FailedKind::Stopped(reason) => reason.into(),
            FailedKind::Data => Status::Data,
            FailedKind::Fault => Status::Refuted,
        };
        CliError {
            expected: failed.expected.map(str::to_owned),
            ..CliError::new(status, failed.message).of_kind(failed.kind.kind())
        }
    }
}

/// Errors of the library that say of themselves what kind they are.
macro_rules! failures_of {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for CliError {
            fn from(error: $error) -> CliError {
                Failed::from(error).into()
            }
        }
    )+};
}

failures_of!(
    JointError,
    NotEvaluatedAt,
    ResourceError,
    SolveError,
    TableError,
    TurnsError,
    Unsolved
);

impl From<RulesError> for CliError {
    /// A name that means no rules, or a rule file that is none, with the line that is wrong.
    fn from(error: RulesError) -> CliError {
        let failure = match error.place() {
            Some(place) => CliError::input_at(error.message(), &place.text, &place.span),
            None => CliError::input(error.message()),
        };
        failure.of_kind(error.kind()).expecting(error.expected())
    }
}

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
