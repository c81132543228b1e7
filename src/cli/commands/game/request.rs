//! Commands typed at the prompt, in English or the player's language, and the help on them.

use std::path::Path;

use chongkak::language::Language;
use chongkak::say;
use chongkak::text::underlined;

use crate::cli::prompt::{FILE, SWITCH};
use crate::cli::records::translated_columns;

/// The answer to a command, or an error message.
pub type Answer = Result<String, String>;

/// The lines that a player can type.
pub struct Commands {
    /// Examples of moves, each with the key of its description.
    pub plays: &'static [(&'static str, &'static str)],
    pub words: &'static [Command],
}

pub struct Command {
    /// The key of the word; its last part is the English word.
    pub word: &'static str,
    /// The key of the description.
    pub does: &'static str,
    /// The argument: none, [`FILE`], [`SWITCH`], or an example.
    pub argument: &'static str,
}

/// The keys of the command words of all games.
const WORDS: [&str; 17] = [
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
    "game.command.stop",
];

/// Returns the English word of a key.
fn in_english(key: &'static str) -> &'static str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Returns whether a word, in lower case, is that of a key, in the language or in English.
pub fn is_word(typed: &str, key: &'static str, language: &Language) -> bool {
    typed == in_english(key) || typed == say!(language, key)
}

impl Command {
    /// A command without an argument.
    pub const fn alone(word: &'static str, does: &'static str) -> Command {
        Command { word, does, argument: "" }
    }

    /// A command with a file name as argument.
    pub const fn of_file(word: &'static str, does: &'static str) -> Command {
        Command { word, does, argument: FILE }
    }

    /// Returns the command as typed in the language, and in English if that differs.
    fn forms(&self, language: &Language, file: &str) -> Vec<String> {
        let english = Language::english();
        let in_english = self.form(english, FILE);
        let own = self.form(language, file);
        let other = (language.code() != english.code()).then_some(in_english);
        [own].into_iter().chain(other).collect()
    }

    fn form(&self, language: &Language, file: &str) -> String {
        let word = say!(language, self.word);
        match self.argument {
            "" => word,
            FILE => format!("{word} {file}"),
            SWITCH => {
                let [on, off] =
                    ["game.command.on", "game.command.off"].map(|key| say!(language, key));
                format!("{word} {on}|{off}")
            }
            example => format!("{word} {example}"),
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
        translated_columns(headings, plays.chain(words).collect(), &[], language)
    }

    /// Lists the commands, for error messages.
    pub fn names(&self, language: &Language) -> String {
        let file = say!(language, "game.command.file");
        let names = self.words.iter().map(|one| one.form(language, &file));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Returns the commands for completion with Tab.
    pub fn phrases(&self, language: &Language) -> impl Iterator<Item = String> {
        // An example cannot be completed.
        let guessed = |one: &Command| ["", FILE, SWITCH].contains(&one.argument);
        let phrase = |one: &Command| match guessed(one) {
            true => one.forms(language, FILE),
            false => Command { argument: "", ..*one }.forms(language, FILE),
        };
        self.words.iter().flat_map(phrase).collect::<Vec<_>>().into_iter()
    }
}

/// A line, split into a command and its argument.
pub struct Request<'a> {
    pub line: &'a str,
    /// The first word in lower case; the English word for a known command. Empty for an empty line
    /// or a comment.
    pub word: String,
    /// The first word as typed, in lower case.
    pub typed: String,
    pub rest: &'a str,
    language: &'static Language,
}

impl<'a> Request<'a> {
    /// Parses a line. The error concerns the argument of a command that all games share.
    pub fn read(line: &'a str, language: &'static Language) -> Result<Request<'a>, String> {
        let trimmed = line.trim();
        let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let typed = word.to_lowercase();
        let known = WORDS.into_iter().find(|key| is_word(&typed, key, language));
        let word = match known {
            Some(key) => in_english(key).to_owned(),
            None if typed.starts_with('#') => String::new(),
            None => typed.clone(),
        };
        let request = Request { line, word, typed, rest: rest.trim(), language };
        let expected = match (request.word.as_str(), request.rest) {
            ("save" | "load", "") => {
                return Err(say!(
                    language,
                    "game.wrong.file-such-as",
                    word = request.typed,
                    file = say!(language, "game.command.record"),
                ));
            }
            // Standard input is for the player's lines.
            ("load", file) if Path::new(file) == Path::new("-") => {
                say!(language, "game.wrong.file")
            }
            ("" | "save" | "load", _) | (_, "") => return Ok(request),
            (
                "moves" | "hint" | "best" | "eval" | "undo" | "redo" | "board" | "score" | "rules"
                | "help" | "resign" | "quit" | "stop",
                _,
            ) => say!(language, "game.wrong.nothing-behind", word = request.typed),
            _ => return Ok(request),
        };
        Err(request.wrong(request.rest, &expected))
    }

    /// Returns an error about a part of the line.
    pub fn wrong(&self, part: &str, expected: &str) -> String {
        let start = self.line.rfind(part).unwrap_or(0);
        let place = underlined(self.line, &(start..start + part.len()));
        let found = format!("{part:?}");
        say!(self.language, "game.wrong.found", found = found, expected = expected) + &place
    }
}
