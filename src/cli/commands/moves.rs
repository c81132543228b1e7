//! `moves`: the legal moves and what each leads to.

use clap::Args;

use crate::cli::args::{PageFile, Reached};
use crate::cli::records::MovesRecord;
use crate::cli::{CliError, Session, Status, page, position_input};

/// Lists the legal moves with their results
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak moves '1,0,3/0 0,5,1/0 A'
  chongkak moves --rules kalah --mover B
  chongkak moves '1,0,3/0 0,5,1/0 A' --html moves.html
  chongkak moves - --format jsonl")]
pub struct Moves {
    #[command(flatten)]
    pub from: Reached,
    #[command(flatten)]
    pub page: PageFile,
}

pub fn run(args: &Moves, session: &mut Session<'_>) -> Result<Status, CliError> {
    let page = page::file(&args.page, &args.from.place, session)?;
    position_input::each_after(&args.from, session, |reached, session| {
        let task = &reached.game;
        let record = MovesRecord::new(task, session.terms(task));
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || Ok((record.title(), record.scenes(task)?)))?;
        Ok(Status::Done)
    })
}
