//! `show`: the board as a person would see it.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::args::{Force, Reached};
use crate::cli::new_file::Wanted;
use crate::cli::records::ShowRecord;
use crate::cli::{CliError, NewFile, Session, Status, drawing, position_input};

/// Draws the board
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak show
  chongkak show --owned 99 --line 'A1 A7 A5 A3'
  chongkak show '1,0,3/0 0,5,1/0 A' --svg board.svg
  chongkak show --as-drawn '0,5,1/0 3,0,1/0'")]
pub struct Show {
    #[command(flatten)]
    pub from: Reached,
    /// Writes a picture of the position in SVG, which a browser shows, prints, or makes another
    /// picture of
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub force: Force,
}

pub fn run(args: &Show, session: &mut Session<'_>) -> Result<Status, CliError> {
    position_input::expect_one(&args.from.place, "--svg", args.svg.as_deref(), "a picture")?;
    let picture = match &args.svg {
        Some(path) => Some(picture(path, args.force.force, session)?),
        None => None,
    };
    position_input::each_after(&args.from, session, |reached, session| {
        let task = &reached.game;
        let board = !session.common.no_board;
        let record = ShowRecord::new(task, args.from.place.as_drawn, board);
        session.out.record(&record)?;
        if let Some(file) = &picture {
            file.write(&drawing::file(task.position(), session.language))?;
        }
        Ok(Status::Done)
    })
}

/// The file of the picture.
fn picture(path: &Path, force: bool, session: &mut Session<'_>) -> Result<NewFile, CliError> {
    let wanted = Wanted { option: "--svg", path, endings: &["svg"], force, inputs: &[] };
    NewFile::beside_answer(&wanted, session)
}
