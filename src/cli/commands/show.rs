//! `show`: the board as a person would see it.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::args::Reached;
use crate::cli::records::ShowRecord;
use crate::cli::{CliError, NewFile, Session, Status, drawing, position_input};

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub from: Reached,
    /// Writes a picture of the position in SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Endings of files that a picture in SVG is not.
const OTHER_PICTURES: [&str; 6] = ["png", "gif", "jpg", "jpeg", "webp", "pdf"];

pub fn run(args: &Show, session: &mut Session<'_>) -> Result<Status, CliError> {
    position_input::expect_one(&args.from.place, "--svg", args.svg.as_deref(), "a picture")?;
    if let Some(path) = &args.svg {
        expect_svg(path)?;
    }
    position_input::each_after(&args.from, session, |reached, session| {
        let task = &reached.game;
        let picture = NewFile::asked("--svg", args.svg.as_deref())?;
        let board = !session.common.no_board;
        let record = ShowRecord::new(task, args.from.place.as_drawn, board);
        session.out.record(&record)?;
        if let Some(file) = picture {
            file.write(&drawing::file(task.position(), session.language))?;
        }
        Ok(Status::Done)
    })
}

/// Refuses the names of other pictures than SVG.
fn expect_svg(path: &Path) -> Result<(), CliError> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if !OTHER_PICTURES.contains(&ending.to_lowercase().as_str()) {
        return Ok(());
    }
    let found = format_args!("--svg {}: the picture is SVG", path.display());
    let expected = "a name that ends in .svg; a browser opens that file and prints it, or copies \
                    it as another picture";
    Err(CliError::unexpected(found, expected))
}
