//! The tables of a store, and their rows: a result in columns, with a checksum over all of them.

use std::borrow::Cow;
use std::time::Duration;

use rusqlite::types::ToSql;
use rusqlite::{Row, Statement};

use super::ask::AskLimits;
use super::entry::{Entry, Findings, Key};

/// The tables of a store. A limit that was not set is 0. Times are in microseconds.
pub(super) const SCHEMA: &str = "
    CREATE TABLE results (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL,
        depth INTEGER NOT NULL, nodes INTEGER NOT NULL, time INTEGER NOT NULL,
        proven INTEGER NOT NULL, rules TEXT NOT NULL, version TEXT NOT NULL,
        memory INTEGER NOT NULL, spent INTEGER NOT NULL, findings TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, depth, nodes, time)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE claims (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL,
        depth INTEGER NOT NULL, nodes INTEGER NOT NULL, time INTEGER NOT NULL,
        owner INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, depth, nodes, time)
    ) STRICT, WITHOUT ROWID;";

/// The columns of a result, in their order.
pub(super) const COLUMNS: &str = "options, position, method, depth, nodes, time, \
     proven, rules, version, memory, spent, findings, checksum";

/// Writes a result with a statement that takes all columns.
pub(super) fn insert(statement: &mut Statement<'_>, entry: &Entry) -> rusqlite::Result<()> {
    let findings = findings_text(&entry.findings);
    let (options, position, method, depth, nodes, time) = key_values(&entry.key);
    let values: [&dyn ToSql; 13] = [
        &options,
        &position,
        &method,
        &depth,
        &nodes,
        &time,
        &entry.findings.is_proven(),
        &entry.rule_set,
        &entry.version,
        &entry.memory.cast_signed(),
        &microseconds(entry.seconds),
        &findings,
        &checksum(entry, &findings),
    ];
    statement.execute(&values[..])?;
    Ok(())
}

fn findings_text(findings: &Findings) -> String {
    serde_json::to_string(findings).expect("findings have a JSON form")
}

fn microseconds(seconds: f64) -> i64 {
    (seconds * 1e6).round() as i64
}

/// The columns of a key.
pub(super) fn key_values(key: &Key) -> (&str, &str, Cow<'static, str>, i64, i64, i64) {
    let AskLimits { depth, nodes, time } = key.limits;
    // A limit beyond what the column holds is none that anybody could reach.
    let number = |number: u128| i64::try_from(number).unwrap_or(i64::MAX);
    let depth = depth.map_or(0, i64::from);
    let nodes = nodes.map_or(0, |nodes| number(nodes.into()));
    let time = time.map_or(0, |time| number(time.as_micros()));
    let (options, position) = (key.options.as_str(), key.position.as_str());
    (options, position, key.question(), depth, nodes, time)
}

/// CRC-32 of everything that a row says.
fn checksum(entry: &Entry, findings: &str) -> u32 {
    let (options, position, method, depth, nodes, time) = key_values(&entry.key);
    let (rules, version, memory) = (&entry.rule_set, &entry.version, entry.memory);
    let (proven, spent) = (entry.findings.is_proven(), microseconds(entry.seconds));
    let all = format!(
        "{options}\n{position}\n{method}\n{depth}\n{nodes}\n{time}\n{}\n{rules}\n{version}\n\
         {memory}\n{spent}\n{findings}",
        u8::from(proven)
    );
    crate::files::checksum(all.as_bytes())
}

/// The entry of a row, or what is wrong with it.
pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Result<Entry, String>> {
    let position: String = row.get(1)?;
    let wrong = |what: &str| Ok(Err(format!("the result of {position} {what}")));
    let Some((method, at_least)) = Key::asked(&row.get::<_, String>(2)?) else {
        return wrong("is of no method that there is");
    };
    let limit = |column| -> rusqlite::Result<Option<u64>> {
        let value: i64 = row.get(column)?;
        Ok((value != 0).then_some(value.cast_unsigned()))
    };
    let text: String = row.get(11)?;
    let Ok(findings) = Findings::read(method, &text) else {
        return wrong("can't be read");
    };
    let entry = Entry {
        key: Key {
            options: row.get(0)?,
            position: position.clone(),
            method,
            at_least,
            limits: AskLimits {
                depth: limit(3)?.and_then(|depth| u32::try_from(depth).ok()),
                nodes: limit(4)?,
                time: limit(5)?.map(Duration::from_micros),
            },
        },
        rule_set: row.get(7)?,
        version: row.get(8)?,
        memory: row.get::<_, i64>(9)?.cast_unsigned(),
        seconds: row.get::<_, i64>(10)? as f64 / 1e6,
        findings,
    };
    let proven: bool = row.get(6)?;
    let sum: u32 = row.get(12)?;
    if sum != checksum(&entry, &text) || proven != entry.findings.is_proven() {
        return wrong("is not what was written (its checksum differs)");
    }
    Ok(Ok(entry))
}
