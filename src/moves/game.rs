//! A game: a position with its rules.

use std::fmt;
use std::str::FromStr;

use super::illegal_move::illegal;
use super::{Move, WrittenMove, legal_moves, trace};
use crate::board::{Hole, Position, Side};
use crate::diagnostic;
use crate::rules::{Preset, Rules, first_hole};
use crate::sentence;
use crate::text::Diagnostic;

/// A position with rules that fit it, the input of every engine.
///
/// The text form is the name of a rule set, the options that differ from it, and the position:
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

impl Game {
    /// Creates a game that starts from a position.
    ///
    /// # Errors
    /// If the position has another number of holes a row than the rules, or is marked `final` under
    /// rules without final turns.
    pub fn new(rules: &Rules, position: &Position) -> Result<Game, Diagnostic> {
        let (found, expected) = (position.shape().holes(), usize::from(rules.holes));
        if found != expected {
            let holes = expected.to_string();
            let wrong = diagnostic!(BadPosition, "faults.position.size"; found, expected = holes);
            let expected = sentence!("faults.position.a-row"; expected);
            return Err(wrong.expecting(expected).about("holes"));
        }
        rules.check(position)?;
        Ok(Game { rules: *rules, position: *position })
    }

    /// Creates a game from the full opening, with `starter` to move.
    #[must_use]
    pub fn opening(rules: &Rules, starter: Side) -> Game {
        Game { rules: *rules, position: rules.opening(starter) }
    }

    /// Returns the moves of the player to move; none if the round is over. Where the player may stop
    /// after a move (`store_last = may`), the move with the stop follows.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        legal_moves(&self.rules, &self.position).into_iter()
    }

    /// Returns the hole with which the option `first_hole` makes the player begin; `None` if the
    /// player chooses.
    #[must_use]
    pub fn first_hole(&self) -> Option<Hole> {
        first_hole(&self.rules, &self.position)
    }

    /// Returns an error if the player must begin with a given hole, for questions about all moves
    /// of the player.
    ///
    /// # Errors
    /// If [`first_hole`](Self::first_hole) is some hole.
    #[doc(hidden)]
    pub fn expect_choice(&self) -> Result<(), Diagnostic> {
        let Some(hole) = self.first_hole() else {
            return Ok(());
        };
        let played = Move::new(self.position.mover(), hole).to_string();
        Err(diagnostic!(Unsupported, "faults.position.first-hole", played = played))
    }

    /// Plays a move by the plain rules. A game does not store earlier positions; to end the round
    /// when one recurs (`store = far`), use a [`Round`](super::Round).
    ///
    /// # Errors
    /// If it is the other player's move, or the hole can't be lifted. The message lists the legal
    /// moves.
    pub fn play(&self, played: Move) -> Result<Game, Diagnostic> {
        let is_legal = self.legal_moves().any(|legal| legal == played);
        match is_legal.then(|| trace(&self.rules, &self.position, played)).flatten() {
            Some(trace) => Ok(self.at(trace.after)),
            None => Err(illegal(&self.rules, &self.position, &WrittenMove::from(played), 1)),
        }
    }

    /// Returns the same game at a position that its moves lead to.
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
        // The text of the position already gives the number of holes.
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

impl FromStr for Game {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Game, Diagnostic> {
        let text = text.trim_start();
        let (rules, position) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let mut words = rules.split(',');
        let preset = Preset::named(words.next().unwrap_or_default())?;
        let mut rules = preset.rules;
        for word in words {
            let (option, value) = word.split_once('=').ok_or_else(|| {
                Diagnostic::unexpected(
                    format_args!("found {word:?} after the rule set"),
                    "OPTION=VALUE",
                )
            })?;
            rules.set(option, value)?;
        }
        let position: Position = position.parse()?;
        Game::new(&rules.fitted_to(&position), &position)
    }
}
