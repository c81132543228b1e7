//! `moves`: the legal moves and what each leads to.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Cell, Position, Side};
use chongkak::moves::Round;

use super::columns;
use super::played::Played;
use crate::cli::args::Place;
use crate::cli::{Failure, Record, Session, Status, Terms, input};

#[derive(Serialize)]
struct MovesRecord {
    position: Position,
    mover: Side,
    moves: Vec<Played>,
    #[serde(flatten)]
    terms: Terms,
}

pub fn run(place: &Place, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::each(place, session, |task, session| {
        let position = task.position();
        let moves = position.legal().map(|hole| {
            let trace = Round::new(task).play(hole).expect("a legal move");
            Played::new(&trace, false)
        });
        session.out.record(&MovesRecord {
            position: *position,
            mover: position.mover(),
            moves: moves.collect(),
            terms: Terms::new(session, task),
        })?;
        Ok(Status::Done)
    })
}

impl Record for MovesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.terms.heading(&self.position));
        if self.moves.is_empty() {
            text.truncate(text.trim_end().len());
            return writeln!(text);
        }
        let rows = self.moves.iter().map(|m| {
            let (lands, outcome) = (lands(&m.lands), m.outcome.name());
            row![
                m.played, m.laps, lands, m.gain, m.captured, outcome, m.after
            ]
        });
        let headings = [
            "move", "laps", "lands", "gain", "captured", "outcome", "after",
        ];
        write!(text, "{}", columns(&headings, rows.collect(), &[1, 3, 4]))
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
