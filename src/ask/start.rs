//! The beginning of a game, and what can be wrong with it.

use std::ops::Range;

use thiserror::Error;

use super::Variant;
use crate::board::{ParseError, Position, Setup, Side};
use crate::language::Sentence;
use crate::moves::Game;
use crate::rules::{OpeningError, Preset, Rules};
use crate::sentence;
use crate::text::ErrorKind;

/// The beginning of a game.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// At a position, as text.
    Position {
        /// The text.
        text: &'a str,
        /// True if it has the rows as the board is drawn ([`Setup::as_drawn`]).
        as_drawn: bool,
    },
    /// At an opening.
    Opening {
        /// The seeds that A owns; none for the full opening.
        owned: Option<u32>,
        /// The player who begins.
        mover: Side,
    },
}

/// A part of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The text of the position.
    Position,
    /// The same, and it is the name of a rule set: what is expected is that it stands where rules
    /// are named.
    RuleSet,
    /// The seeds that A owns.
    Owned,
    /// The seeds that a turn is to bring into the store.
    Target,
}

/// A fault of a question: which part, where, what was found, and what was expected. The caller that
/// reports it names the part as the question has it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Wrong {
    /// The kind of the mistake.
    pub kind: ErrorKind,
    /// The part that is wrong.
    pub part: Part,
    /// The text that stands there.
    pub text: String,
    /// The place in the text, in bytes; none if the whole is meant.
    pub span: Option<Range<usize>>,
    /// The message: what was found and what was expected.
    #[doc(hidden)]
    pub message: Sentence,
    /// The text that was expected; of [`Part::RuleSet`] each front end knows that itself.
    pub expected: String,
}

impl<'a> Start<'a> {
    /// At a position, its rows as texts have them.
    #[must_use]
    pub const fn at(text: &'a str) -> Start<'a> {
        Start::Position { text, as_drawn: false }
    }

    /// At the full opening, A to move.
    #[must_use]
    pub const fn opening() -> Start<'static> {
        Start::Opening { owned: None, mover: Side::A }
    }
}

impl Variant {
    /// The game from there on. A position brings its own number of holes, unless one was set.
    ///
    /// # Errors
    /// If the text is no position, or there is no such position or opening under the rules.
    pub fn game(&self, start: &Start<'_>) -> Result<Game, Wrong> {
        start.game(self.rules(), self.sets("holes"))
    }
}

impl Start<'_> {
    /// The game from there on under some rules; with `sized`, a position must have their number of
    /// holes.
    ///
    /// # Errors
    /// If the text is no position, or there is no such position or opening under the rules.
    pub fn game(&self, rules: &Rules, sized: bool) -> Result<Game, Wrong> {
        match *self {
            Start::Position { text, as_drawn } => at_position(text, as_drawn, rules, sized),
            Start::Opening { owned, mover } => opening(rules, owned, mover),
        }
    }
}

fn at_position(text: &str, as_drawn: bool, rules: &Rules, sized: bool) -> Result<Game, Wrong> {
    let wrong = |message: Sentence, span, expected: Sentence| Wrong {
        kind: ErrorKind::BadPosition,
        part: Part::Position,
        text: text.to_owned(),
        span,
        message,
        expected: expected.to_string(),
    };
    if Preset::named(text.trim()).is_ok() {
        return Err(Wrong {
            part: Part::RuleSet,
            ..wrong(
                sentence!("faults.position.a-rule-set", text = text.to_owned()),
                None,
                "".into(),
            )
        });
    }
    let setup = match as_drawn {
        true => Setup::as_drawn(text),
        false => text.parse(),
    };
    let setup = setup
        .map_err(|error: ParseError| wrong(error.sentence(), Some(error.span), error.expected))?;
    let position =
        Position::new(&setup).map_err(|error| wrong(error.sentence(), None, error.expected()))?;
    let rules = match sized {
        true => *rules,
        false => rules.fitted_to(&position),
    };
    Game::new(&rules, &position).map_err(|error| wrong(error.sentence(), None, error.expected()))
}

fn opening(rules: &Rules, owned: Option<u32>, mover: Side) -> Result<Game, Wrong> {
    let Some(owned) = owned else {
        return Ok(Game::opening(rules, mover));
    };
    let position = rules.opening_owning(owned, mover);
    let position = position.map_err(|error| wrong_opening(owned, error))?;
    Ok(Game::new(rules, &position).expect("an opening of these rules"))
}

/// Returns the fault of the seeds that A owns.
pub(super) fn wrong_opening(owned: u32, error: OpeningError) -> Wrong {
    Wrong {
        kind: ErrorKind::BadValue,
        part: Part::Owned,
        text: owned.to_string(),
        span: None,
        message: error.sentence(),
        expected: error.expected().to_string(),
    }
}
