//! The beginning of a game, and what can be wrong with it.

use super::Variant;
use crate::board::{Position, Setup, Side};
use crate::diagnostic;
use crate::moves::Game;
use crate::rules::{Preset, Rules};
use crate::text::{Diagnostic, ErrorKind};

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
    /// The game from there on. An error is about the `position`, about the seeds that A has `owned`,
    /// or about `rules`: then the position is the name of a rule set. A position brings its own number of holes, unless one was set.
    ///
    /// # Errors
    /// If the text is no position, or there is no such position or opening under the rules.
    pub fn game(&self, start: &Start<'_>) -> Result<Game, Diagnostic> {
        start.game(self.rules(), self.sets("holes"))
    }
}

impl Start<'_> {
    /// The game from there on under some rules; with `sized`, a position must have their number of
    /// holes.
    ///
    /// # Errors
    /// If the text is no position, or there is no such position or opening under the rules.
    pub fn game(&self, rules: &Rules, sized: bool) -> Result<Game, Diagnostic> {
        match *self {
            Start::Position { text, as_drawn } => at_position(text, as_drawn, rules, sized),
            Start::Opening { owned, mover } => opening(rules, owned, mover),
        }
    }
}

fn at_position(text: &str, as_drawn: bool, rules: &Rules, sized: bool) -> Result<Game, Diagnostic> {
    let wrong = |error: Diagnostic| error.in_text(text).about("position");
    if Preset::named(text.trim()).is_ok() {
        // Where rules are named differs from door to door.
        let found = text.to_owned();
        let key = "faults.position.a-rule-set";
        return Err(wrong(diagnostic!(BadPosition, key, text = found)).about("rules"));
    }
    let setup = match as_drawn {
        true => Setup::as_drawn(text),
        false => text.parse(),
    };
    let position = setup.and_then(|setup| Position::new(&setup)).map_err(wrong)?;
    let rules = match sized {
        true => *rules,
        false => rules.fitted_to(&position),
    };
    Game::new(&rules, &position).map_err(wrong)
}

fn opening(rules: &Rules, owned: Option<u32>, mover: Side) -> Result<Game, Diagnostic> {
    let Some(owned) = owned else {
        return Ok(Game::opening(rules, mover));
    };
    let position = rules.opening_owning(owned, mover);
    let position = position.map_err(|error| wrong_opening(owned, error))?;
    Ok(Game::new(rules, &position).expect("an opening of these rules"))
}

/// The fault of the seeds that A owns.
pub(super) fn wrong_opening(owned: u32, error: Diagnostic) -> Diagnostic {
    error.in_text(owned.to_string()).of_kind(ErrorKind::BadValue).about("owned")
}
