//! Tables: comma-separated values (RFC 4180) with a heading line.

use serde::Serialize;

use chongkak::batch::{in_words, place};

/// Formats cells as a line.
pub fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<_> = cells.into_iter().map(quoted).collect();
    cells.join(",")
}

/// Returns the cells of a record in these columns; a missing value gives an empty cell.
pub fn cells(record: &impl Serialize, columns: &[String]) -> impl Iterator<Item = String> {
    let record = serde_json::to_value(record).expect("a record has a JSON form");
    let cell = move |column: &String| record.pointer(&place(column)).map(in_words);
    columns.iter().map(move |column| cell(column).unwrap_or_default())
}

fn quoted(cell: String) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}
