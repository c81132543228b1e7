//! The error of a text that names no way of playing.

use std::borrow::Cow;

use thiserror::Error;

/// A text that names no policy of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {found:?}, expected {expected}")]
pub struct PolicyError {
    /// The part that is not understood.
    pub found: String,
    /// The place where it begins, in bytes of the text.
    pub at: usize,
    /// A description of what was expected.
    pub expected: Cow<'static, str>,
}

impl PolicyError {
    /// The same where something else may be named too.
    #[must_use]
    pub fn or(self, other: &str) -> PolicyError {
        let expected = format!("{other}{}", self.expected).into();
        PolicyError { expected, ..self }
    }
}
