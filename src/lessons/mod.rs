//! Short guided games in steps, each a turn with a goal; their texts stand in files of one form.

mod goal;

use serde::Deserialize;

use crate::board::{Position, Setup};
use crate::moves::Game;
use crate::rules::Preset;

pub use goal::{Goal, Turn};

/// The names of the lessons, in the order in which they build on each other, and their files.
pub const LESSONS: [(&str, &str); 5] = [
    ("sowing", include_str!("sowing.toml")),
    ("again", include_str!("again.toml")),
    ("capture", include_str!("capture.toml")),
    ("system", include_str!("system.toml")),
    ("first-turn", include_str!("first-turn.toml")),
];

/// A short guided game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub title: String,
    /// The text whose words are quoted.
    pub source: String,
    /// The name of the rule set.
    rules: String,
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

/// One task of a lesson, from a position of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The place of the quoted words in the source.
    pub section: String,
    pub quote: String,
    /// The task.
    pub text: String,
    position: String,
    pub goal: Goal,
    pub hint: String,
    /// Moves that reach the goal; others may do so too.
    pub solution: String,
}

impl Lesson {
    /// A lesson from the text of its file.
    ///
    /// # Panics
    /// If that is none of those that ship.
    #[must_use]
    pub fn read(text: &str) -> Lesson {
        toml::from_str(text).expect("the shipped lessons are well-formed")
    }

    /// The lesson of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Lesson> {
        let known = LESSONS.iter().find(|(known, _)| *known == name);
        known.map(|(_, text)| Lesson::read(text))
    }

    /// The rule set.
    ///
    /// # Panics
    /// Never: lessons name what ships.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        Preset::named(&self.rules).expect("a shipped rule set")
    }

    /// A step's position with the rules.
    ///
    /// # Panics
    /// Never: the positions are those that ship.
    #[must_use]
    pub fn game(&self, step: &Step) -> Game {
        let setup: Setup = step.position.parse().expect("a shipped position");
        let position = Position::new(&setup).expect("a shipped position");
        let rules = &self.preset().rules;
        Game::new(&rules.fitted_to(&position), &position).expect("a shipped position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::parse_line;

    /// Every example reaches its goal with its last move and not before it, and not every first
    /// move does.
    #[test]
    fn examples_reach_their_goals() {
        for (name, text) in LESSONS {
            let lesson = Lesson::read(text);
            assert!(
                lesson.steps.len() >= 2 && !lesson.title.is_empty(),
                "{name}"
            );
            for step in &lesson.steps {
                let mut turn = Turn::new(&lesson.game(step));
                let solution = parse_line(&step.solution).unwrap();
                for (number, one) in solution.iter().enumerate() {
                    assert!(!step.goal.reached(&turn), "{name}: {step:?}, {number}");
                    turn.play(one).unwrap();
                }
                assert!(step.goal.reached(&turn), "{name}: {step:?}");
                let game = lesson.game(step);
                let wrong = game.position().legal().filter(|hole| {
                    let mut turn = Turn::new(&game);
                    turn.play_hole(*hole);
                    !step.goal.reached(&turn)
                });
                assert!(wrong.count() > 0, "{name}: nothing can go wrong, {step:?}");
            }
        }
    }
}
