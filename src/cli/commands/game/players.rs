//! The players, as the command line names them and as records do.

use std::fmt::Display;
use std::str::FromStr;

use chongkak::language::Language;
use chongkak::say;
use chongkak::text::{Diagnostic, Tag};

use crate::cli::args::{HUMAN, Player};
use crate::cli::words::label;

/// The players A and B, and the seed of their random choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players<P> {
    pub of: [Player<P>; 2],
    pub seed: u64,
}

/// The tags of the players.
const NAMES: [&str; 2] = ["A", "B"];

/// The words behind a policy.
const SEED: &str = ", seed ";

impl<P: Copy + PartialEq + Display + FromStr<Err = Diagnostic>> Players<P> {
    /// Those that were asked for; else those that the tags of a record name; else a person against
    /// the usual policy, and the usual seed.
    pub fn new(
        asked: [Option<Player<P>>; 2],
        seed: Option<u64>,
        tags: &[Tag],
        usual: (P, u64),
    ) -> Players<P> {
        let [a, b] = [0, 1].map(|side| named(tags, side));
        let noted = [a, b].into_iter().flatten().find_map(|(_, seed)| seed);
        let [a, b] = [(asked[0], a), (asked[1], b)]
            .map(|(asked, named)| asked.or(named.map(|(player, _)| player)));
        Players {
            of: [a.unwrap_or(Player::Human), b.unwrap_or(Player::Policy(usual.0))],
            seed: seed.or(noted).unwrap_or(usual.1),
        }
    }

    /// Tells which of them are people.
    pub fn people(&self) -> [bool; 2] {
        self.of.map(|player| player == Player::Human)
    }

    /// The policies; none of people.
    pub fn policies(&self) -> [Option<P>; 2] {
        self.of.map(Player::policy)
    }

    fn text(&self, side: usize) -> String {
        match self.of[side] {
            Player::Human => self.of[side].to_string(),
            policy => format!("{policy}{SEED}{}", self.seed),
        }
    }

    /// The remarks of a record with the players: who is named keeps his name, and a note says who
    /// plays for him now.
    pub fn tags(&self, mut tags: Vec<Tag>) -> Vec<Tag> {
        for (side, name) in NAMES.into_iter().enumerate() {
            let text = self.text(side);
            let known = tags.iter().find(|tag| tag.name == name);
            match (known, named(&tags, side)) {
                (None, _) => tags.push(Tag { name, text }),
                // A person with a name.
                (Some(_), None) if self.people()[side] => {}
                (Some(_), Some(now)) if self.is(side, now) => {}
                (Some(_), _) => {
                    tags.push(Tag { name: "note", text: format!("{name}{GOES_ON}{text}") })
                }
            }
        }
        tags
    }

    fn is(&self, side: usize, (player, seed): (Player<P>, Option<u64>)) -> bool {
        let human = player == Player::Human;
        self.of[side] == player && (human || seed == Some(self.seed))
    }
}

/// The tags of the players in words, behind their label.
pub fn in_words(tags: &[Tag], language: &Language) -> String {
    let players = tags.iter().filter(|tag| NAMES.contains(&tag.name));
    let players: Vec<_> =
        players.map(|tag| format!("{}: {}", tag.name, told(&tag.text, language))).collect();
    label("words.label.players", language) + &players.join("; ")
}

/// A player as his tag names him; whoever has a name keeps it.
fn told(text: &str, language: &Language) -> String {
    match text.split_once(SEED) {
        Some((player, seed)) => say!(language, "game.seed", player = player, seed = seed),
        None if text == HUMAN => say!(language, "game.human"),
        None => text.to_owned(),
    }
}

/// The words between a side and who plays for it now.
const GOES_ON: &str = " goes on as ";

/// Finds the player whom a record names, if it is one who can play here, with the seed.
fn named<P: FromStr<Err = Diagnostic>>(
    tags: &[Tag],
    side: usize,
) -> Option<(Player<P>, Option<u64>)> {
    let (name, note) = (NAMES[side], format!("{}{GOES_ON}", NAMES[side]));
    let notes = tags.iter().rev().filter(|tag| tag.name == "note");
    let noted = notes.filter_map(|tag| tag.text.strip_prefix(&note)).next();
    let tagged = || tags.iter().find(|tag| tag.name == name).map(|tag| tag.text.as_str());
    let text = noted.or_else(tagged)?;
    let (player, seed) = match text.split_once(SEED) {
        Some((player, seed)) => (player, Some(seed.parse().ok()?)),
        None => (text, None),
    };
    Some((player.parse().ok()?, seed))
}
