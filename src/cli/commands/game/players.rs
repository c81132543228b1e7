//! Who plays, as the command line says it and as records do.

use chongkak::board::Side;
use chongkak::sets::Tag;

use crate::cli::args::{Game as Arguments, Player};

/// The players and the seed of their random choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    pub of: [Player; 2],
    pub seed: u64,
}

/// What stands behind a policy.
const SEED: &str = ", seed ";

impl Players {
    /// Those that were asked for; else those that the record names; else a person against a search.
    pub fn new(args: &Arguments, tags: &[Tag]) -> Players {
        let search = || Player::Policy("search:1s".parse().expect("a policy"));
        let named = Side::BOTH.map(|side| named(tags, side));
        let [a, b] = named.map(|named| named.map(|(player, _)| player));
        let seed = named.into_iter().flatten().find_map(|(_, seed)| seed);
        Players {
            of: [
                args.a.or(a).unwrap_or(Player::Human),
                args.b.or(b).unwrap_or_else(search),
            ],
            seed: args.seed.or(seed).unwrap_or(1),
        }
    }

    /// Which of them are people.
    pub fn people(&self) -> [bool; 2] {
        self.of.map(|player| player == Player::Human)
    }

    /// A player in words.
    pub fn text(&self, side: Side) -> String {
        match self.of[side.index()] {
            Player::Human => Player::Human.to_string(),
            policy => format!("{policy}{SEED}{}", self.seed),
        }
    }

    /// The remarks of a record with the players: who is named keeps his name, and a note says who
    /// plays for him now.
    pub fn tags(&self, mut tags: Vec<Tag>) -> Vec<Tag> {
        for side in Side::BOTH {
            let (name, text) = (["A", "B"][side.index()], self.text(side));
            let known = tags.iter().find(|tag| tag.name == name);
            match (known, named(&tags, side)) {
                (None, _) => tags.push(Tag { name, text }),
                // A person with a name.
                (Some(_), None) if self.people()[side.index()] => {}
                (Some(_), Some(now)) if self.is(side, now) => {}
                (Some(_), _) => tags.push(Tag {
                    name: "note",
                    text: format!("{side}{GOES_ON}{text}"),
                }),
            }
        }
        tags
    }

    fn is(&self, side: Side, (player, seed): (Player, Option<u64>)) -> bool {
        let human = player == Player::Human;
        self.of[side.index()] == player && (human || seed == Some(self.seed))
    }
}

/// What stands between a side and who plays for it now.
const GOES_ON: &str = " goes on as ";

/// Whom a record names, if it is one who can play here, with the seed.
fn named(tags: &[Tag], side: Side) -> Option<(Player, Option<u64>)> {
    let (name, note) = (["A", "B"][side.index()], format!("{side}{GOES_ON}"));
    let notes = tags.iter().rev().filter(|tag| tag.name == "note");
    let noted = notes.filter_map(|tag| tag.text.strip_prefix(&note)).next();
    let tagged = || {
        tags.iter()
            .find(|tag| tag.name == name)
            .map(|tag| tag.text.as_str())
    };
    let text = noted.or_else(tagged)?;
    let (player, seed) = match text.split_once(SEED) {
        Some((player, seed)) => (player, Some(seed.parse().ok()?)),
        None => (text, None),
    };
    Some((player.parse().ok()?, seed))
}
