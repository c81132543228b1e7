//! `show`: draws the board.

use std::path::Path;

use crate::cli::args::PositionAndLine;
use crate::cli::records::ShowRecord;
use crate::cli::{CliError, NewFile, Session, Status, drawing, position_input};

pub fn run(
    from: &PositionAndLine,
    svg: Option<&Path>,
    force: bool,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    position_input::expect_one(&from.place, "--svg", svg, "a picture")?;
    let picture =
        svg.map(|path| NewFile::beside_answer("--svg", path, &["svg"], force, &[], session));
    let picture = picture.transpose()?;
    position_input::each_after(from, session, |task, _, session| {
        let board = !session.common.no_board;
        let record = ShowRecord::new(task, from.place.as_drawn, board);
        session.out.record(&record)?;
        if let Some(file) = &picture {
            file.write(&drawing::file(task.position(), session.language))?;
        }
        Ok(Status::Done)
    })
}
