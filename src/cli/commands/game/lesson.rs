//! `game --lesson`: short guided games, checked by the plain rules.

use chongkak::lessons::{LESSONS, Lesson, Step, Turn};
use chongkak::moves::WrittenMove;

use super::request::{self, Advice, Answer, Commands, Request};
use super::set_moves::{self, Own};
use super::{advice, narration, repl};
use crate::cli::prompt::{Prompt, Typed};
use crate::cli::records::columns;
use crate::cli::style::{PROVEN, STRONG};
use crate::cli::{CliError, Session, Status, picture};

/// The commands that can be typed, with what they do.
const COMMANDS: &Commands = &[
    ("A7, 7, 7 5 3", "plays a move, or several"),
    ("moves", "lists the legal moves with their results"),
    ("hint", "helps; typed once more it gives moves that do it"),
    ("undo", "takes back your last move"),
    ("trace on|off", "tells every lap, or no longer does"),
    ("board", "draws the board again"),
    ("help", "shows this"),
    ("quit", "ends the lesson"),
];

/// A lesson at the prompt.
struct Lecture {
    /// The number of the lesson, from 0.
    number: usize,
    lesson: Lesson,
    /// The number of the step, from 0.
    at: usize,
    turn: Turn,
    /// The number of times that help was asked for in this step.
    hints: usize,
    trace: bool,
    drawn: bool,
}

/// Gives the lesson of a name, or lists them all.
pub fn run(name: Option<&str>, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.expect_no_rules("a lesson has rules and positions of its own")?;
    let Some(name) = name else {
        session.out.text(&list())?;
        return Ok(Status::Done);
    };
    let number = LESSONS.iter().position(|(known, _)| *known == name);
    let number = number.ok_or_else(|| {
        let names = LESSONS.map(|(name, _)| name).join(", ");
        CliError::unexpected(
            format_args!("--lesson {name}: no such lesson"),
            format_args!("one of {names}"),
        )
    })?;
    let lesson = Lesson::read(LESSONS[number].1);
    let turn = Turn::new(&lesson.game(&lesson.steps[0]));
    let mut lecture = Lecture {
        number,
        lesson,
        at: 0,
        turn,
        hints: 0,
        trace: true,
        drawn: !session.common.no_board,
    };
    let mut prompt = Prompt::new("lesson");
    repl::tell(&lecture.opening(), session)?;
    while lecture.at < lecture.lesson.steps.len() {
        match prompt.command("A> ", &lecture.phrases(), session)? {
            Typed::End | Typed::Interrupted => break,
            Typed::Ended => return Ok(Status::Interrupted),
            Typed::Line(line) => match request::read(&line) {
                Ok(Request::Quit) => break,
                request => {
                    let answer = request.and_then(|request| lecture.answer(request));
                    let answer = answer.unwrap_or_else(|problem| repl::wrong(&problem));
                    repl::tell(&answer, session)?;
                }
            },
        }
    }
    session.out.text(&lecture.end())?;
    Ok(Status::Done)
}

/// All lessons, a line each.
fn list() -> String {
    let rows = LESSONS.iter().map(|(name, text)| {
        let lesson = Lesson::read(text);
        row![name, lesson.steps.len(), lesson.title]
    });
    let table = columns(&["lesson", "steps", "title"], rows.collect(), &[1]);
    format!("{table}\n`chongkak game --lesson NAME` begins one\n")
}

impl Lecture {
    fn step(&self) -> &Step {
        &self.lesson.steps[self.at]
    }

    fn opening(&self) -> String {
        let Lesson { title, source, .. } = &self.lesson;
        let source = picture::wrapped("source  ", source);
        format!(
            "{STRONG}{title}{STRONG:#}\n{source}\n{}{}",
            repl::HELP,
            self.task()
        )
    }

    /// Says what is to be tried now, and draws the board.
    fn task(&self) -> String {
        let (step, steps) = (self.step(), self.lesson.steps.len());
        let quote = picture::wrapped("        ", &format!("“{}” ({})", step.quote, step.section));
        let text = picture::wrapped("", &step.text);
        let number = self.at + 1;
        format!(
            "\n{STRONG}Step {number} of {steps}{STRONG:#}\n{text}\n\n{quote}\n{}",
            self.board()
        )
    }

    fn board(&self) -> String {
        let position = self.turn.game().position();
        let board = narration::drawing(position, self.drawn);
        let (caption, legal) = (picture::caption(position), self.legal().join(" "));
        let goal = self.step().goal.in_words();
        format!("\n{board}{caption}; legal: {legal}\ngoal: {goal}\n")
    }

    fn legal(&self) -> Vec<String> {
        let position = self.turn.game().position();
        let name = |hole| format!("{}{hole}", position.mover());
        position.legal().map(name).collect()
    }

    /// Lists what can be typed.
    fn phrases(&self) -> Vec<String> {
        let commands = COMMANDS[1..].iter().map(|(name, _)| (*name).to_owned());
        self.legal().into_iter().chain(commands).collect()
    }

    fn answer(&mut self, request: Request<'_>) -> Answer {
        match request {
            Request::Nothing | Request::Quit => Ok(String::new()),
            Request::Own(said) => match set_moves::read(COMMANDS, &said)? {
                Own::Nothing => Ok(String::new()),
                Own::Play(moves) => self.play(&moves),
                Own::Trace(on) => {
                    self.trace = on;
                    Ok(narration::traced(on))
                }
            },
            Request::Moves => Ok(advice::moves(self.turn.game())),
            Request::Advise(Advice::Hint) => Ok(self.hint()),
            Request::Undo => {
                let moves = self.turn.played().len().checked_sub(1);
                let moves = moves.ok_or("undo: no move was played in this try")?;
                self.turn = self.turn.up_to(moves);
                Ok(self.board())
            }
            Request::Board => Ok(self.board()),
            Request::Help => Ok(request::help(COMMANDS)),
            _ => {
                let names = request::names(COMMANDS);
                Err(format!("that is not for lessons: expected a move, {names}"))
            }
        }
    }

    /// Plays moves until the goal is reached or the turn is over; if one is wrong, none of them.
    fn play(&mut self, moves: &[WrittenMove]) -> Result<String, String> {
        let goal = self.step().goal;
        let mut turn = self.turn.clone();
        let mut told = String::new();
        for written in moves {
            if turn.is_over() || goal.reached(&turn) {
                break;
            }
            let trace = turn.play(written).map_err(|error| error.to_string())?;
            told += &narration::moved(trace, self.trace);
        }
        self.turn = turn;
        let Some(last) = self.turn.played().last() else {
            return Ok(told);
        };
        if goal.reached(&self.turn) {
            return Ok(told + &self.next_step());
        }
        let instead = goal.instead(&self.turn, last);
        if self.turn.is_over() {
            self.turn = self.turn.up_to(0);
            let why = format!(
                "Not yet: {instead}. The goal is {}. Try again.",
                goal.in_words()
            );
            return Ok(format!(
                "{told}\n{}\n{}",
                picture::wrapped("", &why),
                self.board()
            ));
        }
        Ok(format!("{told}{instead}\n{}", self.board()))
    }

    fn next_step(&mut self) -> String {
        let done = self.turn.played().iter().map(|one| one.played.to_string());
        let done = done.collect::<Vec<_>>().join(" ");
        let (goal, example) = (self.step().goal.in_words(), &self.step().solution);
        let other = match *example == done {
            true => String::new(),
            false => format!(" Another way is {example}."),
        };
        let praise = picture::wrapped("", &format!("{goal}, with {done}.{other}"));
        let praise = format!("{PROVEN}Done{PROVEN:#}: {praise}\n");
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
        let step = self.step();
        let text = match self.hints {
            1 => step.hint.clone(),
            _ => format!("From the beginning of the turn {} does it.", step.solution),
        };
        picture::wrapped("hint    ", &text) + "\n"
    }

    /// Says how far the lesson has come.
    fn end(&self) -> String {
        let steps = self.lesson.steps.len();
        let (title, done) = (&self.lesson.title, self.at);
        if done < steps {
            return format!("\n{title}: {done} of {steps} steps are done\n");
        }
        let next = LESSONS
            .get(self.number + 1)
            .map_or(String::new(), |(next, _)| {
                format!("; `chongkak game --lesson {next}` is the next")
            });
        format!("\n{title}: all {steps} steps are done{next}\n")
    }
}
