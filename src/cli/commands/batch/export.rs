//! `batch export`: the results of one store or several.

use chongkak::batch::{Merge, Store};

use super::csv;
use crate::cli::args::BatchExport;
use crate::cli::{Failure, Session, Status};

pub fn run(args: &BatchExport, session: &mut Session<'_>) -> Result<Status, Failure> {
    let stores = (args.stores.iter()).map(|path| Store::open_existing(path));
    let stores = stores.collect::<Result<Vec<_>, _>>()?;
    if args.csv {
        session.out.line(&csv::headings())?;
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
        if args.csv {
            session.out.line(&csv::line(&record))?;
        } else {
            session.out.record(&record)?;
        }
    }
    Ok(Status::Done)
}
