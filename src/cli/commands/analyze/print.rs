//! The output of many analyses: a table of games or turns.

use std::collections::BTreeMap;

use chongkak::ask::Analysis;
use chongkak::batch::{Entry, Findings, in_words};
use chongkak::findings::table_of_turns;
use chongkak::sets::AnalysedTurn;
use serde_json::json;

use super::Analyze;
use super::input::{InputRecord, Played};
use super::rows::{GAMES, GameRow, Rows, Sums, TURNS, TurnRow, table_of_games};
use crate::cli::commands::batch::csv;
use crate::cli::output::{Format, Output};
use crate::cli::{CliError, Status};

/// Prints the analyses of the records in input order.
pub struct Printer<'a> {
    args: &'a Analyze,
    records: &'a [InputRecord],
    format: Format,
    out: &'a mut Output,
    /// The number of records that were printed or skipped.
    done: usize,
    /// The records that could not be analysed, by their number, from 1.
    failed: BTreeMap<usize, CliError>,
    /// The rows of a text table, which is printed at the end, when the column widths are known.
    games: Vec<GameRow>,
    sums: Sums,
    /// The number of records that were analysed.
    pub found: usize,
    /// Whether the filters hid any game.
    hidden: bool,
}

impl<'a> Printer<'a> {
    pub fn new(
        args: &'a Analyze,
        records: &'a [InputRecord],
        format: Format,
        out: &'a mut Output,
    ) -> Result<Printer<'a>, CliError> {
        let sums = Sums::default();
        let (failed, games) = (BTreeMap::new(), Vec::new());
        let (done, found, hidden) = (0, 0, false);
        let printer =
            Printer { args, records, format, out, done, failed, games, sums, found, hidden };
        if format == Format::Csv {
            let headings = match printer.rows() {
                Rows::Games => GAMES.to_vec(),
                Rows::Turns => TURNS.map(|(name, _)| name).to_vec(),
            };
            printer.out.line(&csv::line(headings.into_iter().map(str::to_owned)))?;
        }
        Ok(printer)
    }

    fn rows(&self) -> Rows {
        self.args.table.unwrap_or(Rows::Games)
    }

    /// Whether to show a turn.
    fn shows(&self, turn: &AnalysedTurn) -> bool {
        turn.known_loss() >= self.args.min_loss && (!self.args.blunders || turn.is_blunder())
    }

    /// Prints the analysis of a record, after the errors of the records before it.
    pub fn result(&mut self, number: u64, entry: &Entry) -> Result<(), CliError> {
        let number = index(number);
        self.up_to(number - 1)?;
        self.done = number;
        self.found += 1;
        let record = &self.records[number - 1];
        let Findings::Analysed(found) = &entry.findings else {
            unreachable!("games are analysed");
        };
        let played = record.played.as_ref().expect("the record was analysed");
        let found = found.analysis();
        match self.rows() {
            Rows::Games => self.game(record, played, entry, &found),
            Rows::Turns => self.turns(record, played, &found),
        }
    }

    fn game(
        &mut self,
        record: &InputRecord,
        played: &Played,
        entry: &Entry,
        found: &Analysis,
    ) -> Result<(), CliError> {
        let row = GameRow::new(record, played, entry, found);
        self.sums.add(&row);
        let all = self.args.min_loss == 0 && !self.args.blunders;
        if !all && !found.turns.iter().any(|turn| self.shows(turn)) {
            self.hidden = true;
            return Ok(());
        }
        match self.format {
            Format::Csv => self.out.line(&csv::line(row.cells())),
            Format::Text => {
                self.games.push(row);
                Ok(())
            }
            Format::Json | Format::Jsonl => self.out.record(&row),
        }
    }

    fn turns(
        &mut self,
        record: &InputRecord,
        played: &Played,
        found: &Analysis,
    ) -> Result<(), CliError> {
        let shown: Vec<_> = found.turns.iter().filter(|turn| self.shows(turn)).collect();
        if self.format == Format::Text {
            if shown.is_empty() {
                return Ok(());
            }
            let (heading, table) = (heading(record, played), table_of_turns(&shown));
            return self.out.text(&format!("{heading}\n{table}\n"));
        }
        for turn in shown {
            let row = TurnRow::new(record, played, turn);
            match self.format {
                Format::Csv => self.out.line(&csv::line(row.cells()))?,
                _ => self.out.record(&row)?,
            }
        }
        match &record.fault {
            Some(fault) => self.gap(record, &fault.failure, fault.line),
            None => Ok(()),
        }
    }

    /// Reports why a record can't be analysed.
    pub fn report(&self, number: u64, failure: &CliError) -> Status {
        let InputRecord { file, game, .. } = &self.records[index(number) - 1];
        failure.report_about(format_args!("{file}, game {game}"))
    }

    /// Remembers the error of a record until it is its turn to be printed.
    pub fn fail(&mut self, number: u64, failure: &CliError) {
        let kept = CliError::new(failure.status, failure.message()).of_kind(failure.kind());
        self.failed.insert(index(number), kept);
    }

    /// Prints the remaining errors and the text table.
    pub fn rest(mut self) -> Result<(), CliError> {
        self.up_to(self.records.len())?;
        if self.format != Format::Text || (self.games.is_empty() && !self.hidden) {
            return Ok(());
        }
        let games = match self.games.is_empty() {
            true => "no game has such a turn\n".to_owned(),
            false => table_of_games(&self.games),
        };
        self.out.text(&format!("{games}\n{}", self.sums.table()))
    }

    /// Prints the errors of the records up to this number that have not been printed.
    fn up_to(&mut self, end: usize) -> Result<(), CliError> {
        for number in self.done + 1..=end {
            let record = &self.records[number - 1];
            match (self.failed.remove(&number), &record.fault) {
                (Some(failure), _) => self.gap(record, &failure, record.line as u64)?,
                (None, Some(fault)) if record.played.is_none() => {
                    self.gap(record, &fault.failure, fault.line)?;
                }
                // The analysis was interrupted.
                (None, _) => {}
            }
        }
        self.done = self.done.max(end);
        Ok(())
    }

    /// Prints an error in the place of a record, or after its turns.
    fn gap(&mut self, record: &InputRecord, failure: &CliError, line: u64) -> Result<(), CliError> {
        if self.format != Format::Csv {
            let mut row = failure.record(line);
            row.others.insert("file".to_owned(), json!(record.file));
            row.others.insert("game".to_owned(), json!(record.game));
            return self.out.failure(&row);
        }
        let names: Vec<&str> = match self.rows() {
            Rows::Games => GAMES.to_vec(),
            Rows::Turns => TURNS.map(|(name, _)| name).to_vec(),
        };
        let cell = |name: &&str| match (*name, self.rows()) {
            ("file", _) => record.file.clone(),
            ("game", _) => record.game.to_string(),
            ("line", Rows::Games) => record.line.to_string(),
            ("error", _) => failure.message(),
            ("error_kind", _) => in_words(&json!(failure.kind())),
            _ => String::new(),
        };
        self.out.line(&csv::line(names.iter().map(cell)))
    }
}

/// Converts the number of a record.
fn index(number: u64) -> usize {
    usize::try_from(number).expect("as many as are in memory")
}

/// Formats the file, the number and the players of a game.
fn heading(record: &InputRecord, played: &Played) -> String {
    let named = |tag: &str| played.name(tag).map(|name| format!("{tag} {name}"));
    let names: Vec<String> = ["A", "B"].into_iter().filter_map(named).collect();
    let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    format!("{}, game {}{names}", record.file, record.game)
}
