//! Errors in TOML texts.

use toml::Spanned;
use toml::de::{DeString, DeTable, Error};

use super::{Diagnostic, ErrorKind};

/// Converts an error of the TOML parser.
pub fn toml_error(error: &Error) -> Diagnostic {
    let span = error.span().unwrap_or(0..0);
    Diagnostic::at(span, error.message(), "").of_kind(ErrorKind::Syntax)
}

/// Parses a TOML text into a table.
pub fn document(text: &str) -> Result<Spanned<DeTable<'_>>, Diagnostic> {
    DeTable::parse(text).map_err(|error| {
        let wrong = toml_error(&error);
        Diagnostic { message: format!("not valid TOML: {}", wrong.message).into(), ..wrong }
    })
}

/// Returns the first unknown name in the order of the text; the parser has its own order.
pub fn first_unknown<'a, 'i>(
    table: &'a DeTable<'i>,
    known: &[&str],
) -> Option<&'a Spanned<DeString<'i>>> {
    let is_known = |key: &Spanned<DeString<'_>>| known.contains(&&**key.get_ref());
    let unknown = table.keys().filter(|key| !is_known(key));
    unknown.min_by_key(|key| key.span().start)
}
