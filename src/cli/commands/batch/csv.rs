//! Records as comma separated values (RFC 4180).

use serde_json::Value;

use chongkak::batch::{Findings, Record};

/// The headings.
pub const HEADINGS: &str = "position,rules,set,method,value,lower,upper,exact,winner,best,pv,nodes,\
                            stopped,depth,version,limit_depth,limit_nodes,limit_seconds,memory,seconds";

/// A record in the order of the headings; what a record does not have is empty.
pub fn line(record: &Record) -> String {
    let set = record.set.iter().map(|(name, value)| match value {
        Value::String(text) => format!("{name}={text}"),
        other => format!("{name}={other}"),
    });
    let set = set.collect::<Vec<_>>().join(" ");
    let limits = &record.limits;
    let mut cells = vec![
        record.findings.position().to_owned(),
        record.rules.clone(),
        set,
        record.method.to_owned(),
    ];
    cells.extend(findings(&record.findings));
    cells.extend([
        record.version.clone(),
        or_empty(limits.depth.as_ref()),
        or_empty(limits.nodes.as_ref()),
        or_empty(limits.seconds.as_ref()),
        limits.memory.to_string(),
        record.seconds.to_string(),
    ]);
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",")
}

/// From `value` to `depth`.
fn findings(findings: &Findings) -> [String; 10] {
    match findings {
        Findings::Solved(found) => [
            or_empty(found.value.as_ref()),
            found.lower.to_string(),
            found.upper.to_string(),
            found.exact.to_string(),
            or_empty(found.winner.as_ref()),
            found.best.join(" "),
            found.pv.join(" "),
            found.nodes.to_string(),
            or_empty(found.stopped.as_ref()),
            String::new(),
        ],
        Findings::Evaluated(found) => [
            found.value.to_string(),
            String::new(),
            String::new(),
            found.exact.to_string(),
            String::new(),
            or_empty(found.best.as_ref()),
            found.pv.join(" "),
            found.nodes.to_string(),
            or_empty(found.stopped.as_ref()),
            found.depth.to_string(),
        ],
    }
}

fn or_empty(value: Option<&impl ToString>) -> String {
    value.map_or(String::new(), ToString::to_string)
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
