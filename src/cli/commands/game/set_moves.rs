//! The requests that only a game of a set has: moves, and their laps.

use chongkak::moves::{WrittenMove, parse_line};
use chongkak::text::underlined;

use super::request::{self, Commands, Said};

/// A request of a player.
pub enum Own {
    Nothing,
    /// Moves to play.
    Play(Vec<WrittenMove>),
    /// A switch: true if every lap is told.
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

/// Reads what is no command of all games; the error tells of the commands that make sense.
pub fn read(commands: &Commands, said: &Said<'_>) -> Result<Own, String> {
    if said.word == "trace" {
        return match said.rest.to_lowercase().as_str() {
            "on" => Ok(Own::Trace(true)),
            "off" => Ok(Own::Trace(false)),
            "" => Err("trace: expected trace on or trace off".to_owned()),
            _ => Err(said.wrong(said.rest, "expected on or off")),
        };
    }
    match parse_line(said.line) {
        Ok(moves) if moves.is_empty() => Ok(Own::Nothing),
        Ok(moves) => Ok(Own::Play(moves)),
        Err(error) => {
            let names = request::names(commands);
            let place = underlined(said.line, &error.span);
            Err(format!("{error}; or a command: {names}{place}"))
        }
    }
}
