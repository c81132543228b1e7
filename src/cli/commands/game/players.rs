//! The players, as named by the command line and by records.

use std::fmt::Display;
use std::str::FromStr;

use chongkak::language::Language;
use chongkak::say;
use chongkak::text::{Diagnostic, Tag};

use crate::cli::args::{HUMAN, Player};
use crate::cli::words::label;

/// The players A and B, and the random seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players<P> {
    pub of: [Player<P>; 2],
    pub seed: u64,
}

/// The tags of the players.
const NAMES: [&str; 2] = ["A", "B"];

/// The separator between a policy and its random seed.
const SEED: &str = ", seed ";

impl<P: Copy + PartialEq + Display + FromStr<Err = Diagnostic>> Players<P> {
    /// Takes the players from the command line; otherwise from the tags of a record; otherwise a
    /// person plays against the default policy. The random seed is found the same way.
    pub fn new(
        given: [Option<Player<P>>; 2],
        seed: Option<u64>,
        tags: &[Tag],
        usual: (P, u64),
    ) -> Players<P> {
        let [a, b] = [0, 1].map(|side| named(tags, side));
        let noted = [a, b].into_iter().flatten().find_map(|(_, seed)| seed);
        let [a, b] = [(given[0], a), (given[1], b)]
            .map(|(given, named)| given.or(named.map(|(player, _)| player)));
        Players {
            of: [a.unwrap_or(Player::Human), b.unwrap_or(Player::Policy(usual.0))],
            seed: seed.or(noted).unwrap_or(usual.1),
        }
    }

    /// Returns which players are people.
    pub fn people(&self) -> [bool; 2] {
        self.of.map(|player| player == Player::Human)
    }

    /// Returns the policies; `None` for people.
    pub fn policies(&self) -> [Option<P>; 2] {
        self.of.map(Player::policy)
    }

    fn text(&self, side: usize) -> String {
        match self.of[side] {
            Player::Human => self.of[side].to_string(),
            policy => format!("{policy}{SEED}{}", self.seed),
        }
    }

    /// Adds the players to the tags of a record. A named player keeps the name, and a note says who
    /// plays now.
    pub fn tags(&self, mut tags: Vec<Tag>) -> Vec<Tag> {
        for (side, name) in NAMES.into_iter().enumerate() {
            let text = self.text(side);
            let known = tags.iter().find(|tag| tag.name == name);
            match (known, named(&tags, side)) {
                (None, _) => tags.push(Tag { name, text }),
                // This is a person with a name.
                (Some(_), None) if self.people()[side] => {}
                (Some(_), Some(now)) if self.is(side, now) => {}
                (Some(_), _) => {
                    tags.push(Tag { name: "note", text: format!("{name}{CONTINUES_AS}{text}") })
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

/// Formats the tags of the players, with a label.
pub fn in_words(tags: &[Tag], language: &Language) -> String {
    let players = tags.iter().filter(|tag| NAMES.contains(&tag.name));
    let players: Vec<_> = players
        .map(|tag| format!("{}: {}", tag.name, player_in_words(&tag.text, language)))
        .collect();
    label("words.label.players", language) + &players.join("; ")
}

/// Formats a player's tag; a name stays as it is.
fn player_in_words(text: &str, language: &Language) -> String {
    match text.split_once(SEED) {
        Some((player, seed)) => say!(language, "game.seed", player = player, seed = seed),
        None if text == HUMAN => say!(language, "game.human"),
        None => text.to_owned(),
    }
}

/// The words between a side and its new player in a note.
const CONTINUES_AS: &str = " goes on as ";

/// Returns the player that a record names, with the random seed, if this program can play it.
fn named<P: FromStr<Err = Diagnostic>>(
    tags: &[Tag],
    side: usize,
) -> Option<(Player<P>, Option<u64>)> {
    let (name, note) = (NAMES[side], format!("{}{CONTINUES_AS}", NAMES[side]));
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
