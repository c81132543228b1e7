//! `tables verify`: checks that every value follows from the values after each move.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use chongkak::tables::{self, BuildError, Mismatch};

use super::{each_table, folder, name};
use crate::cli::words::{counted, signed};
use crate::cli::{CliError, Record, Session, Status, watched};

/// The result of checking a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct VerifyRecord {
    /// The name of the file.
    table: String,
    /// Entries that were checked.
    checked: u64,
    /// Whether all entries follow from the positions after each move.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["holds", "refuted"])))]
    verdict: &'static str,
    /// An entry that does not follow from the others; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<Mismatch>,
}

impl Record for VerifyRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let found = match &self.wrong {
            None => "all consistent with the positions after each move".to_owned(),
            Some(wrong) => format!(
                "{} is stored as {} for the player to move, but its moves give {}",
                wrong.position,
                signed(wrong.stored),
                signed(wrong.derived)
            ),
        };
        let (table, checked) = (&self.table, counted(self.checked, "value"));
        writeln!(text, "{table}\n  {checked} checked: {found}")
    }
}

/// Checks the tables of a folder: every value, or a sample of each table.
pub fn run(
    given: Option<&Path>,
    sample: Option<u64>,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    session.out.expect_many();
    let folder = folder(given)?;
    each_table(&folder, tables::open_file, |path, table| {
        let threads = session.threads();
        let found = watched(session, |control| tables::verify(table, sample, threads, control))?;
        let found = match found {
            Err(BuildError::Stopped(reason)) => {
                let kept = "no error found so far";
                return Ok(CliError::stopped(folder.display(), reason, kept).report());
            }
            found => found.map_err(CliError::data)?,
        };
        let (verdict, status) = match found.wrong {
            None => ("holds", Status::Done),
            Some(_) => ("refuted", Status::Refuted),
        };
        session.out.record(&VerifyRecord {
            table: name(path),
            checked: found.checked,
            verdict,
            wrong: found.wrong,
        })?;
        Ok(status)
    })
}
