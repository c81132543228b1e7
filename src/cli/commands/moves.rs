//! `moves`: the legal moves and their results.

use crate::cli::args::{PageFile, PositionAndLine};
use crate::cli::records::MovesRecord;
use crate::cli::{CliError, Session, Status, page, position_input};

pub fn run(
    from: &PositionAndLine,
    page: &PageFile,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let page = page::file(page, &from.place, session)?;
    position_input::each_after(from, session, |task, _, session| {
        let record = MovesRecord::new(task, session.provenance(task));
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || Ok((record.title(), record.scenes(task)?)))?;
        Ok(Status::Done)
    })
}
