//! The board as a person would see it.

use std::fmt::Write;

use serde::Serialize;

use super::Record;
use super::seeds::other_seeds;
use crate::board::{Mark, Position, Side};
use crate::language::Language;
use crate::moves::{Game, Move};
use crate::show::picture;

/// The answer of `chongkak show`: a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ShowRecord {
    /// The position.
    position: Position,
    /// Its rows as the board is drawn, for --as-drawn.
    as_drawn: String,
    /// Holes in a row.
    holes: usize,
    /// The player to move.
    mover: Side,
    /// The mark of the position, `final` or `over`; null if it has none.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["final", "over", null])))]
    mark: Option<&'static str>,
    /// All seeds, stores included.
    total: u32,
    /// The seeds that A and B own.
    owned: [u32; 2],
    /// A's seeds less B's.
    standing: i32,
    /// The legal moves.
    legal: Vec<Move>,
    /// A word on an unusual number of seeds.
    #[serde(skip)]
    seeds: Option<String>,
    /// True if the text has the position as the board is drawn.
    #[serde(skip)]
    drawn: bool,
    /// True if the text has the board.
    #[serde(skip)]
    board: bool,
}

impl ShowRecord {
    /// A position; its text has the board, and the position as it is drawn, where that is asked
    /// for.
    pub fn new(game: &Game, drawn: bool, board: bool) -> ShowRecord {
        let position = game.position();
        let side = position.mover();
        ShowRecord {
            position: *position,
            as_drawn: position.setup().to_drawn(),
            holes: position.shape().holes(),
            mover: side,
            mark: match position.mark() {
                Mark::None => None,
                Mark::Final => Some("final"),
                Mark::Over => Some("over"),
            },
            total: position.total(),
            owned: Side::BOTH.map(|side| position.owned(side)),
            standing: position.standing(),
            legal: position.legal().map(|hole| Move { side, hole }).collect(),
            seeds: other_seeds(game),
            drawn,
            board,
        }
    }
}

impl Record for ShowRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let board = match self.board {
            true => picture::captioned(&self.position, Language::english()),
            false => String::new(),
        };
        writeln!(text, "{board}{}", self.position)?;
        if let Some(seeds) = &self.seeds {
            writeln!(text, "seeds: {seeds}")?;
        }
        if self.drawn {
            let Self { as_drawn, .. } = self;
            writeln!(text, "--as-drawn \"{as_drawn}\"")?;
        }
        Ok(())
    }
}
