//! `report`: many values at once, as plots on a page, a table, or data.

mod openings;
mod set;
mod turns;

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use chongkak::control::StopReason;
use chongkak::rules::Rules;

use crate::cli::args::report as args;
use crate::cli::page::{self, Title};
use crate::cli::plot::{self, Figure};
use crate::cli::records::columns;
use crate::cli::style::STRONG;
use crate::cli::{Failure, NewFile, Record, Session, Status};
use args::Report;

#[derive(Serialize)]
struct ReportRecord {
    report: &'static str,
    rules: &'static str,
    holes: u8,
    seeds: u8,
    /// Options that were set on top of the rule set.
    set: BTreeMap<String, String>,
    /// Of a report on one position.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    figures: Vec<Figure>,
    /// Positions visited; none where the data is that of the program.
    nodes: Option<u64>,
    /// The limit that ended the work.
    stopped: Option<StopReason>,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    in_words: String,
    /// The rules as they are for this board.
    #[serde(skip)]
    played: Rules,
}

pub fn run(args: &Report, session: &mut Session<'_>) -> Result<Status, Failure> {
    match args {
        Report::Openings(args) => openings::run(args, session),
        Report::Turns(args) => turns::run(args, session),
        Report::Set(args) => set::run(args, session),
    }
}

/// Prints the record, then writes its page.
fn show(
    record: &ReportRecord,
    file: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    session.out.record(record)?;
    let Some(file) = file else { return Ok(()) };
    let title = Title {
        result: record.title.clone(),
        rules: page::rules(session.variant.preset(), &record.played),
        position: record.position.clone(),
    };
    file.write(&plot::page(&title, &record.figures))
}

impl Record for ReportRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.in_words)?;
        if let Some(position) = &self.position {
            writeln!(text, "{position}")?;
        }
        for figure in &self.figures {
            let heads = figure.heads();
            let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
            let table = columns(&heads, figure.rows(), &[0, 1]);
            let (title, caption) = (&figure.title, &figure.caption);
            writeln!(text, "\n{STRONG}{title}{STRONG:#}\n{caption}\n\n{table}")?;
        }
        if let Some(limit) = self.stopped {
            writeln!(text, "stopped by: {limit}")?;
        }
        Ok(())
    }
}

impl ReportRecord {
    /// A record of the rules as they are for so many holes, without anything found.
    fn new(report: &'static str, title: String, session: &Session<'_>) -> ReportRecord {
        let options = session.variant.options_changed().into_iter();
        let value = |option: &str| session.variant.rules().value(option).unwrap_or_default();
        ReportRecord {
            report,
            rules: session.variant.preset().name,
            holes: session.variant.rules().holes.get(),
            seeds: session.variant.rules().seeds.get(),
            set: options
                .map(|option| (option.to_owned(), value(option)))
                .collect(),
            position: None,
            figures: Vec::new(),
            nodes: None,
            stopped: None,
            title,
            in_words: session.rules_in_words(),
            played: *session.variant.rules(),
        }
    }
}
