//! How the program ends: exit codes, and the one message of a failure.

use std::fmt;
use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use chongkak::board::Position;
use chongkak::control::StopReason;

use super::style::WRONG;

/// An exit code. When several inputs end differently the more urgent one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Done.
    Done,
    /// A limit was reached before the answer was complete.
    Limit,
    /// A claim is refuted, or a check failed.
    Refuted,
    /// Wrong usage or input.
    Input,
    /// Data is missing or damaged, or a result can't be written.
    Data,
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
            StopReason::Interrupted => Status::Interrupted,
            StopReason::Depth | StopReason::Nodes | StopReason::Time | StopReason::Memory => {
                Status::Limit
            }
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

/// Characters of a text that are shown before, in and behind its offending part.
const AROUND: usize = 60;

/// Why a command ended early.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub status: Status,
    /// The message; empty if there is nothing to say (a closed pipe).
    pub message: String,
}

impl Failure {
    pub fn new(status: Status, message: impl fmt::Display) -> Failure {
        let message = message.to_string();
        Failure { status, message }
    }

    /// Wrong usage or input.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure::new(Status::Input, message)
    }

    /// Wrong input whose offending part is underlined.
    pub fn input_at(message: impl fmt::Display, text: &str, span: &Range<usize>) -> Failure {
        // Of a long text only the surroundings; a tab is one column wide in what is shown.
        let shown = |text: &str| text.replace(|c: char| c.is_control(), " ");
        let before: Vec<char> = text[..span.start].chars().collect();
        let before = &before[before.len().saturating_sub(AROUND)..];
        let before = String::from_iter(before);
        let part: String = text[span.clone()].chars().take(AROUND).collect();
        let after: String = text[span.end..].chars().take(AROUND).collect();
        let blanks = " ".repeat(before.chars().count());
        let carets = "^".repeat(part.chars().count().max(1));
        let line = shown(&format!("{before}{part}{after}"));
        Failure::input(format!("{message}\n  {line}\n  {blanks}{carets}"))
    }

    /// A result of this program that its own check does not confirm.
    pub fn check(message: impl fmt::Display) -> Failure {
        Failure::new(Status::Refuted, message)
    }

    /// The same of a position: the plain rules bring something else.
    pub fn fault(position: &Position, error: impl fmt::Display) -> Failure {
        Failure::check(format_args!(
            "{position}: {error}: please report this as a fault"
        ))
    }

    /// A limit that is too low for what was asked for.
    pub fn limit(message: impl fmt::Display) -> Failure {
        Failure::new(Status::Limit, message)
    }

    /// Work that ended early, and what becomes of the rest.
    pub fn stopped(
        about: impl fmt::Display,
        reason: StopReason,
        rest: impl fmt::Display,
    ) -> Failure {
        let why = match reason {
            StopReason::Interrupted => reason.to_string(),
            limit => format!("{limit} limit reached"),
        };
        Failure::new(reason.into(), format_args!("{about}: {why}; {rest}"))
    }

    /// Data that is missing or damaged, or can't be kept.
    pub fn data(message: impl fmt::Display) -> Failure {
        Failure::new(Status::Data, message)
    }

    /// The message with a prefix, such as the line it is about.
    pub fn about(self, prefix: impl fmt::Display) -> Failure {
        Failure::new(self.status, format_args!("{prefix}: {}", self.message))
    }

    /// Prints the message to standard error; the exit code is for others to heed.
    pub fn report(&self) -> Status {
        if !self.message.is_empty() {
            // If nobody listens to standard error there is nothing left to do.
            let _ = writeln!(
                anstream::stderr(),
                "{WRONG}error:{WRONG:#} {}",
                self.message
            );
        }
        self.status
    }
}

impl From<std::io::Error> for Failure {
    /// An error in writing results: nobody reads on (which is quiet), or they can't be kept.
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failure::new(Status::Done, "");
        }
        Failure::data(format_args!("standard output: {error}"))
    }
}
