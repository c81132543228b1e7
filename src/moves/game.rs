//! A position with the rules it is played under.

use thiserror::Error;

use crate::board::{Position, Side};
use crate::rules::{PositionRulesError, Rules};
use crate::text::plural;

/// A position with the rules it is played under, which fit each other: what every engine takes.
///
/// # Examples
/// ```
/// use chongkak::{board::Side, moves::Game, rules::Preset};
/// let rules = Preset::named("dakon").unwrap().rules;
/// let game = Game::new(&rules, &rules.opening(Side::A)).unwrap();
/// assert_eq!(game.position().legal().count(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    position: Position,
}

/// Rules and a position that don't fit each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The numbers of holes differ.
    #[error("the position has {found} hole{} a row, expected {expected} as in the rules",
        plural(.found))]
    Holes {
        /// Holes a row of the position.
        found: usize,
        /// Those of the rules.
        expected: usize,
    },
    /// The position is marked as these rules have no mark.
    #[error(transparent)]
    Mark(#[from] PositionRulesError),
}

impl GameError {
    /// What was expected in the place of what is wrong.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            GameError::Holes { expected, .. } => {
                format!("{expected} hole{} a row", plural(expected))
            }
            GameError::Mark(error) => error.expected().to_owned(),
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
        Ok(Game {
            rules: *rules,
            position: *position,
        })
    }

    /// The full opening, with a side to begin.
    #[must_use]
    pub fn opening(rules: &Rules, starter: Side) -> Game {
        Game {
            rules: *rules,
            position: rules.opening(starter),
        }
    }

    /// The same game at a position that its moves lead to.
    pub(crate) const fn at(&self, position: Position) -> Game {
        Game {
            rules: self.rules,
            position,
        }
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
