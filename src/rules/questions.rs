//! Questions that distinguish the rule sets, for players who want to find theirs.

use super::{
    Capture, CaptureIn, LapCondition, Layout, Lone, Occupied, Rest, RoundEnd, Rules, Short,
    Starter, StoreLast,
};
use crate::language::Language;
use crate::say;

/// A question that a player can answer about his game without knowing the options.
///
/// The answers are derived from the options, so they can't contradict them. Any two shipped rule
/// sets differ in at least one answer.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The keys of the texts: a word or two, and the question.
    short: &'static str,
    text: &'static str,
    answer: fn(&Rules, &Language) -> String,
}

impl Question {
    /// All questions, in the order in which they are asked.
    pub const ALL: [Question; 12] = [
        Question {
            short: "rules.short.board",
            text: "rules.board",
            answer: |rules, language| {
                let (holes, seeds) = (rules.holes, rules.seeds);
                say!(language, "rules.answer.board", holes = holes, seeds = seeds)
            },
        },
        Question {
            short: "rules.short.last-in-store",
            text: "rules.last-in-store",
            answer: |rules, language| say!(language, store_last(rules.store_last)),
        },
        Question {
            short: "rules.short.last-among-others",
            text: "rules.last-among-others",
            answer: |rules, language| say!(language, occupied(rules.occupied)),
        },
        Question {
            short: "rules.short.capture-at-once",
            text: "rules.capture-at-once",
            answer: |rules, language| say!(language, capture(rules)),
        },
        Question {
            short: "rules.short.capture-there",
            text: "rules.capture-there",
            answer: |rules, language| say!(language, capture_in(rules.capture_in)),
        },
        Question {
            short: "rules.short.lone-last",
            text: "rules.lone-last",
            answer: |rules, language| say!(language, lone(rules.lone)),
        },
        Question {
            short: "rules.short.round-ends",
            text: "rules.round-ends",
            answer: |rules, language| say!(language, end(rules.end)),
        },
        Question {
            short: "rules.short.seeds-left",
            text: "rules.seeds-left",
            answer: |rules, language| say!(language, rest(rules.rest)),
        },
        Question { short: "rules.short.not-filled", text: "rules.not-filled", answer: short },
        Question {
            short: "rules.short.starts",
            text: "rules.starts",
            answer: |rules, language| say!(language, starter(rules.starter)),
        },
        Question { short: "rules.short.begins", text: "rules.begins", answer: begins },
        Question { short: "rules.short.set-ends", text: "rules.set-ends", answer: set_ends },
    ];

    /// Returns the question in a word or two, for tables.
    #[must_use]
    pub fn short(&self, language: &Language) -> String {
        say!(language, self.short)
    }

    /// Returns the full question.
    #[must_use]
    pub fn text(&self, language: &Language) -> String {
        say!(language, self.text)
    }

    /// Returns the answer for some rules, in a few words.
    #[must_use]
    pub fn answer(&self, rules: &Rules, language: &Language) -> String {
        (self.answer)(rules, language)
    }
}

const fn store_last(store_last: StoreLast) -> &'static str {
    match store_last {
        StoreLast::Again => "rules.answer.move-again",
        StoreLast::Stop => "rules.answer.turn-ends",
        StoreLast::May => "rules.answer.if-they-like",
    }
}

const fn capture_in(capture_in: CaptureIn) -> &'static str {
    match capture_in {
        CaptureIn::Own => "rules.answer.no",
        CaptureIn::Either => "rules.answer.yes",
    }
}

const fn end(end: RoundEnd) -> &'static str {
    match end {
        RoundEnd::SideEmpty => "rules.answer.at-once",
        RoundEnd::Stalled => "rules.answer.last-turn",
        RoundEnd::MoverStuck => "rules.answer.own-turn",
        RoundEnd::BoardEmpty => "rules.answer.all-empty",
    }
}

const fn rest(rest: Rest) -> &'static str {
    match rest {
        Rest::Owner => "rules.answer.rest-owner",
        Rest::Opponent => "rules.answer.rest-opponent",
        Rest::LastMover => "rules.answer.rest-last-mover",
        Rest::Nobody => "rules.answer.rest-nobody",
    }
}

const fn occupied(occupied: Occupied) -> &'static str {
    match occupied {
        Occupied::Relay => "rules.answer.sown-on",
        Occupied::Stop => "rules.answer.they-stay",
        Occupied::Bank => "rules.answer.to-the-store",
    }
}

const fn capture(rules: &Rules) -> &'static str {
    match (rules.capture, rules.lap) {
        (Capture::None, _) => "rules.answer.no-captures",
        (_, LapCondition::None) => "rules.answer.yes",
        (_, LapCondition::Passed) => "rules.answer.no",
        (_, LapCondition::Circuit) => "rules.answer.full-round",
    }
}

const fn lone(lone: Lone) -> &'static str {
    match lone {
        Lone::Stay => "rules.answer.stays",
        Lone::Bank => "rules.answer.to-the-store",
    }
}

fn short(rules: &Rules, language: &Language) -> String {
    match rules.short {
        Short::Closed => say!(language, "rules.answer.burnt"),
        Short::Ngacang => say!(language, "rules.answer.ngacang"; rules.max_protected.get()),
    }
}

fn begins(rules: &Rules, language: &Language) -> String {
    let filled = match rules.layout {
        Layout::Full => "rules.answer.all-filled",
        Layout::Alternate => "rules.answer.every-other",
    };
    let filled = say!(language, filled);
    match rules.first_hole.get() {
        0 => filled,
        hole => say!(language, "rules.answer.hole-first", filled = filled, hole = hole),
    }
}

fn set_ends(rules: &Rules, language: &Language) -> String {
    match rules.best_of.get() {
        0 => say!(language, "rules.answer.no-hole"),
        rounds => say!(language, "rules.answer.best-of"; rounds),
    }
}

const fn starter(starter: Starter) -> &'static str {
    match starter {
        Starter::LastMover => "rules.answer.last-mover",
        Starter::MostSeeds => "rules.answer.most-seeds",
        Starter::RoundWinner => "rules.answer.row-has-seeds",
        Starter::RoundLoser => "rules.answer.row-is-empty",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    /// Checks that a player who answers all questions is left with one rule set.
    #[test]
    fn any_two_rule_sets_differ_in_an_answer() {
        let answers = |rules: &Rules, language| {
            Question::ALL.map(|question| question.answer(rules, language))
        };
        for (number, one) in Preset::all().iter().enumerate() {
            for other in &Preset::all()[..number] {
                let (name, named) = (one.name, other.name);
                for language in Language::all() {
                    let [one, other] = [one, other].map(|set| answers(&set.rules, language));
                    assert_ne!(one, other, "{name} {named}");
                }
            }
        }
    }

    /// Checks that each option changes its own answer and no other.
    #[test]
    fn answers_change_with_their_options_alone() {
        let (rules, english) = (Preset::named("congklak").unwrap().rules, Language::english());
        let of = |option: &str| match option {
            "holes" | "seeds" => Some(0),
            "store_last" => Some(1),
            "occupied" => Some(2),
            "capture" | "lap" => Some(3),
            "capture_in" => Some(4),
            "lone" => Some(5),
            "end" => Some(6),
            "rest" => Some(7),
            "short" | "max_protected" => Some(8),
            "starter" => Some(9),
            "layout" | "first_hole" => Some(10),
            "best_of" => Some(11),
            _ => None,
        };
        for option in crate::rules::OPTION_NAMES {
            let values: Vec<String> = match Rules::values_of(option).unwrap() {
                [] => ["1", "2", "5"].map(str::to_owned).to_vec(),
                values => values.iter().map(|value| (*value).to_owned()).collect(),
            };
            for value in values {
                let changed = rules.with(option, value.clone()).unwrap();
                let differs = changed.value(option) != rules.value(option);
                // No question distinguishes `both` from `opposite`.
                let expected = of(option).filter(|_| differs && value != "opposite");
                for (number, question) in Question::ALL.iter().enumerate() {
                    let same =
                        question.answer(&changed, english) == question.answer(&rules, english);
                    assert_eq!(same, expected != Some(number), "{option} = {value}: {question:?}");
                }
            }
        }
    }
}
