//! Search results as records for programs: `solve` and `eval` print them, and `batch` stores them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::board::Position;
use crate::control::StopReason;
use crate::moves::Move;
use crate::search::{Bounds, Evaluation, Solution};

/// The proven bounds and lines of a position. Values are A's seeds minus B's at the end of the
/// round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(inline))]
pub struct Solved {
    /// The position.
    pub position: Position,
    /// The proven value: A's seeds minus B's at the end of the round; null while it is open.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    pub value: Option<i32>,
    /// Proven: the value is at least this.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    pub lower: i32,
    /// Proven: the value is at most this.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    pub upper: i32,
    /// True if the value is proven.
    pub exact: bool,
    /// The winner, `A`, `B` or `draw`; null while it is open.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "draw", null])))]
    pub winner: Option<Cow<'static, str>>,
    /// All moves that reach the value; if the value is known from positions/book, those that are
    /// known to reach it.
    pub best: Vec<Move>,
    /// A line of best play.
    // See [`Solution::line`].
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search; null if it finished.
    #[cfg_attr(feature = "schemas", schemars(extend("not" = {"const": "depth"})))]
    pub stopped: Option<StopReason>,
    /// The limit that ended the search for the best moves and the line of a known value; absent if
    /// it finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(extend("not" = {"const": "depth"})))]
    pub line_stopped: Option<StopReason>,
}

impl Solved {
    /// Creates the record of a solver's result.
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
            position: *position,
            value: found.value(),
            lower,
            upper,
            exact: found.value().is_some(),
            winner: winner.map(Cow::Borrowed),
            best: found.best.clone(),
            pv: found.line.clone(),
            nodes: found.nodes,
            stopped: found.stopped,
            line_stopped: found.line_stopped,
        }
    }
}

/// The result of an evaluation within limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(inline))]
pub struct Evaluated {
    /// The position.
    pub position: Position,
    /// The value: A's seeds minus B's at the end of the round.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    pub value: i32,
    /// True if the value is proven; false if it is an estimate.
    pub exact: bool,
    /// Proven: the value is at least this.
    // None in results of version 0.1.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schemars(with = "i32", range(min = -1023, max = 1023)))]
    pub lower: Option<i32>,
    /// Proven: the value is at most this.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schemars(with = "i32", range(min = -1023, max = 1023)))]
    pub upper: Option<i32>,
    /// Number of moves that the search looked ahead.
    pub depth: u32,
    /// The best move; null in a finished round.
    pub best: Option<Move>,
    /// The moves with the best value, including the best move. If the value is proven, those proven
    /// to reach it.
    // See [`Evaluation::ties`].
    #[serde(default)]
    pub ties: Vec<Move>,
    /// The best line.
    pub pv: Vec<Move>,
    /// Every legal move, in the order of the holes.
    pub moves: Vec<MoveValue>,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search; null if the value is proven.
    pub stopped: Option<StopReason>,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// The value of the round after the move, from A's point of view.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    pub value: i32,
    /// True if the value is proven.
    pub exact: bool,
    /// Proven: the value is at least this.
    // None in results of version 0.1.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schemars(with = "i32", range(min = -1023, max = 1023)))]
    pub lower: Option<i32>,
    /// Proven: the value is at most this.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schemars(with = "i32", range(min = -1023, max = 1023)))]
    pub upper: Option<i32>,
    /// With --every-move: a line that starts with the move and has its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<Move>,
}

impl Evaluated {
    /// Creates the record of an evaluation, with the line of every move if requested.
    #[must_use]
    pub fn new(position: &Position, found: &Evaluation, with_lines: bool) -> Evaluated {
        let moves = found.moves.iter().map(|found| MoveValue {
            played: found.played,
            value: found.value.seeds(),
            exact: found.value.is_exact(),
            lower: Some(found.bounds.lower),
            upper: Some(found.bounds.upper),
            pv: if with_lines { found.line.clone() } else { Vec::new() },
        });
        Evaluated {
            position: *position,
            value: found.value.seeds(),
            exact: found.value.is_exact(),
            lower: Some(found.bounds.lower),
            upper: Some(found.bounds.upper),
            depth: found.depth,
            best: found.best(),
            ties: found.ties().map(|tie| tie.played).collect(),
            pv: found.line.clone(),
            moves: moves.collect(),
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }
}
