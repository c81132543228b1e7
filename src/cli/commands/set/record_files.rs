//! The files of records.

use std::path::Path;

use chongkak::rules::RuleSets;
use chongkak::sentence;
use chongkak::sets::{RecordError, RecordFault, WrittenSet};

use crate::cli::{CliError, Status, position_input};

/// Reads the record in a file, or on standard input.
pub fn read(file: &Path) -> Result<WrittenSet, CliError> {
    let text = position_input::text_of(file)?;
    WrittenSet::read_with(&text, &RuleSets::beside(file)).map_err(|error| wrong(file, &error))
}

/// The fault of a record, with the place underlined.
pub fn wrong(file: &Path, error: &RecordError) -> CliError {
    let said =
        sentence!("faults.file.in", file = position_input::name(file), problem = error.sentence());
    let failure = CliError::input_at(&said, &error.text, &error.span).saying(said);
    match error.fault {
        RecordFault::Form => failure,
        RecordFault::Statement => failure.ending(Status::Refuted),
    }
}
