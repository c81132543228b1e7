//! The lessons: their texts, which stand in files of one form.

use serde::Deserialize;

use chongkak::board::{Position, Setup};
use chongkak::moves::Game;
use chongkak::rules::Preset;

use super::goal::Goal;

/// The names of the lessons, in the order in which they build on each other, and their files.
pub const LESSONS: [(&str, &str); 5] = [
    ("sowing", include_str!("../lessons/sowing.toml")),
    ("again", include_str!("../lessons/again.toml")),
    ("capture", include_str!("../lessons/capture.toml")),
    ("system", include_str!("../lessons/system.toml")),
    ("first-turn", include_str!("../lessons/first-turn.toml")),
];

/// A short guided game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub title: String,
    /// The text whose words are quoted.
    pub source: String,
    /// The rule set.
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
    pub fn read(text: &str) -> Lesson {
        toml::from_str(text).expect("the shipped lessons are well-formed")
    }

    /// A step's position with the rules.
    pub fn game(&self, step: &Step) -> Game {
        let setup: Setup = step.position.parse().expect("a shipped position");
        let position = Position::new(&setup).expect("a shipped position");
        let preset = Preset::named(&self.rules).expect("a shipped rule set");
        Game::new(&preset.rules.fitted_to(&position), &position).expect("a shipped position")
    }
}

#[cfg(test)]
mod tests {
    use super::super::goal::Turn;
    use super::*;
    use chongkak::moves::parse_line;

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
