//! Who wins the set, by the seeds that the starter owns.

use std::fmt::Write;

use serde::Serialize;

use super::{Record, columns, of_version};
use crate::record::RulesRecord;
use crate::row;
use crate::rules::Preset;
use crate::sets::{Proof, TableEntry};
use crate::show::picture;
use crate::show::words::counted;

/// What `chongkak set table` shows of a rule set.
#[derive(Serialize)]
pub struct SetTableRecord {
    /// The rules.
    rules: RulesRecord,
    /// The version of the program.
    version: &'static str,
    /// The openings.
    pub openings: Vec<TableEntry>,
    /// Whether the text has the first turns that win at once.
    #[serde(skip)]
    lines: bool,
}

impl SetTableRecord {
    /// Openings of a rule set; the text has the lines if they are asked for.
    pub fn new(preset: &Preset, openings: Vec<TableEntry>, lines: bool) -> SetTableRecord {
        SetTableRecord {
            rules: RulesRecord::of(preset),
            version: crate::VERSION,
            openings,
            lines,
        }
    }
}

impl Record for SetTableRecord {
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
