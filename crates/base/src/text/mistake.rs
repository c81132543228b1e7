//! Mistakes in texts of TOML.

use toml::Spanned;
use toml::de::{DeString, DeTable, Error};

use super::{Diagnostic, ErrorKind};

/// The whole message of the reader of TOML.
pub fn misread(error: &Error) -> Diagnostic {
    let span = error.span().unwrap_or(0..0);
    Diagnostic::at(span, error.message(), "").of_kind(ErrorKind::Syntax)
}

/// A text in TOML as a table.
pub fn document(text: &str) -> Result<Spanned<DeTable<'_>>, Diagnostic> {
    DeTable::parse(text).map_err(|error| {
        let wrong = misread(&error);
        Diagnostic { message: format!("not valid TOML: {}", wrong.message).into(), ..wrong }
    })
}

/// The first name in the text that a table does not have; its reader has them in another order.
pub fn first_unknown<'a, 'i>(
    table: &'a DeTable<'i>,
    known: &[&str],
) -> Option<&'a Spanned<DeString<'i>>> {
    let is_known = |key: &Spanned<DeString<'_>>| known.contains(&&**key.get_ref());
    let unknown = table.keys().filter(|key| !is_known(key));
    unknown.min_by_key(|key| key.span().start)
}
