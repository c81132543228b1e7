//! What a search found, as the records that programs read: `solve` and `eval` print them, and
//! `batch` keeps them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::board::Position;
use crate::control::StopReason;
use crate::search::{Bounds, Evaluation, Solution};

/// What is proven of a position. Values are A's seeds less B's at the end of the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The position.
    pub position: String,
    /// Its value, if it is proven.
    pub value: Option<i32>,
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// Whether the value is proven.
    pub exact: bool,
    /// `A`, `B`, `draw`, or nothing while it is open.
    pub winner: Option<Cow<'static, str>>,
    /// All moves that reach the value.
    pub best: Vec<String>,
    /// A line of best play (see [`Solution::line`]).
    pub pv: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search; nothing if its goal was reached.
    pub stopped: Option<StopReason>,
}

impl Solved {
    /// The record of what a solver found.
    #[must_use]
    pub fn new(position: &Position, found: &Solution) -> Solved {
        let Bounds { lower, upper } = found.bounds;
        let winner = match (lower, upper) {
            (1.., _) => Some("A"),
            (_, ..0) => Some("B"),
            (0, 0) => Some("draw"),
            _ => None,
        };
        Solved {
            position: position.to_string(),
            value: found.value(),
            lower,
            upper,
            exact: found.value().is_some(),
            winner: winner.map(Cow::Borrowed),
            best: found.best.iter().map(ToString::to_string).collect(),
            pv: found.line.iter().map(ToString::to_string).collect(),
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }
}

/// What a search within limits says of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluated {
    /// The position.
    pub position: String,
    /// Its value: A's seeds less B's at the end of the round.
    pub value: i32,
    /// Whether the value is proven; else it is an estimate.
    pub exact: bool,
    /// The value is at least this, proven; nothing in results of version 0.1, which did not say.
    #[serde(default)]
    pub lower: Option<i32>,
    /// The value is at most this, proven.
    #[serde(default)]
    pub upper: Option<i32>,
    /// Moves that the search looked ahead.
    pub depth: u32,
    /// The best move; nothing in a finished round.
    pub best: Option<String>,
    /// The moves with the value of the best one, that one among them (see [`Evaluation::ties`]).
    #[serde(default)]
    pub ties: Vec<String>,
    /// The principal line.
    pub pv: Vec<String>,
    /// Every legal move, in hole order.
    pub moves: Vec<MoveValue>,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search; nothing if the value is proven.
    pub stopped: Option<StopReason>,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The value of the round after it, from A's side.
    pub value: i32,
    /// Whether that is proven.
    pub exact: bool,
    /// It is at least this, proven; nothing in results of version 0.1.
    #[serde(default)]
    pub lower: Option<i32>,
    /// It is at most this, proven.
    #[serde(default)]
    pub upper: Option<i32>,
    /// A line that begins with it, in results [`Evaluated::with_lines`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
}

impl Evaluated {
    /// The record of what an evaluation found.
    #[must_use]
    pub fn new(position: &Position, found: &Evaluation) -> Evaluated {
        let moves = found.moves.iter().map(|found| MoveValue {
            played: found.played.to_string(),
            value: found.value.seeds(),
            exact: found.value.is_exact(),
            lower: Some(found.bounds.lower),
            upper: Some(found.bounds.upper),
            pv: Vec::new(),
        });
        Evaluated {
            position: position.to_string(),
            value: found.value.seeds(),
            exact: found.value.is_exact(),
            lower: Some(found.bounds.lower),
            upper: Some(found.bounds.upper),
            depth: found.depth,
            best: found.best().map(|best| best.to_string()),
            ties: found.ties().map(|tie| tie.played.to_string()).collect(),
            pv: found.line.iter().map(ToString::to_string).collect(),
            moves: moves.collect(),
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }

    /// The same with the line of every move.
    #[must_use]
    pub fn with_lines(mut self, found: &Evaluation) -> Evaluated {
        for (told, found) in self.moves.iter_mut().zip(&found.moves) {
            told.pv = found.line.iter().map(ToString::to_string).collect();
        }
        self
    }
}
