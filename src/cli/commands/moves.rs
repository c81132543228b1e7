//! `moves`: the legal moves and what each leads to.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Cell, Position, Side};
use chongkak::moves::{Game, Round};

use super::columns;
use super::played::Played;
use crate::cli::args::Moves;
use crate::cli::{Failure, Record, Session, Status, input, picture};

#[derive(Serialize)]
struct MovesRecord {
    position: Position,
    mover: Side,
    moves: Vec<Played>,
}

pub fn run(args: &Moves, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::each(&args.place, session, |task, session| {
        session.out.record(&record(task))?;
        Ok(Status::Done)
    })
}

fn record(task: &Game) -> MovesRecord {
    let position = task.position();
    let mut moves = Vec::new();
    for hole in position.legal() {
        let trace = Round::new(task).play(hole).expect("a legal move");
        moves.push(Played::new(&trace, false));
    }
    MovesRecord {
        position: *position,
        mover: position.mover(),
        moves,
    }
}

impl Record for MovesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&picture::captioned(&self.position));
        if self.moves.is_empty() {
            return Ok(());
        }
        let rows = self.moves.iter().map(|m| {
            let lands = lands(&m.lands);
            let (laps, gain) = (m.laps.to_string(), m.gain.to_string());
            let captured = m.captured.to_string();
            vec![
                m.played.to_string(),
                laps,
                lands,
                gain,
                captured,
                m.outcome.name().to_owned(),
                m.after.to_string(),
            ]
        });
        let headings = [
            "move", "laps", "lands", "gain", "captured", "outcome", "after",
        ];
        write!(text, "\n{}", columns(&headings, rows.collect(), &[1, 3, 4]))
    }
}

/// The landings, the middle ones left out where there are many.
fn lands(lands: &[Cell]) -> String {
    const SHOWN: usize = 6;
    let lands: Vec<String> = lands.iter().map(Cell::to_string).collect();
    if lands.len() <= SHOWN {
        return lands.join(" ");
    }
    let (first, last) = (&lands[..SHOWN / 2], &lands[lands.len() - SHOWN / 2..]);
    format!("{} … {}", first.join(" "), last.join(" "))
}
