//! Records as comma separated values (RFC 4180).

use serde_json::Value;

use chongkak::batch::Record;

/// The columns: the heading, and where the JSON form of a record has the value.
const COLUMNS: [(&str, &str); 20] = [
    ("position", "/position"),
    ("rules", "/rules"),
    ("set", "/set"),
    ("method", "/method"),
    ("value", "/value"),
    ("lower", "/lower"),
    ("upper", "/upper"),
    ("exact", "/exact"),
    ("winner", "/winner"),
    ("best", "/best"),
    ("pv", "/pv"),
    ("nodes", "/nodes"),
    ("stopped", "/stopped"),
    ("depth", "/depth"),
    ("version", "/version"),
    ("limit_depth", "/limits/depth"),
    ("limit_nodes", "/limits/nodes"),
    ("limit_seconds", "/limits/seconds"),
    ("memory", "/limits/memory"),
    ("seconds", "/seconds"),
];

/// The line of headings.
pub fn headings() -> String {
    COLUMNS.map(|(heading, _)| heading).join(",")
}

/// A record in the order of the headings; what a record does not have is empty.
pub fn line(record: &Record) -> String {
    let record = serde_json::to_value(record).expect("a record has a JSON form");
    let cell = |(_, place)| record.pointer(place).map(in_words).unwrap_or_default();
    COLUMNS.map(|column| quoted(cell(column))).join(",")
}

fn in_words(value: &Value) -> String {
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
