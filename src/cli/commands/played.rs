//! A move with what it did, as `moves` and `play` show it.

use serde::Serialize;

use chongkak::board::{Cell, Position};
use chongkak::moves::{Lap, Move, MoveTrace, Outcome};

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
        }
    }
}
