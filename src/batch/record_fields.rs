//! The fields of results by their names, from the declarations of the records: what tables have
//! columns of, and what a line of the input says of an earlier result.

use std::sync::LazyLock;

use crate::ask::Limits;
use crate::record::{Evaluated, Solved};
use crate::text::fields_of;

/// A column of a table: the heading, and where the JSON form of a record has the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub heading: String,
    /// The place, as a JSON pointer.
    pub place: String,
}

impl Column {
    /// The column of a field by its name.
    #[must_use]
    pub fn of(field: &str) -> Column {
        Column { heading: field.to_owned(), place: format!("/{field}") }
    }
}

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

static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let found = FOUND.iter().filter(|field| !NO_CELLS.contains(field));
    let fields = ["position", "rules", "set", "method", "at_least"].into_iter();
    let fields = fields.chain(found.copied()).chain(["version"]);
    let limit =
        |name: &&str| Column { heading: format!("limit_{name}"), place: format!("/limits/{name}") };
    let memory = Column { heading: "memory".to_owned(), place: "/limits/memory".to_owned() };
    (fields.map(Column::of))
        .chain(fields_of::<Limits>().iter().map(limit))
        .chain([memory, Column::of("seconds")])
        .collect()
});

/// The columns of a result, in their order; the position is the first.
#[must_use]
pub fn columns() -> &'static [Column] {
    &COLUMNS
}

/// Tells whether a field says what was found by an earlier search, and how.
pub(super) fn is_found(name: &str) -> bool {
    let among = |names: &[&str]| names.contains(&name);
    among(&FOUND) || among(&OTHERS) || COLUMNS.iter().any(|column| column.heading == name)
}
