//! The requests that are typed at the prompt, in English or in the language of whoever types them,
//! and the help on them.

use std::path::Path;

use chongkak::language::Language;
use chongkak::say;
use chongkak::text::underlined;

use crate::cli::prompt::{FILE, SWITCH};
use crate::cli::records::columns_told;

/// The answer to what was asked for, or what was wrong.
pub type Answer = Result<String, String>;

/// The lines that can be typed in a game.
pub struct Commands {
    /// Examples of what plays, each with the key of what it does.
    pub plays: &'static [(&'static str, &'static str)],
    pub words: &'static [Command],
}

pub struct Command {
    /// The key of its word; the last part of it is the word in English.
    pub word: &'static str,
    /// The key of what it does.
    pub does: &'static str,
    /// What is typed behind it: nothing, [`FILE`], [`SWITCH`], or something like this.
    pub behind: &'static str,
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
        Command { word, does, behind: "" }
    }

    /// A command with the name of a file behind it.
    pub const fn of_file(word: &'static str, does: &'static str) -> Command {
        Command { word, does, behind: FILE }
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
        // Nobody can guess what an example stands for.
        let guessed = |one: &Command| ["", FILE, SWITCH].contains(&one.behind);
        let phrase = |one: &Command| match guessed(one) {
            true => one.forms(language, FILE),
            false => Command { behind: "", ..*one }.forms(language, FILE),
        };
        self.words.iter().flat_map(phrase).collect::<Vec<_>>().into_iter()
    }
}

/// A line, as a command and what follows it.
pub struct Said<'a> {
    pub line: &'a str,
    /// The first word, in lower case; a command as it is in English. Empty if there is nothing but a
    /// comment.
    pub word: String,
    /// The same as it was typed.
    pub typed: String,
    pub rest: &'a str,
    language: &'static Language,
}

impl<'a> Said<'a> {
    /// Reads a line; the error says what was expected behind a command that all games know.
    pub fn read(line: &'a str, language: &'static Language) -> Result<Said<'a>, String> {
        let said = line.trim();
        let (word, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
        let typed = word.to_lowercase();
        let known = WORDS.into_iter().find(|key| is_word(&typed, key, language));
        let word = match known {
            Some(key) => in_english(key).to_owned(),
            None if typed.starts_with('#') => String::new(),
            None => typed.clone(),
        };
        let said = Said { line, word, typed, rest: rest.trim(), language };
        let expected = match (said.word.as_str(), said.rest) {
            ("save" | "load", "") => {
                return Err(say!(
                    language,
                    "game.wrong.file-such-as",
                    word = said.typed,
                    file = say!(language, "game.command.record"),
                ));
            }
            // Standard input has what is typed.
            ("load", file) if Path::new(file) == Path::new("-") => {
                say!(language, "game.wrong.file")
            }
            ("" | "save" | "load", _) | (_, "") => return Ok(said),
            (
                "moves" | "hint" | "best" | "eval" | "undo" | "redo" | "board" | "score" | "rules"
                | "help" | "resign" | "quit",
                _,
            ) => say!(language, "game.wrong.nothing-behind", word = said.typed),
            _ => return Ok(said),
        };
        Err(said.wrong(said.rest, &expected))
    }

    /// A message on a part of the line.
    pub fn wrong(&self, part: &str, expected: &str) -> String {
        let start = self.line.rfind(part).unwrap_or(0);
        let place = underlined(self.line, &(start..start + part.len()));
        let found = format!("{part:?}");
        say!(self.language, "game.wrong.found", found = found, expected = expected) + &place
    }
}
