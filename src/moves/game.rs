//! A position with the rules it is played under.

use std::fmt;
use std::str::FromStr;

use super::illegal_move::illegal;
use super::{Move, WrittenMove, trace};
use crate::board::{Position, Side};
use crate::diagnostic;
use crate::rules::{Preset, Rules};
use crate::sentence;
use crate::text::Diagnostic;

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

impl Game {
    /// A game from a position on.
    ///
    /// # Errors
    /// If the position has another number of holes a row than the rules, or a mark that they don't
    /// know.
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
    pub fn play(&self, played: Move) -> Result<Game, Diagnostic> {
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
                    format_args!("found {word:?} behind the rule set"),
                    "OPTION=VALUE",
                )
            })?;
            rules.set(option, value)?;
        }
        let position: Position = position.parse()?;
        Game::new(&rules.fitted_to(&position), &position)
    }
}
