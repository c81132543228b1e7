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
    /// Maximum seeds in play.
    seeds: u32,
    /// The number of positions.
    positions: u64,
    /// Holes in a row.
    holes: usize,
    /// States of the holes of A and of B: `o` open, `x` closed, `p` protected.
    states: [String; 2],
    /// The options that change values.
    options: BTreeMap<&'static str, String>,
    /// True if the build is unfinished; such a table cannot be used yet.
    unfinished: bool,
    /// Bytes on disk.
    bytes: u64,
    /// The path of the file.
    path: String,
    /// The built-in rule sets whose whole board the table covers.
    rule_sets: Vec<&'static str>,
    /// True if the text shows the path.
    #[serde(skip)]
    with_path: bool,
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
            with_path: false,
        }
    }

    /// Shows the path in the text.
    pub fn with_path(self) -> TableRecord {
        TableRecord { with_path: true, ..self }
    }
}

/// Returns the built-in rule sets whose rounds a table for this field serves.
pub fn rule_sets(rules: &Rules, field: Field) -> Vec<&'static str> {
    let table = file_name(rules, field);
    let same = |preset: &&Preset| table_of(&preset.rules).is_some_and(|(_, name)| name == table);
    let same = Preset::all().iter().filter(same);
    same.map(|preset| preset.name).collect()
}

/// Returns the field of the whole board of these rules and the name of its table; `None` if no
/// table is possible.
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
        let table = if self.with_path { &self.path } else { &self.table };
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

pub fn run(given: Option<&Path>, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.out.expect_many();
    let folder = folder(given)?;
    let record = |file: &TableFile| match given {
        Some(_) => TableRecord::new(file),
        None => TableRecord::new(file).with_path(),
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
