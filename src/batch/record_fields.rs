//! The names of the fields of results, taken from the declarations of the records. They are the
//! columns of tables, and the fields of an input line that describe an earlier result.

use std::sync::LazyLock;

use serde_json::Value;

use crate::ask::Limits;
use crate::record::{Evaluated, Solved};
use crate::text::fields_of;

/// The JSON pointer of a column's value in a record.
#[must_use]
pub fn place(column: &str) -> String {
    match column.strip_prefix("limit_") {
        Some(limit) => format!("/limits/{limit}"),
        None if column == MEMORY => format!("/limits/{MEMORY}"),
        None => format!("/{column}"),
    }
}

/// Formats a value as a cell of a table. Moves and options are separated by spaces.
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

/// The limit whose column has no prefix.
const MEMORY: &str = "memory";

/// Fields that are not columns of a table, because they are nested lists or few results have them.
const NO_CELLS: [&str; 3] = ["ties", "moves", "line_stopped"];

/// Further fields of records of this program.
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

/// The fields of the results of solver and evaluation, except the position.
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

/// The columns of a result, in order, starting with the position.
#[must_use]
pub fn columns() -> &'static [String] {
    &COLUMNS
}

/// Whether a field describes the result of an earlier search.
pub(super) fn is_found(name: &str) -> bool {
    let among = |names: &[&str]| names.contains(&name);
    among(&FOUND) || among(&OTHERS) || COLUMNS.iter().any(|column| column == name)
}
