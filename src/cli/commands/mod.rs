//! The commands.

#[macro_use]
mod columns;

pub mod analyze;
pub mod batch;
pub mod bench;
pub mod board;
pub mod book;
pub mod campaign;
pub mod chong;
pub mod contest;
pub mod eval;
pub mod game;
pub mod infer;
mod known;
pub mod moves;
pub mod perft;
pub mod play;
pub mod report;
pub mod rules;
pub mod serve;
pub mod set;
pub mod shell;
pub mod show;
pub mod solve;
pub mod start;
pub mod systems;
pub mod tables;
pub mod turns;
pub mod verify;

pub mod played;
mod proof;

use chongkak::moves::Move;

use columns::columns;

/// Moves as they are written.
fn written(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}
