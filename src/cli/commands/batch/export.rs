//! `batch export`: the results of one store or several.

use chongkak::batch::{Merge, Store};

use super::csv;
use crate::cli::args::BatchExport;
use crate::cli::output::Format;
use crate::cli::{Failure, Session, Status};

pub fn run(args: &BatchExport, session: &mut Session<'_>) -> Result<Status, Failure> {
    let stores = (args.stores.iter()).map(|path| Store::open_existing(path));
    let stores = stores.collect::<Result<Vec<_>, _>>()?;
    let table = args.csv || session.common.format == Format::Csv;
    if table {
        session.out.line(&csv::line(csv::headings(&csv::RESULT)))?;
    } else {
        session.out.expect_lines();
    }
    let mut merge = Merge::new(&stores);
    while let Some(entry) = merge.next_best()? {
        let record = entry.record().ok_or_else(|| {
            let (rules, options) = (&entry.rule_set, &entry.key.options);
            Failure::data(format_args!(
                "a result under rules that this program does not know: {rules} ({options})"
            ))
        })?;
        if table {
            let cells = csv::cells(&record, &csv::RESULT);
            session.out.line(&csv::line(cells))?;
        } else {
            session.out.record(&record)?;
        }
    }
    Ok(Status::Done)
}
