//! The legal moves and what each leads to.

use std::fmt::Write;

use serde::Serialize;

use super::played::{Played, legal};
use super::{Record, Terms, columns};
use crate::board::{Cell, Position, Side};
use crate::control::Failed;
use crate::moves::Game;
use crate::row;
use crate::show::scene::{Columns, Scene};
use crate::show::words::counted;

/// The legal moves that `chongkak moves` lists.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Terms::limits_never))]
pub struct MovesRecord {
    /// The position.
    position: Position,
    /// Who is to move.
    mover: Side,
    /// The legal moves, in the order of the holes.
    moves: Vec<Played>,
    #[serde(flatten)]
    terms: Terms,
}

impl MovesRecord {
    /// The legal moves of a position.
    pub fn new(game: &Game, terms: Terms) -> MovesRecord {
        let position = game.position();
        MovesRecord {
            position: *position,
            mover: position.mover(),
            moves: legal(game),
            terms,
        }
    }

    /// How many moves there are, and which gains most, for the heading of the page.
    pub fn title(&self) -> String {
        let count = counted(self.moves.len() as u64, "legal move");
        let most = self.moves.iter().map(|one| one.gain).max();
        let best = self.moves.iter().find(|one| Some(one.gain) == most);
        let best = best.map(|best| format!("; {} gains most: {}", best.played, best.gain));
        format!("{count}{}", best.unwrap_or_default())
    }

    /// Every move, with all of them in a table.
    ///
    /// # Errors
    /// If the page does not agree with the rules.
    pub fn scenes(&self, task: &Game) -> Result<Vec<Scene>, Failed> {
        let rows = self.moves.iter().map(|m| {
            let outcome = m.outcome.name();
            row![m.played, m.laps, m.gain, m.captured, outcome]
        });
        let table = Columns {
            caption: "What every move does".to_owned(),
            heads: ["move", "laps", "gain", "captured", "outcome"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
            plays: (0..self.moves.len()).collect(),
        };
        let scenes = self.moves.iter().map(|one| {
            let mut scene = Scene::of_line(&one.played.to_string(), task, &[one.played])?;
            scene.table = Some(table.clone());
            Ok(scene)
        });
        let scenes: Vec<Scene> = scenes.collect::<Result<_, Failed>>()?;
        match scenes.is_empty() {
            true => Ok(vec![Scene::of_line("", task, &[])?]),
            false => Ok(scenes),
        }
    }
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
