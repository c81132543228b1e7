//! `batch`: many positions, their openings, and what stores have.

mod csv;
mod export;
mod openings;
mod print;
mod read;
mod work;

use chongkak::batch::{MergeError, StoreError};

use crate::cli::args::{Batch, BatchCommand, BatchRun};
use crate::cli::{Failure, Session, Status};

pub fn run(args: &Batch, session: &mut Session<'_>) -> Result<Status, Failure> {
    if args.command.is_some() && args.run != BatchRun::default() {
        return Err(Failure::input(
            "batch openings, batch export: expected none of the options of batch FILE",
        ));
    }
    match &args.command {
        None => work::run(&args.run, session),
        Some(BatchCommand::Openings) => openings::run(session),
        Some(BatchCommand::Export(args)) => export::run(args, session),
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::data(error)
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Failure {
        match error {
            MergeError::Store(error) => error.into(),
            error @ MergeError::Contradiction { .. } => Failure::check(error),
        }
    }
}
