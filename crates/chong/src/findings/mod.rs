//! Results about chong as text, drawings and JSON.

pub mod analysis;
pub mod eval;
pub mod games;
pub mod picture;
pub mod rules;
pub mod solve;
pub mod turns;
pub mod wording;

pub use crate::played_turn::in_words;

use serde::Serialize;

use crate::{ChongRules, ChongTask, End, PlacedPosition, Player, SubMove};

/// The fields that begin a position's record.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Head {
    /// The position.
    pub position: PlacedPosition,
    /// The player to throw.
    pub player: Player,
    /// The winner, if the game is over.
    #[serde(skip)]
    pub winner: Option<String>,
}

impl Head {
    /// Draws the board with its caption.
    pub fn picture(&self) -> String {
        picture::captioned(&self.position, self.winner.as_deref())
    }
}

/// A way to end a turn, as in records.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Way {
    /// The moves; empty for a pass.
    pub way: Vec<SubMove>,
    /// True if it wins the game.
    pub won: bool,
    /// The position after it.
    pub after: PlacedPosition,
}

impl Way {
    pub fn new(end: End, placed: &PlacedPosition) -> Way {
        Way { way: end.way, won: end.won, after: placed.after(end.after) }
    }
}

impl ChongTask {
    /// Creates the first fields of the task's records.
    pub fn head(&self) -> Head {
        Head {
            position: self.placed,
            player: self.placed.player,
            winner: winner(&self.placed, &self.rules),
        }
    }
}

/// Returns the winner of a game that is over; `nobody` if neither player can ever move again.
pub fn winner(placed: &PlacedPosition, rules: &ChongRules) -> Option<String> {
    let winner = placed.result(rules)?;
    Some(winner.map_or(NOBODY.to_owned(), |winner| winner.to_string()))
}

/// The winner of a drawn game.
const NOBODY: &str = "nobody";
