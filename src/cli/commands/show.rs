//! `show`: the board as a person would see it.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use chongkak::board::{Mark, Position, Side};
use chongkak::moves::Move;

use crate::cli::args::Show;
use crate::cli::{Failure, NewFile, Record, Session, Status, drawing, input, picture, words};

/// Endings of files that a picture in SVG is not.
const OTHER_PICTURES: [&str; 6] = ["png", "gif", "jpg", "jpeg", "webp", "pdf"];

#[derive(Serialize)]
struct ShowRecord {
    position: Position,
    /// The same as the board is drawn.
    as_drawn: String,
    holes: usize,
    mover: Side,
    mark: Option<&'static str>,
    total: u32,
    owned: [u32; 2],
    standing: i32,
    legal: Vec<Move>,
    #[serde(skip)]
    seeds: Option<String>,
    #[serde(skip)]
    drawn: bool,
    #[serde(skip)]
    board: bool,
}

pub fn run(args: &Show, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::expect_one(&args.place, "--svg", args.svg.as_deref(), "a picture")?;
    if let Some(path) = &args.svg {
        expect_svg(path)?;
    }
    input::each(&args.place, session, |task, session| {
        let position = task.position();
        let picture = NewFile::asked("--svg", args.svg.as_deref())?;
        let mover = position.mover();
        session.out.record(&ShowRecord {
            position: *position,
            as_drawn: position.setup().to_drawn(),
            holes: position.shape().holes(),
            mover,
            mark: match position.mark() {
                Mark::None => None,
                Mark::Final => Some("final"),
                Mark::Over => Some("over"),
            },
            total: position.total(),
            owned: Side::BOTH.map(|side| position.owned(side)),
            standing: position.standing(),
            legal: position
                .legal()
                .map(|hole| Move { side: mover, hole })
                .collect(),
            seeds: words::other_seeds(task),
            drawn: args.place.as_drawn,
            board: !session.common.no_board,
        })?;
        if let Some(file) = picture {
            file.write(&drawing::file(position))?;
        }
        Ok(Status::Done)
    })
}

/// Refuses the names of other pictures than SVG.
fn expect_svg(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if !OTHER_PICTURES.contains(&ending.to_lowercase().as_str()) {
        return Ok(());
    }
    let found = format_args!("--svg {}: the picture is SVG", path.display());
    let expected = "a name that ends in .svg; a browser opens that file and prints it, or copies \
                    it as another picture";
    Err(Failure::unexpected(found, expected))
}

impl Record for ShowRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let board = match self.board {
            true => picture::captioned(&self.position),
            false => String::new(),
        };
        writeln!(text, "{board}{}", self.position)?;
        if let Some(seeds) = &self.seeds {
            writeln!(text, "seeds: {seeds}")?;
        }
        if self.drawn {
            let Self { as_drawn, .. } = self;
            writeln!(text, "--as-drawn \"{as_drawn}\"")?;
        }
        Ok(())
    }
}
