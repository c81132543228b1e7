//! `batch FILE`: runs the searches.

use std::collections::hash_map;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;

use chongkak::batch::{self, Entry, Job, Method, Run, Store, Summary};
use chongkak::tables::OpenTables;
use chongkak::text::Diagnostic;

use super::print::Printer;
use super::read_input;
use crate::cli::args::{BatchRun, Common};
use crate::cli::new_file::STANDARD;
use crate::cli::watch::watched_beside;
use crate::cli::words::counted;
use crate::cli::{CliError, NewFile, Session, Status, table_folder};

pub fn run(args: &BatchRun, session: &mut Session<'_>) -> Result<Status, CliError> {
    let file = args.file.as_deref().expect("clap asks for the file");
    session.out.expect_lines();
    let started = Instant::now();
    let asked = &args.asked;
    let (mut input, gaps) = read_input::read(file, asked.input, asked.method(), session)?;
    if let Some(shard) = args.shard {
        input.jobs.retain(|job| shard.has(job));
    }
    let searches: HashSet<_> = input.jobs.iter().map(Job::task).collect();
    let searches = NonZeroUsize::new(searches.len()).unwrap_or(NonZeroUsize::MIN);
    let parts = session.divided(session.threads().min(searches));
    let ask = asked.ask(session.limits().with_memory(parts.each));
    let bad_lines = gaps.len() as u64;
    let path = store_path(args, file);
    if path.as_deref() == Some(Path::new(STANDARD)) {
        return Err(CliError::input("--store -: expected the name of a file"));
    }
    let summary_file = args.summary.as_deref().map(|summary_file| {
        let (force, store) =
            (args.force || is_summary(summary_file), path.as_deref().unwrap_or(file));
        NewFile::beside_answer("--summary", summary_file, &["json"], force, &[file, store], session)
    });
    let summary_file = summary_file.transpose()?;
    let mut store = match &path {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let tables = table_folder::from_option(asked.with.tables.as_deref());
    report_missing_tables(&tables, &input.jobs, session)?;
    let run = Run {
        jobs: &input.jobs,
        ask,
        threads: parts.at_once,
        kept: parts.kept,
        ordered: !asked.unordered,
        retry_open: asked.retry_open,
        tables: &tables,
    };
    let printer = Printer::new(&mut session.out, session.common.format, &input, gaps)?;
    let (summary, failed) = work(&run, &mut store, session.common, printer)?;
    drop(store);
    table_folder::report_problem(&tables, session.common.quiet);
    let report = Report {
        summary,
        bad_lines,
        seconds: (started.elapsed().as_secs_f64() * 1e3).round() / 1e3,
        store: path.map(|path| path.display().to_string()),
    };
    session.message(report.text());
    if let Some(file) = &summary_file {
        let text = serde_json::to_string(&report).expect("a summary has a JSON form");
        file.write(&(text + "\n"))?;
    }
    Ok(report.status(ask.method).max(failed))
}

/// Reports how many positions have no table in the given folder.
fn report_missing_tables(
    tables: &OpenTables,
    jobs: &[Job],
    session: &Session<'_>,
) -> Result<(), CliError> {
    let Some(folder) = tables.given_folder() else {
        return Ok(());
    };
    let mut has_table = HashMap::new();
    let mut missing = 0;
    for Job { game, .. } in jobs {
        let kind = (*game.rules(), game.position().field());
        let has_table = match has_table.entry(kind) {
            hash_map::Entry::Occupied(known) => *known.get(),
            hash_map::Entry::Vacant(new) => *new.insert(tables.table(&kind.0, kind.1)?.is_some()),
        };
        missing += u64::from(!has_table);
    }
    if missing > 0 {
        let (folder, positions) = (folder.display(), counted(missing, "position"));
        session.message(format_args!("{folder}: no table for {positions}; continuing without one"));
    }
    Ok(())
}

/// Returns whether a file is the summary of an earlier run, which a repeated command may replace.
fn is_summary(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let fields = serde_json::from_str::<serde_json::Map<String, Value>>(&text);
    fields.is_ok_and(|fields| {
        ["positions", "solved", "bad_lines", "store"].iter().all(|name| fields.contains_key(*name))
    })
}

/// Returns the path of the store of results, if there is one.
fn store_path(args: &BatchRun, file: &Path) -> Option<PathBuf> {
    if args.no_store || (args.store.is_none() && file == Path::new("-")) {
        return None;
    }
    let beside = || {
        let mut name = file.as_os_str().to_owned();
        if let Some(shard) = args.shard {
            name.push(format!(".{}", shard.name()));
        }
        name.push(".sqlite");
        name.into()
    };
    Some(args.store.clone().unwrap_or_else(beside))
}

/// Prints results and reports positions without one.
fn work(
    run: &Run<'_>,
    store: &mut Store,
    common: &Common,
    mut printer: Printer<'_>,
) -> Result<(Summary, Status), CliError> {
    let mut failed = Status::Done;
    let done: Result<_, CliError> = watched_beside(common, |control, line| {
        let mut print = |job: &Job, found: Result<&Entry, Diagnostic>| match found {
            Ok(entry) => line.aside(|| printer.result(job, entry)),
            Err(error) => {
                let about = format!("line {}, {}", job.line, job.game.position());
                let what = error.to_string();
                let failure = CliError::from(error);
                failed = failed.max(line.aside(|| failure.report_about(about)));
                let same = run.jobs.iter().filter(|other| other.task() == job.task());
                same.for_each(|job| {
                    printer.fail(job, CliError::new(failure.status, &what).of_kind(failure.kind()))
                });
                Ok(())
            }
        };
        // The time limit applies to each position.
        let time = Duration::MAX;
        batch::run(run, store, &mut print, control.with_time(time))
    });
    let summary = done?;
    printer.rest()?;
    Ok((summary, failed))
}

/// Seconds from which a search is listed as slow.
const SLOW: f64 = 1.0;

/// The final report.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    summary: Summary,
    bad_lines: u64,
    seconds: f64,
    store: Option<String>,
}

impl Report {
    fn text(&self) -> String {
        let sum = &self.summary;
        let mut text = format!(
            "{}: {} solved, {} open ({} already known)",
            counted(sum.positions, "position"),
            sum.solved,
            sum.open,
            sum.known
        );
        if sum.missing > 0 {
            text += &format!(", {} left", sum.missing);
        }
        if self.bad_lines > 0 {
            text += &format!(", {}", counted(self.bad_lines, "bad line"));
        }
        text += &format!("; {}, {:.1} s", counted(sum.nodes, "node"), self.seconds);
        for one in sum.slowest.iter().filter(|one| one.seconds >= SLOW) {
            let (line, position) = (one.line, &one.position);
            text += &format!("\nslow: {:.3} s, line {line}: {position}", one.seconds);
        }
        if let Some(store) = &self.store {
            text += &format!("\nstore: {store}");
        }
        text
    }

    /// Returns the most urgent status. An evaluation that reaches its limits is done.
    fn status(&self, method: Method) -> Status {
        if let Some(reason) = self.summary.stopped {
            reason.into()
        } else if self.bad_lines > 0 {
            Status::Input
        } else if self.summary.open > 0 && method != Method::Eval {
            Status::Limit
        } else {
            Status::Done
        }
    }
}
