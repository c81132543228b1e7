//! A move with what it did, as `moves` and `play` show it.

use serde::Serialize;

use chongkak::moves::MoveTrace;

/// A move and its outcome.
#[derive(Serialize)]
pub struct Played {
    #[serde(rename = "move")]
    pub played: String,
    pub laps: usize,
    pub lands: Vec<String>,
    pub gain: u32,
    pub captured: u32,
    pub outcome: &'static str,
    pub after: String,
    /// Every lap, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<LapRecord>>,
}

/// One lap.
#[derive(Serialize)]
pub struct LapRecord {
    pub from: String,
    pub seeds: u32,
    pub last: String,
    pub held: u32,
}

impl Played {
    pub fn new(trace: &MoveTrace) -> Played {
        Played {
            played: trace.played.to_string(),
            laps: trace.laps.len(),
            lands: trace.laps.iter().map(|lap| lap.last.to_string()).collect(),
            gain: trace.gain,
            captured: trace.captured,
            outcome: trace.outcome.name(),
            after: trace.after.to_string(),
            trace: None,
        }
    }

    pub fn with_laps(trace: &MoveTrace) -> Played {
        let lap = |lap: &chongkak::moves::Lap| LapRecord {
            from: lap.from.to_string(),
            seeds: lap.seeds,
            last: lap.last.to_string(),
            held: lap.held,
        };
        let laps = trace.laps.iter().map(lap).collect();
        Played {
            trace: Some(laps),
            ..Played::new(trace)
        }
    }
}
