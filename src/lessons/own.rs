//! A lesson in a user's file.

use serde::Deserialize;

use super::{Lesson, Step, Turn};
use crate::language::{Language, Sentence};
use crate::moves::{Game, parse_line};
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind, document, toml_error};

/// The maximum number of steps.
const MOST_STEPS: usize = 99;

impl Lesson {
    /// Parses a lesson with its texts, and plays its solutions. Remarks of the program are in a
    /// given language.
    ///
    /// # Errors
    /// If the file is malformed, a position or a solution breaks the rules, or a solution does not
    /// reach its goal, or reaches it before its last move. The error has the line or the step.
    pub fn parse(text: &str, language: &'static Language) -> Result<Lesson, Diagnostic> {
        let read = || -> Result<Lesson, Diagnostic> {
            let lesson = Lesson::deserialize(toml::Deserializer::from(document(text)?));
            lesson.map_err(|error| toml_error(&error))
        };
        let lesson = read().map_err(|error| {
            let wrong = error.in_line_of(text);
            let (line, column) = (wrong.line.to_string(), wrong.column.to_string());
            let problem = wrong.message.clone();
            let place =
                sentence!("faults.record.at", line = line, column = column, problem = problem);
            wrong.telling(place)
        })?;
        let rules = lesson.changed_rules()?;
        if lesson.title.is_empty() {
            return Err(wrong(sentence!("lessons.file.no-title")));
        }
        if lesson.steps.is_empty() {
            return Err(wrong(sentence!("lessons.file.no-steps")));
        }
        if lesson.steps.len() > MOST_STEPS {
            return Err(wrong(sentence!("lessons.file.many-steps", most = MOST_STEPS.to_string())));
        }
        for (number, step) in (1..).zip(&lesson.steps) {
            let of_step = |error: Diagnostic| {
                let problem = error.message.clone();
                let place = sentence!(
                    "lessons.file.of-step",
                    number = number.to_string(),
                    problem = problem
                );
                Diagnostic::new(error.kind, place)
            };
            let game = Game::new(&rules.fitted_to(&step.position), &step.position);
            step.check(&game.map_err(of_step)?).map_err(of_step)?;
        }
        Ok(Lesson { language, ..lesson })
    }
}

impl Step {
    /// Plays the solution and the lines that have remarks.
    fn check(&self, game: &Game) -> Result<(), Diagnostic> {
        if self.text.is_empty() {
            return Err(wrong(sentence!("lessons.file.no-text")));
        }
        for line in self.remarks.keys() {
            if self.remark(&played(game, line)?).is_none() {
                return Err(wrong(sentence!("lessons.file.remark", line = line.to_owned())));
            }
        }
        let (line, turn) = (&self.solution, played(game, &self.solution)?);
        let reached = |&moves: &usize| self.goal.reached(&turn.up_to(moves));
        if let Some(moves) = (0..turn.played.len()).find(reached) {
            return Err(wrong(sentence!(
                "lessons.file.early",
                line = line.to_owned(),
                moves = moves.to_string()
            )));
        }
        match self.goal.reached(&turn) {
            true => Ok(()),
            false => Err(wrong(sentence!("lessons.file.misses", line = line.to_owned()))),
        }
    }
}

/// Plays a line, which must not go on after the turn.
fn played(game: &Game, line: &str) -> Result<Turn, Diagnostic> {
    let mut turn = Turn::new(game);
    for one in &parse_line(line)? {
        if turn.is_over() {
            return Err(wrong(sentence!("lessons.file.goes-on", line = line.to_owned())));
        }
        turn.play(one)?;
    }
    Ok(turn)
}

fn wrong(message: Sentence) -> Diagnostic {
    Diagnostic::new(ErrorKind::BadValue, message)
}
