//! The tables of a store and their rows. A row is a result with a checksum over all its columns.

use rusqlite::{Row, Transaction, params};

use super::entry::{Entry, Findings, Key};
use super::question::Method;
use super::store_error::StoreProblem;
use crate::ask::Limits;

/// A table of results. Times are in microseconds; limits are a JSON object of the limits that are
/// set.
macro_rules! table_of_results {
    ($create:literal) => {
        concat!(
            $create,
            " (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL, limits TEXT NOT NULL,
        proven INTEGER NOT NULL, rules TEXT NOT NULL, version TEXT NOT NULL,
        memory INTEGER NOT NULL, spent INTEGER NOT NULL, findings TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, limits)
    ) STRICT, WITHOUT ROWID;"
        )
    };
}

/// The tables of a store.
pub(super) const SCHEMA: &str = concat!(
    table_of_results!("CREATE TABLE results"),
    "CREATE TABLE claims (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL, limits TEXT NOT NULL,
        owner INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, limits)
    ) STRICT, WITHOUT ROWID;"
);

/// The table of the analyses of sets. It is created with the first analysis, and is separate from
/// the table of positions.
pub(super) const SCHEMA_OF_SETS: &str = table_of_results!("CREATE TABLE IF NOT EXISTS analyses");

/// The tables with results.
pub(super) const TABLES: [&str; 2] = ["results", "analyses"];

/// Returns the table with the results of a method.
pub(super) const fn table(method: Method) -> &'static str {
    if method.is_of_sets() { TABLES[1] } else { TABLES[0] }
}

/// Writes a result, replacing one with the same key.
pub(super) fn insert(
    writing: &Transaction<'_>,
    key: &[String; 4],
    entry: &Entry,
) -> rusqlite::Result<()> {
    let findings = serde_json::to_string(&entry.findings).expect("findings have a JSON form");
    let [options, position, method, limits] = key;
    let table = table(entry.key.method);
    writing.execute(
        &format!("INSERT OR REPLACE INTO {table} VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)"),
        params![
            options,
            position,
            method,
            limits,
            entry.findings.is_proven(),
            entry.rule_set,
            entry.version,
            entry.memory.cast_signed(),
            microseconds(entry.seconds),
            findings,
            checksum(key, entry, &findings),
        ],
    )?;
    Ok(())
}

fn microseconds(seconds: f64) -> i64 {
    (seconds * 1e6).round() as i64
}

/// CRC-32 over all columns of a row.
fn checksum(key: &[String; 4], entry: &Entry, findings: &str) -> u32 {
    let (key, rules, version, memory) =
        (key.join("\n"), &entry.rule_set, &entry.version, entry.memory);
    let (proven, spent) = (u8::from(entry.findings.is_proven()), microseconds(entry.seconds));
    let all = format!("{key}\n{proven}\n{rules}\n{version}\n{memory}\n{spent}\n{findings}");
    crate::files::checksum(all.as_bytes())
}

/// Reads the entry of a row.
pub(super) fn entry(row: &Row<'_>) -> Result<Entry, StoreProblem> {
    let key: [String; 4] = [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?];
    let [options, position, method, limits] = &key;
    let wrong = |what: &str| StoreProblem::damaged(format_args!("the result of {position} {what}"));
    let (method, at_least) =
        Key::parse_method(method).ok_or_else(|| wrong("has an unknown method"))?;
    let unread = |_| wrong("can't be read");
    let limits: Limits = serde_json::from_str(limits).map_err(unread)?;
    let findings: String = row.get(9)?;
    let (options, position) = (options.clone(), position.clone());
    let entry = Entry {
        key: Key { options, position, method, at_least, limits },
        rule_set: row.get(5)?,
        version: row.get(6)?,
        memory: row.get::<_, i64>(7)?.cast_unsigned(),
        seconds: row.get::<_, i64>(8)? as f64 / 1e6,
        findings: Findings::read(method, &findings).map_err(unread)?,
    };
    let (proven, sum): (bool, u32) = (row.get(4)?, row.get(10)?);
    if sum != checksum(&key, &entry, &findings) || proven != entry.findings.is_proven() {
        return Err(wrong("was changed (its checksum differs)"));
    }
    Ok(entry)
}
