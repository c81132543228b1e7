//! Short guided games in steps, each a turn with a goal. The positions of the shipped ones are in
//! TOML files, and their texts in the language files. A file of a user has both.

mod own;
mod step_goal;

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::Position;
use crate::language::Language;
use crate::moves::Game;
use crate::rules::{Preset, Rules};
use crate::say;
use crate::text::Diagnostic;

pub use step_goal::{Goal, Turn};

/// The names of the lessons, in teaching order, and their files.
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
    /// The name of a shipped lesson; empty for a user's.
    #[serde(skip)]
    pub name: &'static str,
    #[serde(default)]
    pub title: String,
    /// The quoted source; empty if there is none.
    #[serde(default)]
    pub source: String,
    /// The name of the rule set.
    rules: String,
    /// The options that differ from the rule set.
    #[serde(default)]
    set: BTreeMap<String, toml::Value>,
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
    /// The language of its texts.
    #[serde(skip, default = "Language::english")]
    pub language: &'static Language,
}

/// One task of a lesson, with its own position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    section: Option<Section>,
    /// The words of the source; empty if there are none.
    #[serde(default)]
    pub quote: String,
    /// The task.
    #[serde(default)]
    pub text: String,
    position: Position,
    pub goal: Goal,
    /// A hint; empty if there is none.
    #[serde(default)]
    pub hint: String,
    /// An example of moves that reach the goal.
    pub solution: String,
    /// Remarks on lines of moves, as written in the solution.
    #[serde(default)]
    remarks: BTreeMap<String, String>,
}

/// A part of a source.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Section {
    Paragraph(u32),
    Hint(u32),
}

impl Step {
    /// Returns the place of the quotation in the source.
    pub fn section(&self, language: &Language) -> String {
        match self.section {
            Some(Section::Paragraph(number)) => format!("§ {number}"),
            Some(Section::Hint(number)) => say!(language, "lessons.hint-number", number = number),
            None => String::new(),
        }
    }

    /// Returns the lesson's remark on the moves that were played.
    pub fn remark(&self, turn: &Turn) -> Option<&str> {
        let played = turn.played.iter().map(|one| one.played.to_string());
        let played = played.collect::<Vec<_>>().join(" ");
        self.remarks.get(&played).map(String::as_str)
    }
}

impl Lesson {
    /// Returns all lessons, with their texts in a language.
    pub fn all(language: &'static Language) -> impl Iterator<Item = Lesson> {
        let read = move |(name, file)| Lesson::read(name, file, language);
        LESSONS.into_iter().map(read)
    }

    /// Returns the lesson with a name.
    pub fn named(name: &str, language: &'static Language) -> Option<Lesson> {
        Lesson::all(language).find(|lesson| lesson.name == name)
    }

    /// Returns the names of all lessons, for a message.
    pub fn names() -> String {
        LESSONS.map(|(name, _)| name).join(", ")
    }

    fn read(name: &'static str, file: &str, language: &'static Language) -> Lesson {
        let lesson: Result<Lesson, _> = toml::from_str(file);
        let mut lesson = lesson.expect("the shipped lessons are well-formed");
        let text = |part: &str| say!(language, &format!("lessons.{name}.{part}"));
        for (number, step) in (1..).zip(&mut lesson.steps) {
            step.quote = text(&format!("quote-{number}"));
            step.text = text(&format!("text-{number}"));
            step.hint = text(&format!("hint-{number}"));
        }
        let source = say!(language, "lessons.source", source = lesson.source);
        Lesson { name, title: text("title"), source, language, ..lesson }
    }

    /// Returns the rule set.
    pub fn preset(&self) -> &'static Preset {
        Preset::named(&self.rules).expect("a shipped rule set")
    }

    /// Returns the position of a step with the rules.
    pub fn game(&self, step: &Step) -> Game {
        let rules = self.changed_rules().expect("options were checked when the lesson was read");
        Game::new(&rules.fitted_to(&step.position), &step.position).expect("so were positions")
    }

    /// Returns the rule set with the options of the lesson.
    fn changed_rules(&self) -> Result<Rules, Diagnostic> {
        let mut set = self.set.iter();
        set.try_fold(Preset::named(&self.rules)?.rules, |rules, (option, value)| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            rules.with(option, &text)
        })
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
        for lesson in Lesson::all(Language::english()) {
            let name = lesson.name;
            assert!(lesson.steps.len() >= 2 && !lesson.title.is_empty(), "{name}");
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

    /// A translation says the same of the same holes: no number and no hole is lost or changed.
    #[test]
    fn translations_name_the_same_holes() {
        let named = |text: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric();
            let words = text.split(|c| !is_part(c));
            let is_hole = |word: &&str| {
                let side = word.strip_prefix(['A', 'B', 'R']);
                side.is_some_and(|rest| rest == "A" || rest == "B" || rest.parse::<u8>().is_ok())
            };
            let mut holes: Vec<String> = words.filter(is_hole).map(str::to_owned).collect();
            holes.sort_unstable();
            holes.dedup();
            holes
        };
        for language in Language::all() {
            for (lesson, english) in Lesson::all(language).zip(Lesson::all(Language::english())) {
                for (step, other) in lesson.steps.iter().zip(&english.steps) {
                    for (text, other) in [(&step.text, &other.text), (&step.hint, &other.hint)] {
                        assert_eq!(named(text), named(other), "{text}");
                    }
                }
            }
        }
    }
}
