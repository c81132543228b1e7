//! The endgame tables of a command: those of a folder, the installed ones, or none.

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

/// The environment variable that names another folder for the installed tables.
pub const VARIABLE: &str = "CHONGKAK_TABLES";

/// Returns the folder of the installed tables, which may not exist: the one that the environment
/// names, or one in the user's cache. `None` if disabled, or if no cache folder is known.
pub fn installed() -> Option<PathBuf> {
    named_or(VARIABLE, |user| user.cache_dir().join("chongkak").join("tables"))
}

/// Like `installed`, for a command that needs the folder.
pub fn expect_installed() -> Result<PathBuf, CliError> {
    installed().ok_or_else(|| {
        let found = match env::var_os(VARIABLE).as_deref().and_then(OsStr::to_str) {
            Some(NONE) => format!("{VARIABLE} is none"),
            _ => "the home folder is unknown".to_owned(),
        };
        CliError::unexpected(found, format_args!("{VARIABLE} to name a folder for tables"))
    })
}

/// Opens the tables that `--tables` selects.
pub fn from_option(tables: Option<&Path>) -> OpenTables {
    match tables {
        Some(none) if none == Path::new(NONE) => OpenTables::empty(),
        Some(folder) => OpenTables::given(folder),
        None => installed().map_or_else(OpenTables::empty, OpenTables::installed),
    }
}

/// Returns the endgame table for a position, if there is one. Prints a message about tables that
/// cannot be used.
pub fn endgame(
    table_folder: &OpenTables,
    task: &Game,
    session: &Session<'_>,
) -> Result<Option<Arc<Endgame>>, CliError> {
    let (rules, position) = (task.rules(), task.position());
    let table = endgame_of(table_folder, rules, position.field(), session.common.quiet)?;
    if let (Some(folder), None) = (table_folder.given_folder(), &table) {
        let folder = folder.display();
        session.message(format_args!("{folder}: no table for {position}; continuing without one"));
    }
    Ok(table)
}

/// Like `endgame`, for rules and a field; prints nothing if there is no table.
pub fn endgame_of(
    table_folder: &OpenTables,
    rules: &Rules,
    field: Field,
    quiet: bool,
) -> Result<Option<Arc<Endgame>>, CliError> {
    let table = table_folder.table(rules, field)?;
    report_problem(table_folder, quiet);
    Ok(table)
}

/// Prints once what is wrong with the installed tables.
pub fn report_problem(table_folder: &OpenTables, quiet: bool) {
    if let Some(problem) = table_folder.problem().filter(|_| !quiet) {
        let hint = "continuing without (`chongkak tables install` repairs it)";
        message(format_args!("{problem}: {hint}"));
    }
}
