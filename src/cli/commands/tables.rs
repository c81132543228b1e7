//! `tables`: endgame tables in a folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::Serialize;

use chongkak::board::{Mark, Side, Wide};
use chongkak::moves::Game;
use chongkak::rules::{Rules, StorePlace};
use chongkak::tables::{
    self, BuildError, BuildObserver, Endgame, Layout, Mismatch, Order, TableError, TableFile,
    Unfinished, file_name, states,
};

use crate::cli::args::{Tables, TablesBuild, TablesInfo, TablesProbe, TablesVerify};
use crate::cli::failure::{Failure, Status};
use crate::cli::input;
use crate::cli::interrupt;
use crate::cli::output::Record;
use crate::cli::progress::{Progress, Stage};
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
            // Memory is a limit, whoever sets it.
            TableError::Build(error @ (BuildError::Memory { .. } | BuildError::Allowed { .. })) => {
                Failure::limit(error)
            }
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
    /// Whether it is bytes that are compressed, and no longer entries of a level.
    packing: AtomicBool,
}

impl BuildObserver for Reached {
    fn entries(&self, level: u32, known: u64, of: u64) {
        self.level.store(level.into(), Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    fn packed(&self, bytes: u64, of: u64) {
        self.packing.store(true, Ordering::Relaxed);
        self.known.store(bytes, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }
}

impl Reached {
    fn standing(&self, work: &str) -> Stage {
        let [level, known, of] =
            [&self.level, &self.known, &self.of].map(|n| n.load(Ordering::Relaxed));
        let percent = 100 * known / of.max(1);
        let text = if self.packing.load(Ordering::Relaxed) {
            format!("compressing: {percent} % of {of} bytes")
        } else {
            format!("{work}, {level} seeds: {percent} % of {of} positions")
        };
        Stage::counted(known, of, text)
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
    /// Bytes on disk.
    bytes: u64,
    compressed: bool,
    /// The bytes it has unpacked by those on disk, to two decimals; null for an unfinished build.
    ratio: Option<f64>,
    /// Whether this is the file that is read: not if another one is there too.
    used: bool,
}

/// The options that change values.
const OPTIONS: [&str; 6] = ["store_last", "occupied", "capture", "lone", "lap", "end"];

/// The name of a file, in a folder that the reader knows.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What a table is, whatever its file.
fn table_record(rules: &Rules, layout: &Layout, bytes: u64) -> TableRecord {
    let field = layout.field();
    let value = |option| rules.value(option).expect("an option");
    TableRecord {
        table: file_name(rules, field),
        seeds: layout.seeds(),
        positions: layout.positions(),
        holes: field.shape().holes(),
        states: Side::BOTH.map(|side| states(field, side)),
        options: OPTIONS.map(|option| (option, value(option))).into(),
        unfinished: false,
        bytes,
        compressed: false,
        ratio: None,
        used: false,
    }
}

impl From<&Unfinished> for TableRecord {
    fn from(build: &Unfinished) -> TableRecord {
        TableRecord {
            unfinished: true,
            ..table_record(&build.rules, &build.layout, build.bytes)
        }
    }
}

impl From<&TableFile> for TableRecord {
    fn from(file: &TableFile) -> TableRecord {
        // Sizes are far below what a double has digits for.
        let ratio = file.unpacked_bytes() as f64 / file.bytes as f64;
        TableRecord {
            table: name(&file.path),
            compressed: file.compressed,
            ratio: Some((100.0 * ratio).round() / 100.0),
            used: true,
            ..table_record(&file.rules, &file.layout, file.bytes)
        }
    }
}

impl Record for TableRecord {
    fn text(&self) -> String {
        let [a, b] = &self.states;
        let options: Vec<String> = (self.options.iter())
            .map(|(option, value)| format!("{option} = {value}"))
            .collect();
        let remark = match (self.unfinished, self.used) {
            (true, _) => " (unfinished)",
            (_, true) => "",
            _ => " (not used: it is here uncompressed too)",
        };
        let ratio = match self.ratio {
            Some(ratio) if self.compressed => format!(", compressed to 1/{ratio:.2}"),
            _ => String::new(),
        };
        format!(
            "{}{remark}\n  up to {} seeds in play, {} positions\n  \
             {} bytes on disk{ratio}\n  \
             2 x {} holes: A {a}, B {b}\n  {}\n",
            self.table,
            self.seeds,
            self.positions,
            self.bytes,
            self.holes,
            options.join(", ")
        )
    }
}

fn build(args: &TablesBuild, task: &Game, session: &mut Session<'_>) -> Result<Status, Failure> {
    let stop = AtomicBool::new(false);
    let reached = Reached::default();
    let mut progress = Progress::new(session.common.quiet);
    let order = Order {
        folder: &args.folder,
        rules: task.rules(),
        field: task.position().field(),
        seeds: args.max,
        compress: args.compress,
        memory: session.common.memory.map(|mib| u64::from(mib) << 20),
    };
    let built = with_watch(
        session.common.time,
        &stop,
        &mut progress,
        || reached.standing("building"),
        || tables::build(&order, &stop, &reached),
    );
    drop(progress);
    match built {
        Ok(file) => {
            session.out.record(&TableRecord::from(&file))?;
            Ok(Status::Done)
        }
        Err(TableError::Build(BuildError::Interrupted)) => Ok(stopped(
            &args.folder,
            "the levels that are complete are kept; the same command goes on from there",
        )),
        Err(error) => refused(error, session),
    }
}

/// A limit that is too low for a table does not stop the others.
fn refused(error: TableError, session: &Session<'_>) -> Result<Status, Failure> {
    let given = match error {
        TableError::Build(BuildError::Allowed { .. }) => session.common.memory,
        _ => None,
    };
    let failure = Failure::from(error);
    if failure.status != Status::Limit {
        return Err(failure);
    }
    match given {
        Some(mib) => failure.about(format_args!("--memory {mib}")).report(),
        None => failure.report(),
    }
    Ok(Status::Limit)
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
    each_table(&args.folder, tables::open_file, |path, table| {
        let stop = AtomicBool::new(false);
        let reached = Reached::default();
        let mut progress = Progress::new(session.common.quiet);
        let result = with_watch(
            session.common.time,
            &stop,
            &mut progress,
            || reached.standing("checking"),
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
            table: name(path),
            checked,
            verdict,
            wrong: wrong.map(WrongRecord::from),
        })?;
        Ok(status)
    })
}

/// Does something with every table of a folder. One that can't be read does not stop the others.
fn each_table<T>(
    folder: &Path,
    open: impl Fn(&Path) -> Result<T, TableError>,
    mut work: impl FnMut(&Path, &T) -> Result<Status, Failure>,
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
        status = status.max(match open(&path) {
            Ok(table) => work(&path, &table)?,
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
        session.out.record(&TableRecord::from(build))?;
    }
    if !unfinished.is_empty() && tables::list(&args.folder)?.is_empty() {
        return Ok(Status::Done);
    }
    each_table(&args.folder, tables::check, |path, file| {
        let used = tables::find(&args.folder, &file.rules, file.layout.field())?;
        session.out.record(&TableRecord {
            used: used.is_some_and(|used| used == path),
            ..TableRecord::from(file)
        })?;
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
    task: &Game,
    open: &mut Option<(String, Endgame)>,
) -> Result<ProbeRecord, Failure> {
    let (position, rules) = (task.position(), task.rules());
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
    let fits = |(_, table): &(String, Endgame)| table.fits(rules, field);
    if !open.as_ref().is_some_and(fits) {
        let path = tables::find(folder, rules, field)?;
        let table = path.map(|path| Ok((name(&path), tables::open_file(&path)?)));
        *open = table
            .transpose()
            .map_err(|error: TableError| Failure::from(error))?;
    }
    let Some((name, table)) = open else {
        let (folder, name) = (folder.display(), file_name(rules, field));
        let message = format!("{folder}: no table {name} for {position}");
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
    Ok(record(value, a + b, Some(name.clone())))
}
