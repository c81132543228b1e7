//! `tables`: endgame tables in a folder.

pub mod info;
mod install;
pub mod probe;
pub mod verify;

use std::path::{Path, PathBuf};

use chongkak::moves::Game;
use chongkak::tables::{self, BuildError, BuildRequest, Layout, TableError, TableFile};

use crate::cli::args::Tables;
use crate::cli::{CliError, Session, Status, position_input, table_folder, watched};
use info::TableRecord;

pub fn run(args: &Tables, session: &mut Session<'_>) -> Result<Status, CliError> {
    match args {
        Tables::Build { folder, max, place } => {
            position_input::each(place, session, |task, session| build(folder, *max, task, session))
        }
        Tables::Install { all, max_bytes, yes } => install::run(*all, *max_bytes, *yes, session),
        Tables::Verify { folder, sample, all } => {
            verify::run(folder.as_deref(), (!all).then_some(*sample), session)
        }
        Tables::Info { folder } => info::run(folder.as_deref(), session),
        Tables::Probe { folder, place } => probe::run(folder.as_deref(), place.clone(), session),
    }
}

/// Returns the name of a file without its folder, which the user knows.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

fn build(
    folder: &Path,
    seeds: u32,
    task: &Game,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let (rules, field) = (task.rules(), task.position().field());
    let limited = session.common.memory.is_some();
    // An impossible table is rejected later, with the reason.
    let bytes = Layout::new(rules, field, seeds).map_or(0, |layout| layout.positions());
    let request = BuildRequest {
        folder,
        rules,
        field,
        seeds,
        memory: Some(session.largest()).filter(|&most| limited || bytes > most),
        threads: session.threads(),
        renew: false,
    };
    let file = built(&request, session)?;
    session.out.record(&TableRecord::new(&file))?;
    Ok(Status::Done)
}

fn built(request: &BuildRequest<'_>, session: &Session<'_>) -> Result<TableFile, CliError> {
    watched(session, |control| tables::build(request, control))?.map_err(|error| match error {
        TableError::Build(BuildError::Stopped(reason)) => {
            let kept = "completed levels are kept; run the same command to continue";
            CliError::stopped(request.folder.display(), reason, kept)
        }
        error => {
            let allowed = matches!(error, TableError::Build(BuildError::Allowed { .. }));
            let failure = CliError::from(error);
            match session.common.memory.filter(|_| allowed) {
                Some(mib) => failure.about(format_args!("--memory {mib}")),
                None => failure,
            }
        }
    })
}

/// Returns the given folder, or that of the installed tables.
fn folder(given: Option<&Path>) -> Result<PathBuf, CliError> {
    match given {
        Some(folder) => Ok(folder.to_owned()),
        None => {
            let folder = table_folder::expect_installed()?;
            if folder.is_dir() {
                return Ok(folder);
            }
            let hint = "no table is installed; `chongkak tables install` builds them";
            Err(CliError::data(format!("{}: {hint}", folder.display())))
        }
    }
}

/// Calls `work` for every table of a folder. An unreadable table does not stop the others.
fn each_table<T>(
    folder: &Path,
    open: impl Fn(&Path) -> Result<T, TableError>,
    mut work: impl FnMut(&Path, &T) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    let files = tables::list(folder)?;
    if files.is_empty() {
        let message = format!("{}: no table here", folder.display());
        return Err(CliError::data(message));
    }
    let mut status = Status::Done;
    for path in files {
        status = status.max(match open(&path) {
            Ok(table) => work(&path, &table)?,
            Err(error) => CliError::from(error).report(),
        });
        if status == Status::Interrupted {
            break;
        }
    }
    Ok(status)
}
