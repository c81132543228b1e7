//! Stores of the former format, that of version 0.1: they are brought into the present one.

use rusqlite::Transaction;

use super::row::{self, INSERT, SCHEMA, each_of};
use super::store_error::StoreProblem;

/// The format.
pub(super) const FORMAT: i64 = 1;

/// The rows of its table, which had a column for each limit, 0 where there was none.
const RESULTS: &str = r#"
    SELECT options, position, method,
        '{"depth":' || coalesce(nullif(depth, 0), 'null')
            || ',"nodes":' || coalesce(nullif(nodes, 0), 'null')
            || ',"seconds":' || coalesce(nullif(time, 0) / 1e6, 'null') || '}',
        proven, rules, version, memory, spent, findings, checksum,
        depth || char(10) || nodes || char(10) || time
    FROM former"#;

/// Puts the present tables in the place of the former ones, with all results.
pub(super) fn convert(writing: &Transaction<'_>) -> Result<(), StoreProblem> {
    writing.execute_batch("ALTER TABLE results RENAME TO former; DROP TABLE claims;")?;
    writing.execute_batch(SCHEMA)?;
    let mut insert = writing.prepare(INSERT)?;
    each_of(writing, RESULTS, (), |entry| row::insert(&mut insert, &entry))?;
    drop(insert);
    Ok(writing.execute_batch("DROP TABLE former")?)
}
