//! The record of `chong play`: turns, checked move by move.

use std::fmt::Write;

use serde::Serialize;

use crate::chong::{PlacedPosition, PlayedTurn};

use super::{in_words, picture};
use crate::language::Language;
use crate::text::Record;

/// Turns that `chongkak chong play` plays.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChongPlayRecord<T = PlayedTurn> {
    /// The position before the turns.
    pub position: PlacedPosition,
    /// The turns.
    pub turns: Vec<T>,
    /// The position after them.
    pub after: PlacedPosition,
    /// The player who has won; null while the game goes on; nobody if neither can ever move again.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    pub winner: Option<String>,
}

impl Record for ChongPlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        *text += &picture::board(&self.position);
        for (number, turn) in (1..).zip(&self.turns) {
            let (player, throw, way) = (turn.player, turn.throw, in_words(&turn.way));
            let board = picture::board(&turn.after);
            write!(text, "\n{number:>3}. {player} throws {throw}: {way}\n\n{board}")?;
        }
        let caption = picture::caption(&self.after, self.winner.as_deref(), Language::english());
        writeln!(text, "\n{caption}\n{}", self.after)
    }
}
