//! A move with what it did, as `moves` and `play` show it.

use serde::Serialize;

use chongkak::board::{Cell, Position};
use chongkak::moves::{Ending, Game, Lap, Move, MoveTrace, Outcome, Round};

/// A move and its outcome.
#[derive(Serialize)]
pub struct Played {
    #[serde(rename = "move")]
    pub played: Move,
    pub laps: usize,
    pub lands: Vec<Cell>,
    pub gain: u32,
    pub captured: u32,
    pub outcome: Outcome,
    pub after: Position,
    /// Every lap, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<Lap>>,
    /// Every lap with what ended it, for programs that show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laps_told: Option<Vec<LapTold>>,
}

/// A lap: the handful from a hole to the cell of its last seed.
#[derive(Serialize)]
pub struct LapTold {
    from: Cell,
    seeds: u32,
    to: Cell,
    /// What became of the last seed.
    event: &'static str,
}

/// The laps of a move: all but the last one are followed by another, from where they ended.
pub fn laps_told(trace: &MoveTrace) -> Vec<LapTold> {
    let last = trace.laps.len().saturating_sub(1);
    let told = |(index, lap): (usize, &Lap)| LapTold {
        from: lap.from,
        seeds: lap.seeds,
        to: lap.last,
        event: if index < last {
            "relay"
        } else {
            event(trace.ending)
        },
    };
    trace.laps.iter().enumerate().map(told).collect()
}

const fn event(ending: Ending) -> &'static str {
    match ending {
        Ending::Store => "store",
        Ending::Protected => "protected",
        Ending::Occupied => "occupied",
        Ending::Banked { .. } => "banked",
        Ending::Captured { .. } => "captured",
        Ending::LoneBanked => "lone",
        Ending::OwnEmpty(_) | Ending::OpponentEmpty => "empty",
    }
}

impl Played {
    pub fn new(trace: &MoveTrace, with_laps: bool) -> Played {
        Played {
            played: trace.played,
            laps: trace.laps.len(),
            lands: trace.laps.iter().map(|lap| lap.last).collect(),
            gain: trace.gain,
            captured: trace.captured,
            outcome: trace.outcome,
            after: trace.after,
            trace: with_laps.then(|| trace.laps.clone()),
            laps_told: None,
        }
    }
}

/// The legal moves of a position, each with what it does.
pub fn legal(game: &Game) -> Vec<Played> {
    let moves = game.position().legal().map(|hole| {
        let trace = Round::new(game).play(hole).expect("a legal move");
        Played::new(&trace, false)
    });
    moves.collect()
}
