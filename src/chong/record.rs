//! The record of a game as text that people read and write.
//!
//! A record is lines: `key: value`, or a turn. It is played as it is read. Its last line says how
//! the game stands, so that a record of which a part is lost is never taken for a whole one.

use std::fmt;
use std::str::FromStr;

use super::notation::PlacedPosition;
use super::played_turn::PlayedTurn;
use super::rules::{ChongRules, OPTION_NAMES};
use super::texts::Profile;
use super::throw::Dice;
use crate::text::Tag;

/// The source of the throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throws {
    /// The program: the throw of each turn follows from this seed.
    Seed(u64),
    /// People, with real dice: they type what they threw.
    Typed,
}

/// The words before a seed.
const SEED: &str = "seed ";
const TYPED: &str = "typed";

impl fmt::Display for Throws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Throws::Seed(seed) => write!(f, "{SEED}{seed}"),
            Throws::Typed => f.write_str(TYPED),
        }
    }
}

impl FromStr for Throws {
    type Err = ();

    fn from_str(text: &str) -> Result<Throws, ()> {
        if text == TYPED {
            return Ok(Throws::Typed);
        }
        let seed = text.strip_prefix(SEED).and_then(|seed| seed.parse().ok());
        seed.map(Throws::Seed).ok_or(())
    }
}

/// A game as it was played: every turn of it is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChongRecord {
    /// The profile that the rules rest on.
    pub profile: &'static Profile,
    /// The rules with what was set on top of the profile; the columns are those of the board.
    pub rules: ChongRules,
    /// Remarks.
    pub tags: Vec<Tag>,
    /// The source of the throws from here on.
    pub throws: Throws,
    /// The position that it begins with.
    pub first: PlacedPosition,
    /// The turns.
    pub turns: Vec<PlayedTurn>,
    /// A throw that is made and not yet played.
    pub throw: Option<Dice>,
}

impl ChongRecord {
    /// The position after all turns.
    #[must_use]
    pub fn placed(&self) -> PlacedPosition {
        self.turns.last().map_or(self.first, |turn| turn.after)
    }

    /// Tells how the game stands, in the words of its last line.
    #[must_use]
    pub fn standing(&self) -> String {
        let placed = self.placed();
        let player = placed.player;
        match (placed.result(&self.rules), self.throw) {
            (Some(Some(winner)), _) => format!("won by {winner}"),
            (Some(None), _) => "drawn".to_owned(),
            (None, Some(throw)) => format!("{UNFINISHED}, {player} is to play {throw}"),
            (None, None) => format!("{UNFINISHED}, {player} is to throw"),
        }
    }

    /// The options that are not those of the profile, dice and board aside.
    pub fn changed_options(&self) -> impl Iterator<Item = (&'static str, String)> {
        let usual = self.profile.rules(self.rules.columns.get());
        let usual = usual.unwrap_or(self.rules);
        let options = OPTION_NAMES.into_iter().filter(|name| *name != "dice");
        let changed = options.filter(move |name| self.rules.value(name) != usual.value(name));
        changed.filter_map(|name| Some((name, self.rules.value(name)?)))
    }
}

/// The word with which the standing of an unfinished game begins.
pub(super) const UNFINISHED: &str = "unfinished";

impl fmt::Display for ChongRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "chong: {}", self.profile.name)?;
        writeln!(f, "holes: {}", self.rules.columns)?;
        writeln!(f, "dice: {}", self.rules.dice)?;
        for (name, value) in self.changed_options() {
            writeln!(f, "option: {name}={value}")?;
        }
        for Tag { name, text } in &self.tags {
            writeln!(f, "{name}: {text}")?;
        }
        writeln!(f, "throws: {}\n\nstart: {}", self.throws, self.first)?;
        for turn in &self.turns {
            writeln!(f, "{turn}")?;
        }
        if let Some(throw) = self.throw {
            writeln!(f, "throw: {throw}")?;
        }
        writeln!(f, "position: {}", self.placed())?;
        writeln!(f, "game: {}", self.standing())
    }
}
