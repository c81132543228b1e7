//! The requests that are typed at the prompt, and what they mean.

use std::path::PathBuf;

use chongkak::text::underlined;

use crate::cli::records::columns;

/// A request of a player.
pub enum Request<'a> {
    /// An empty line, or a comment.
    Nothing,
    /// A request that not all games know.
    Own(Said<'a>),
    Moves,
    Advise(Advice),
    Undo,
    Redo,
    Board,
    Score,
    Rules,
    Save(PathBuf),
    Load(PathBuf),
    Help,
    Resign,
    Quit,
}

/// The kinds of advice on a player's moves.
#[derive(Clone, Copy)]
pub enum Advice {
    Hint,
    Eval,
}

/// The answer to what was asked for, or what was wrong.
pub type Answer = Result<String, String>;

/// The commands of a game, each with what it does; what plays comes first.
pub type Commands = [(&'static str, &'static str)];

/// Answers `help`.
pub fn help(commands: &Commands) -> String {
    let rows = commands.iter().map(|(name, what)| row![name, what]);
    columns(&["type", "what it does"], rows.collect(), &[])
}

/// The names of the commands, for whoever typed none of them.
pub fn names(commands: &Commands) -> String {
    let names: Vec<&str> = commands[1..].iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

/// A line, as a command and what follows it.
pub struct Said<'a> {
    pub line: &'a str,
    /// The first word, in lower case.
    pub word: String,
    pub rest: &'a str,
}

impl Said<'_> {
    /// A message on a part of the line.
    pub fn wrong(&self, part: &str, expected: &str) -> String {
        let start = self.line.rfind(part).unwrap_or(0);
        let place = underlined(self.line, &(start..start + part.len()));
        format!("found {part:?}, {expected}{place}")
    }
}

/// Reads a line; the error says what was expected.
pub fn read(line: &str) -> Result<Request<'_>, String> {
    let said = line.trim();
    let (word, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
    let (word, rest) = (word.to_lowercase(), rest.trim());
    let said = Said { line, word, rest };
    let word = said.word.as_str();
    let alone = |request| match rest {
        "" => Ok(request),
        _ => Err(said.wrong(rest, &format!("expected nothing after {word}"))),
    };
    let file = |request: fn(PathBuf) -> Request<'static>| match rest {
        "" => Err(format!(
            "{word}: expected the name of a file, such as {word} record.txt"
        )),
        "-" => Err(said.wrong(rest, "expected the name of a file")),
        _ => Ok(request(rest.into())),
    };
    match word {
        "" => Ok(Request::Nothing),
        _ if word.starts_with('#') => Ok(Request::Nothing),
        "moves" => alone(Request::Moves),
        // Its other name outside a game means `eval`, which names the best move first.
        "hint" | "best" => alone(Request::Advise(Advice::Hint)),
        "eval" => alone(Request::Advise(Advice::Eval)),
        "undo" => alone(Request::Undo),
        "redo" => alone(Request::Redo),
        "board" => alone(Request::Board),
        "score" => alone(Request::Score),
        "rules" => alone(Request::Rules),
        "help" => alone(Request::Help),
        "resign" => alone(Request::Resign),
        "quit" => alone(Request::Quit),
        "save" => file(Request::Save),
        "load" => file(Request::Load),
        _ => Ok(Request::Own(said)),
    }
}
