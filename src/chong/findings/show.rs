//! The record of `chong show`: the board.

use std::fmt::Write;

use serde::Serialize;

use crate::chong::{Army, ChongTask, PlacedPosition, Player};

use super::{picture, winner};
use crate::text::Record;

/// The answer of `chongkak chong show`: a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChongShowRecord {
    /// The position.
    position: PlacedPosition,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 2, max = 28)))]
    holes: u8,
    /// The player to throw.
    player: Player,
    /// The player who has won; null while the game goes on; nobody if neither can ever move again.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    winner: Option<String>,
    /// A's pieces, on cells of his own path.
    a: ArmyRecord,
    /// B's pieces, on cells of his own path.
    b: ArmyRecord,
}

/// The pieces of a player, on cells of his own path.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ArmyRecord {
    /// The cells of his soldiers.
    #[cfg_attr(feature = "schemas", schemars(inner(range(max = 83))))]
    soldiers: Vec<u8>,
    /// The cell of his king; null if it is taken.
    #[cfg_attr(feature = "schemas", schemars(range(max = 83)))]
    king: Option<u8>,
    /// True if he has thrown his first Chong.
    opened: bool,
    /// True if his king has turned.
    turned: bool,
}

impl ChongShowRecord {
    pub fn new(task: &ChongTask) -> ChongShowRecord {
        let placed = task.placed;
        let [a, b] = placed.armies().map(army);
        ChongShowRecord {
            position: placed,
            holes: placed.columns,
            player: placed.player,
            winner: winner(&placed, &task.rules),
            a,
            b,
        }
    }
}

fn army(army: Army) -> ArmyRecord {
    ArmyRecord {
        soldiers: army.cells().collect(),
        king: army.king(),
        opened: army.opened(),
        turned: army.turned(),
    }
}

impl Record for ChongShowRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let board = picture::captioned(&self.position, self.winner.as_deref());
        writeln!(text, "{board}{}", self.position)
    }
}
