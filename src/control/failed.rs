//! The reason why a question has no answer.

use std::fmt;

use super::{ResourceError, StopReason};
use crate::language::Sentence;
use crate::text::ErrorKind;

/// A reason why a question has no answer, though it was well formed: its kind, by which a program
/// decides what to do, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Failed {
    /// The kind.
    pub kind: FailedKind,
    /// A line that says what happened.
    #[doc(hidden)]
    pub message: Sentence,
    /// The text that was expected of the input, as the message says too; none if it names nothing.
    pub expected: Option<&'static str>,
}

/// The kinds of [`Failed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedKind {
    /// There is no answer under these rules, or to this input.
    Input,
    /// A limit was reached, or it was cancelled.
    Stopped(StopReason),
    /// Something that it needs is missing or damaged: data, memory, a thread.
    Data,
    /// The result is not what the plain rules say: a fault of this program.
    Fault,
}

impl FailedKind {
    /// The kind as all errors have one.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        match self {
            FailedKind::Input => ErrorKind::Unsupported,
            FailedKind::Stopped(_) => ErrorKind::Stopped,
            FailedKind::Data => ErrorKind::Data,
            FailedKind::Fault => ErrorKind::Fault,
        }
    }
}

impl Failed {
    /// There is no answer under these rules, or to this input.
    #[must_use]
    #[doc(hidden)]
    pub fn input(message: impl Into<Sentence>) -> Failed {
        Failed { kind: FailedKind::Input, message: message.into(), expected: None }
    }

    /// The same with what was expected, which the message says too.
    #[doc(hidden)]
    #[must_use]
    pub fn expecting(self, expected: &'static str) -> Failed {
        let expected = Some(expected);
        Failed { expected, ..self }
    }

    /// A limit is too low for what was asked for.
    #[must_use]
    pub fn stopped(reason: StopReason, message: impl fmt::Display) -> Failed {
        Failed::new(FailedKind::Stopped(reason), message)
    }

    /// Something that it needs is missing or damaged.
    #[must_use]
    pub fn data(message: impl fmt::Display) -> Failed {
        Failed::new(FailedKind::Data, message)
    }

    /// The plain rules bring something else than what was found about something.
    #[must_use]
    pub fn fault(about: impl fmt::Display, error: impl fmt::Display) -> Failed {
        let message = format_args!("{about}: {error}: please report this as a fault");
        Failed::new(FailedKind::Fault, message)
    }

    fn new(kind: FailedKind, message: impl fmt::Display) -> Failed {
        Failed { kind, message: message.to_string().into(), expected: None }
    }
}

impl From<ResourceError> for Failed {
    fn from(shortage: ResourceError) -> Failed {
        Failed::data(shortage)
    }
}

/// Tells what ended a search early, in words behind its effort.
#[doc(hidden)]
#[must_use]
pub fn stopped_by(stopped: Option<StopReason>) -> String {
    stopped.map_or(String::new(), |limit| format!("; stopped by: {limit}"))
}
