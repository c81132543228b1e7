//! The output of a batch: records, and the errors of lines without a record.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use chongkak::batch::{Entry, Input, Job, columns, in_words};
use chongkak::findings::Record;

use super::csv;
use crate::cli::output::{Format, Output};
use crate::cli::{CliError, Status};

/// A line without a result.
pub struct Gap {
    pub failure: CliError,
    pub id: Option<Value>,
    /// The position as in the input.
    pub position: Option<String>,
    pub others: Vec<(String, Value)>,
}

/// Prints the results for the lines of the input.
pub struct Printer<'a> {
    out: &'a mut Output,
    format: Format,
    /// The columns before those of a result, if the output is a table: those of the input, in their
    /// order.
    head: Vec<String>,
    /// Lines without a result that are still to be printed, by line number.
    gaps: BTreeMap<u64, Gap>,
}

impl<'a> Printer<'a> {
    /// Takes the lines that are not jobs as gaps.
    pub fn new(
        out: &'a mut Output,
        format: Format,
        input: &'a Input,
        gaps: BTreeMap<u64, Gap>,
    ) -> Result<Printer<'a>, CliError> {
        let mut ids =
            (input.jobs.iter().map(|job| &job.id)).chain(gaps.values().map(|gap| &gap.id));
        let id = ids.any(Option::is_some).then(|| "id".to_owned());
        let head = match input.columns.is_empty() {
            true => id.into_iter().chain(input.others.iter().cloned()).collect(),
            false => input.columns.clone(),
        };
        let printer = Printer { out, format, head, gaps };
        if printer.format == Format::Csv {
            let result = columns().iter().skip(printer.cells_in_input());
            let headings = printer.head.iter().chain(result).cloned();
            let line = csv::line(headings.chain(["error".to_owned(), "error_kind".to_owned()]));
            printer.out.line(&line)?;
        }
        Ok(printer)
    }

    /// Prints a result, after the errors of earlier lines.
    pub fn result(&mut self, job: &Job, entry: &Entry) -> Result<(), CliError> {
        while let Some(first) = self.gaps.first_entry().filter(|gap| *gap.key() < job.line) {
            let (line, gap) = first.remove_entry();
            self.gap(line, &gap)?;
        }
        let record = entry.record_for(job);
        if self.format == Format::Csv {
            let result = csv::cells(&record, columns()).chain([String::new(), String::new()]);
            self.row(record.id.as_ref(), &record.others, result.collect())
        } else {
            self.out.record(&record)
        }
    }

    /// Records that a job has no result; it is printed in its place.
    pub fn fail(&mut self, job: &Job, failure: CliError) {
        let gap = Gap {
            failure,
            id: job.id.clone(),
            position: Some(job.game.position().to_string()),
            others: job.others.clone(),
        };
        self.gaps.insert(job.line, gap);
    }

    /// Prints the remaining gaps.
    pub fn rest(&mut self) -> Result<(), CliError> {
        let gaps = std::mem::take(&mut self.gaps);
        gaps.iter().try_for_each(|(line, gap)| self.gap(*line, gap))
    }

    fn gap(&mut self, line: u64, gap: &Gap) -> Result<(), CliError> {
        if self.format != Format::Csv {
            let others = gap.others.iter().filter(|(name, _)| name != "line" && name != "error");
            let mut record = gap.failure.record(line);
            record.id.clone_from(&gap.id);
            record.others = others.cloned().collect();
            return self.out.failure(&record);
        }
        let mut result = vec![String::new(); columns().len()];
        result[0] = gap.position.clone().unwrap_or_default();
        result.push(gap.failure.message());
        result.push(in_words(&json!(gap.failure.kind())));
        self.row(gap.id.as_ref(), &gap.others, result)
    }

    /// Returns how many cells of a result are already among the columns of the input: at most the
    /// position, which is first.
    fn cells_in_input(&self) -> usize {
        usize::from(self.head.iter().any(|name| *name == columns()[0]))
    }

    /// Prints a row: the columns of the input and the cells of the result.
    fn row(
        &mut self,
        id: Option<&Value>,
        others: &[(String, Value)],
        result: Vec<String>,
    ) -> Result<(), CliError> {
        let cell = |name: &String| {
            let other = || others.iter().find(|(other, _)| other == name);
            match name.as_str() {
                "position" => result[0].clone(),
                "id" => id.map(in_words).unwrap_or_default(),
                _ => other().map_or(String::new(), |(_, value)| in_words(value)),
            }
        };
        let head: Vec<String> = self.head.iter().map(cell).collect();
        let result = result.into_iter().skip(self.cells_in_input());
        self.out.line(&csv::line(head.into_iter().chain(result)))
    }
}

/// Prints records, or their cells in the columns of a table.
pub fn print_all<R: Record + Serialize>(
    out: &mut Output,
    columns: Option<&[String]>,
    mut records: impl Iterator<Item = Result<R, CliError>>,
) -> Result<Status, CliError> {
    match columns {
        Some(columns) => out.line(&csv::line(columns.iter().cloned()))?,
        None => out.expect_lines(),
    }
    records.try_for_each(|record| match columns {
        Some(columns) => out.line(&csv::line(csv::cells(&record?, columns))),
        None => out.record(&record?),
    })?;
    Ok(Status::Done)
}
