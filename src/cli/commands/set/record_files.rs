//! Record files.

use std::path::Path;

use chongkak::rules::RuleSets;
use chongkak::sentence;
use chongkak::sets::WrittenSet;
use chongkak::text::{Diagnostic, ErrorKind};

use crate::cli::{CliError, Status, position_input};

/// Reads a record from a file or standard input.
pub fn read(file: &Path) -> Result<WrittenSet, CliError> {
    let text = position_input::text_of(file)?;
    WrittenSet::read_with(&text, &RuleSets::beside(file)).map_err(|error| wrong(file, &error))
}

/// Returns the error of a record, with the place underlined.
pub fn wrong(file: &Path, error: &Diagnostic) -> CliError {
    let (file, problem) = (position_input::name(file), error.message.clone());
    let message = sentence!("faults.file.in", file = file, problem = problem);
    let span = error.span.clone().unwrap_or(0..0);
    let failure = CliError::input_at("", &error.text, &span).with_message(message);
    match error.kind {
        ErrorKind::Untrue => failure.ending(Status::Refuted),
        _ => failure,
    }
}
