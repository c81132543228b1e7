//! `tables info`, and the record of a table.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use chongkak::board::{Field, Side};
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::tables::{self, CODED, TableFile, file_name, states};

use super::{each_table, folder, name};
use crate::cli::words::{bytes, counted};
use crate::cli::{CliError, Record, Session, Status};

/// An endgame table, as `chongkak tables build`, `install` and `info` show it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TableRecord {
    /// The name of the file.
    table: String,
    /// The most seeds in play.
    seeds: u32,
    /// Positions that it has.
    positions: u64,
    /// Holes in a row.
    holes: usize,
    /// States of the holes of A and of B: `o` open, `x` closed, `p` protected.
    states: [String; 2],
    /// The options that change values.
    options: BTreeMap<&'static str, String>,
    /// True if it is a build that was not finished, and can't be used yet.
    unfinished: bool,
    /// Bytes on disk.
    bytes: u64,
    /// The place where it is.
    path: String,
    /// The shipped rule sets whose whole board it is for.
    rule_sets: Vec<&'static str>,
    /// True if the text says where it is.
    #[serde(skip)]
    placed: bool,
}

impl TableRecord {
    pub fn new(file: &TableFile) -> TableRecord {
        let (rules, field) = (&file.rules, file.layout.field);
        let value = |option| rules.value(option).expect("an option");
        TableRecord {
            table: if file.unfinished { file_name(rules, field) } else { name(&file.path) },
            seeds: file.layout.seeds,
            positions: file.layout.positions(),
            holes: field.shape().holes(),
            states: Side::BOTH.map(|side| states(field, side)),
            options: CODED.iter().map(|&option| (option, value(option))).collect(),
            unfinished: file.unfinished,
            bytes: file.bytes,
            path: file.path.display().to_string(),
            rule_sets: rule_sets(rules, field),
            placed: false,
        }
    }

    /// With its place in the text.
    pub fn placed(self) -> TableRecord {
        TableRecord { placed: true, ..self }
    }
}

/// The shipped rule sets that play their rounds on this field, and so that such a table serves.
pub fn rule_sets(rules: &Rules, field: Field) -> Vec<&'static str> {
    let table = file_name(rules, field);
    let same = |preset: &&Preset| table_of(&preset.rules).is_some_and(|(_, name)| name == table);
    let same = Preset::all().iter().filter(same);
    same.map(|preset| preset.name).collect()
}

/// The field of the whole board of these rules, and the name of its table; none if there can't be
/// one.
pub fn table_of(rules: &Rules) -> Option<(Field, String)> {
    let field = rules.opening(Side::A).field();
    (rules.store == StorePlace::Near).then(|| (field, file_name(rules, field)))
}

impl Record for TableRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let [a, b] = &self.states;
        let options = self.options.iter();
        let options = options.map(|(option, value)| format!("{option} = {value}"));
        let options = options.collect::<Vec<_>>().join(", ");
        let remark = if self.unfinished { " (unfinished)" } else { "" };
        let table = if self.placed { &self.path } else { &self.table };
        let served = match &self.rule_sets[..] {
            [] => String::new(),
            names => format!("\n  rule sets: {}", names.join(", ")),
        };
        writeln!(
            text,
            "{table}{remark}\n  up to {} in play, {}\n  {} on disk\n  \
             2 x {} holes: A {a}, B {b}\n  {options}{served}",
            counted(self.seeds, "seed"),
            counted(self.positions, "position"),
            bytes(self.bytes),
            self.holes,
        )
    }
}

pub fn run(asked: Option<&Path>, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.out.expect_many();
    let folder = folder(asked)?;
    let record = |file: &TableFile| match asked {
        Some(_) => TableRecord::new(file),
        None => TableRecord::new(file).placed(),
    };
    let unfinished = tables::unfinished(&folder)?;
    for build in &unfinished {
        session.out.record(&record(build))?;
    }
    if !unfinished.is_empty() && tables::list(&folder)?.is_empty() {
        return Ok(Status::Done);
    }
    each_table(&folder, tables::check, |_, file| {
        session.out.record(&record(file))?;
        Ok(Status::Done)
    })
}
