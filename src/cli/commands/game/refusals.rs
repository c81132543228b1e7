//! Errors for arguments that make no sense in a game.

use std::path::{Path, PathBuf};

use chongkak::lessons::Lesson;
use chongkak::sentence;
use chongkak::text::Diagnostic;

use super::autosave;
use crate::cli::output::Format;
use crate::cli::{CliError, Session};

/// Rejects formats other than text.
pub fn expect_text(session: &Session<'_>) -> Result<(), CliError> {
    if session.common.format == Format::Text {
        return Ok(());
    }
    Err(CliError::input_sentence(sentence!("game.refused.format")))
}

/// Rejects the position `-`: standard input is for the player's lines.
pub fn expect_no_dash(position: &[String]) -> Result<(), CliError> {
    if position.join(" ").trim() != "-" {
        return Ok(());
    }
    Err(CliError::input_sentence(sentence!("game.refused.dash")))
}

/// Returns the error of a position that cannot begin with a joint turn.
pub fn not_together(error: &Diagnostic) -> CliError {
    CliError::input_sentence(error.message.clone()).about("--together")
}

/// Returns the error of an unknown lesson.
pub fn no_lesson(name: &str) -> CliError {
    let (name, known) = (name.to_owned(), Lesson::names());
    CliError::input_sentence(sentence!("game.refused.no-lesson", name = name, known = known))
}

/// Returns the file to load: the named one, or the most recent game of a kind.
pub fn file_to_load(file: Option<&Path>, kind: &str) -> Result<PathBuf, CliError> {
    match file {
        Some(file) if file == Path::new("-") => {
            Err(CliError::input_sentence(sentence!("game.refused.load-dash")))
        }
        Some(file) => Ok(file.to_owned()),
        None => autosave::last(kind),
    }
}
