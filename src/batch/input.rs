//! Reading the input of a batch: its jobs and its invalid lines.
//!
//! A line is a position, a position as a JSON string, or a JSON object with a position and other
//! fields. The input may also be a table.

use serde_json::Value;
use serde_json::error::Category;

use super::job::{Job, Reading, job_of_position, named};
use super::line_fields::{Fields, likely_field};
use super::question::Method;
use super::sheet::{self, Sheet};
use crate::ask::Variant;
use crate::options::named_values;
use crate::rules::RuleSets;
use crate::text::{Diagnostic, ErrorKind, Unique};

named_values! {
    /// The format of the input.
    Form as "form" {
        /// One position or JSON object per line.
        Lines = "lines",
        /// A table with a heading row, separated by commas or semicolons.
        Csv = "csv",
        /// A table with a heading row, separated by tabs.
        Tsv = "tsv",
    }
}

/// The input of a batch.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The positions, in input order.
    pub jobs: Vec<Job>,
    /// The invalid lines, in input order.
    pub bad: Vec<BadLine>,
    /// The names of all fields that are passed through, in order of appearance.
    pub others: Vec<String>,
    /// The columns of a table that are kept, in order: `id`, `position` and those that are passed
    /// through.
    pub columns: Vec<String>,
    /// The names of fields that are dropped because results have fields of the same name; empty if
    /// the lines are complete results of this program.
    pub left_out: Vec<String>,
}

/// An invalid line, with what could be read of it.
#[derive(Clone, Debug, PartialEq)]
pub struct BadLine {
    /// The number of the line, starting at 1.
    pub line: u64,
    /// True if it is the last line and has no line break.
    pub torn: bool,
    /// The error.
    pub error: Diagnostic,
    /// The identifier of the position.
    pub id: Option<Value>,
    /// The position as written.
    pub position: Option<String>,
    /// The fields that are passed through.
    pub others: Vec<(String, Value)>,
}

impl Input {
    /// Reads an input whose lines may name any of `rule_sets`. The format follows from `form`;
    /// without one, an input whose first line has a heading `position` is a table.
    ///
    /// # Errors
    /// If the input is UTF-16, or a table lacks required headings. Invalid lines are not an error.
    pub fn read(
        text: &[u8],
        form: Option<Form>,
        base: &Variant,
        method: Method,
        rule_sets: &RuleSets,
    ) -> Result<Input, Diagnostic> {
        let reading = Reading { base, method, rule_sets };
        if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
            let expected = "UTF-8 text (a spreadsheet calls it CSV UTF-8)";
            let wrong = Diagnostic::unexpected("found UTF-16 text", expected);
            return Err(wrong.of_kind(ErrorKind::Syntax));
        }
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        let separators: &[u8] = match form {
            Some(Form::Lines) => &[],
            Some(Form::Csv) => b",;\t",
            Some(Form::Tsv) => b"\t",
            None if sheet::has_headings(text) => b",;\t",
            None => &[],
        };
        let mut input = Input::default();
        if separators.is_empty() {
            input.read_lines(text, reading);
        } else {
            input.read_rows(Sheet::open(text, separators)?, reading);
        }
        Ok(input)
    }

    /// Fields that are passed through but look like misspelt ones, each with the likely intended
    /// name.
    pub fn misspelt(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let others = self.others.iter().map(String::as_str);
        others.filter_map(|name| Some((name, likely_field(name)?)))
    }

    fn read_lines(&mut self, text: &[u8], reading: Reading<'_>) {
        for (number, bytes) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            let (fields, read) = read(bytes, reading);
            for (name, _) in &fields.others {
                push_unique(&mut self.others, name);
            }
            self.leave_out(fields.found.iter().map(String::as_str));
            match read {
                Ok(None) => {}
                Ok(Some(job)) => self.jobs.push(Job { line: number, ..job }),
                Err(error) => self.add_bad(number, !bytes.ends_with(b"\n"), error, fields),
            }
        }
    }

    fn read_rows(&mut self, mut sheet: Sheet<'_>, reading: Reading<'_>) {
        self.others = sheet.others().map(str::to_owned).collect();
        self.columns = sheet.kept().map(str::to_owned).collect();
        self.leave_out(sheet.found());
        while let Some(mut row) = sheet.next() {
            let fields = sheet.fields(&mut row);
            match fields.job(reading).map_err(|wrong| named("column", wrong)) {
                Ok(job) => self.jobs.push(Job { line: row.line, ..job }),
                Err(error) => {
                    let error = match error.column {
                        0 => sheet.with_column(&row, error),
                        _ => error,
                    };
                    self.add_bad(row.line, row.torn, error, fields);
                }
            }
        }
    }

    fn leave_out<'a>(&mut self, found: impl Iterator<Item = &'a str> + Clone) {
        // Results of this program always have both fields; a limit set by a user comes alone.
        let has = |field: &str| found.clone().any(|name| name == field);
        if !(has("nodes") && has("value")) {
            found.for_each(|name| push_unique(&mut self.left_out, name));
        }
    }

    fn add_bad(&mut self, line: u64, torn: bool, error: Diagnostic, fields: Fields) {
        self.bad.push(BadLine {
            line,
            torn,
            error,
            id: fields.id,
            position: fields.position,
            others: fields.others,
        });
    }
}

fn push_unique(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|other| other == name) {
        names.push(name.to_owned());
    }
}

/// Parses a line; returns nothing if the line is empty or a comment (`#`). Paths of rule files are
/// relative to the working folder.
///
/// # Errors
/// The error names the invalid field or part of the position, and what was expected.
pub fn read_line(
    text: &str,
    line: u64,
    base: &Variant,
    method: Method,
) -> Result<Option<Job>, Diagnostic> {
    let rule_sets = &RuleSets::new();
    let reading = Reading { base, method, rule_sets };
    let job = read(text.as_bytes(), reading).1?;
    Ok(job.map(|job| Job { line, ..job }))
}

/// Parses the fields of a line, and its job if the line is valid.
fn read(bytes: &[u8], reading: Reading<'_>) -> (Fields, Result<Option<Job>, Diagnostic>) {
    let mut fields = Fields::default();
    let line = match std::str::from_utf8(bytes) {
        Ok(line) => line,
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let wrong = Diagnostic::new(ErrorKind::Syntax, format!("not UTF-8 text: {error}"));
            let column = before.chars().count() + 1;
            return (fields, Err(wrong.expecting("UTF-8 text").in_column(column)));
        }
    };
    let text = line.trim();
    let job = match text.chars().next() {
        None | Some('#') => return (fields, Ok(None)),
        Some('[') => {
            let expected = "one position or JSON object per line (--format jsonl)";
            Err(Diagnostic::unexpected("found a list", expected))
        }
        Some('{' | '"') => match json(text) {
            Ok(Value::Object(object)) => {
                fields = Fields::of(object);
                fields.job(reading).map_err(|wrong| named("field", wrong))
            }
            Ok(Value::String(position)) => job_of_position(&position, reading.base, reading.method),
            Ok(_) => unreachable!("JSON that begins with a quote or a brace"),
            Err(error) => Err(error),
        },
        Some(_) => job_of_position(text, reading.base, reading.method),
    };
    if job.is_err() && fields.position.is_none() && !text.starts_with('{') {
        fields.position = Some(text.to_owned());
    }
    (fields, job.map(Some).map_err(|error| with_column(line, error)))
}

/// Adds the column of the invalid part, if its text occurs exactly once in the line.
fn with_column(line: &str, error: Diagnostic) -> Diagnostic {
    let text = &*error.text;
    let only = line.find(text).filter(|at| !text.is_empty() && line.rfind(text) == Some(*at));
    let at = only.filter(|_| error.subject.as_deref() != Some("rules"));
    let column = match (at, &error.span) {
        (Some(at), Some(span)) => line[..at + span.start].chars().count() + 1,
        _ => 0,
    };
    error.in_column(column)
}

fn json(text: &str) -> Result<Value, Diagnostic> {
    let read = serde_json::from_str(text);
    read.map(|Unique(value)| value).map_err(|error| not_json(text, &error))
}

fn not_json(text: &str, error: &serde_json::Error) -> Diagnostic {
    // `serde_json` counts columns in bytes, starting at 1. A text that ends too early is wrong at
    // its end.
    let at = error.column().saturating_sub(1).min(text.len());
    let start = (0..=at).rev().find(|&at| text.is_char_boundary(at));
    let end = (at + 1..=text.len()).find(|&at| text.is_char_boundary(at));
    let span = start.unwrap_or(0)..end.unwrap_or(text.len());
    // The messages of `serde_json` count lines and columns of this text, not of the input.
    let (found, expected) = match error.classify() {
        Category::Data => ("found a duplicate name in an object", "each name once"),
        Category::Eof => ("invalid JSON: it ends too early", "a JSON value"),
        _ => ("invalid JSON", "a JSON value"),
    };
    let wrong = Diagnostic::at(span, found, expected).of_kind(ErrorKind::Syntax);
    wrong.in_text(text)
}
