//! `show`: the board as a person would see it.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Mark, Position, Side};
use chongkak::moves::Move;

use crate::cli::args::Show;
use crate::cli::{Failure, NewFile, Record, Session, Status, drawing, input, picture, words};

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
}

pub fn run(args: &Show, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::expect_one(&args.place, "--svg", args.svg.as_deref(), "a picture")?;
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
        })?;
        if let Some(file) = picture {
            file.write(&drawing::file(position))?;
        }
        Ok(Status::Done)
    })
}

impl Record for ShowRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let board = picture::captioned(&self.position);
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
