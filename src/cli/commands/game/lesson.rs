//! `game --lesson`: short guided games, checked by the plain rules.

use std::path::Path;

use chongkak::language::Language;
use chongkak::lessons::{LESSONS, Lesson, Step, Turn};
use chongkak::moves::WrittenMove;
use chongkak::rules::is_file;
use chongkak::say;

use super::repl::{self, Tasks};
use super::request::{Answer, Command, Commands, Request};
use super::{advice, narration, refusals, set_moves};
use crate::cli::records::translated_columns;
use crate::cli::style::{PROVEN, STRONG};
use crate::cli::words::label;
use crate::cli::{CliError, Session, Status, picture, position_input};

/// The commands that a player can type, with their effects.
const COMMANDS: &Commands = &Commands {
    plays: &[set_moves::PLAYS],
    words: &[
        Command::alone("game.command.moves", "game.does.moves"),
        Command::alone("game.command.hint", "lessons.terminal.hint"),
        Command::alone("game.command.undo", "lessons.terminal.undo-move"),
        set_moves::TRACE,
        Command::alone("game.command.board", "game.does.board"),
        Command::alone("game.command.help", "game.does.help"),
        Command::alone("game.command.quit", "lessons.terminal.quit"),
    ],
};

/// A lesson in the terminal.
struct LessonSession {
    /// The number of a shipped lesson, from 0.
    number: Option<usize>,
    lesson: Lesson,
    /// The number of the step, from 0.
    at: usize,
    turn: Turn,
    /// The number of hints requested in this step.
    hints: usize,
    trace: bool,
    drawn: bool,
}

/// Runs a lesson by name or from a file, or lists all lessons.
pub fn run(name: Option<&str>, session: &mut Session<'_>) -> Result<Status, CliError> {
    let Some(name) = name else {
        session.out.text(&list(session.language))?;
        return Ok(Status::Done);
    };
    let number = LESSONS.iter().position(|(known, _)| *known == name);
    let lesson = match Lesson::named(name, session.language) {
        Some(lesson) => lesson,
        None if is_file(name) => {
            let text = position_input::text_of(Path::new(name))?;
            let lesson = Lesson::parse(&text, session.language);
            lesson.map_err(|error| CliError::input(format_args!("{name}: {error}")))?
        }
        None => return Err(refusals::no_lesson(name)),
    };
    let turn = Turn::new(&lesson.game(&lesson.steps[0]));
    let mut current = LessonSession {
        number,
        lesson,
        at: 0,
        turn,
        hints: 0,
        trace: true,
        drawn: !session.common.no_board,
    };
    repl::run_tasks(&mut current, session)
}

/// Lists all lessons, one per line.
fn list(language: &'static Language) -> String {
    let rows = Lesson::all(language).map(|lesson| {
        let Lesson { name, steps, title, .. } = lesson;
        row![name, steps.len(), title]
    });
    let headings = ["lessons.terminal.lesson", "lessons.terminal.steps", "lessons.terminal.title"];
    let table = translated_columns(headings, rows.collect(), &[1], language);
    let begins = say!(language, "lessons.terminal.begins");
    format!("{table}\n{begins}\n")
}

impl Tasks for LessonSession {
    const KIND: &'static str = "lesson";

    fn opening(&self) -> String {
        let Lesson { title, source, language, .. } = &self.lesson;
        let source = match source.is_empty() {
            true => String::new(),
            false => picture::wrapped(&label("words.label.source", language), source) + "\n",
        };
        let help = repl::help(language);
        let task = self.task();
        format!("{STRONG}{title}{STRONG:#}\n{source}{help}{task}")
    }

    fn prompt(&self) -> String {
        "A> ".to_owned()
    }

    fn phrases(&self) -> Vec<String> {
        let commands = COMMANDS.phrases(self.lesson.language);
        self.legal().into_iter().chain(commands).collect()
    }

    fn answer(&mut self, request: &Request<'_>) -> Answer {
        let language = self.lesson.language;
        match request.word.as_str() {
            "" => Ok(String::new()),
            "moves" => Ok(advice::moves(self.turn.game(), language)),
            "hint" | "best" => Ok(self.hint()),
            "undo" => {
                let moves = self.turn.played.len().checked_sub(1);
                let nothing = || {
                    let word = say!(language, "game.command.undo");
                    say!(language, "lessons.terminal.undo", word = word)
                };
                let moves = moves.ok_or_else(nothing)?;
                self.turn = self.turn.up_to(moves);
                Ok(self.board())
            }
            "board" => Ok(self.board()),
            "help" => Ok(COMMANDS.help(language)),
            "eval" | "redo" | "score" | "rules" | "save" | "load" | "resign" => {
                let names = COMMANDS.names(language);
                Err(say!(language, "lessons.terminal.not-here", names = names))
            }
            _ => match set_moves::read(COMMANDS, request, &mut self.trace, language) {
                Ok(moves) => self.play(&moves),
                Err(answer) => answer,
            },
        }
    }

    fn is_over(&self) -> bool {
        self.at == self.lesson.steps.len()
    }

    fn end(&self) -> String {
        let steps = self.lesson.steps.len();
        let next = self.number.and_then(|number| LESSONS.get(number + 1));
        let key = match next {
            _ if self.at < steps => "lessons.terminal.part",
            Some(_) => "lessons.terminal.next",
            None => "lessons.terminal.all",
        };
        say!(
            self.lesson.language,
            key,
            title = self.lesson.title,
            done = self.at,
            steps = steps,
            next = next.map_or("", |(next, _)| next),
        )
    }
}

impl LessonSession {
    fn step(&self) -> &Step {
        &self.lesson.steps[self.at]
    }

    /// Describes the current step and draws the board.
    fn task(&self) -> String {
        let (step, steps) = (self.step(), self.lesson.steps.len());
        let section = step.section(self.lesson.language);
        let section = if section.is_empty() { section } else { format!(" ({section})") };
        let quote = match step.quote.is_empty() {
            true => String::new(),
            false => {
                let quote = format!("“{}”{section}", step.quote);
                format!("\n{}\n", picture::wrapped("        ", &quote))
            }
        };
        let text = picture::wrapped("", &step.text);
        let number = say!(
            self.lesson.language,
            "lessons.terminal.step",
            strong = STRONG,
            plain = format!("{STRONG:#}"),
            number = self.at + 1,
            steps = steps,
        );
        format!("\n{number}\n{text}\n{quote}{}", self.board())
    }

    fn board(&self) -> String {
        let position = self.turn.game().position();
        let language = self.lesson.language;
        let board = narration::drawing(position, self.drawn);
        let (caption, legal) = (picture::caption(position, language), self.legal().join(" "));
        let due = say!(language, "words.legal", caption = caption, legal = legal);
        let goal = self.step().goal.in_words(language);
        let goal = say!(language, "lessons.terminal.goal", goal = goal);
        format!("\n{board}{due}\n{goal}\n")
    }

    fn legal(&self) -> Vec<String> {
        self.turn.game().legal_moves().map(|made| made.to_string()).collect()
    }

    /// Plays moves until the goal is reached or the turn is over. If a move is wrong, none is
    /// played.
    fn play(&mut self, moves: &[WrittenMove]) -> Result<String, String> {
        let (goal, language) = (self.step().goal, self.lesson.language);
        let mut turn = self.turn.clone();
        let mut output = String::new();
        for written in moves {
            if turn.is_over() || goal.reached(&turn) {
                break;
            }
            let trace = turn.play(written);
            let trace = trace.map_err(|error| error.message.in_language(language))?;
            output += &narration::moved(trace, self.trace, language);
        }
        self.turn = turn;
        let Some(last) = self.turn.played.last() else {
            return Ok(output);
        };
        if let Some(remark) = self.step().remark(&self.turn) {
            output += &(picture::wrapped("", remark) + "\n");
        }
        if goal.reached(&self.turn) {
            return Ok(output + &self.next_step());
        }
        let instead = goal.instead(&self.turn, last, language);
        if self.turn.is_over() {
            self.turn = self.turn.up_to(0);
            let goal = goal.in_words(language);
            let why = say!(language, "lessons.terminal.not-yet", instead = instead, goal = goal,);
            return Ok(format!("{output}\n{}\n{}", picture::wrapped("", &why), self.board()));
        }
        Ok(format!("{output}{instead}\n{}", self.board()))
    }

    fn next_step(&mut self) -> String {
        let done = self.turn.played.iter().map(|one| one.played.to_string());
        let done = done.collect::<Vec<_>>().join(" ");
        let language = self.lesson.language;
        let (goal, solution) = (self.step().goal.in_words(language), &self.step().solution);
        let key = match *solution == done {
            true => "lessons.terminal.with",
            false => "lessons.terminal.another-way",
        };
        let what = say!(language, key, goal = goal, moves = done, solution = solution);
        let praise = say!(
            language,
            "lessons.terminal.done",
            strong = PROVEN,
            plain = format!("{PROVEN:#}"),
            what = picture::wrapped("", &what),
        ) + "\n";
        self.at += 1;
        self.hints = 0;
        if self.at == self.lesson.steps.len() {
            return praise;
        }
        self.turn = Turn::new(&self.lesson.game(self.step()));
        praise + &self.task()
    }

    fn hint(&mut self) -> String {
        self.hints += 1;
        let (step, language) = (self.step(), self.lesson.language);
        let text = match self.hints {
            1 if !step.hint.is_empty() => step.hint.clone(),
            _ => {
                let solution = &step.solution;
                say!(language, "lessons.terminal.solution", solution = solution)
            }
        };
        picture::wrapped(&label("words.label.hint", language), &text) + "\n"
    }
}
