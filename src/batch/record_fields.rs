//! The fields of results by their names, from the declarations of the records: what tables have
//! columns of, and what a line of the input says of an earlier result.

use std::sync::LazyLock;

use serde_json::Value;

use crate::ask::Limits;
use crate::record::{Evaluated, Solved};
use crate::text::fields_of;

/// The place of a column's value in the JSON form of a record, as a JSON pointer.
#[must_use]
pub fn place(column: &str) -> String {
    match column.strip_prefix("limit_") {
        Some(limit) => format!("/limits/{limit}"),
        None if column == MEMORY => format!("/limits/{MEMORY}"),
        None => format!("/{column}"),
    }
}

/// A value as it stands in a cell of a table: moves and options with blanks between.
#[must_use]
pub fn in_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => number.as_f64().expect("it is one").to_string(),
        Value::Array(all) => all.iter().map(in_words).collect::<Vec<_>>().join(" "),
        Value::Object(options) => {
            let options = options.iter();
            let options = options.map(|(name, value)| format!("{name}={}", in_words(value)));
            options.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

/// A limit whose column has its own name.
const MEMORY: &str = "memory";

/// Fields of findings that are no cell of a table: lists of more than moves, and what is in them; and
/// what few results have.
const NO_CELLS: [&str; 3] = ["ties", "moves", "line_stopped"];

/// Fields of records of this program besides those of findings and the columns.
const OTHERS: [&str; 9] = [
    "limits",
    "threads",
    "known",
    "book",
    "proof",
    "table",
    "table_seconds",
    "error",
    "error_kind",
];

/// The fields of what a solver or an evaluation finds, but for the position.
static FOUND: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut all = fields_of::<Solved>().to_vec();
    let evaluated = fields_of::<Evaluated>().iter();
    all.extend(evaluated.filter(|field| !fields_of::<Solved>().contains(field)));
    all.retain(|field| *field != "position");
    all
});

static COLUMNS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let found = FOUND.iter().filter(|field| !NO_CELLS.contains(field));
    let fields = ["position", "rules", "set", "method", "at_least"].into_iter();
    let fields = fields.chain(found.copied()).chain(["version"]).map(str::to_owned);
    let limits = fields_of::<Limits>().iter().map(|name| format!("limit_{name}"));
    fields.chain(limits).chain([MEMORY, "seconds"].map(str::to_owned)).collect()
});

/// The columns of a result, in their order; the position is the first.
#[must_use]
pub fn columns() -> &'static [String] {
    &COLUMNS
}

/// Tells whether a field says what was found by an earlier search, and how.
pub(super) fn is_found(name: &str) -> bool {
    let among = |names: &[&str]| names.contains(&name);
    among(&FOUND) || among(&OTHERS) || COLUMNS.iter().any(|column| column == name)
}
