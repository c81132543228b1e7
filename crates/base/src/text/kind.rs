//! Kinds of mistakes, one word each: programs decide by it, and people read the message.

use serde::Serialize;

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
