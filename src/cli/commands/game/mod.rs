//! `game`: a set, move by move, in the terminal. `repl`, `players`, `request` and `autosave` are
//! shared with other games.

mod advice;
pub mod autosave;
mod lesson;
mod narration;
pub mod players;
pub mod puzzle;
pub mod refusals;
pub mod repl;
pub mod request;
mod set;
mod set_moves;

use chongkak::sentence;

use crate::cli::args::Game as Arguments;
use crate::cli::{CliError, Session, Status, position_input};
use set::SetTerminalGame;

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, CliError> {
    refusals::expect_text(session)?;
    if let Some(name) = &args.lesson {
        session.expect_no_rules(sentence!("game.refused.of-lesson"))?;
        return lesson::run(name.as_deref(), session);
    }
    session.start_threads()?;
    let mut game = match &args.load {
        Some(file) => {
            session.expect_no_rules(sentence!("game.refused.of-record"))?;
            SetTerminalGame::load(args, file.as_deref(), session)?
        }
        None => {
            refusals::expect_no_dash(&args.place.position)?;
            SetTerminalGame::new(args, &position_input::one(&args.place, session)?, session)?
        }
    };
    repl::run(&mut game, session)
}
