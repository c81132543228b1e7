//! One move of one piece, and how it is written.

use std::fmt;
use std::str::FromStr;

use super::throw::Dice;
use crate::options::OptionError;

/// The effect of a landing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubMoveEffect {
    /// No effect.
    Quiet,
    /// Takes a soldier.
    TakesSoldier,
    /// Takes the king.
    TakesKing,
    /// Lies down beside the king.
    LiesDown,
}

/// The piece that moves, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A soldier.
    Soldier,
    /// The king, step by step.
    King,
    /// The king, changing places with the soldier on the cell it goes to.
    Exchange,
}

/// One move of one piece. Cells are the mover's own.
///
/// As text `3:S1-4x`: the dice, the piece, the cells, `x` if a soldier is taken, `xK` if the king
/// is, `lie` if the piece lies down beside it. `1:K3<>2` is an exchange, `1+1:K3-4` a step that
/// takes two Chongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct SubMove {
    /// The dice it uses.
    pub dice: Dice,
    /// The piece that moves.
    pub piece: Piece,
    /// From where.
    pub from: u8,
    /// To where.
    pub to: u8,
    /// The effect of the landing; of an exchange that of the soldier, which takes the king's place.
    pub effect: SubMoveEffect,
}

impl FromStr for SubMove {
    type Err = OptionError;

    /// Reads a move as it is displayed: its dice, the piece, from where, to where, and the effect.
    fn from_str(text: &str) -> Result<SubMove, OptionError> {
        let read = || {
            let (dice, moved) = text.split_once(':')?;
            let dice = dice.replace('+', ",").parse().ok()?;
            let (piece, path) = moved.split_at_checked(1)?;
            let (link, piece) = match (piece, path.contains("<>")) {
                ("S", false) => ("-", Piece::Soldier),
                ("K", false) => ("-", Piece::King),
                ("K", true) => ("<>", Piece::Exchange),
                _ => return None,
            };
            let (from, rest) = path.split_once(link)?;
            let digits = rest.find(|c: char| !c.is_ascii_digit());
            let (to, effect) = rest.split_at(digits.unwrap_or(rest.len()));
            let effect = match effect {
                "" => SubMoveEffect::Quiet,
                "x" => SubMoveEffect::TakesSoldier,
                "xK" => SubMoveEffect::TakesKing,
                "lie" => SubMoveEffect::LiesDown,
                _ => return None,
            };
            Some(SubMove { dice, piece, from: from.parse().ok()?, to: to.parse().ok()?, effect })
        };
        read().ok_or_else(|| OptionError::Value {
            option: "move",
            value: text.to_owned(),
            expected: "DICE:PIECE, such as 2:S3-5x or 1:K3<>2".into(),
        })
    }
}

impl fmt::Display for SubMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, face) in self.dice.faces().enumerate() {
            write!(f, "{}{face}", if index > 0 { "+" } else { "" })?;
        }
        let (piece, link) = match self.piece {
            Piece::Soldier => ("S", "-"),
            Piece::King => ("K", "-"),
            Piece::Exchange => ("K", "<>"),
        };
        let effect = match self.effect {
            SubMoveEffect::Quiet => "",
            SubMoveEffect::TakesSoldier => "x",
            SubMoveEffect::TakesKing => "xK",
            SubMoveEffect::LiesDown => "lie",
        };
        write!(f, ":{piece}{}{link}{}{effect}", self.from, self.to)
    }
}
