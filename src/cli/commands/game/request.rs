//! The requests that are typed at the prompt, and what they mean: in English, and in the language
//! of whoever types them.

use std::path::{Path, PathBuf};

use chongkak::language::Language;
use chongkak::say;
use chongkak::text::underlined;

use crate::cli::prompt::FILE;
use crate::cli::records::columns_told;

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

/// The lines that can be typed in a game.
pub struct Commands {
    /// Examples of what plays, each with the key of what it does.
    pub plays: &'static [(&'static str, &'static str)],
    /// The commands.
    pub words: &'static [Command],
}

/// A command.
pub struct Command {
    /// The key of its word; the last part of it is the word in English.
    pub word: &'static str,
    /// The key of what it does.
    pub does: &'static str,
    /// The text that is typed behind it.
    pub behind: Behind,
}

/// The text that is typed behind a command.
#[derive(Clone, Copy)]
pub enum Behind {
    Nothing,
    File,
    /// A word for yes or for no.
    Switch,
    /// Something like this.
    Example(&'static str),
}

/// The keys of all words that any game knows as a command.
const WORDS: [&str; 16] = [
    "game.command.moves",
    "game.command.hint",
    "game.command.eval",
    "game.command.undo",
    "game.command.redo",
    "game.command.trace",
    "game.command.board",
    "game.command.score",
    "game.command.rules",
    "game.command.save",
    "game.command.load",
    "game.command.help",
    "game.command.resign",
    "game.command.quit",
    "game.command.throw",
    "game.command.pass",
];

/// The English word of a key.
fn in_english(key: &'static str) -> &'static str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Tells whether a word, in lower case, is that of a key: in the language or in English.
pub fn is_word(typed: &str, key: &'static str, language: &Language) -> bool {
    typed == in_english(key) || typed == say!(language, key)
}

impl Command {
    /// A command that is typed alone.
    pub const fn alone(word: &'static str, does: &'static str) -> Command {
        let behind = Behind::Nothing;
        Command { word, does, behind }
    }

    /// A command with the name of a file behind it.
    pub const fn of_file(word: &'static str, does: &'static str) -> Command {
        let behind = Behind::File;
        Command { word, does, behind }
    }

    /// The command as it is typed, in the language, and in English if that is another one.
    fn forms(&self, language: &Language, file: &str) -> Vec<String> {
        let english = Language::english();
        let in_english = self.form(english, FILE);
        let own = self.form(language, file);
        let other = (language.code() != english.code()).then_some(in_english);
        [own].into_iter().chain(other).collect()
    }

    fn form(&self, language: &Language, file: &str) -> String {
        let word = say!(language, self.word);
        match self.behind {
            Behind::Nothing => word,
            Behind::File => format!("{word} {file}"),
            Behind::Switch => {
                let [on, off] =
                    ["game.command.on", "game.command.off"].map(|key| say!(language, key));
                format!("{word} {on}|{off}")
            }
            Behind::Example(example) => format!("{word} {example}"),
        }
    }
}

impl Commands {
    /// Answers `help`.
    pub fn help(&self, language: &Language) -> String {
        let headings = ["game.what-is-typed", "game.what-it-does"];
        let pass = say!(language, "game.command.pass");
        let told = |key: &str| say!(language, key, pass = pass);
        let file = say!(language, "game.command.file");
        let plays = self.plays.iter();
        let plays = plays.map(|(example, key)| row![example, told(key)]);
        let words = self.words.iter();
        let words = words.map(|one| row![one.forms(language, &file).join(", "), told(one.does)]);
        columns_told(headings, plays.chain(words).collect(), &[], language)
    }

    /// The names of the commands, for whoever typed none of them.
    pub fn names(&self, language: &Language) -> String {
        let file = say!(language, "game.command.file");
        let names = self.words.iter().map(|one| one.form(language, &file));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The commands as the key Tab completes them.
    pub fn phrases(&self, language: &Language) -> impl Iterator<Item = String> {
        let phrase = |one: &Command| match one.behind {
            // A word with something behind it that nobody can guess.
            Behind::Example(_) => {
                let behind = Behind::Nothing;
                Command { behind, ..*one }.forms(language, FILE)
            }
            Behind::Nothing | Behind::File | Behind::Switch => one.forms(language, FILE),
        };
        self.words.iter().flat_map(phrase).collect::<Vec<_>>().into_iter()
    }
}

/// A line, as a command and what follows it.
pub struct Said<'a> {
    pub line: &'a str,
    /// The first word, in lower case; a command as it is in English.
    pub word: String,
    /// The same as it was typed.
    pub typed: String,
    pub rest: &'a str,
    language: &'static Language,
}

impl<'a> Said<'a> {
    fn new(line: &'a str, language: &'static Language) -> Said<'a> {
        let said = line.trim();
        let (word, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
        let typed = word.to_lowercase();
        let known = WORDS.into_iter().find(|key| is_word(&typed, key, language));
        let word = known.map_or_else(|| typed.clone(), |key| in_english(key).to_owned());
        Said { line, word, typed, rest: rest.trim(), language }
    }

    /// A message on a part of the line.
    pub fn wrong(&self, part: &str, expected: &str) -> String {
        let start = self.line.rfind(part).unwrap_or(0);
        let place = underlined(self.line, &(start..start + part.len()));
        let found = format!("{part:?}");
        say!(self.language, "game.wrong.found", found = found, expected = expected) + &place
    }

    /// The request, if nothing follows it.
    fn alone(self, request: Request<'a>) -> Result<Request<'a>, String> {
        if self.rest.is_empty() {
            return Ok(request);
        }
        let expected = say!(self.language, "game.wrong.nothing-behind", word = self.typed);
        Err(self.wrong(self.rest, &expected))
    }

    /// The request with the name of a file.
    fn with_file(self, request: fn(PathBuf) -> Request<'a>) -> Result<Request<'a>, String> {
        match self.rest {
            "" => Err(say!(
                self.language,
                "game.wrong.file-such-as",
                word = self.typed,
                file = say!(self.language, "game.command.record"),
            )),
            _ => match request(self.rest.into()) {
                // Standard input has what is typed.
                Request::Load(file) if file == Path::new("-") => {
                    Err(self.wrong(self.rest, &say!(self.language, "game.wrong.file")))
                }
                request => Ok(request),
            },
        }
    }
}

/// Reads a line; the error says what was expected.
pub fn read<'a>(line: &'a str, language: &'static Language) -> Result<Request<'a>, String> {
    let said = Said::new(line, language);
    match said.word.clone().as_str() {
        "" => Ok(Request::Nothing),
        word if word.starts_with('#') => Ok(Request::Nothing),
        "moves" => said.alone(Request::Moves),
        // Its other name outside a game means `eval`, which names the best move first.
        "hint" | "best" => said.alone(Request::Advise(Advice::Hint)),
        "eval" => said.alone(Request::Advise(Advice::Eval)),
        "undo" => said.alone(Request::Undo),
        "redo" => said.alone(Request::Redo),
        "board" => said.alone(Request::Board),
        "score" => said.alone(Request::Score),
        "rules" => said.alone(Request::Rules),
        "help" => said.alone(Request::Help),
        "resign" => said.alone(Request::Resign),
        "quit" => said.alone(Request::Quit),
        "save" => said.with_file(Request::Save),
        "load" => said.with_file(Request::Load),
        _ => Ok(Request::Own(said)),
    }
}
