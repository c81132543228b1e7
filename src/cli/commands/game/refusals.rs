//! Arguments that make no sense for a game. As errors of all commands they are in English.

use std::path::{Path, PathBuf};

use chongkak::lessons::Lesson;
use chongkak::text::Diagnostic;

use super::autosave;
use crate::cli::output::Format;
use crate::cli::{CliError, Session};

/// Refuses other formats than text.
pub fn expect_text(session: &Session<'_>) -> Result<(), CliError> {
    if session.common.format == Format::Text {
        return Ok(());
    }
    let found = "--format: a game is played in text";
    Err(CliError::unexpected(found, "text"))
}

/// Refuses the position `-`: standard input has what is typed.
pub fn expect_no_dash(position: &[String]) -> Result<(), CliError> {
    if position.join(" ").trim() != "-" {
        return Ok(());
    }
    let found = "-: standard input has what is typed in the game";
    Err(CliError::unexpected(found, "the position as an argument"))
}

/// The error of a position in which both can't begin.
pub fn not_together(error: &Diagnostic) -> CliError {
    CliError::input(format!("--together: {error}"))
}

/// The error of a name that no lesson has.
pub fn no_lesson(name: &str) -> CliError {
    CliError::unexpected(
        format_args!("--lesson {name}: no such lesson"),
        format_args!("one of {}", Lesson::names()),
    )
}

/// The file that is to be taken up: the one that was named, or the game of a kind that was played
/// last.
pub fn file_to_load(file: Option<&Path>, kind: &str) -> Result<PathBuf, CliError> {
    match file {
        Some(file) if file == Path::new("-") => {
            let found = "--load -: standard input has what is typed in the game";
            Err(CliError::unexpected(found, "the name of a file"))
        }
        Some(file) => Ok(file.to_owned()),
        None => autosave::last(kind),
    }
}
