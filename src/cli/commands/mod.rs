//! The commands.

#[macro_use]
mod columns;

pub mod batch;
pub mod bench;
pub mod book;
pub mod chong;
pub mod contest;
pub mod eval;
mod known;
pub mod moves;
pub mod perft;
pub mod play;
pub mod report;
pub mod rules;
pub mod set;
pub mod shell;
pub mod show;
pub mod solve;
pub mod start;
pub mod systems;
pub mod tables;
pub mod turns;
pub mod verify;

mod played;
mod proof;

use std::path::Path;

use chongkak::moves::{Game, Move};
use chongkak::tables::Endgame;

use super::failure::Failure;
use super::session::Session;
use columns::columns;

/// Moves as they are written.
fn written(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// The endgame table for a position, if the folder has one.
fn endgame(
    folder: Option<&Path>,
    task: &Game,
    session: &Session<'_>,
) -> Result<Option<Endgame>, Failure> {
    let Some(folder) = folder else {
        return Ok(None);
    };
    let table = chongkak::tables::open(folder, task.rules(), task.position().field())?;
    if table.is_none() {
        let folder = folder.display();
        session.message(format_args!(
            "{folder}: no table for {}, going on without",
            *task.position()
        ));
    }
    Ok(table)
}
