//! `batch`: solves many positions, lists openings, and exports stores.

pub mod csv;
mod export;
mod print;
mod read_input;
mod work;

use chongkak::batch::openings;

use self::print::print_all;
use crate::cli::args::{Batch, BatchCommand, BatchRun};
use crate::cli::output::Format;
use crate::cli::{CliError, Session, Status};

pub fn run(args: &Batch, session: &mut Session<'_>) -> Result<Status, CliError> {
    if args.command.is_some() && args.run != BatchRun::default() {
        return Err(CliError::input(
            "batch openings, batch export: expected no options of batch FILE",
        ));
    }
    match &args.command {
        None => work::run(&args.run, session),
        Some(BatchCommand::Openings) => every_opening(session),
        Some(BatchCommand::Export(args)) => export::run(args, session),
    }
}

/// Prints every round opening of a rule set, in columns that `batch` can read.
fn every_opening(session: &mut Session<'_>) -> Result<Status, CliError> {
    let columns = ["position", "rules", "set", "owned", "mover"].map(str::to_owned);
    let columns = (session.common.format == Format::Csv).then_some(&columns[..]);
    let all = openings(session.variant.preset(), session.variant.rules());
    let all = all.map_err(CliError::input)?.into_iter().map(Ok);
    print_all(&mut session.out, columns, all)
}
