//! `game`: a set, move by move, in the terminal. What is the same for other games stands in
//! `kept`, `players`, `request` and `talk`.

mod advice;
mod desk;
pub mod kept;
mod lesson;
mod own;
pub mod players;
pub mod request;
pub mod talk;
mod told;

use chongkak::moves::Game;

use crate::cli::args::Game as Arguments;
use crate::cli::{Failure, Session, Status, input};
use desk::Desk;

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, Failure> {
    talk::expect_text(session)?;
    if let Some(name) = &args.lesson {
        return lesson::run(name.as_deref(), session);
    }
    session.start_threads()?;
    let mut desk = match &args.load {
        Some(file) => {
            session.expect_no_rules("the record says by which rules it is played")?;
            Desk::load(args, file.as_deref(), session)?
        }
        None => Desk::new(args, &first(args, session)?, session)?,
    };
    talk::talk(&mut desk, session)
}

/// The position to begin with. Standard input has the moves.
fn first(args: &Arguments, session: &Session<'_>) -> Result<Game, Failure> {
    let words = &args.place.position;
    talk::expect_no_dash(words)?;
    input::one(&args.place, session)
}
