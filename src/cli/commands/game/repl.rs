//! A game in the terminal, of either kind: the program plays its part, reads a line, executes it,
//! prints the answer and saves the game. Tasks in the terminal: lessons and puzzles.

use std::fmt::Display;
use std::path::Path;

use chongkak::control::Control;
use chongkak::language::Language;
use chongkak::say;
use chongkak::text::Tag;

use super::autosave::SavedGame;
use super::request::{Answer, Commands, Request, is_word};
use crate::cli::new_file::STANDARD;
use crate::cli::prompt::{FILE, Prompt, Typed};
use crate::cli::style::WRONG;
use crate::cli::words::label;
use crate::cli::{CliError, NewFile, Session, Status, interrupt};

/// A game that can be played in the terminal.
pub trait TerminalGame {
    /// The prefix of the names of its files.
    const KIND: &str;
    /// The commands that a player can type.
    const COMMANDS: &Commands;

    /// Returns the first output: rules, players, the board.
    fn opening(&self) -> String;
    /// Returns the prompt.
    fn prompt(&self) -> String;
    /// Lists the phrases for completion: moves and commands.
    fn phrases(&self) -> Vec<String>;
    /// Returns whether the input is hidden, because two people choose and neither may see the
    /// other's choice.
    fn is_hidden(&self) -> bool {
        false
    }
    /// Draws the board and describes the pending decision.
    fn board(&self) -> String;
    /// Describes the state of the game when the player leaves it.
    fn standing(&self) -> String;
    /// Answers `score`: the state of the game and its history.
    fn score(&self) -> String {
        self.standing()
    }
    fn rules(&self) -> String;
    /// Returns the record of the game, as it is saved.
    fn record(&self) -> String;
    /// Returns the file where the game is saved.
    fn saved(&mut self) -> &mut SavedGame;
    /// Returns a message that a player has resigned, if the record says so; the game is then over.
    fn resignation(&self) -> Option<String>;
    /// Plays the next event that needs no person and describes it. Returns `None` if a person must
    /// decide or the game is over.
    fn advance(&mut self, control: Control<'_>) -> Result<Option<String>, CliError>;
    /// Continues the game of a record. The current game stays in its file.
    fn load_record(&mut self, file: &Path, session: &Session<'_>) -> Result<(), CliError>;

    // The following methods answer the player's commands; the error is a message.

    /// Resigns for the person to move, and notes it in the record.
    fn resign(&mut self) -> Answer;
    fn moves(&self) -> Answer;
    /// Suggests a move, or shows the values of all moves.
    fn advise(&mut self, all: bool, prompt: &Prompt, session: &Session<'_>) -> Answer;
    fn undo(&mut self) -> Answer;
    fn redo(&mut self) -> Answer;
    /// Handles a line that is special to this game, such as a move.
    fn special_command(&mut self, request: &Request<'_>) -> Answer;

    /// Saves the current game.
    fn keep(&mut self, session: &Session<'_>) {
        let record = self.record();
        if let Some(problem) = self.saved().keep(record, session.language) {
            session.message(problem);
        }
    }

    /// Writes the record to a file that the player named. `force` allows it to replace a file.
    fn save(&mut self, file: &Path, force: bool, language: &Language) -> Answer {
        if !force && would_replace(file) {
            return Err(say!(language, "game.stays", file = file.display()));
        }
        let record = self.record();
        let new = NewFile::new("save", file, &[], force, &[]);
        let saved = new.and_then(|new| new.write(&record));
        saved.map_err(|failure| failure.in_language(language).full_message())?;
        if file == Path::new(STANDARD) {
            return Ok(String::new());
        }
        self.saved().mark_saved(record, file);
        Ok(say!(language, "game.saved", file = file.display()) + "\n")
    }

    /// Returns the record of a game that could not be saved, to show it when the player leaves;
    /// otherwise nothing.
    fn unsaved_record(&mut self, language: &Language) -> String {
        let record = self.record();
        match self.saved().is_unsaved(&record) {
            true => format!("\n{}\n\n{record}", say!(language, "game.unkept")),
            false => String::new(),
        }
    }
}

/// Maximum columns of a line.
const COLUMNS: usize = 100;

/// Prints an answer or an error.
pub fn print_answer(answer: Answer, session: &mut Session<'_>) -> Result<(), CliError> {
    let answer = answer.unwrap_or_else(|problem| wrong(&problem, session.language));
    print(&answer, session)
}

/// Prints text, wrapped at words.
pub fn print(text: &str, session: &mut Session<'_>) -> Result<(), CliError> {
    let folded = |line| match line {
        // Boards and underlined text keep their columns. One line of a board begins with a store.
        _ if str::starts_with(line, ' ') || line.contains('─') => line.to_owned(),
        _ => hanging(line, 4),
    };
    let lines: Vec<String> = text.split('\n').map(folded).collect();
    session.out.text(&lines.join("\n"))
}

/// Wraps a line, indenting all parts but the first.
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

/// Returns the note that a player resigned. Records are always in English.
pub fn resigned(player: impl Display, other: impl Display, game: &str) -> Tag {
    let text = format!("{player} resigns: {other} wins the {game}");
    let name = "note";
    Tag { name, text }
}

/// Returns the player who resigned, according to the notes.
pub fn who_resigned<P: Display + Copy>(tags: &[Tag], [a, b]: [P; 2], game: &str) -> Option<P> {
    let noted = |(player, other): &(P, P)| tags.contains(&resigned(player, other, game));
    let found = [(a, b), (b, a)].into_iter().find(noted);
    found.map(|(player, _)| player)
}

/// Returns the first line, which mentions the help.
pub fn help(language: &Language) -> String {
    let word = label("words.label.help", language);
    format!("{word}{}\n", say!(language, "game.help"))
}

/// Plays until the player confirm_quit or the input ends.
pub fn run<D: TerminalGame>(game: &mut D, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut prompt = Prompt::new(D::KIND);
    print(&game.opening(), session)?;
    if let Some(text) = game.resignation() {
        print(&text, session)?;
        return end(game, session);
    }
    loop {
        if think(game, &prompt, session)? && confirm_quit(game, &mut prompt, session)? {
            return end(game, session);
        }
        let typed = match game.is_hidden() {
            true => prompt.hidden(&game.prompt(), session)?,
            false => prompt.command(&game.prompt(), &game.phrases(), session)?,
        };
        let ends = match typed {
            Typed::End => true,
            Typed::Ended => return Ok(Status::Interrupted),
            Typed::Interrupted => confirm_quit(game, &mut prompt, session)?,
            Typed::Line(line) => execute(&line, game, &mut prompt, session)?,
        };
        if ends {
            return end(game, session);
        }
    }
}

/// Lets the program play until a person must decide. Returns true if the person wants to end:
/// Ctrl-C was pressed again after it made the program move.
fn think(
    game: &mut impl TerminalGame,
    prompt: &Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    let mut ends = false;
    loop {
        let (text, pressed) = prompt.think(Control::none(), |control| game.advance(control));
        let text = text?;
        // After a terminating signal the hurried move is not kept.
        if interrupt::happened() {
            return Ok(false);
        }
        ends |= pressed > 1;
        let Some(text) = text else {
            // The program was not thinking, so Ctrl-C was meant for the prompt.
            return Ok(ends || pressed > 0);
        };
        game.keep(session);
        print(&text, session)?;
        if ends {
            return Ok(true);
        }
    }
}

/// Executes a line and prints the answer. Returns true if the game ends.
fn execute<D: TerminalGame>(
    line: &str,
    game: &mut D,
    prompt: &mut Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    let language = session.language;
    let mut ends = false;
    let answer = match Request::read(line, language) {
        Err(problem) => Err(problem),
        Ok(request) => match request.word.as_str() {
            "quit" => return Ok(true),
            "" => Ok(String::new()),
            "moves" => game.moves(),
            // Outside a game this alias means `eval`, which names the best move first.
            "hint" | "best" => game.advise(false, prompt, session),
            "eval" => game.advise(true, prompt, session),
            "undo" => game.undo(),
            "redo" => game.redo(),
            "board" => Ok(game.board()),
            "score" => Ok(game.score()),
            "rules" => Ok(game.rules()),
            "save" => {
                let file = Path::new(request.rest);
                let force = may_replace(file, game, prompt, session)?;
                game.save(file, force, language)
            }
            "load" => {
                let left = game.unsaved_record(language);
                game.load_record(Path::new(request.rest), session)
                    .map(|()| {
                        // A resigned game is not continued.
                        let over = game.resignation();
                        ends = over.is_some();
                        left + &game.opening() + &over.unwrap_or_default()
                    })
                    .map_err(|failure| failure.in_language(language).full_message())
            }
            "help" => Ok(D::COMMANDS.help(language)),
            "resign" => game.resign().inspect(|_| ends = true),
            _ => game.special_command(&request),
        },
    };
    print_answer(answer, session)?;
    game.keep(session);
    Ok(ends)
}

/// Returns whether the record may replace a file: the file to which it was last saved, or another
/// one if the player at the terminal agrees.
fn may_replace(
    file: &Path,
    game: &mut impl TerminalGame,
    prompt: &mut Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    if !would_replace(file) || game.saved().was_saved_to(file) || !prompt.is_interactive() {
        return Ok(game.saved().was_saved_to(file));
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

/// Returns whether writing to a file would replace it.
fn would_replace(file: &Path) -> bool {
    file.is_file() && file != Path::new(STANDARD)
}

/// Parses a yes or a no.
fn yes_or_no(line: &str, language: &Language) -> Option<bool> {
    let typed = line.trim().to_lowercase();
    let is = |short: &str, key| typed == short || is_word(&typed, key, language);
    match (is("y", "game.command.yes"), is("n", "game.command.no")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Asks whether to end the game, and whether to save its record first.
fn confirm_quit(
    game: &mut impl TerminalGame,
    prompt: &mut Prompt,
    session: &mut Session<'_>,
) -> Result<bool, CliError> {
    let language = session.language;
    let [yes, no, save, file] =
        ["game.command.yes", "game.command.no", "game.command.save", "game.command.file"]
            .map(|key| say!(language, key));
    let phrases = [yes.clone(), no.clone(), format!("{save} {FILE}")];
    let question = |key| say!(language, key, yes = yes, no = no, save = format!("{save} {file}"));
    loop {
        let line = match prompt.answer(&question("game.quit"), &phrases, session)? {
            Typed::End | Typed::Ended | Typed::Interrupted => return Ok(true),
            Typed::Line(line) => line,
        };
        match (yes_or_no(&line, language), Request::read(&line, language)) {
            (Some(ends), _) => return Ok(ends),
            (_, Ok(request)) if request.word == "quit" => return Ok(true),
            (_, Ok(request)) if request.word == "save" => {
                let file = Path::new(request.rest);
                let force = may_replace(file, game, prompt, session)?;
                match game.save(file, force, language) {
                    Ok(text) => {
                        session.out.text(&text)?;
                        return Ok(true);
                    }
                    Err(problem) => session.out.text(&wrong(&problem, language))?,
                }
            }
            _ => session.out.text(&(question("game.quit-how") + "\n"))?,
        }
    }
}

/// Prints the state of the game, and the record if no file has it.
fn end(game: &mut impl TerminalGame, session: &mut Session<'_>) -> Result<Status, CliError> {
    let (unsaved_record, standing) = (game.unsaved_record(session.language), game.standing());
    session.out.text(&format!("{unsaved_record}\n{standing}"))?;
    Ok(Status::Done)
}

/// Tasks in the terminal, one after the other.
pub trait Tasks {
    /// The prefix of the names of its files.
    const KIND: &'static str;

    /// Returns the first output: what it is about, and the first task.
    fn opening(&self) -> String;
    /// Returns the prompt.
    fn prompt(&self) -> String;
    /// Lists the phrases for completion: moves and commands.
    fn phrases(&self) -> Vec<String>;
    /// Answers any line but `quit`.
    fn answer(&mut self, request: &Request<'_>) -> Answer;
    /// Returns whether no task is left.
    fn is_over(&self) -> bool;
    /// Describes how far the player has come.
    fn end(&self) -> String;
}

/// Sets the tasks until none is left, the player quits or the input ends.
pub fn run_tasks<T: Tasks>(tasks: &mut T, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut prompt = Prompt::new(T::KIND);
    print(&tasks.opening(), session)?;
    while !tasks.is_over() {
        match prompt.command(&tasks.prompt(), &tasks.phrases(), session)? {
            Typed::End | Typed::Interrupted => break,
            Typed::Ended => return Ok(Status::Interrupted),
            Typed::Line(line) => {
                let request = Request::read(&line, session.language);
                if request.as_ref().is_ok_and(|request| request.word == "quit") {
                    break;
                }
                print_answer(request.and_then(|request| tasks.answer(&request)), session)?;
            }
        }
    }
    session.out.text(&format!("\n{}\n", tasks.end()))?;
    Ok(Status::Done)
}

/// Formats an error as an answer.
pub fn wrong(problem: &str, language: &Language) -> String {
    let error = say!(language, "game.error");
    format!("{WRONG}{error}{WRONG:#} {problem}\n")
}
