//! Tables: comma-separated values (RFC 4180) with a line of headings.

use serde::Serialize;
use serde_json::Value;

use chongkak::batch::place;

/// Cells as a line.
pub fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<_> = cells.into_iter().map(quoted).collect();
    cells.join(",")
}

/// The cells of a record in these columns; what it does not have is empty.
pub fn cells(record: &impl Serialize, columns: &[String]) -> impl Iterator<Item = String> {
    let record = serde_json::to_value(record).expect("a record has a JSON form");
    let cell = move |column: &String| record.pointer(&place(column)).map(in_words);
    columns.iter().map(move |column| cell(column).unwrap_or_default())
}

/// A value as it stands in a cell.
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

fn quoted(cell: String) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}
