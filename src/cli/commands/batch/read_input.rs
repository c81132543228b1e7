//! The input of a batch: all of it, what is wrong reported.

use std::collections::BTreeMap;
use std::path::Path;

use chongkak::batch::{BadLine, Form, Input, MAX_NODES, Method};
use chongkak::rules::RuleSets;
use chongkak::text::Diagnostic;

use super::print::Gap;
use crate::cli::{CliError, Session, Status, position_input};

/// Bytes of the largest input, all of which is in memory: some ten million positions.
const LARGEST: u64 = 1 << 30;

/// Fields that say what an option of the command says of the whole run, by its name.
const OF_THE_RUN: [&str; 2] = ["time", "fresh"];

/// Fields that other front ends take, and a line does not. (`owned` and `mover` say of an opening
/// what its position says.)
const OF_QUESTIONS: [&str; 6] =
    ["line", "every_move", "as_drawn", "target", "max_time", "max_depth"];

/// Reads the positions of a file, or of standard input for `-`, and reports the lines that are
/// none.
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
        let message = format!("{name}: no position, expected one a line");
        return Err(CliError::input(message));
    }
    for (field, meant) in found.misspelt() {
        session
            .message(format_args!("{name}: {field:?} is passed through; did you mean {meant:?}?"));
    }
    for field in &found.left_out {
        let (other, then) = match field.as_str() {
            "nodes" => (MAX_NODES, "it is a limit of the line"),
            _ => ("another one", "it is passed through"),
        };
        session.message(format_args!(
            "{name}: {field:?} is left out: results have a field of that name; under {other} {then}"
        ));
    }
    for field in found.others.iter().map(String::as_str) {
        if OF_THE_RUN.contains(&field) {
            session.message(format_args!(
                "{name}: {field:?} is passed through: --{field} says it for all lines"
            ));
        } else if OF_QUESTIONS.contains(&field) {
            session.message(format_args!(
                "{name}: {field:?} is passed through: a line asks about its position alone"
            ));
        }
    }
    Ok((found, gaps))
}

/// The form that the name of a file says.
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
    // A line of the input is wrong, whatever its kind.
    CliError::from(Diagnostic { subject: None, line: 0, ..error.clone() }).ending(Status::Input)
}
