//! Turns as they are written, played move by move.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ends::End;
use super::notation::PlacedPosition;
use super::options::Forced;
use super::player::Player;
use super::rules::ChongRules;
use super::sub_move::SubMove;
use super::throw::{Dice, ThrowError};
use super::turn::ChongTurn;
use crate::language::Sentence;
use crate::sentence;
use crate::text::plural;

/// A turn that was played. As text a throw and its moves, `1,2,3,4 1:K3<>2 4:S3-7x`, or the throw
/// and `pass`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedTurn {
    /// The player who played it.
    pub player: Player,
    /// The dice that he threw.
    pub throw: Dice,
    /// His moves; none if he passed.
    pub way: Vec<SubMove>,
    /// The position that he left.
    pub after: PlacedPosition,
}

/// A turn that can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub enum TurnError {
    /// The throw is none of these rules.
    Throw(ThrowError, Range<usize>),
    /// A word is no move, or one that is not legal.
    Move {
        /// Its number, from 1.
        number: usize,
        /// The word; with a colon it is written as a move.
        word: String,
        /// The legal moves.
        legal: Vec<SubMove>,
        /// The place in the text, in bytes.
        span: Range<usize>,
    },
    /// The turn can't end there.
    End {
        /// The moves that go on; none if more dice can be used another way, and must be.
        legal: Vec<SubMove>,
        /// The end of the text, in bytes.
        span: Range<usize>,
    },
    /// The game is over.
    Over(PlacedPosition),
}

impl TurnError {
    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            TurnError::Throw(error, _) => error.sentence(),
            TurnError::Move { number, word, legal, .. } => {
                let key = match legal.is_empty() {
                    true => "chong-game.wrong.no-further",
                    false => "chong-game.wrong.move",
                };
                let (number, found) = (number.to_string(), word.clone());
                sentence!(key, number = number, found = found, legal = in_words(legal))
            }
            TurnError::End { legal, .. } if legal.is_empty() => {
                sentence!("chong-game.wrong.more-dice")
            }
            TurnError::End { legal, .. } => {
                sentence!("chong-game.wrong.not-over", legal = in_words(legal))
            }
            TurnError::Over(placed) => {
                sentence!("chong-game.wrong.game-over", position = placed.to_string())
            }
        }
    }

    /// Returns what was expected in the place of what is wrong.
    #[must_use]
    pub fn expected(&self, rules: &ChongRules) -> String {
        match self {
            TurnError::Throw(error, _) => error.expected(rules),
            TurnError::Move { legal, .. } => listed(legal),
            TurnError::End { .. } => "a turn that may end there".to_owned(),
            TurnError::Over(_) => "no turn: the game is over".to_owned(),
        }
    }

    /// The offending part of the text, in bytes; none if it is no part of it.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        match self {
            TurnError::Throw(_, span)
            | TurnError::Move { span, .. }
            | TurnError::End { span, .. } => Some(span.clone()),
            TurnError::Over(_) => None,
        }
    }
}

/// A word with its place in a text.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        (start..start + word.len(), word)
    })
}

impl ThrowError {
    /// Returns what was expected in the place of what is wrong.
    #[must_use]
    pub fn expected(&self, rules: &ChongRules) -> String {
        let dice = rules.dice.get();
        let example = ["3", "3,5", "1,3,5", "1,3,5,6"][usize::from(dice.clamp(1, 4) - 1)];
        match self {
            ThrowError::Face { .. } => "a face from 1 (Chong) to 6".to_owned(),
            ThrowError::Count { .. } | ThrowError::Dice { .. } => {
                format!("{dice} face{} from 1 (Chong) to 6, such as {example}", plural(&dice))
            }
        }
    }
}

impl ChongRules {
    /// Reads a throw of as many dice as these rules have.
    ///
    /// # Errors
    /// What is no throw, and other numbers of dice.
    pub fn throw(&self, text: &str) -> Result<Dice, ThrowError> {
        let expected = self.dice.get();
        let throw: Dice = text.parse().map_err(|error| match error {
            // How many these rules have says more than how many there can be.
            ThrowError::Count { found } => {
                ThrowError::Dice { found: u32::try_from(found).unwrap_or(u32::MAX), expected }
            }
            other => other,
        })?;
        let found = throw.count();
        if found != u32::from(expected) {
            return Err(ThrowError::Dice { found, expected });
        }
        Ok(throw)
    }

    /// Plays a turn as it is written: a throw and its moves.
    ///
    /// # Errors
    /// At the first word that can't be so.
    ///
    /// # Examples
    /// ```
    /// use chongkak::chong::{PlacedPosition, ChongRules};
    /// let rules = ChongRules::new(3).unwrap();
    /// let start = PlacedPosition::start(&rules);
    /// let turn = rules.read_turn(&start, "1,2,3,4 1:K3<>2 4:S3-7").unwrap();
    /// assert_eq!(turn.to_string(), "1,2,3,4 1:K3<>2 4:S3-7x");
    /// assert_eq!(turn.after.to_string(), "SSK|..k|sSs B opened:A");
    /// ```
    pub fn read_turn(&self, placed: &PlacedPosition, text: &str) -> Result<PlayedTurn, TurnError> {
        let (span, first) = words(text).next().unwrap_or((0..0, ""));
        // Whether the game is over is asked first: of that no throw is right.
        if placed.result(self).is_some() {
            return Err(TurnError::Over(*placed));
        }
        let throw = self.throw(first).map_err(|error| TurnError::Throw(error, span.clone()))?;
        self.read_way(placed, throw, text, span.end)
    }

    /// Plays the moves of a throw as they are written.
    ///
    /// # Errors
    /// As [`read_turn`](Self::read_turn).
    pub fn read_moves(
        &self,
        placed: &PlacedPosition,
        throw: Dice,
        text: &str,
    ) -> Result<PlayedTurn, TurnError> {
        if placed.result(self).is_some() {
            return Err(TurnError::Over(*placed));
        }
        self.read_way(placed, throw, text, 0)
    }

    /// The same with the moves behind a place of the text.
    fn read_way(
        &self,
        placed: &PlacedPosition,
        throw: Dice,
        text: &str,
        behind: usize,
    ) -> Result<PlayedTurn, TurnError> {
        let mut turn = self.begin(&placed.position, throw);
        let mut way = Vec::new();
        let moves = words(text).filter(|(span, word)| {
            let nothing = matches!(*word, ";" | "pass");
            span.start >= behind && !nothing
        });
        for (number, (span, word)) in (1..).zip(moves) {
            let legal = self.legal(&turn);
            let found = legal.iter().find(|(sub_move, _)| is_meant(sub_move, word));
            let Some((sub_move, next)) = found else {
                return Err(TurnError::Move {
                    number,
                    word: word.to_owned(),
                    legal: moves_of(&legal),
                    span,
                });
            };
            way.push(*sub_move);
            turn = *next;
        }
        let end = text.trim_end().len();
        self.may_end(placed, throw, &turn, &way)
            .map_err(|legal| TurnError::End { legal, span: end..end })?;
        Ok(PlayedTurn { player: placed.player, throw, way, after: placed.after(self.end(&turn)) })
    }

    /// Checks that a turn may end so; if not, lists the moves that go on.
    fn may_end(
        &self,
        placed: &PlacedPosition,
        throw: Dice,
        turn: &ChongTurn,
        way: &[SubMove],
    ) -> Result<(), Vec<SubMove>> {
        let after = self.end(turn);
        let legal = self.legal(turn);
        let ends = self.ends(&placed.position, throw);
        let is_end = |end: &End| end.after == after && end.won == turn.won;
        let may_end = legal.is_empty() || self.may_stop(turn);
        // Where as many dice as possible must be used, every end that does not win has used as
        // many.
        let used = |way: &[SubMove]| way.iter().map(|one| one.dice.count()).sum::<u32>();
        let enough = self.forced != Forced::MaxDice
            || turn.won
            || ends.iter().any(|end| !end.won && used(&end.way) == used(way));
        if may_end && enough && ends.iter().any(is_end) {
            return Ok(());
        }
        Err(moves_of(&legal))
    }

    /// Every legal move with the turn after it.
    pub(crate) fn legal(&self, turn: &ChongTurn) -> Vec<(SubMove, ChongTurn)> {
        let mut legal = Vec::new();
        self.sub_moves(turn, |sub_move, next| legal.push((sub_move, next)));
        legal
    }
}

fn moves_of(legal: &[(SubMove, ChongTurn)]) -> Vec<SubMove> {
    legal.iter().map(|(sub_move, _)| *sub_move).collect()
}

fn listed(legal: &[SubMove]) -> String {
    match legal {
        [] => "no further move".to_owned(),
        _ => format!("one of {}", in_words(legal)),
    }
}

/// The effect of a move may be left out: `3:S3-6` is `3:S3-6x` where that is so.
fn is_meant(sub_move: &SubMove, word: &str) -> bool {
    let full = sub_move.to_string();
    let effects = ["", "x", "xK", "lie"];
    effects.iter().any(|effect| full == format!("{word}{effect}"))
}

/// A way in words: a pass if nothing moves.
pub fn in_words(way: &[SubMove]) -> String {
    if way.is_empty() {
        return "pass".to_owned();
    }
    let moves: Vec<String> = way.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

impl fmt::Display for PlayedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.throw, in_words(&self.way))
    }
}
