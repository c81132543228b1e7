//! Where a game starts, and the errors of an invalid start.

use super::Variant;
use crate::board::{Position, Setup, Side};
use crate::diagnostic;
use crate::moves::Game;
use crate::rules::{Preset, Rules};
use crate::text::{Diagnostic, ErrorKind};

/// Where a game starts.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// At a position given as text.
    Position {
        /// The text.
        text: &'a str,
        /// True if the rows are written as the board is drawn ([`Setup::as_drawn`]).
        as_drawn: bool,
    },
    /// At an opening.
    Opening {
        /// The seeds that A owns; none for the full board.
        owned: Option<u32>,
        /// The player who begins.
        mover: Side,
    },
}

impl<'a> Start<'a> {
    /// At a position in the standard row order.
    #[must_use]
    pub const fn at(text: &'a str) -> Start<'a> {
        Start::Position { text, as_drawn: false }
    }

    /// At the full opening with A to move.
    #[must_use]
    pub const fn opening() -> Start<'static> {
        Start::Opening { owned: None, mover: Side::A }
    }
}

impl Variant {
    /// Sets up the game. The subject of an error is `position`, `owned` (the seeds that A owns), or
    /// `rules` if the position is the name of a rule set. The number of holes comes from the
    /// position unless the variant sets it.
    ///
    /// # Errors
    /// If the position or opening is invalid under the rules.
    pub fn game(&self, start: &Start<'_>) -> Result<Game, Diagnostic> {
        start.game(self.rules(), self.sets("holes"))
    }
}

impl Start<'_> {
    /// Sets up the game under some rules. If `sized` is set, a position must have the number of
    /// holes of the rules.
    ///
    /// # Errors
    /// If the position or opening is invalid under the rules.
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
        // How rules are given depends on the front end, so the message doesn't say.
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

/// The error of an invalid number of owned seeds.
pub(super) fn wrong_opening(owned: u32, error: Diagnostic) -> Diagnostic {
    error.in_text(owned.to_string()).of_kind(ErrorKind::BadValue).about("owned")
}
