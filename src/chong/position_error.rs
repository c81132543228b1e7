//! Faults in the text of a position.

use std::ops::Range;

use thiserror::Error;

use crate::language::Sentence;
use crate::sentence;

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub struct ChongPositionError {
    /// The fault.
    #[doc(hidden)]
    pub found: Sentence,
    /// A description of what was expected in its place.
    #[doc(hidden)]
    pub expected: Sentence,
    /// The place in the text, in bytes.
    pub span: Range<usize>,
}

impl ChongPositionError {
    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let (found, expected) = (self.found.clone(), self.expected.clone());
        sentence!("faults.chong.position", found = found, expected = expected)
    }
}

/// The text that was found, and what was expected.
pub(super) type Fault = (Sentence, Sentence);

/// One thing at most.
pub(super) fn one_at_most() -> Sentence {
    sentence!("faults.chong.one-at-most")
}

/// A text between quotes that was found.
pub(super) fn found_text(text: &str) -> Sentence {
    sentence!("faults.chong.found", found = Sentence::quoted(text))
}

/// The text of a position.
#[derive(Clone, Copy)]
pub(super) struct Source<'a>(pub(super) &'a str);

impl Source<'_> {
    /// The fault of a part of the text.
    pub(super) fn error(self, part: &str, (found, expected): Fault) -> ChongPositionError {
        let start = part.as_ptr().addr() - self.0.as_ptr().addr();
        ChongPositionError { found, expected, span: start..start + part.len() }
    }
}
