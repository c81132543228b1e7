//! `tables`: endgame tables in a folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::Serialize;

use chongkak::board::{Mark, Side, Wide};
use chongkak::rules::{Rules, StorePlace};
use chongkak::tables::{
    self, BuildError, BuildObserver, Endgame, Layout, Mismatch, TableError, file_name, states,
};

use crate::cli::args::{Tables, TablesBuild, TablesInfo, TablesProbe, TablesVerify};
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt;
use crate::cli::output::Record;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::watch::with_watch;

pub fn run(args: &Tables, session: &mut Session<'_>) -> Result<Status, Failure> {
    match args {
        Tables::Build(args) => input::each(&args.place, session, |task, session| {
            build(args, task, session)
        }),
        Tables::Verify(args) => verify(args, session),
        Tables::Info(args) => info(args, session),
        Tables::Probe(args) => probe_all(args, session),
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        match error {
            // What was asked for can't be had, whatever the state of the folder.
            TableError::Build(error) => Failure::input(error),
            error => Failure::data(error),
        }
    }
}

/// How far the work is, for the line of progress.
#[derive(Default)]
struct Reached {
    level: AtomicU64,
    known: AtomicU64,
    of: AtomicU64,
}

impl BuildObserver for Reached {
    fn entries(&self, level: u32, known: u64, of: u64) {
        self.level.store(level.into(), Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }
}

impl Reached {
    fn in_words(&self, work: &str) -> String {
        let [level, known, of] =
            [&self.level, &self.known, &self.of].map(|n| n.load(Ordering::Relaxed));
        let percent = 100 * known / of.max(1);
        format!("{work}, {level} seeds: {percent} % of {of} positions")
    }
}

/// A table.
#[derive(Serialize)]
struct TableRecord {
    table: String,
    /// The most seeds in play.
    seeds: u32,
    positions: u64,
    holes: usize,
    /// States of the holes of A and of B: `o` open, `x` closed, `p` protected.
    states: [String; 2],
    options: BTreeMap<&'static str, String>,
    /// Whether it is a build that was not finished, and can't be used yet.
    unfinished: bool,
}

/// The options that change values.
const OPTIONS: [&str; 6] = ["store_last", "occupied", "capture", "lone", "lap", "end"];

fn table_record(rules: &Rules, layout: &Layout, unfinished: bool) -> TableRecord {
    let field = layout.field();
    let value = |option| rules.value(option).expect("an option");
    TableRecord {
        table: file_name(rules, field),
        seeds: layout.seeds(),
        positions: layout.positions(),
        holes: field.shape().holes(),
        states: Side::BOTH.map(|side| states(field, side)),
        options: OPTIONS.map(|option| (option, value(option))).into(),
        unfinished,
    }
}

impl Record for TableRecord {
    fn text(&self) -> String {
        let [a, b] = &self.states;
        let options: Vec<String> = (self.options.iter())
            .map(|(option, value)| format!("{option} = {value}"))
            .collect();
        format!(
            "{}{}\n  up to {} seeds in play, {} positions\n  2 x {} holes: A {a}, B {b}\n  {}\n",
            self.table,
            if self.unfinished { " (unfinished)" } else { "" },
            self.seeds,
            self.positions,
            self.holes,
            options.join(", ")
        )
    }
}

fn build(args: &TablesBuild, task: &Task, session: &mut Session<'_>) -> Result<Status, Failure> {
    let stop = AtomicBool::new(false);
    let reached = Reached::default();
    let mut progress = Progress::new(session.common.quiet);
    let field = task.position.field();
    let built = with_watch(
        session.common.time,
        &stop,
        &mut progress,
        || reached.in_words("building"),
        || tables::build(&args.folder, &task.rules, field, args.max, &stop, &reached),
    );
    drop(progress);
    match built {
        Ok(table) => {
            session
                .out
                .record(&table_record(table.rules(), table.layout(), false))?;
            Ok(Status::Done)
        }
        Err(TableError::Build(BuildError::Interrupted)) => Ok(stopped(
            &args.folder,
            "the levels that are complete are kept; the same command goes on from there",
        )),
        Err(error) => Err(error.into()),
    }
}

/// Says why the work ended early.
fn stopped(folder: &Path, kept: &str) -> Status {
    let status = if interrupt::happened() {
        Status::Interrupted
    } else {
        Status::Limit
    };
    let why = match status {
        Status::Interrupted => "interrupted",
        _ => "time limit reached",
    };
    let message = format!("{}: {why}; {kept}", folder.display());
    Failure { status, message }.report();
    status
}

/// What the check of a table found.
#[derive(Serialize)]
struct VerifyRecord {
    table: String,
    checked: u64,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<WrongRecord>,
}

/// The first wrong entry; values as the table has them, for the player to move.
#[derive(Serialize)]
struct WrongRecord {
    entry: u64,
    position: String,
    stored: i32,
    derived: i32,
}

impl From<Mismatch> for WrongRecord {
    fn from(wrong: Mismatch) -> WrongRecord {
        WrongRecord {
            entry: wrong.entry,
            position: wrong.position.to_string(),
            stored: wrong.stored,
            derived: wrong.derived,
        }
    }
}

impl Record for VerifyRecord {
    fn text(&self) -> String {
        let found = match &self.wrong {
            None => "all as they follow from the positions after each move".to_owned(),
            Some(wrong) => format!(
                "{} has {:+} for the player to move, and {:+} follows from its moves",
                wrong.position, wrong.stored, wrong.derived
            ),
        };
        format!(
            "{}\n  {} values checked: {found}\n",
            self.table, self.checked
        )
    }
}

fn verify(args: &TablesVerify, session: &mut Session<'_>) -> Result<Status, Failure> {
    session.out.expect_many();
    let sample = (!args.all).then_some(args.sample);
    each_table(&args.folder, |table| {
        let stop = AtomicBool::new(false);
        let reached = Reached::default();
        let mut progress = Progress::new(session.common.quiet);
        let result = with_watch(
            session.common.time,
            &stop,
            &mut progress,
            || reached.in_words("checking"),
            || tables::verify(table, sample, &stop, &reached),
        );
        drop(progress);
        let Ok((checked, wrong)) = result else {
            return Ok(stopped(&args.folder, "nothing wrong was found so far"));
        };
        let (verdict, status) = match wrong {
            None => ("holds", Status::Done),
            Some(_) => ("refuted", Status::Refuted),
        };
        session.out.record(&VerifyRecord {
            table: file_name(table.rules(), table.layout().field()),
            checked,
            verdict,
            wrong: wrong.map(WrongRecord::from),
        })?;
        Ok(status)
    })
}

/// Does something with every table of a folder. One that can't be read does not stop the others.
fn each_table(
    folder: &Path,
    mut work: impl FnMut(&Endgame) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let files = tables::list(folder)?;
    if files.is_empty() {
        return Err(Failure::data(format_args!(
            "{}: no table here",
            folder.display()
        )));
    }
    let mut status = Status::Done;
    for path in files {
        status = status.max(match tables::open_file(&path) {
            Ok(table) => work(&table)?,
            Err(error) => {
                let failure = Failure::from(error);
                failure.report();
                failure.status
            }
        });
        if interrupt::happened() {
            break;
        }
    }
    Ok(status)
}

fn info(args: &TablesInfo, session: &mut Session<'_>) -> Result<Status, Failure> {
    session.out.expect_many();
    let unfinished = tables::unfinished(&args.folder)?;
    for build in &unfinished {
        session
            .out
            .record(&table_record(&build.rules, &build.layout, true))?;
    }
    if !unfinished.is_empty() && tables::list(&args.folder)?.is_empty() {
        return Ok(Status::Done);
    }
    each_table(&args.folder, |table| {
        session
            .out
            .record(&table_record(table.rules(), table.layout(), false))?;
        Ok(Status::Done)
    })
}

#[derive(Serialize)]
struct ProbeRecord {
    position: String,
    value: i32,
    exact: bool,
    /// Seeds in open holes.
    in_play: u32,
    /// The table it is from; null for a finished round, which needs none.
    table: Option<String>,
}

impl Record for ProbeRecord {
    fn text(&self) -> String {
        format!(
            "{}\nvalue   {:+}, exact (A's seeds less B's)\n",
            self.position, self.value
        )
    }
}

/// Looks up positions; a table stays open until another one is needed.
fn probe_all(args: &TablesProbe, session: &mut Session<'_>) -> Result<Status, Failure> {
    let mut table = None;
    input::each(&args.place, session, |task, session| {
        match probe(&args.folder, task, &mut table) {
            Ok(record) => session.out.record(&record)?,
            Err(failure) if failure.status == Status::Data => {
                failure.report();
                return Ok(Status::Data);
            }
            Err(failure) => return Err(failure),
        }
        Ok(Status::Done)
    })
}

fn probe(
    folder: &Path,
    Task { position, rules }: &Task,
    open: &mut Option<Endgame>,
) -> Result<ProbeRecord, Failure> {
    let record = |value, in_play, table| ProbeRecord {
        position: position.to_string(),
        value,
        exact: true,
        in_play,
        table,
    };
    if position.is_over() {
        return Ok(record(position.standing(), 0, None));
    }
    if rules.store == StorePlace::Far {
        return Err(Failure::input(BuildError::Recurring));
    }
    let field = position.field();
    let name = file_name(rules, field);
    if !open.as_ref().is_some_and(|table| table.fits(rules, field)) {
        *open = tables::open(folder, rules, field)?;
    }
    let Some(table) = open else {
        let message = format!("{}: no table {name} for {position}", folder.display());
        return Err(Failure::data(message));
    };
    let [a, b] = Side::BOTH.map(|side| position.in_play(side));
    let reader = table.reader::<Wide>();
    let last_turn = position.mark() == Mark::Final;
    let Some(value) = reader.value(position.cells(), position.mover(), last_turn) else {
        let (seeds, most) = (a + b, table.seeds());
        let message = format!("{name} has up to {most} seeds in play, and {position} has {seeds}");
        return Err(Failure::data(message));
    };
    let safe = position.standing() - (a.cast_signed() - b.cast_signed());
    let value = safe + position.mover().sign() * value;
    Ok(record(value, a + b, Some(name)))
}
