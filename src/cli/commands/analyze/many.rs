//! `analyze` with many records: games are analysed in parallel, one thread each, and their analyses
//! are stored.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chongkak::batch::{self, Ask, Entry, Job, Method, Run, Store, Summary};
use chongkak::text::Diagnostic;

use super::Analyze;
use super::input::{InputRecord, report};
use super::print::Printer;
use crate::cli::args::Common;
use crate::cli::new_file::STANDARD;
use crate::cli::watch::watched_beside;
use crate::cli::words::counted;
use crate::cli::{CliError, Session, Status, table_folder};

/// The name of the default store in a folder.
const STORE: &str = "analyses.sqlite";

pub fn run(
    args: &Analyze,
    records: &[InputRecord],
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    session.out.expect_lines();
    let started = Instant::now();
    let store = store_path(args, records);
    if store.as_deref() == Some(Path::new(STANDARD)) {
        return Err(CliError::input("--store -: expected the name of a file"));
    }
    let bad = records.iter().filter(|one| report(one, "analysing", session)).count();
    let jobs: Vec<Job> = (1..).zip(records).filter_map(|(number, one)| job(number, one)).collect();
    let searches: HashSet<_> = jobs.iter().map(Job::task).collect();
    let searches = NonZeroUsize::new(searches.len()).unwrap_or(NonZeroUsize::MIN);
    let parts = session.divided(session.threads().min(searches));
    let limits = args.ahead.within(session.limits().with_memory(parts.each));
    let tables = table_folder::from_option(args.ahead.with.tables.as_deref());
    let run = Run {
        jobs: &jobs,
        ask: Ask { method: Method::Analyze, limits, fresh: args.fresh },
        threads: parts.at_once,
        kept: parts.kept,
        ordered: true,
        retry_open: false,
        tables: &tables,
    };
    let mut kept = match &store {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let printer = Printer::new(args, records, session.common.format, &mut session.out)?;
    let (summary, found, failed) = work(&run, &mut kept, session.common, printer)?;
    drop(kept);
    table_folder::report_problem(&tables, session.common.quiet);
    let (left, seconds) = (jobs.len() - found, started.elapsed());
    let report = Report { records: records.len(), found, left, bad, store, seconds, summary };
    session.message(report.text());
    Ok(report.status().max(failed))
}

/// Returns the job of a record, if any part of it can be analysed.
fn job(number: u64, record: &InputRecord) -> Option<Job> {
    let played = record.played.as_ref()?;
    Some(Job::of_set(number, played.preset, played.set.clone()))
}

/// Returns the path of the store, if there is one. The default is beside a file of many records, or
/// in a folder.
fn store_path(args: &Analyze, records: &[InputRecord]) -> Option<PathBuf> {
    if args.no_store || args.store.is_some() {
        return args.store.clone();
    }
    let [file] = &args.place.position[..] else {
        return None;
    };
    match Path::new(file) {
        folder if folder.is_dir() => Some(folder.join(STORE)),
        _ if file == STANDARD || records.len() < 2 => None,
        _ => Some(format!("{file}.sqlite").into()),
    }
}

/// Analyses the games and prints the results. Reports games that can't be analysed. Returns the
/// summary, the number of games analysed, and the most urgent status.
fn work(
    run: &Run<'_>,
    store: &mut Store,
    common: &Common,
    mut printer: Printer<'_>,
) -> Result<(Summary, usize, Status), CliError> {
    let mut failed = Status::Done;
    let done: Result<_, CliError> = watched_beside(common, |control, line| {
        let mut print = |job: &Job, found: Result<&Entry, Diagnostic>| match found {
            Ok(entry) => line.aside(|| printer.result(job.line, entry)),
            Err(error) => {
                let failure = CliError::from(error);
                failed = failed.max(line.aside(|| printer.report(job.line, &failure)));
                let same = run.jobs.iter().filter(|other| other.task() == job.task());
                same.for_each(|job| printer.fail(job.line, &failure));
                Ok(())
            }
        };
        // The time limit applies to each position.
        batch::run(run, store, &mut print, control.with_time(Duration::MAX))
    });
    let (summary, found) = (done?, printer.found);
    printer.rest()?;
    Ok((summary, found, failed))
}

/// The message at the end.
struct Report {
    /// All records.
    records: usize,
    /// Records that were analysed.
    found: usize,
    /// Records that could be analysed but were not.
    left: usize,
    /// Records with an error.
    bad: usize,
    store: Option<PathBuf>,
    seconds: Duration,
    summary: Summary,
}

impl Report {
    fn text(&self) -> String {
        let (games, known) = (counted(self.records as u64, "game"), self.summary.known);
        let mut text = format!("{games}: {} analysed ({known} known before)", self.found);
        if self.left > 0 {
            text += &format!(", {} left", self.left);
        }
        if self.bad > 0 {
            text += &format!(", {}", counted(self.bad as u64, "bad record"));
        }
        text += &format!("; {:.1} s", self.seconds.as_secs_f64());
        if let Some(store) = &self.store {
            text += &format!("\nstore: {}", store.display());
        }
        text
    }

    /// Returns the most urgent status. An analysis that reaches its limits is done.
    fn status(&self) -> Status {
        match self.summary.stopped {
            Some(reason) => reason.into(),
            None if self.bad > 0 => Status::Input,
            None => Status::Done,
        }
    }
}
