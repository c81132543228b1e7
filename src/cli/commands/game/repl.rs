//! A game at the prompt, whatever is played: the program plays its part, a line is read, what it
//! asks for is done and answered, and the game is kept.

use std::fmt::Display;
use std::path::Path;

use chongkak::control::Control;
use chongkak::language::Language;
use chongkak::say;
use chongkak::text::Tag;

use super::autosave::SavedGame;
use super::request::{Answer, Commands, Said, is_word};
use crate::cli::new_file::STANDARD;
use crate::cli::prompt::{FILE, Prompt, Typed};
use crate::cli::style::WRONG;
use crate::cli::words::label;
use crate::cli::{CliError, NewFile, Session, Status, interrupt};

/// A game, and what belongs to it.
pub trait Dialogue {
    /// The beginning of the names of its files.
    const KIND: &str;
    /// The commands that can be typed.
    const COMMANDS: &Commands;

    /// Says what comes first: rules, players, the board.
    fn opening(&self) -> String;
    /// Stands before what is typed.
    fn prompt(&self) -> String;
    /// Lists what can be typed there: moves and commands.
    fn phrases(&self) -> Vec<String>;
    /// Tells whether what is typed is to be hidden: two people choose, and neither may see the
    /// other's choice.
    fn is_unseen(&self) -> bool {
        false
    }
    /// The board, and what is to be decided.
    fn board(&self) -> String;
    /// Says how the game stands when it is left.
    fn standing(&self) -> String;
    /// Answers `score`: how the game stands, with what went before.
    fn score(&self) -> String {
        self.standing()
    }
    fn rules(&self) -> String;
    /// The game as it is kept and saved.
    fn record(&self) -> String;
    /// Returns the file where it is kept.
    fn saved(&mut self) -> &mut SavedGame;
    /// Tells that somebody has given the game up, as its record says, if so: then it is over.
    fn given_up(&self) -> Option<String>;
    /// Does the next thing that no person decides, and tells it; none if a person is to decide, or
    /// the game is over.
    fn go_on(&mut self, control: Control<'_>) -> Result<Option<String>, CliError>;
    /// Goes on with the game of a record. The one until now stays where it was kept.
    fn take_up(&mut self, file: &Path, session: &Session<'_>) -> Result<(), CliError>;

    // What follows is asked for by whoever types: the answer, or what was wrong.

    /// Gives the game up for the person who is to decide, and notes it in the record.
    fn resign(&mut self) -> Answer;
    fn moves(&self) -> Answer;
    /// Names a good move, or values all of them.
    fn advise(&mut self, all: bool, prompt: &Prompt, session: &Session<'_>) -> Answer;
    fn undo(&mut self) -> Answer;
    fn redo(&mut self) -> Answer;
    /// Does what no other game knows, such as a move.
    fn own(&mut self, said: &Said<'_>) -> Answer;

    /// Keeps the game as it is now.
    fn keep(&mut self, session: &Session<'_>) {
        let record = self.record();
        if let Some(problem) = self.saved().keep(record, session.language) {
            session.message(problem);
        }
    }

    /// Writes the record to a file that the player named; `force` lets it replace another one.
    fn save(&mut self, file: &Path, force: bool, language: &Language) -> Answer {
        if !force && is_there(file) {
            return Err(say!(language, "game.stays", file = file.display()));
        }
        let record = self.record();
        let new = NewFile::new("save", file, &[], force, &[]);
        let saved = new.and_then(|new| new.write(&record));
        saved.map_err(|failure| failure.in_language(language).shown())?;
        if file == Path::new(STANDARD) {
            return Ok(String::new());
        }
        self.saved().is_saved(record, file);
        Ok(say!(language, "game.saved", file = file.display()) + "\n")
    }

    /// The record of a game that could not be kept, for whoever leaves it; else nothing.
    fn unkept(&mut self, language: &Language) -> String {
        let record = self.record();
        match self.saved().misses(&record) {
            true => format!("\n{}\n\n{record}", say!(language, "game.unkept")),
            false => String::new(),
        }
    }
}

/// Columns after which a line goes on in the next one.
const COLUMNS: usize = 100;

/// Tells an answer; what was wrong is one too.
pub fn tell_answer(answer: Answer, session: &mut Session<'_>) -> Result<(), CliError> {
    let answer = answer.unwrap_or_else(|problem| wrong(&problem, session.language));
    tell(&answer, session)
}

/// Tells something in lines that end at words.
pub fn tell(text: &str, session: &mut Session<'_>) -> Result<(), CliError> {
    let folded = |line| match line {
        // Boards, and what is underlined, keep their columns. One line of a board begins with a
        // store.
        _ if str::starts_with(line, ' ') || line.contains('─') => line.to_owned(),
        _ => hanging(line, 4),
    };
    let lines: Vec<String> = text.split('\n').map(folded).collect();
    session.out.text(&lines.join("\n"))
}

/// A line in lines of a readable length, with so many blanks before all of them but the first.
pub fn hanging(line: &str, blanks: usize) -> String {
    if textwrap::core::display_width(line) <= COLUMNS {
        return line.to_owned();
    }
    let indent = " ".repeat(blanks);
    let options = textwrap::Options::new(COLUMNS)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(line, options)
}

/// The note of a person who gives up, for the record, which is in English as all records are.
pub fn resigned(player: impl Display, other: impl Display, game: &str) -> Tag {
    let text = format!("{player} resigns: {other} wins the {game}");
    let name = "note";
    Tag { name, text }
}

/// Finds the player who has given a game up, as a note among these says.
pub fn who_resigned<P: Display + Copy>(tags: &[Tag], [a, b]: [P; 2], game: &str) -> Option<P> {
    let noted = |(player, other): &(P, P)| tags.contains(&resigned(player, other, game));
    let found = [(a, b), (b, a)].into_iter().find(noted);
    found.map(|(player, _)| player)
}

/// The line that is printed first, with the rules.
pub fn help(language: &Language) -> String {
    let word = label("words.label.help", language);
    format!("{word}{}\n", say!(language, "game.help"))
}

/// Plays until it is asked for the end, or nothing more is typed.
pub fn lead<D: Dialogue>(game: &mut D, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut prompt = Prompt::new(D::KIND);
    tell(&game.opening(), session)?;
    if let Some(told) = game.given_up() {
        tell(&told, session)?;
        return end(game, session);
    }
    loop {
        if think(game, &prompt, session)? && quits(game, &mut prompt, session)? {
            return end(game, session);
        }
        let typed = match game.is_unseen() {
            true => prompt.unseen(&game.prompt(), session)?,
            false => prompt.command(&game.prompt(), &game.phrases(), session)?,
        };
        let ends = match typed {
            Typed::End => true,
            Typed::Ended => return Ok(Status::Interrupted),
            Typed::Interrupted => quits(game, &mut prompt, session)?,
            Typed::Line(line) => answered(&line, game, &mut prompt, session)?,
        };
        if ends {
            return end(game, session);
        }
    }
}

/// Lets the program play until a person is to decide. True if the person wants to end: he pressed
/// Ctrl-C once more after that which made the program move.
fn think(
    game: &mut impl Dialogue,
    prompt: &Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    let mut ends = false;
    loop {
        let (told, pressed) = prompt.think(Control::none(), |control| game.go_on(control));
        let told = told?;
        // A signal that ends the program: what was played in haste is not kept.
        if interrupt::happened() {
            return Ok(false);
        }
        ends |= pressed > 1;
        let Some(told) = told else {
            // Nobody was thinking: this was meant for the prompt.
            return Ok(ends || pressed > 0);
        };
        game.keep(session);
        tell(&told, session)?;
        if ends {
            return Ok(true);
        }
    }
}

/// Does what a line asks for and answers. True if the game ends by it.
fn answered<D: Dialogue>(
    line: &str,
    game: &mut D,
    prompt: &mut Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    let language = session.language;
    let mut ends = false;
    let answer = match Said::read(line, language) {
        Err(problem) => Err(problem),
        Ok(said) => match said.word.as_str() {
            "quit" => return Ok(true),
            "" => Ok(String::new()),
            "moves" => game.moves(),
            // Its other name outside a game means `eval`, which names the best move first.
            "hint" | "best" => game.advise(false, prompt, session),
            "eval" => game.advise(true, prompt, session),
            "undo" => game.undo(),
            "redo" => game.redo(),
            "board" => Ok(game.board()),
            "score" => Ok(game.score()),
            "rules" => Ok(game.rules()),
            "save" => {
                let file = Path::new(said.rest);
                let force = replaces(file, game, prompt, session)?;
                game.save(file, force, language)
            }
            "load" => {
                let left = game.unkept(language);
                game.take_up(Path::new(said.rest), session)
                    .map(|()| {
                        // A game that was given up is not gone on with.
                        let over = game.given_up();
                        ends = over.is_some();
                        left + &game.opening() + &over.unwrap_or_default()
                    })
                    .map_err(|failure| failure.in_language(language).shown())
            }
            "help" => Ok(D::COMMANDS.help(language)),
            "resign" => game.resign().inspect(|_| ends = true),
            _ => game.own(&said),
        },
    };
    tell_answer(answer, session)?;
    game.keep(session);
    Ok(ends)
}

/// Tells whether the record of a game may replace a file: the one to which it was saved before may
/// be replaced, and another one if the player at the terminal says so.
fn replaces(
    file: &Path,
    game: &mut impl Dialogue,
    prompt: &mut Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    if !is_there(file) || game.saved().is_of(file) || !prompt.is_typed() {
        return Ok(game.saved().is_of(file));
    }
    let language = session.language;
    let [yes, no] = ["game.command.yes", "game.command.no"].map(|key| say!(language, key));
    let file = file.display();
    let question = say!(language, "game.replace", file = file, yes = yes, no = no);
    let phrases = [yes, no];
    loop {
        match prompt.answer(&question, &phrases, session)? {
            Typed::End | Typed::Ended | Typed::Interrupted => return Ok(false),
            Typed::Line(line) => match yes_or_no(&line, language) {
                Some(agreed) => return Ok(agreed),
                None => continue,
            },
        }
    }
}

/// Tells whether a record can't be written to a file without replacing another one.
fn is_there(file: &Path) -> bool {
    file.is_file() && file != Path::new(STANDARD)
}

/// What somebody says to a question, if it is a yes or a no.
fn yes_or_no(line: &str, language: &Language) -> Option<bool> {
    let typed = line.trim().to_lowercase();
    let is = |short: &str, key| typed == short || is_word(&typed, key, language);
    match (is("y", "game.command.yes"), is("n", "game.command.no")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Asks whether to end the game, and whether to write its record first.
fn quits(
    game: &mut impl Dialogue,
    prompt: &mut Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    let language = session.language;
    let [yes, no, save, file] =
        ["game.command.yes", "game.command.no", "game.command.save", "game.command.file"]
            .map(|key| say!(language, key));
    let phrases = [yes.clone(), no.clone(), format!("{save} {FILE}")];
    let asked = |key| say!(language, key, yes = yes, no = no, save = format!("{save} {file}"));
    loop {
        let line = match prompt.answer(&asked("game.quit"), &phrases, session)? {
            Typed::End | Typed::Ended | Typed::Interrupted => return Ok(true),
            Typed::Line(line) => line,
        };
        match (yes_or_no(&line, language), Said::read(&line, language)) {
            (Some(ends), _) => return Ok(ends),
            (_, Ok(said)) if said.word == "quit" => return Ok(true),
            (_, Ok(said)) if said.word == "save" => {
                let file = Path::new(said.rest);
                let force = replaces(file, game, prompt, session)?;
                match game.save(file, force, language) {
                    Ok(text) => {
                        session.out.text(&text)?;
                        return Ok(true);
                    }
                    Err(problem) => session.out.text(&wrong(&problem, language))?,
                }
            }
            _ => session.out.text(&(asked("game.quit-how") + "\n"))?,
        }
    }
}

/// Says how the game stands, and all of it if it is in no file.
fn end(game: &mut impl Dialogue, session: &mut Session<'_>) -> Result<Status, CliError> {
    let (unkept, standing) = (game.unkept(session.language), game.standing());
    session.out.text(&format!("{unkept}\n{standing}"))?;
    Ok(Status::Done)
}

/// A mistake, as an answer.
pub fn wrong(problem: &str, language: &Language) -> String {
    let error = say!(language, "game.error");
    format!("{WRONG}{error}{WRONG:#} {problem}\n")
}
