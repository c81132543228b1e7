//! What only a game of chong has: throws, and ways to play them.

use crate::cli::commands::game::request::{self, Commands, Request};

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Own {
    /// A throw of real dice.
    Throw(String),
    /// A way to play the throw, by its number or its moves; or faces, while a throw is awaited.
    Other(String),
}

/// The commands, each with what it does.
pub const COMMANDS: &Commands = &[
    ("2", "plays the throw in the way with this number"),
    ("3:S3-6 2:S6-8", "plays it by moves; pass plays none"),
    (
        "throw 3 5",
        "takes these dice, which you threw, as the throw of this turn",
    ),
    ("moves", "lists all ways to play the throw"),
    (
        "hint",
        "names a good way, with the chance to win and the reason",
    ),
    (
        "eval",
        "gives the ways their chances; before a throw, the chance to win",
    ),
    (
        "undo",
        "takes back your last turn with all that followed; its throw stays",
    ),
    ("redo", "plays again what was taken back, with its throws"),
    ("board", "draws the board again"),
    ("score", "tells how the game stands"),
    ("rules", "tells the rules of this game"),
    ("save FILE", "writes the record of the game"),
    ("load FILE", "goes on with the game of a record"),
    ("help", "shows this"),
    ("resign", "gives the game to the other player, and ends"),
    (
        "quit",
        "ends; what was played is kept for `chong game --load`",
    ),
];

/// Reads a line; the error says what was expected.
pub fn read(line: &str) -> Result<Request<Own>, String> {
    request::read(line, |said| match (said.word.as_str(), said.rest) {
        ("throw", "") => Err("throw: expected the faces of the dice, such as throw 3 5".to_owned()),
        ("throw", faces) => Ok(Request::Own(Own::Throw(faces.to_owned()))),
        _ => Ok(Request::Own(Own::Other(said.line.trim().to_owned()))),
    })
}
