//! `batch export`: prints the contents of stores, sorted, or for each row of the input of their
//! batch.

use std::path::Path;

use chongkak::ask::Limits;
use chongkak::batch::{Key, Lookup, Merge, Store, columns};

use super::print::{Printer, print_all};
use super::read_input;
use crate::cli::args::{BatchAsked, BatchExport};
use crate::cli::output::Format;
use crate::cli::words::counted;
use crate::cli::{CliError, Session, Status, position_input};

/// Maximum number of lines without a result to list.
const NAMED: usize = 10;

pub fn run(args: &BatchExport, session: &mut Session<'_>) -> Result<Status, CliError> {
    if args.rows.is_none() && args.asked != BatchAsked::default() {
        let found = "batch export: options of the batch without its input";
        return Err(CliError::unexpected(found, "--rows FILE"));
    }
    let stores = args.stores.iter().map(|path| Store::open_existing(path));
    let stores = stores.collect::<Result<Vec<_>, _>>()?;
    let format = if args.csv { Format::Csv } else { session.common.format };
    if let Some(rows) = &args.rows {
        return of_rows(rows, &args.asked, &stores, format, session);
    }
    let mut merge = Merge::new(&stores);
    let all = std::iter::from_fn(|| merge.next_best().transpose());
    let all = all.map(|entry| entry.and_then(|entry| entry.record()).map_err(CliError::from));
    print_all(&mut session.out, (format == Format::Csv).then(columns), all)
}

/// Prints the stored result of each row, as the batch would.
fn of_rows(
    file: &Path,
    asked: &BatchAsked,
    stores: &[Store],
    format: Format,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    session.out.expect_lines();
    let (input, gaps) = read_input::read(file, asked.input, asked.method(), session)?;
    let ask = asked.ask(Limits::default().with_time(session.common.time));
    let found = Lookup::new(stores)?;
    let mut status = if gaps.is_empty() { Status::Done } else { Status::Input };
    let mut printer = Printer::new(&mut session.out, format, &input, gaps)?;
    let mut missing = Vec::new();
    for job in &input.jobs {
        match found.known(&Key::new(job, &ask))? {
            Some(entry) => printer.result(job, &entry)?,
            None => {
                printer.fail(job, CliError::data("no result in the stores"));
                missing.push(job.line);
            }
        }
    }
    printer.rest()?;
    if !missing.is_empty() {
        let failure = without_result(&missing, input.jobs.len());
        status = status.max(failure.report_about(position_input::name(file)));
    }
    Ok(status)
}

/// Returns the error that some rows have no result.
fn without_result(missing: &[u64], of: usize) -> CliError {
    let lines: Vec<_> = missing.iter().take(NAMED).map(ToString::to_string).collect();
    let (lines, more) = (lines.join(", "), if missing.len() > NAMED { ", …" } else { "" });
    let (missing, rows) = (missing.len(), counted(of as u64, "row"));
    CliError::data(format_args!(
        "the stores have no result for {missing} of {rows} (line {lines}{more}); expected all \
         stores of the batch, and its options, such as --rules and --time"
    ))
}
