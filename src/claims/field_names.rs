//! The field names in a claim file. They are checked before the values, and the first error in the
//! text is reported.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Claim, ClaimFile, Step};
use crate::text::{Diagnostic, ErrorKind, fields_of, first_unknown};

/// Checks the names of a file's fields, of its claims, and of their steps.
pub(super) fn check(file: &Spanned<DeTable<'_>>) -> Result<(), Diagnostic> {
    let needed = ["source", "claim"];
    let mut wrong = Vec::from_iter(names::<ClaimFile>(file.get_ref(), file.span(), &needed));
    for (claim, span) in tables(file.get_ref(), "claim") {
        wrong.extend(names::<Claim>(claim, span, &["id"]));
        for (step, span) in tables(claim, "line") {
            wrong.extend(names::<Step>(step, span, &["play"]));
        }
    }
    let first =
        wrong.into_iter().min_by_key(|mistake| mistake.span.as_ref().map(|span| span.start));
    first.map_or(Ok(()), Err)
}

/// The tables in the list with this name. Other elements are rejected when values are read.
fn tables<'a, 'i>(
    table: &'a DeTable<'i>,
    name: &str,
) -> impl Iterator<Item = (&'a DeTable<'i>, Range<usize>)> {
    let list = table.get(name).and_then(|value| value.get_ref().as_array());
    let elements = list.into_iter().flat_map(|list| list.iter());
    elements.filter_map(|one| match one.get_ref() {
        DeValue::Table(table) => Some((table, one.span())),
        _ => None,
    })
}

/// Returns an error for an unknown or a missing field.
fn names<T: DeserializeOwned>(
    table: &DeTable<'_>,
    span: Range<usize>,
    needed: &[&str],
) -> Option<Diagnostic> {
    let known = fields_of::<T>();
    if let Some(name) = first_unknown(table, known) {
        let found = format!("unknown field {:?}", name.get_ref());
        let expected = format!("one of {}", known.join(", "));
        return Some(Diagnostic::at(name.span(), found, expected).of_kind(ErrorKind::UnknownName));
    }
    let name = needed.iter().find(|name| !table.contains_key(**name))?;
    let found = format!("missing field {name:?}");
    Some(Diagnostic::at(span, found, "a value for it").of_kind(ErrorKind::Missing))
}
