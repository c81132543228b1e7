//! `lesson`: short guided games, and whether a turn does what a step of one asks for.

use serde::Serialize;

use crate::board::Position;
use crate::language::Language;
use crate::lessons::{Lesson, Turn};
use crate::sentence;
use crate::text::ErrorKind;

use super::error::RpcError;
use super::game_request::{GameParams, each_move};
use super::params::{Form, Params};

/// All lessons, one of them, or a try at one of its steps.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Lessons {
    List(LessonList),
    Lesson(LessonTold),
    Tried(Tried),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LessonList {
    /// The lessons, in the order in which they build on each other.
    lessons: Vec<LessonListed>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct LessonListed {
    /// Its name.
    name: &'static str,
    /// Its title.
    title: String,
    /// The number of its steps.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    steps: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LessonTold {
    /// Its title.
    title: String,
    /// The source whose words are quoted.
    source: String,
    /// The tasks, one after the other.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    steps: Vec<StepTold>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct StepTold {
    /// The task.
    text: String,
    /// The words of the source.
    quote: String,
    /// The section in which they stand.
    section: String,
    /// The goal of the turn, in words.
    goal: String,
    /// A help.
    hint: String,
    /// Moves that do it; others may too.
    solution: String,
    /// The parameters that ask for the position of the step.
    game: GameParams,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Tried {
    /// The position after the moves.
    position: Position,
    /// The number of moves played: with the goal, or the end of the turn, a try is over.
    moves: usize,
    /// True if the goal is reached.
    reached: bool,
    /// True if the try is over.
    over: bool,
    /// The result of the turn in place of the goal, in words; null if it is reached or nothing was
    /// played.
    instead: Option<String>,
}

/// What is asked of lessons.
pub fn lesson(mut params: Params) -> Result<Lessons, RpcError> {
    let name = params.text("name", "A lesson.")?;
    let step: Option<usize> = params.number("step", 1..=99, "One of its steps.")?;
    let line = params.take("line", Form::Moves, "Moves that are tried in it.");
    let language = params.language;
    params.end()?;
    let Some(name) = name else {
        return match (step, line) {
            (None, None) => Ok(Lessons::List(listed(language))),
            _ => Err(RpcError::missing("name", "the name of a lesson")),
        };
    };
    let lesson = Lesson::named(&name, language).ok_or_else(|| {
        let expected = sentence!("faults.one-of", known = Lesson::names());
        RpcError::value("name", &name.as_str().into(), expected).of_kind(ErrorKind::UnknownName)
    })?;
    let Some(number) = step else {
        return match line {
            None => Ok(Lessons::Lesson(told(lesson))),
            Some(line) => Err(RpcError::value("line", &line, "none without a step")),
        };
    };
    let Some(step) = lesson.steps.get(number - 1) else {
        let expected = sentence!("faults.lesson-step", most = lesson.steps.len().to_string());
        return Err(RpcError::value("step", &number.into(), expected));
    };
    let mut turn = Turn::new(&lesson.game(step));
    let is_over = |turn: &Turn| turn.is_over() || step.goal.reached(turn);
    each_move("line", line, |written| {
        if !is_over(&turn) {
            turn.play(written)?;
        }
        Ok(())
    })?;
    let reached = step.goal.reached(&turn);
    let last = turn.played.last().filter(|_| !reached);
    Ok(Lessons::Tried(Tried {
        position: *turn.game().position(),
        moves: turn.played.len(),
        reached,
        over: is_over(&turn),
        instead: last.map(|last| step.goal.instead(&turn, last, language)),
    }))
}

fn listed(language: &'static Language) -> LessonList {
    let lessons = Lesson::all(language).map(|lesson| LessonListed {
        name: lesson.name,
        title: lesson.title,
        steps: lesson.steps.len(),
    });
    LessonList { lessons: lessons.collect() }
}

fn told(lesson: Lesson) -> LessonTold {
    let (preset, language) = (lesson.preset(), lesson.language);
    let games: Vec<_> = lesson.steps.iter().map(|step| lesson.game(step)).collect();
    let steps = lesson.steps.into_iter().zip(&games);
    let steps = steps.map(|(step, game)| StepTold {
        section: step.section(language),
        text: step.text,
        quote: step.quote,
        goal: step.goal.in_words(language),
        hint: step.hint,
        solution: step.solution,
        game: GameParams::new(preset, game, Vec::new()),
    });
    LessonTold { title: lesson.title, source: lesson.source, steps: steps.collect() }
}
