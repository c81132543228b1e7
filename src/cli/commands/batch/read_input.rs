//! Reads the whole input of a batch and reports its errors.

use std::collections::BTreeMap;
use std::path::Path;

use chongkak::batch::{BadLine, Form, Input, MAX_NODES, Method};
use chongkak::rules::RuleSets;
use chongkak::text::Diagnostic;

use super::print::Gap;
use crate::cli::{CliError, Session, Status, position_input};

/// Maximum bytes of the input, all of which is in memory: some ten million positions.
const LARGEST: u64 = 1 << 30;

/// Fields with the name of an option that applies to the whole run.
const OF_THE_RUN: [&str; 2] = ["time", "fresh"];

/// Fields that other interfaces accept, but not a line. (`owned` and `mover` describe an opening,
/// which the position already determines.)
const OF_QUESTIONS: [&str; 6] =
    ["line", "every_move", "as_drawn", "target", "max_time", "max_depth"];

/// Reads the positions of a file, or of standard input for `-`, and reports the lines without a
/// position.
pub fn read(
    file: &Path,
    form: Option<Form>,
    method: Method,
    session: &Session<'_>,
) -> Result<(Input, BTreeMap<u64, Gap>), CliError> {
    let (name, bytes) = (position_input::name(file), position_input::bytes_of(file, LARGEST)?);
    let rule_sets = RuleSets::beside(file);
    let mut found =
        Input::read(&bytes, form.or(form_of(file)), &session.variant, method, &rule_sets)
            .map_err(|error| failure(&error).about(&name))?;
    let mut gaps = BTreeMap::new();
    for bad in std::mem::take(&mut found.bad) {
        let failure = failure(&bad.error);
        failure.report_about(format_args!("{name}, {}", place(&bad)));
        let gap = Gap { failure, id: bad.id, position: bad.position, others: bad.others };
        gaps.insert(bad.line, gap);
    }
    if found.jobs.is_empty() && gaps.is_empty() {
        let message = format!("{name}: no position, expected one per line");
        return Err(CliError::input(message));
    }
    for (field, meant) in found.misspelt() {
        session
            .message(format_args!("{name}: {field:?} is passed through; did you mean {meant:?}?"));
    }
    for field in &found.left_out {
        let (other, then) = match field.as_str() {
            "nodes" => (MAX_NODES, "it is a limit of the line"),
            _ => ("another name", "it is passed through"),
        };
        session.message(format_args!(
            "{name}: {field:?} is left out, because results have a field of that name; as {other} {then}"
        ));
    }
    for field in found.others.iter().map(String::as_str) {
        if OF_THE_RUN.contains(&field) {
            session.message(format_args!(
                "{name}: {field:?} is passed through: use --{field} to set it for all lines"
            ));
        } else if OF_QUESTIONS.contains(&field) {
            session.message(format_args!(
                "{name}: {field:?} is passed through: batch does not use it"
            ));
        }
    }
    Ok((found, gaps))
}

/// Returns the form that the extension of a file implies.
fn form_of(file: &Path) -> Option<Form> {
    let end = file.extension()?.to_str()?.to_lowercase();
    match end.as_str() {
        "csv" => Some(Form::Csv),
        "tsv" | "tab" => Some(Form::Tsv),
        "json" | "jsonl" | "ndjson" => Some(Form::Lines),
        _ => None,
    }
}

fn place(bad: &BadLine) -> String {
    let column = match bad.error.column {
        0 => String::new(),
        column => format!(", column {column}"),
    };
    let torn = match bad.torn {
        true => ", the last one and without a line break",
        false => "",
    };
    format!("line {}{}{torn}", bad.line, column)
}

fn failure(error: &Diagnostic) -> CliError {
    // Any error here is an error of the input.
    CliError::from(Diagnostic { subject: None, line: 0, ..error.clone() }).ending(Status::Input)
}
