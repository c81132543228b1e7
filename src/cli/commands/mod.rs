//! The commands.

pub mod batch;
pub mod bench;
pub mod book;
pub mod chong;
pub mod contest;
pub mod eval;
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
use comfy_table::{CellAlignment, Table, presets};

use super::failure::Failure;
use super::session::Session;

/// Columns without lines between them: headings, rows, and the columns that hold numbers.
fn columns(headings: &[&str], rows: Vec<Vec<String>>, numbers: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(headings.to_vec());
    table.add_rows(rows);
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = table.trim_fmt();
    text.push('\n');
    text
}

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
