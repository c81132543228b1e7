//! Arguments that make no sense for a game.

use std::path::{Path, PathBuf};

use chongkak::lessons::Lesson;
use chongkak::sentence;
use chongkak::text::Diagnostic;

use super::autosave;
use crate::cli::output::Format;
use crate::cli::{CliError, Session};

/// Refuses other formats than text.
pub fn expect_text(session: &Session<'_>) -> Result<(), CliError> {
    if session.common.format == Format::Text {
        return Ok(());
    }
    Err(CliError::input_said(sentence!("game.refused.format")))
}

/// Refuses the position `-`: standard input has what is typed.
pub fn expect_no_dash(position: &[String]) -> Result<(), CliError> {
    if position.join(" ").trim() != "-" {
        return Ok(());
    }
    Err(CliError::input_said(sentence!("game.refused.dash")))
}

/// The error of a position in which both can't begin.
pub fn not_together(error: &Diagnostic) -> CliError {
    CliError::input_said(error.message.clone()).about("--together")
}

/// The error of a name that no lesson has.
pub fn no_lesson(name: &str) -> CliError {
    let (name, known) = (name.to_owned(), Lesson::names());
    CliError::input_said(sentence!("game.refused.no-lesson", name = name, known = known))
}

/// The file that is to be taken up: the one that was named, or the game of a kind that was played
/// last.
pub fn file_to_load(file: Option<&Path>, kind: &str) -> Result<PathBuf, CliError> {
    match file {
        Some(file) if file == Path::new("-") => {
            Err(CliError::input_said(sentence!("game.refused.load-dash")))
        }
        Some(file) => Ok(file.to_owned()),
        None => autosave::last(kind),
    }
}
