//! `perft`: how many lines of a given length there are.

use std::time::Instant;

use clap::Args;

use chongkak::control::StopReason;
use chongkak::moves::divide;

use crate::cli::args::{Place, number};
use crate::cli::records::PerftRecord;
use crate::cli::{CliError, Session, Status, position_input, watched};

/// Counts all lines of a given number of moves
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak perft 6
  chongkak perft 4 --rules kalah --divide")]
pub struct Perft {
    /// Moves of each line
    #[arg(value_name = "DEPTH", value_parser = number::<u32>(0..=1000), allow_negative_numbers = true)]
    pub depth: u32,
    #[command(flatten)]
    pub place: Place,
    /// Shows the count after each first move too
    #[arg(long)]
    pub divide: bool,
}

pub fn run(args: &Perft, session: &mut Session<'_>) -> Result<Status, CliError> {
    position_input::each(&args.place, session, |task, session| {
        let started = Instant::now();
        let counted = watched(session, |control| divide(task, args.depth, control))?;
        let stopped = counted.as_ref().err().map(|ended| ended.reason);
        let terms = session.terms(task).limited(&session.limits());
        let terms = terms.without_tables();
        let record = PerftRecord::new(task, args.depth, counted, args.divide, terms);
        session.out.record(&record)?;
        if stopped == Some(StopReason::Time) {
            let time = started.elapsed().as_secs_f64();
            let message = format!("{}: time limit reached after {time:.1} s", *task.position());
            CliError::limit(message).report();
        }
        Ok(Status::after(stopped))
    })
}
