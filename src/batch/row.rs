//! The tables of a store, and their rows: a result in columns, with a checksum over all of them.

use rusqlite::{Connection, Params, Row, Statement, params};

use super::entry::{Entry, Findings, Key};
use super::store_error::StoreProblem;
use crate::ask::Limits;

/// The tables of a store. Times are in microseconds, limits a JSON object of those that there are.
pub(super) const SCHEMA: &str = "
    CREATE TABLE results (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL, limits TEXT NOT NULL,
        proven INTEGER NOT NULL, rules TEXT NOT NULL, version TEXT NOT NULL,
        memory INTEGER NOT NULL, spent INTEGER NOT NULL, findings TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, limits)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE claims (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL, limits TEXT NOT NULL,
        owner INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, limits)
    ) STRICT, WITHOUT ROWID;";

/// All results: the columns, and the limits as they are in the checksum.
pub(super) const RESULTS: &str = "SELECT *, limits FROM results";

/// The statement that writes a result.
pub(super) const INSERT: &str =
    "INSERT OR REPLACE INTO results VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)";

/// Writes a result with a statement that takes all columns.
pub(super) fn insert(statement: &mut Statement<'_>, entry: &Entry) -> rusqlite::Result<()> {
    let findings = serde_json::to_string(&entry.findings).expect("findings have a JSON form");
    let [options, position, method, limits] = entry.key.columns();
    statement.execute(params![
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
        checksum(entry, &limits, &findings),
    ])?;
    Ok(())
}

fn microseconds(seconds: f64) -> i64 {
    (seconds * 1e6).round() as i64
}

/// CRC-32 of everything that a row says.
fn checksum(entry: &Entry, limits: &str, findings: &str) -> u32 {
    let [options, position, method, _] = entry.key.columns();
    let (rules, version, memory) = (&entry.rule_set, &entry.version, entry.memory);
    let (proven, spent) = (entry.findings.is_proven(), microseconds(entry.seconds));
    let all = format!(
        "{options}\n{position}\n{method}\n{limits}\n{}\n{rules}\n{version}\n{memory}\n{spent}\n\
         {findings}",
        u8::from(proven)
    );
    crate::files::checksum(all.as_bytes())
}

/// Reads the rows of a query, each checked.
pub(super) fn each_of(
    connection: &Connection,
    query: &str,
    values: impl Params,
    mut take: impl FnMut(Entry) -> rusqlite::Result<()>,
) -> Result<(), StoreProblem> {
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query(values)?;
    while let Some(row) = rows.next()? {
        take(entry(row)?)?;
    }
    Ok(())
}

/// The entry of a row.
pub(super) fn entry(row: &Row<'_>) -> Result<Entry, StoreProblem> {
    let position: String = row.get(1)?;
    let wrong = |what: &str| StoreProblem::Damaged(format!("the result of {position} {what}"));
    let (method, at_least) = Key::asked(&row.get::<_, String>(2)?)
        .ok_or_else(|| wrong("is of no method that there is"))?;
    let (limits, findings): (String, String) = (row.get(3)?, row.get(9)?);
    let unread = |_| wrong("can't be read");
    let limits: Limits = serde_json::from_str(&limits).map_err(unread)?;
    let entry = Entry {
        key: Key { options: row.get(0)?, position: position.clone(), method, at_least, limits },
        rule_set: row.get(5)?,
        version: row.get(6)?,
        memory: row.get::<_, i64>(7)?.cast_unsigned(),
        seconds: row.get::<_, i64>(8)? as f64 / 1e6,
        findings: Findings::read(method, &findings).map_err(unread)?,
    };
    let (proven, sum, limits): (bool, u32, String) = (row.get(4)?, row.get(10)?, row.get(11)?);
    if sum != checksum(&entry, &limits, &findings) || proven != entry.findings.is_proven() {
        return Err(wrong("is not what was written (its checksum differs)"));
    }
    Ok(entry)
}
