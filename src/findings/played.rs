//! A move with what it did, as `moves` and `play` show it.

use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, columns};
use crate::board::{Cell, Position, Side};
use crate::control::Failed;
use crate::moves::{Ending, Game, Lap, Move, MoveTrace, Outcome, Round};
use crate::show::scene::{Columns, Scene};
use crate::show::words::counted;

/// A move and its outcome.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Played {
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// Its laps.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub laps: usize,
    /// The last cell of every lap.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub lands: Vec<Cell>,
    /// Seeds added to the mover's store.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    pub gain: u32,
    /// Seeds taken from the opponent's hole.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    pub captured: u32,
    /// The way it ends.
    pub outcome: Outcome,
    /// The position after it.
    pub after: Position,
}

/// A move of a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayedInLine {
    #[serde(flatten)]
    played: Played,
    /// Every lap, with --trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<Lap>>,
    /// Every lap with what ended it, from serve alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub laps_told: Option<Vec<LapTold>>,
}

/// A lap: the handful from a hole to the cell of its last seed.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LapTold {
    /// The hole that is lifted.
    from: Cell,
    /// The seeds of the handful.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    seeds: u32,
    /// The cell of the last seed.
    to: Cell,
    /// The fate of the last seed.
    event: Event,
}

/// The fate of the last seed of a lap.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Event {
    /// Its hole is lifted next.
    Relay,
    /// It fell into the mover's store.
    Store,
    /// It fell into his protected hole.
    Protected,
    /// It fell into a hole with seeds, where it stops.
    Occupied,
    /// It fell into a hole with seeds, and all of them went to the store.
    Banked,
    /// It fell into his empty hole, and the hole opposite was taken.
    Captured,
    /// It went to the store from his empty hole.
    Lone,
    /// It stays in an empty hole.
    Empty,
}

/// The laps of a move: all but the last one are followed by another, from where they ended.
pub fn laps_told(trace: &MoveTrace) -> Vec<LapTold> {
    let last = trace.laps.len().saturating_sub(1);
    let told = |(index, lap): (usize, &Lap)| LapTold {
        from: lap.from,
        seeds: lap.seeds,
        to: lap.last,
        event: if index < last { Event::Relay } else { event(trace.ending) },
    };
    trace.laps.iter().enumerate().map(told).collect()
}

const fn event(ending: Ending) -> Event {
    match ending {
        Ending::Store => Event::Store,
        Ending::Protected => Event::Protected,
        Ending::Occupied => Event::Occupied,
        Ending::Banked { .. } => Event::Banked,
        Ending::Captured { .. } => Event::Captured,
        Ending::LoneBanked => Event::Lone,
        Ending::OwnEmpty(_) | Ending::OpponentEmpty => Event::Empty,
    }
}

impl Played {
    fn new(trace: &MoveTrace) -> Played {
        Played {
            played: trace.played,
            laps: trace.laps.len(),
            lands: trace.laps.iter().map(|lap| lap.last).collect(),
            gain: trace.gain,
            captured: trace.captured,
            outcome: trace.outcome,
            after: trace.after,
        }
    }
}

impl PlayedInLine {
    pub fn new(trace: &MoveTrace, with_laps: bool) -> PlayedInLine {
        PlayedInLine {
            played: Played::new(trace),
            trace: with_laps.then(|| trace.laps.clone()),
            laps_told: None,
        }
    }
}

/// The legal moves of a position, each with what it does.
pub fn legal(game: &Game) -> Vec<Played> {
    let moves = game.position().legal().map(|hole| {
        let trace = Round::new(game).play(hole).expect("a legal move");
        Played::new(&trace)
    });
    moves.collect()
}

/// The legal moves that `chongkak moves` lists.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_never))]
pub struct MovesRecord {
    /// The position.
    position: Position,
    /// The player to move.
    mover: Side,
    /// The legal moves, in the order of the holes.
    moves: Vec<Played>,
    #[serde(flatten)]
    terms: Provenance,
}

impl MovesRecord {
    /// The legal moves of a position.
    pub fn new(game: &Game, terms: Provenance) -> MovesRecord {
        let position = game.position();
        MovesRecord { position: *position, mover: position.mover(), moves: legal(game), terms }
    }

    /// Says how many moves there are, and which gains most, for the heading of the page.
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
            heads: ["move", "laps", "gain", "captured", "outcome"].map(str::to_owned).to_vec(),
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
            row![m.played, m.laps, lands, m.gain, m.captured, outcome, m.after]
        });
        let headings = ["move", "laps", "lands", "gain", "captured", "outcome", "after"];
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
