//! The choice among several unknown fields of the one to report.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::text::first_unknown;

/// A message and the place that it is about.
type Told = (String, Range<usize>);

/// The first unknown field of a table in the order of the text: the reader of TOML sorts the fields
/// by name, and tells the first of these. None for another message.
pub fn first(text: &str, (message, span): &Told) -> Option<Told> {
    let (found, expected) = message.split_once(", expected ")?;
    let found = found.strip_prefix("unknown field `")?.strip_suffix('`')?;
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    let whole = DeTable::parse(text).ok()?;
    let first = first_unknown(table_with(whole.get_ref(), found, span)?, &known)?;
    let message = format!("unknown field `{}`, expected {expected}", first.get_ref());
    Some((message, first.span()))
}

/// The table that has a field in this place.
fn table_with<'a, 'i>(
    table: &'a DeTable<'i>,
    field: &str,
    span: &Range<usize>,
) -> Option<&'a DeTable<'i>> {
    let is_it =
        |key: &Spanned<_>| AsRef::<str>::as_ref(key.get_ref()) == field && key.span() == *span;
    if table.keys().any(is_it) {
        return Some(table);
    }
    table
        .values()
        .find_map(|value| within(value.get_ref(), field, span))
}

fn within<'a, 'i>(
    value: &'a DeValue<'i>,
    field: &str,
    span: &Range<usize>,
) -> Option<&'a DeTable<'i>> {
    match value {
        DeValue::Table(table) => table_with(table, field, span),
        DeValue::Array(all) => all
            .iter()
            .find_map(|value| within(value.get_ref(), field, span)),
        _ => None,
    }
}
