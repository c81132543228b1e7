//! The records of `chong show`, `chong moves` and `chong play`: the board, the ways to play throws,
//! and turns that are checked move by move.

use std::fmt::Write;

use serde::Serialize;

use super::{Head, Way, in_words, picture, winner};
use crate::{Army, ChongTask, Dice, PlacedPosition, PlayedTurn, Player};
use chongkak_base::language::Language;
use chongkak_base::row;
use chongkak_base::text::Record;
use chongkak_base::text::layout::columns;
use chongkak_base::text::numbers_in_words::counted;

/// The turns that `chongkak chong play` plays.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChongPlayRecord<T = PlayedTurn> {
    /// The position before the turns.
    pub position: PlacedPosition,
    /// The turns.
    pub turns: Vec<T>,
    /// The position after them.
    pub after: PlacedPosition,
    /// The winner; null while the game goes on; nobody if neither player can ever move again.
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
    /// The winner; null while the game goes on; nobody if neither player can ever move again.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    winner: Option<String>,
    /// A's pieces, on cells of A's own path.
    a: ArmyRecord,
    /// B's pieces, on cells of B's own path.
    b: ArmyRecord,
}

/// The pieces of a player, on cells of their own path.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ArmyRecord {
    /// The cells of the soldiers.
    #[cfg_attr(feature = "schemas", schemars(inner(range(max = 83))))]
    soldiers: Vec<u8>,
    /// The cell of the king; null if it was taken.
    #[cfg_attr(feature = "schemas", schemars(range(max = 83)))]
    king: Option<u8>,
    /// True after the player's first Chong.
    opened: bool,
    /// True if the king has turned.
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

/// The ways to play a throw, as `chongkak chong moves --throw` lists them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ThrowMovesRecord {
    #[serde(flatten)]
    head: Head,
    /// The throw.
    throw: Dice,
    /// The positions in which the turn can end.
    ends: Vec<Way>,
}

/// All throws, as `chongkak chong moves` lists them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ThrowsRecord {
    #[serde(flatten)]
    head: Head,
    /// The number of ways the dice can fall, which is the sum of the weights.
    total: u32,
    /// The throws.
    throws: Vec<ThrowRecord>,
}

/// A throw.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ThrowRecord {
    /// The throw.
    throw: Dice,
    /// The number of ways the dice can fall to give this throw.
    weight: u32,
    /// The number of positions in which the turn can end.
    ends: usize,
    /// True if one of them wins.
    wins: bool,
    /// True if nothing can move.
    pass: bool,
}

impl ThrowMovesRecord {
    pub fn new(task: &ChongTask, throw: Dice) -> ThrowMovesRecord {
        let (head, placed) = (task.head(), &task.placed);
        let ends = match head.winner {
            Some(_) => Vec::new(),
            None => task.rules.ends(&placed.position, throw),
        };
        ThrowMovesRecord {
            head,
            throw,
            ends: ends.into_iter().map(|end| Way::new(end, placed)).collect(),
        }
    }
}

impl ThrowsRecord {
    pub fn new(task: &ChongTask) -> ThrowsRecord {
        let (head, dice) = (task.head(), task.rules.dice);
        let all = match head.winner {
            Some(_) => Vec::new(),
            None => Dice::all(dice),
        };
        let record = |(weight, throw)| {
            let ends = task.rules.ends(&task.placed.position, throw);
            ThrowRecord {
                throw,
                weight,
                ends: ends.len(),
                wins: ends.iter().any(|end| end.won),
                pass: ends.iter().all(|end| end.way.is_empty()),
            }
        };
        ThrowsRecord {
            head,
            total: 6_u32.pow(dice.into()),
            throws: all.into_iter().map(record).collect(),
        }
    }
}

impl Record for ThrowMovesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        *text += &self.head.picture();
        if self.ends.is_empty() {
            return Ok(());
        }
        let rows = self.ends.iter().map(|end| {
            let won = if end.won { "wins" } else { "" };
            row![in_words(&end.way), won, end.after]
        });
        let ways = counted(self.ends.len() as u64, "way");
        text.push_str(&format!("throw {}: {ways} to end the turn\n\n", self.throw));
        text.push_str(&columns(&["moves", "", "after"], rows.collect(), &[]));
        Ok(())
    }
}

impl Record for ThrowsRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        *text += &self.head.picture();
        if self.throws.is_empty() {
            return Ok(());
        }
        let rows = self.throws.iter().map(|one| {
            let what = match (one.wins, one.pass) {
                (true, _) => "wins",
                (_, true) => "pass",
                _ => "",
            };
            let chance = format!("{}/{}", one.weight, self.total);
            row![one.throw, chance, one.ends, what]
        });
        text.push('\n');
        let headings = ["throw", "chance", "ends", ""];
        text.push_str(&columns(&headings, rows.collect(), &[1, 2]));
        Ok(())
    }
}
