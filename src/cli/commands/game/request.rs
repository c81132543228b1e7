//! What is typed at the prompt, and what it means.

use std::path::PathBuf;

use chongkak::moves::{WrittenMove, parse_line};
use chongkak::text::underlined;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// Nothing: an empty line, or a comment.
    Nothing,
    /// Moves to play.
    Play(Vec<WrittenMove>),
    Moves,
    Hint,
    Eval,
    Undo,
    Redo,
    Trace(bool),
    Board,
    Save(PathBuf),
    Load(PathBuf),
    Help,
    Quit,
}

/// The commands, each with what it does.
pub const COMMANDS: [(&str, &str); 12] = [
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
    ("save FILE", "writes the record, which `set replay` accepts"),
    ("load FILE", "goes on with the set of a record"),
    ("help", "shows this"),
    ("quit", "ends; what was played is kept for `game --load`"),
];

/// Reads a line; the error says what was expected.
pub fn read(line: &str) -> Result<Request, String> {
    read_among(&COMMANDS, line)
}

/// The same where only some commands make sense, of which the error tells.
pub fn read_among(commands: &[(&str, &str)], line: &str) -> Result<Request, String> {
    let said = line.trim();
    let (word, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
    let (word, rest) = (word.to_lowercase(), rest.trim());
    let alone = |request| match rest {
        "" => Ok(request),
        _ => Err(wrong(line, rest, &format!("expected nothing after {word}"))),
    };
    let file = |request: fn(PathBuf) -> Request| match rest {
        "" => Err(format!(
            "{word}: expected the name of a file, such as {word} record.txt"
        )),
        "-" => Err(wrong(line, rest, "expected the name of a file")),
        _ => Ok(request(rest.into())),
    };
    match word.as_str() {
        "" => Ok(Request::Nothing),
        _ if word.starts_with('#') => Ok(Request::Nothing),
        "moves" => alone(Request::Moves),
        "hint" => alone(Request::Hint),
        "eval" => alone(Request::Eval),
        "undo" => alone(Request::Undo),
        "redo" => alone(Request::Redo),
        "board" => alone(Request::Board),
        "help" => alone(Request::Help),
        "quit" => alone(Request::Quit),
        "save" => file(Request::Save),
        "load" => file(Request::Load),
        "trace" => match rest.to_lowercase().as_str() {
            "on" => Ok(Request::Trace(true)),
            "off" => Ok(Request::Trace(false)),
            "" => Err("trace: expected trace on or trace off".to_owned()),
            _ => Err(wrong(line, rest, "expected on or off")),
        },
        _ => moves(commands, line),
    }
}

/// A line that is no command: moves, or a mistake.
fn moves(commands: &[(&str, &str)], line: &str) -> Result<Request, String> {
    match parse_line(line) {
        Ok(moves) if moves.is_empty() => Ok(Request::Nothing),
        Ok(moves) => Ok(Request::Play(moves)),
        Err(error) => {
            let names: Vec<&str> = commands[1..].iter().map(|(name, _)| *name).collect();
            let expected = format!("{error}; or a command: {}", names.join(", "));
            Err(expected + &underlined(line, &error.span))
        }
    }
}

/// A message on a part of the line.
fn wrong(line: &str, part: &str, expected: &str) -> String {
    let start = line.rfind(part).unwrap_or(0);
    let place = underlined(line, &(start..start + part.len()));
    format!("found {part:?}, {expected}{place}")
}
