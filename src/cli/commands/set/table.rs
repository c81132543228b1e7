//! `set table`: who wins the set, by the seeds that the starter owns.

use std::fmt::Write;

use chongkak::record::RulesRecord;
use chongkak::rules::Preset;
use chongkak::sets::{Proof, TableEntry, table};
use serde::Serialize;

use crate::cli::args::SetTable;
use crate::cli::records::columns;
use crate::cli::words::counted;
use crate::cli::{Failure, Record, Session, Status, of_version, picture};

#[derive(Serialize)]
struct TableRecord {
    rules: RulesRecord,
    version: &'static str,
    openings: Vec<TableEntry>,
    #[serde(skip)]
    lines: bool,
}

pub fn run(args: &SetTable, session: &mut Session<'_>) -> Result<Status, Failure> {
    let name = args
        .name
        .as_deref()
        .unwrap_or(session.variant.preset().name);
    let other = session.common.rules.as_deref();
    if let Some(other) = other.filter(|_| session.variant.preset().name != name) {
        let message = format!("{name}, --rules {other}: expected one rule set");
        return Err(Failure::input(message));
    }
    if let Some(option) = session.variant.options_changed().first() {
        let message = format!(
            "the table of {name} is of the rule set as it is: expected no {option} set on top of it \
             (`set solve` takes any)"
        );
        return Err(Failure::input(message));
    }
    let all = table(name).expect("a table for every rule set");
    let (least, most) = (all[0].owned, all[all.len() - 1].owned);
    let chosen = all.into_iter();
    let openings = chosen.filter(|entry| args.owned.is_none_or(|owned| owned == entry.owned));
    let openings: Vec<TableEntry> = openings.collect();
    if let (Some(owned), true) = (args.owned, openings.is_empty()) {
        let message = format!("--owned {owned}: expected {least} to {most} seeds in {name}");
        return Err(Failure::input(message));
    }
    let record = TableRecord {
        rules: RulesRecord::of(Preset::named(name).expect("a rule set")),
        version: chongkak::VERSION,
        openings,
        lines: args.lines,
    };
    session.out.whole(&record, &record.openings)?;
    Ok(Status::Done)
}

impl Record for TableRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.openings.iter().map(row);
        writeln!(text, "{}\n", of_version(&self.rules.to_string()))?;
        let headings = ["A owns", "opening", "set won by", "proof"];
        write!(text, "{}", columns(&headings, rows.collect(), &[0]))?;
        writeln!(
            text,
            "\nA starts. All that has a winner is proven: by a line of the first turn, by replies to \
             every end\nof it, or by a search of all rounds. The rest is open."
        )?;
        if self.lines {
            for entry in &self.openings {
                if let Some(line) = &entry.line {
                    let line = picture::wrapped("  ", line);
                    writeln!(text, "\n{}\n{line}", entry.position)?;
                }
            }
        }
        Ok(())
    }
}

fn row(entry: &TableEntry) -> Vec<String> {
    let proof = match entry.proof {
        Some(Proof::Turn) => {
            let moves = entry.line.as_deref().unwrap_or_default().split(' ').count();
            format!("at once, {}", counted(moves as u64, "move"))
        }
        Some(Proof::Reply) => {
            let ends = counted(entry.ends.unwrap_or_default(), "end");
            format!("by the reply, to {ends}")
        }
        Some(Proof::Solve) => match entry.rounds {
            Some(rounds) => format!("solved, {}", counted(rounds, "round")),
            None => "solved".to_owned(),
        },
        Some(Proof::Rounds) => {
            let rounds = counted(entry.rounds.unwrap_or_default(), "round");
            format!("within {rounds}, by openings won within fewer")
        }
        None => String::new(),
    };
    let winner = entry.winner.as_deref().unwrap_or("open");
    row![entry.owned, entry.position, winner, proof]
}
