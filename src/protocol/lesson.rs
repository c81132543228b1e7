//! `lesson`: short guided games, and checks of attempts at their steps.

use serde::Serialize;

use crate::board::Position;
use crate::language::Language;
use crate::lessons::{Lesson, Turn};
use crate::sentence;
use crate::text::ErrorKind;

use super::error::RpcError;
use super::game_request::{GameParams, each_move};
use super::params::{Form, Params};

/// All lessons, one lesson, or an attempt at one of its steps.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Lessons {
    List(LessonList),
    Lesson(LessonRecord),
    Tried(Tried),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LessonList {
    /// The lessons, in teaching order.
    lessons: Vec<LessonSummary>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "LessonListed"))]
struct LessonSummary {
    /// The name.
    name: &'static str,
    /// The title.
    title: String,
    /// The number of steps.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    steps: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "LessonTold"))]
pub struct LessonRecord {
    /// The title.
    title: String,
    /// The source of the quotations.
    source: String,
    /// The tasks in order.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    steps: Vec<StepRecord>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "StepTold"))]
struct StepRecord {
    /// The task.
    text: String,
    /// The words of the source.
    quote: String,
    /// The section of the source.
    section: String,
    /// The goal of the turn, in words.
    goal: String,
    /// A hint.
    hint: String,
    /// Moves that solve the task; there may be others.
    solution: String,
    /// The parameters of a request for the position of the step.
    game: GameParams,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Tried {
    /// The position after the moves.
    position: Position,
    /// The number of moves played. An attempt ends when the goal is reached or the turn ends.
    moves: usize,
    /// True if the goal is reached.
    reached: bool,
    /// True if the attempt is over.
    over: bool,
    /// What the turn did instead, in words; null if the goal is reached or nothing was played.
    instead: Option<String>,
    /// The remark of the lesson on these moves; null without one.
    remark: Option<String>,
}

/// Answers a request about lessons.
pub fn lesson(mut params: Params) -> Result<Lessons, RpcError> {
    let name = params.text("name", "The name of a lesson.")?;
    let text = params.text("text", "The text of a lesson file, in TOML, instead of a name.")?;
    let step: Option<usize> =
        params.number("step", 1..=99, "The number of a step of the lesson.")?;
    let line = params.take("line", Form::Moves, "Moves to try in the step.");
    let language = params.language;
    params.end()?;
    let lesson = match (name, text) {
        (Some(_), Some(text)) => {
            let (why, expected) = ("a lesson has a name or a text", "no text with a name");
            return Err(RpcError::conflict("text", text.as_str(), why, expected));
        }
        (None, Some(text)) => Lesson::parse(&text, language)
            .map_err(|error| RpcError::of("text", text.as_str(), error))?,
        (Some(name), None) => Lesson::named(&name, language).ok_or_else(|| {
            let expected = sentence!("faults.one-of", known = Lesson::names());
            RpcError::value("name", &name.as_str().into(), expected).of_kind(ErrorKind::UnknownName)
        })?,
        (None, None) if step.is_none() && line.is_none() => {
            return Ok(Lessons::List(list_lessons(language)));
        }
        (None, None) => return Err(RpcError::missing("name", "the name of a lesson")),
    };
    let Some(number) = step else {
        return match line {
            None => Ok(Lessons::Lesson(lesson_record(lesson))),
            Some(line) => Err(RpcError::value("line", &line, "no line without a step")),
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
        remark: step.remark(&turn).map(str::to_owned),
    }))
}

fn list_lessons(language: &'static Language) -> LessonList {
    let lessons = Lesson::all(language).map(|lesson| LessonSummary {
        name: lesson.name,
        title: lesson.title,
        steps: lesson.steps.len(),
    });
    LessonList { lessons: lessons.collect() }
}

fn lesson_record(lesson: Lesson) -> LessonRecord {
    let (preset, language) = (lesson.preset(), lesson.language);
    let games: Vec<_> = lesson.steps.iter().map(|step| lesson.game(step)).collect();
    let steps = lesson.steps.into_iter().zip(&games);
    let steps = steps.map(|(step, game)| StepRecord {
        section: step.section(language),
        text: step.text,
        quote: step.quote,
        goal: step.goal.in_words(language),
        hint: step.hint,
        solution: step.solution,
        game: GameParams::new(preset, game, Vec::new()),
    });
    LessonRecord { title: lesson.title, source: lesson.source, steps: steps.collect() }
}
