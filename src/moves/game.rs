//! A position with the rules it is played under.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::illegal_move::{IllegalMove, illegal};
use super::{Move, WrittenMove, trace};
use crate::board::{Position, PositionTextError, Side};
use crate::language::Sentence;
use crate::options::OptionError;
use crate::rules::{PositionRulesError, Preset, Rules, UnknownPreset};
use crate::sentence;

/// A position with the rules it is played under, which fit each other: what every engine takes.
///
/// As text it is the name of a rule set, the options that differ from it, and the position:
/// `kalah 4,4/0 4,4/0 A`, `congklak,lap=circuit 3,3,3/0 3,3,3/0 B`.
///
/// # Examples
/// ```
/// use chongkak::Game;
/// let game: Game = "kalah 4,4,4,4,4,4/0 4,4,4,4,4,4/0 A".parse().unwrap();
/// let third = game.legal_moves().nth(2).unwrap();
/// let game = game.play(third).unwrap();
/// assert_eq!(game.to_string(), "kalah 4,4,0,5,5,5/1 4,4,4,4,4,4/0 A");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    position: Position,
}

/// Rules and a position that don't fit each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub enum GameError {
    /// The numbers of holes differ.
    Holes {
        /// Holes a row of the position.
        found: usize,
        /// Those of the rules.
        expected: usize,
    },
    /// The position is marked as these rules have no mark.
    Mark(#[from] PositionRulesError),
}

impl GameError {
    /// Says what was expected in the place of what is wrong.
    #[doc(hidden)]
    #[must_use]
    pub fn expected(&self) -> Sentence {
        match self {
            GameError::Holes { expected, .. } => sentence!("faults.position.a-row"; *expected),
            GameError::Mark(error) => error.expected(),
        }
    }

    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            GameError::Holes { found, expected } => {
                let expected = expected.to_string();
                sentence!("faults.position.size"; *found, expected = expected)
            }
            GameError::Mark(error) => error.sentence(),
        }
    }
}

impl Game {
    /// A game from a position on.
    ///
    /// # Errors
    /// If the position has another number of holes a row than the rules, or a mark that they don't
    /// know.
    pub fn new(rules: &Rules, position: &Position) -> Result<Game, GameError> {
        let (found, expected) = (position.shape().holes(), usize::from(rules.holes));
        if found != expected {
            return Err(GameError::Holes { found, expected });
        }
        rules.check(position)?;
        Ok(Game { rules: *rules, position: *position })
    }

    /// The full opening, with a side to begin.
    #[must_use]
    pub fn opening(rules: &Rules, starter: Side) -> Game {
        Game { rules: *rules, position: rules.opening(starter) }
    }

    /// The moves that the player to move may make; none if the round is over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let side = self.position.mover();
        let holes = self.position.legal();
        holes.map(move |hole| Move { side, hole })
    }

    /// Plays a move by the plain rules. The game knows nothing of the positions before: where they
    /// can recur (`store = far`) a [`Round`](super::Round) ends it.
    ///
    /// # Errors
    /// If it is another player's, or the hole can't be lifted; the message names the legal moves.
    pub fn play(&self, played: Move) -> Result<Game, IllegalMove> {
        let after = (played.side == self.position.mover())
            .then(|| trace(&self.rules, &self.position, played.hole))
            .flatten();
        match after {
            Some(told) => Ok(self.at(told.after)),
            None => Err(illegal(&self.position, &WrittenMove::from(played), 1)),
        }
    }

    /// The same game at a position that its moves lead to.
    pub(crate) const fn at(&self, position: Position) -> Game {
        Game { rules: self.rules, position }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The position tells its number of holes.
        let changes = |preset: &Preset| -> Vec<&'static str> {
            let differing = preset.rules.differing(self.rules);
            differing.filter(|option| *option != "holes").collect()
        };
        let presets = Preset::all().iter();
        let nearest = presets.min_by_key(|preset| changes(preset).len());
        let preset = nearest.expect("rule sets ship");
        f.write_str(preset.name)?;
        for option in changes(preset) {
            let value = self.rules.value(option).expect("an option");
            write!(f, ",{option}={value}")?;
        }
        write!(f, " {}", self.position)
    }
}

/// A text that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameTextError {
    /// It begins with no name of a rule set.
    #[error(transparent)]
    RuleSet(#[from] UnknownPreset),
    /// An option has no `=`.
    #[error("found {0:?} behind the rule set, expected OPTION=VALUE")]
    NoValue(String),
    /// There is no such option, or it has no such value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The text behind the rules is no position.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// The position and the rules don't fit each other.
    #[error(transparent)]
    Unfit(#[from] GameError),
}

impl FromStr for Game {
    type Err = GameTextError;

    fn from_str(text: &str) -> Result<Game, GameTextError> {
        let text = text.trim_start();
        let (rules, position) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let mut words = rules.split(',');
        let preset = Preset::named(words.next().unwrap_or_default())?;
        let mut rules = preset.rules;
        for word in words {
            let (option, value) =
                word.split_once('=').ok_or_else(|| GameTextError::NoValue(word.to_owned()))?;
            rules.set(option, value)?;
        }
        let position: Position = position.parse()?;
        Ok(Game::new(&rules.fitted_to(&position), &position)?)
    }
}
