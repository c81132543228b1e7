//! Throws of the dice: all throws, their weights, and their text form.

use std::fmt;
use std::str::FromStr;

use crate::{DiceCount, MAX_DICE};
use chongkak_base::language::Sentence;
use chongkak_base::options::{named_values, no_value};
use chongkak_base::text::Diagnostic;
use chongkak_base::{diagnostic, sentence};

/// Dice as they lie on the table, without an order: how many show each face.
///
/// Four bits for each face, the Chong lowest, so that dice can be added and subtracted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Dice(u32);

impl Dice {
    /// No dice.
    pub const NONE: Dice = Dice(0);

    /// Creates one die, which shows a face from 1 to 6.
    #[inline]
    pub(super) const fn one(face: u8) -> Dice {
        Dice(1 << (4 * (face - 1)))
    }

    /// Counts the dice that show a face from 1 to 6.
    #[inline]
    pub(super) const fn of(self, face: u8) -> u32 {
        self.0 >> (4 * (face - 1)) & 15
    }

    /// Counts the Chongs.
    #[must_use]
    #[inline]
    pub const fn chongs(self) -> u32 {
        self.of(1)
    }

    /// Adds other dice.
    #[inline]
    pub(super) const fn and(self, other: Dice) -> Dice {
        Dice(self.0 + other.0)
    }

    /// Removes other dice, which must be among these.
    #[inline]
    pub(super) const fn without(self, other: Dice) -> Dice {
        Dice(self.0 - other.0)
    }

    /// Removes all Chongs.
    #[must_use]
    #[inline]
    pub const fn without_chongs(self) -> Dice {
        Dice(self.0 & !15)
    }

    /// Whether no die is left.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Counts the dice.
    #[must_use]
    pub fn count(self) -> u32 {
        (1..=6).map(|face| self.of(face)).sum()
    }

    /// Returns the sum of all faces.
    #[must_use]
    pub fn sum(self) -> u32 {
        (1..=6).map(|face| u32::from(face) * self.of(face)).sum()
    }

    /// Returns the faces, from the Chong up, each as often as it shows.
    pub fn faces(self) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |face| (0..self.of(face)).map(move |_| face))
    }

    /// Returns the distinct faces, from the Chong up.
    #[inline]
    pub fn different(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let place = left.trailing_zeros() / 4;
            left &= !(15 << (4 * place));
            Some(place as u8 + 1)
        })
    }

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the number of ways they can fall: the weight of this throw among all 6^d of d dice.
    #[must_use]
    pub fn weight(self) -> u32 {
        let factorial = |n: u32| (1..=n).product::<u32>();
        let same: u32 = (1..=6).map(|face| factorial(self.of(face))).product();
        factorial(self.count()) / same
    }

    /// Returns all throws of this many dice, in order, with their weights, which add up to
    /// 6^`dice`.
    #[must_use]
    pub fn all(dice: DiceCount) -> Vec<(u32, Dice)> {
        let mut throws = vec![Dice::NONE];
        for _ in 0..dice.get() {
            let more = |throw: &Dice| {
                let highest = throw.different().last().unwrap_or(1);
                let throw = *throw;
                (highest..=6).map(move |face| throw.and(Dice::one(face)))
            };
            throws = throws.iter().flat_map(more).collect();
        }
        throws.into_iter().map(|throw| (throw.weight(), throw)).collect()
    }

    /// Returns the throw that contains number `index` of all 6^`dice` equally likely ones.
    #[must_use]
    pub fn numbered(dice: DiceCount, mut index: usize) -> Dice {
        let mut throw = Dice::NONE;
        for _ in 0..dice.get() {
            let face = u8::try_from(index % 6).expect("less than 6") + 1;
            throw = throw.and(Dice::one(face));
            index /= 6;
        }
        throw
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, face) in self.faces().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{face}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dice({self})")
    }
}

impl FromStr for Dice {
    type Err = Diagnostic;

    /// Parses faces separated by commas or blanks, in any order.
    fn from_str(text: &str) -> Result<Dice, Diagnostic> {
        let words = faces(text);
        if !(1..=usize::from(MAX_DICE)).contains(&words.len()) {
            let most = MAX_DICE.to_string();
            let range = sentence!("faults.range", least = "1", most = most);
            return Err(diagnostic!(Syntax, "chong-game.wrong.dice"; words.len() => range));
        }
        let mut throw = Dice::NONE;
        for (number, word) in (1..).zip(words) {
            throw = match word.as_bytes() {
                [face @ b'1'..=b'6'] => throw.and(Dice::one(face - b'0')),
                _ => {
                    let (place, found) = (String::new(), Sentence::quoted(word));
                    let key = "chong-game.wrong.face";
                    let wrong = diagnostic!(Syntax, key, number = place, found = found);
                    return Err(wrong.expecting("a face from 1 (Chong) to 6").numbered(number));
                }
            };
        }
        Ok(throw)
    }
}

/// Splits a throw into words.
pub(super) fn faces(text: &str) -> Vec<&str> {
    match text.contains(',') {
        true => text.split(',').map(str::trim).collect(),
        false => text.split_whitespace().collect(),
    }
}

named_values! {
    /// The effect of a landing.
    SubMoveEffect as "effect" {
        /// No effect.
        Quiet = "",
        /// Takes a soldier.
        TakesSoldier = "x",
        /// Takes the king.
        TakesKing = "xK",
        /// Lies down beside the king.
        LiesDown = "lie",
    }
}

/// The piece that moves, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A soldier.
    Soldier,
    /// The king, step by step.
    King,
    /// The king, changing places with the soldier on the target cell.
    Exchange,
}

/// One move of one piece. Cells are numbered along the mover's path.
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
    /// The starting cell.
    pub from: u8,
    /// The target cell.
    pub to: u8,
    /// The effect of the landing; for an exchange, that of the soldier that takes the king's place.
    pub effect: SubMoveEffect,
}

impl FromStr for SubMove {
    type Err = Diagnostic;

    /// Parses a move as it is displayed: dice, piece, cells, and effect.
    fn from_str(text: &str) -> Result<SubMove, Diagnostic> {
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
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            Some(SubMove { dice, piece, from, to, effect: effect.parse().ok()? })
        };
        let expected = "DICE:PIECE, such as 2:S3-5x or 1:K3<>2";
        read().ok_or_else(|| no_value("move", text, expected))
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
        write!(f, ":{piece}{}{link}{}{}", self.from, self.to, self.effect)
    }
}
