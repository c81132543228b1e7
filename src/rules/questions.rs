//! The questions that tell rule sets apart, for players who ask which one is theirs.

use super::{Capture, LapCondition, Lone, Occupied, Rules, Short, Starter};

/// A question that a player can answer about his game without knowing the options.
///
/// Its answers come from the options, so they can't contradict them. Any two shipped rule sets
/// differ in one of them.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// A word or two, for tables.
    pub short: &'static str,
    /// The question.
    pub text: &'static str,
    answer: fn(&Rules) -> String,
}

impl Question {
    /// All of them, in the order in which they are asked.
    pub const ALL: [Question; 6] = [
        Question {
            short: "board",
            text: "How many holes has a row, and how many seeds has a hole at the start?",
            answer: |rules| format!("2 x {}, {} each", rules.holes, rules.seeds),
        },
        Question {
            short: "last among others",
            text: "Your last seed falls among other seeds: what becomes of them?",
            answer: |rules| occupied(rules.occupied).to_owned(),
        },
        Question {
            short: "capture at once",
            text: "May you capture before your sowing has gone round the board?",
            answer: |rules| capture(rules).to_owned(),
        },
        Question {
            short: "lone last",
            text: "Your last seed falls into an empty hole of yours, with nothing to take \
                   opposite: where does it go?",
            answer: |rules| lone(rules.lone).to_owned(),
        },
        Question {
            short: "not filled",
            text: "You can't fill all your holes for the next round: what are the others?",
            answer: short,
        },
        Question {
            short: "starts",
            text: "Who starts the next round?",
            answer: |rules| starter(rules.starter).to_owned(),
        },
    ];

    /// The answer of some rules, in a few words.
    #[must_use]
    pub fn answer(&self, rules: &Rules) -> String {
        (self.answer)(rules)
    }
}

const fn occupied(occupied: Occupied) -> &'static str {
    match occupied {
        Occupied::Relay => "sown on",
        Occupied::Stop => "they stay",
        Occupied::Bank => "to the store",
    }
}

const fn capture(rules: &Rules) -> &'static str {
    match (rules.capture, rules.lap) {
        (Capture::None, _) => "no captures",
        (_, LapCondition::None) => "yes",
        (_, LapCondition::Passed) => "no",
        (_, LapCondition::Circuit) => "no, full round",
    }
}

const fn lone(lone: Lone) -> &'static str {
    match lone {
        Lone::Stay => "stays",
        Lone::Bank => "to the store",
    }
}

fn short(rules: &Rules) -> String {
    match rules.short {
        Short::Closed => "burnt".to_owned(),
        Short::Ngacang => format!("{} ngacang", rules.max_protected),
    }
}

const fn starter(starter: Starter) -> &'static str {
    match starter {
        Starter::LastMover => "who moved last",
        Starter::MostSeeds => "who has more",
        Starter::RoundWinner => "whose row has seeds",
        Starter::RoundLoser => "whose row is empty",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    /// Checks that a player who answers all questions is left with one rule set.
    #[test]
    fn any_two_rule_sets_differ_in_an_answer() {
        let answers = |rules: &Rules| Question::ALL.map(|question| question.answer(rules));
        for (number, one) in Preset::all().iter().enumerate() {
            for other in &Preset::all()[..number] {
                let (name, named) = (one.name, other.name);
                assert_ne!(answers(&one.rules), answers(&other.rules), "{name} {named}");
            }
        }
    }

    /// The answers follow the options: what is set is what is said.
    #[test]
    fn answers_change_with_their_options_alone() {
        let rules = Preset::named("congklak").unwrap().rules;
        let of = |option: &str| match option {
            "holes" | "seeds" => Some(0),
            "occupied" => Some(1),
            "capture" | "lap" => Some(2),
            "lone" => Some(3),
            "short" | "max_protected" => Some(4),
            "starter" => Some(5),
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
                // Between two prizes no question asks.
                let told = of(option).filter(|_| differs && value != "opposite");
                for (number, question) in Question::ALL.iter().enumerate() {
                    let same = question.answer(&changed) == question.answer(&rules);
                    assert_eq!(
                        same,
                        told != Some(number),
                        "{option} = {value}: {question:?}"
                    );
                }
            }
        }
    }
}
