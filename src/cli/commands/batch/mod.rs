//! `batch`: many positions, their openings, and what stores have.

mod csv;
mod print;
mod read_input;
mod work;

use serde::Serialize;

use chongkak::batch::{Entry, Merge, Store, columns, openings};
use chongkak::findings::Record;

use crate::cli::args::{Batch, BatchCommand, BatchExport, BatchRun};
use crate::cli::output::{Format, Output};
use crate::cli::{CliError, Session, Status};

pub fn run(args: &Batch, session: &mut Session<'_>) -> Result<Status, CliError> {
    if args.command.is_some() && args.run != BatchRun::default() {
        return Err(CliError::input(
            "batch openings, batch export: expected none of the options of batch FILE",
        ));
    }
    match &args.command {
        None => work::run(&args.run, session),
        Some(BatchCommand::Openings) => every_opening(session),
        Some(BatchCommand::Export(args)) => export(args, session),
    }
}

/// Prints every round opening of a rule set; `batch` reads the columns again.
fn every_opening(session: &mut Session<'_>) -> Result<Status, CliError> {
    let columns = ["position", "rules", "set", "owned", "mover"].map(str::to_owned);
    let columns = (session.common.format == Format::Csv).then_some(&columns[..]);
    let all = openings(session.variant.preset(), session.variant.rules());
    let all = all.map_err(CliError::input)?.into_iter().map(Ok);
    print_all(&mut session.out, columns, all)
}

/// Prints the results of one store or several.
fn export(args: &BatchExport, session: &mut Session<'_>) -> Result<Status, CliError> {
    let stores = args.stores.iter().map(|path| Store::open_existing(path));
    let stores = stores.collect::<Result<Vec<_>, _>>()?;
    let table = args.csv || session.common.format == Format::Csv;
    let mut merge = Merge::new(&stores);
    let record = |entry: Entry| {
        entry.record().ok_or_else(|| {
            let (rules, options) = (&entry.rule_set, &entry.key.options);
            CliError::data(format_args!(
                "a result under rules that this program does not know: {rules} ({options})"
            ))
        })
    };
    let all = std::iter::from_fn(|| merge.next_best().transpose());
    let all = all.map(|entry| record(entry?));
    print_all(&mut session.out, table.then(columns), all)
}

/// Prints records as they are, or in the columns of a table.
fn print_all<R: Record + Serialize>(
    out: &mut Output,
    columns: Option<&[String]>,
    mut records: impl Iterator<Item = Result<R, CliError>>,
) -> Result<Status, CliError> {
    match columns {
        Some(columns) => out.line(&csv::line(columns.iter().cloned()))?,
        None => out.expect_lines(),
    }
    records.try_for_each(|record| match columns {
        Some(columns) => out.line(&csv::line(csv::cells(&record?, columns))),
        None => out.record(&record?),
    })?;
    Ok(Status::Done)
}
