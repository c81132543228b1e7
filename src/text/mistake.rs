//! Mistakes in texts of TOML: where, what was found, and what was expected.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, Error};

use super::ErrorKind;

/// A mistake in a part of a text.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub kind: ErrorKind,
    pub span: Range<usize>,
    pub found: String,
    /// Empty if what was found says it.
    pub expected: String,
}

impl Mistake {
    /// A value that can't stand there.
    pub fn new(
        span: Range<usize>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Mistake {
        Mistake { kind: ErrorKind::BadValue, span, found: found.into(), expected: expected.into() }
    }

    /// The whole message of the reader of TOML.
    pub fn read(error: &Error) -> Mistake {
        let span = error.span().unwrap_or(0..0);
        Mistake::new(span, error.message(), "").of(ErrorKind::Syntax)
    }

    /// The same of another kind.
    pub fn of(self, kind: ErrorKind) -> Mistake {
        Mistake { kind, ..self }
    }

    /// Tells what was found and what was expected.
    pub fn to_text(&self) -> String {
        match self.expected.as_str() {
            "" => self.found.clone(),
            expected => format!("{}, expected {expected}", self.found),
        }
    }
}

/// A text in TOML as a table.
pub(crate) fn document(text: &str) -> Result<Spanned<DeTable<'_>>, Mistake> {
    DeTable::parse(text).map_err(|error| {
        let mistake = Mistake::read(&error);
        let found = format!("not valid TOML: {}", mistake.found);
        Mistake { found, ..mistake }
    })
}

/// The first name in the text that a table does not have; its reader has them in another order.
pub(crate) fn first_unknown<'a, 'i>(
    table: &'a DeTable<'i>,
    known: &[&str],
) -> Option<&'a Spanned<DeString<'i>>> {
    let is_known = |key: &Spanned<DeString<'_>>| known.contains(&&**key.get_ref());
    let unknown = table.keys().filter(|key| !is_known(key));
    unknown.min_by_key(|key| key.span().start)
}
