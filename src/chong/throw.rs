//! Throws of the dice: which there are, how likely each is, and how they are written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::options::{DiceCount, MAX_DICE};
use crate::language::Sentence;
use crate::sentence;

/// Dice as they lie on the table, without an order: how many show each face.
///
/// Four bits a face, the Chong lowest, so that dice can be added and taken away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Dice(u32);

impl Dice {
    /// No dice.
    pub const NONE: Dice = Dice(0);

    /// One die, which shows a face from 1 to 6.
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

    /// These and others.
    #[inline]
    pub(super) const fn and(self, other: Dice) -> Dice {
        Dice(self.0 + other.0)
    }

    /// These without others, which must be among them.
    #[inline]
    pub(super) const fn without(self, other: Dice) -> Dice {
        Dice(self.0 - other.0)
    }

    /// These without all Chongs.
    #[must_use]
    #[inline]
    pub const fn without_chongs(self) -> Dice {
        Dice(self.0 & !15)
    }

    /// Tells whether no die is left.
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

    /// All faces added.
    #[must_use]
    pub fn sum(self) -> u32 {
        (1..=6).map(|face| u32::from(face) * self.of(face)).sum()
    }

    /// The faces, from the Chong up, each as often as it shows.
    pub fn faces(self) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |face| (0..self.of(face)).map(move |_| face))
    }

    /// The different faces, from the Chong up.
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

    /// In how many ways they fall: the weight of this throw among all 6^d of d dice.
    #[must_use]
    pub fn weight(self) -> u32 {
        let factorial = |n: u32| (1..=n).product::<u32>();
        let same: u32 = (1..=6).map(|face| factorial(self.of(face))).product();
        factorial(self.count()) / same
    }

    /// All throws of so many dice, in order, with their weights, which add up to 6^`dice`.
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

    /// The throw of which one of all 6^`dice` equally likely ones is the number `index`.
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

/// A text that is no throw.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub enum ThrowError {
    /// A word that is no face of a die.
    Face {
        /// Its number in the text, from 1.
        number: usize,
        /// The word.
        found: String,
    },
    /// Too many dice.
    Count {
        /// The number of dice in the text.
        found: usize,
    },
    /// Not as many dice as the rules have.
    Dice {
        /// The number of dice that were given.
        found: u32,
        /// The number of dice of a throw.
        expected: u8,
    },
}

impl ThrowError {
    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            ThrowError::Face { number, found } => {
                let (number, found) = (number.to_string(), Sentence::quoted(found));
                sentence!("chong-game.wrong.face", number = number, found = found)
            }
            ThrowError::Count { found } => {
                let most = MAX_DICE.to_string();
                let expected = sentence!("faults.range", least = "1", most = most);
                sentence!("chong-game.wrong.dice"; *found, expected = expected)
            }
            ThrowError::Dice { found, expected } => {
                sentence!("chong-game.wrong.dice"; *found, expected = expected.to_string())
            }
        }
    }
}

impl FromStr for Dice {
    type Err = ThrowError;

    /// Faces separated by commas or blanks, in any order.
    fn from_str(text: &str) -> Result<Dice, ThrowError> {
        let words: Vec<_> = if text.contains(',') {
            text.split(',').map(str::trim).collect()
        } else {
            text.split_whitespace().collect()
        };
        if !(1..=usize::from(MAX_DICE)).contains(&words.len()) {
            return Err(ThrowError::Count { found: words.len() });
        }
        let mut throw = Dice::NONE;
        for (number, word) in (1..).zip(words) {
            throw = match word.as_bytes() {
                [face @ b'1'..=b'6'] => throw.and(Dice::one(face - b'0')),
                _ => {
                    return Err(ThrowError::Face { number, found: word.to_owned() });
                }
            };
        }
        Ok(throw)
    }
}
