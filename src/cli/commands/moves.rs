//! `moves`: the legal moves and what each leads to.

use serde::Serialize;

use chongkak::board::Position;
use chongkak::moves::{Game, Round};

use super::columns;
use super::played::Played;
use crate::cli::args::Moves;
use crate::cli::failure::{Failure, Status};
use crate::cli::input;
use crate::cli::output::Record;
use crate::cli::picture;
use crate::cli::session::Session;

#[derive(Serialize)]
struct MovesRecord {
    position: String,
    mover: String,
    moves: Vec<Played>,
    #[serde(skip)]
    board: Position,
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
        moves.push(Played::new(&trace));
    }
    MovesRecord {
        position: position.to_string(),
        mover: position.mover().to_string(),
        moves,
        board: *position,
    }
}

impl Record for MovesRecord {
    fn text(&self) -> String {
        let caption = picture::caption(&self.board);
        let mut text = format!("{}\n{caption}\n", picture::board(&self.board));
        if self.moves.is_empty() {
            return text;
        }
        let rows = self.moves.iter().map(|m| {
            let lands = lands(&m.lands);
            let (laps, gain) = (m.laps.to_string(), m.gain.to_string());
            let captured = m.captured.to_string();
            vec![
                m.played.clone(),
                laps,
                lands,
                gain,
                captured,
                m.outcome.to_owned(),
                m.after.clone(),
            ]
        });
        let headings = [
            "move", "laps", "lands", "gain", "captured", "outcome", "after",
        ];
        text.push('\n');
        text.push_str(&columns(&headings, rows.collect(), &[1, 3, 4]));
        text
    }
}

/// The landings, the middle ones left out where there are many.
fn lands(lands: &[String]) -> String {
    const SHOWN: usize = 6;
    if lands.len() <= SHOWN {
        return lands.join(" ");
    }
    let (first, last) = (&lands[..SHOWN / 2], &lands[lands.len() - SHOWN / 2..]);
    format!("{} … {}", first.join(" "), last.join(" "))
}
