//! The endgame tables of a command: those of a folder, none, or those that are installed.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chongkak::board::Field;
use chongkak::moves::Game;
use chongkak::rules::Rules;
use chongkak::tables::{Endgame, OpenTables};

use super::error::CliError;
use super::session::{Session, message};
use super::state_folder::{NONE, named_or};

/// Names another folder for the installed tables.
pub const VARIABLE: &str = "CHONGKAK_TABLES";

/// The folder of the installed tables, there or not: the one that the environment names, or one in
/// the user's cache. None if there shall be none, or nobody knows where a cache would be.
pub fn installed() -> Option<PathBuf> {
    named_or(VARIABLE, |user| user.cache_dir().join("chongkak").join("tables"))
}

/// The same for a command that can't do without.
pub fn expect_installed() -> Result<PathBuf, CliError> {
    installed().ok_or_else(|| {
        let found = match env::var_os(VARIABLE).as_deref().and_then(OsStr::to_str) {
            Some(NONE) => format!("{VARIABLE} is none"),
            _ => "no home folder is known".to_owned(),
        };
        CliError::unexpected(found, format_args!("{VARIABLE} to name a folder for tables"))
    })
}

/// The tables that `--tables` asks for.
pub fn asked(tables: Option<&Path>) -> OpenTables {
    match tables {
        Some(none) if none == Path::new(NONE) => OpenTables::empty(),
        Some(folder) => OpenTables::given(folder),
        None => installed().map_or_else(OpenTables::empty, OpenTables::installed),
    }
}

/// The endgame table for a position, if there is one. A person is told of what can't be used.
pub fn endgame(
    table_folder: &OpenTables,
    task: &Game,
    session: &Session<'_>,
) -> Result<Option<Arc<Endgame>>, CliError> {
    let (rules, position) = (task.rules(), task.position());
    let table = endgame_of(table_folder, rules, position.field(), session.common.quiet)?;
    if let (Some(folder), None) = (table_folder.given_folder(), &table) {
        let folder = folder.display();
        session.message(format_args!("{folder}: no table for {position}, going on without"));
    }
    Ok(table)
}

/// The same for rules and hole states; it is not said if there is none.
pub fn endgame_of(
    table_folder: &OpenTables,
    rules: &Rules,
    field: Field,
    quiet: bool,
) -> Result<Option<Arc<Endgame>>, CliError> {
    let table = table_folder.table(rules, field)?;
    remark(table_folder, quiet);
    Ok(table)
}

/// Says once what is wrong with the installed tables.
pub fn remark(table_folder: &OpenTables, quiet: bool) {
    if let Some(problem) = table_folder.problem().filter(|_| !quiet) {
        let hint = "going on without (`chongkak tables install` puts it right)";
        message(format_args!("{problem}: {hint}"));
    }
}
