//! `game`: a set, move by move, in the terminal. What is the same for other games stands in
//! `dialogue`, `players`, `request` and `saved`.

mod advice;
pub mod dialogue;
mod lesson;
mod narration;
mod own;
pub mod players;
pub mod request;
pub mod saved;
mod set;

use crate::cli::args::Game as Arguments;
use crate::cli::{Failure, Session, Status, input};
use set::SetDialogue;

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, Failure> {
    dialogue::expect_text(session)?;
    if let Some(name) = &args.lesson {
        return lesson::run(name.as_deref(), session);
    }
    session.start_threads()?;
    let mut game = match &args.load {
        Some(file) => {
            session.expect_no_rules("the record says by which rules it is played")?;
            SetDialogue::load(args, file.as_deref(), session)?
        }
        None => {
            dialogue::expect_no_dash(&args.place.position)?;
            SetDialogue::new(args, &input::one(&args.place, session)?, session)?
        }
    };
    dialogue::lead(&mut game, session)
}
