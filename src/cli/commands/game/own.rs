//! What only a game of a set has: moves, and their laps.

use chongkak::moves::{WrittenMove, parse_line};
use chongkak::text::underlined;

use super::request::{self, Commands, Request, Said};

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Own {
    /// Moves to play.
    Play(Vec<WrittenMove>),
    Trace(bool),
}

/// The commands, each with what it does.
pub const COMMANDS: &Commands = &[
    ("A7, 7, 7 5 3", "plays a move, or several"),
    ("moves", "lists the legal moves with their results"),
    ("hint", "names a good move, with its value and the reason"),
    ("eval", "gives every move a value"),
    (
        "undo",
        "takes back your last move with all that followed it",
    ),
    ("redo", "plays again what was taken back"),
    ("trace on|off", "tells every lap, or no longer does"),
    ("board", "draws the board again"),
    ("score", "tells the stores, and how the rounds before ended"),
    ("rules", "tells the rules of this set"),
    ("save FILE", "writes the record, which `set replay` accepts"),
    ("load FILE", "goes on with the set of a record"),
    ("help", "shows this"),
    ("resign", "gives the set to the other player, and ends"),
    ("quit", "ends; what was played is kept for `game --load`"),
];

/// Reads a line; the error says what was expected.
pub fn read(line: &str) -> Result<Request<Own>, String> {
    read_among(COMMANDS, line)
}

/// The same where only some commands make sense, of which the error tells.
pub fn read_among(commands: &Commands, line: &str) -> Result<Request<Own>, String> {
    request::read(line, |said| match said.word.as_str() {
        "trace" => match said.rest.to_lowercase().as_str() {
            "on" => Ok(Request::Own(Own::Trace(true))),
            "off" => Ok(Request::Own(Own::Trace(false))),
            "" => Err("trace: expected trace on or trace off".to_owned()),
            _ => Err(said.wrong(said.rest, "expected on or off")),
        },
        _ => moves(commands, said),
    })
}

/// A line that is no command: moves, or a mistake.
fn moves(commands: &Commands, said: &Said<'_>) -> Result<Request<Own>, String> {
    match parse_line(said.line) {
        Ok(moves) if moves.is_empty() => Ok(Request::Nothing),
        Ok(moves) => Ok(Request::Own(Own::Play(moves))),
        Err(error) => {
            let names = request::names(commands);
            let place = underlined(said.line, &error.span);
            Err(format!("{error}; or a command: {names}{place}"))
        }
    }
}
