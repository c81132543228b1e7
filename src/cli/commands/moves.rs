//! `moves`: the legal moves and what each leads to.

use clap::Args;

use crate::cli::args::{PageFile, Reached};
use crate::cli::records::MovesRecord;
use crate::cli::{CliError, Session, Status, page, position_input};

#[derive(Debug, Args)]
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
