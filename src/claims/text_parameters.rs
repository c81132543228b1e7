//! Parsing the texts of a claim with the values of its parameters, and its rules.

use std::fmt;

use serde::de::{Deserializer, SeqAccess, Visitor};

use super::expression::{self, Combinations, Parameters};
use super::{Claim, Setting, Step, underlined};
use crate::board::{Cell, Position, Side};
use crate::language::Sentence;
use crate::moves::{Outcome, WrittenMove, parse_line};
use crate::rules::{RuleSet, RuleSets, Rules};
use crate::text::{Diagnostic, ErrorKind};

/// Deserializes the steps of a line, with an example in the error message.
pub(super) fn steps<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Step>, D::Error> {
    struct Steps;
    impl<'de> Visitor<'de> for Steps {
        type Value = Vec<Step>;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            text.write_str("a list of moves, such as [{ play = \"A2\" }, { play = \"A1\" }]")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Step>, A::Error> {
            let steps = std::iter::from_fn(|| list.next_element().transpose());
            steps.collect()
        }
    }
    from.deserialize_seq(Steps)
}

fn malformed(claim: &Claim, field: &str, problem: impl Into<Sentence>) -> Diagnostic {
    let wrong = Diagnostic::new(ErrorKind::BadValue, problem).about(field);
    let message = format!("claim {:?}, {field}: {}", claim.id, wrong.message);
    wrong.telling(message)
}

/// The error of a claim without statements.
pub(crate) fn nothing_to_check(claim: &Claim) -> Diagnostic {
    let problem = "nothing to check: expected a move or a statement".to_owned();
    malformed(claim, "line", problem)
}

impl Claim {
    /// The parameters of every case, at least one.
    pub(crate) fn cases(&self) -> Result<Combinations, Diagnostic> {
        let cases = expression::combinations(&self.family, &Parameters::new())
            .map_err(|problem| malformed(self, "for", problem))?;
        if cases.is_empty() {
            let problem = "the range is empty: expected at least one case".to_owned();
            return Err(malformed(self, "for", problem));
        }
        Ok(cases)
    }

    /// The rule set of the claim.
    ///
    /// # Errors
    /// If there is no such rule set, or the rule file is invalid.
    pub fn rule_set(&self) -> Result<RuleSet, Diagnostic> {
        let named = self.rule_set.clone();
        let named = named.unwrap_or_else(|| RuleSets::new().named(self.rules_name()));
        named.map_err(|error| malformed(self, "rules", error.shown()))
    }

    /// The rules of the claim with its options.
    ///
    /// # Errors
    /// If there is no such rule set, option or value.
    pub fn rules(&self) -> Result<Rules, Diagnostic> {
        self.with_options(self.rule_set()?.rules())
    }

    /// The rules of another rule set with the claim's own numbers of holes and seeds and its
    /// options.
    ///
    /// # Errors
    /// See [`rules`](Self::rules).
    pub fn rules_under(&self, other: &RuleSet) -> Result<Rules, Diagnostic> {
        let own = self.rule_set()?.rules();
        self.with_options(Rules { holes: own.holes, seeds: own.seeds, ..other.rules() })
    }

    fn with_options(&self, mut rules: Rules) -> Result<Rules, Diagnostic> {
        for (option, value) in &self.set {
            rules
                .set(option, &value.text())
                .map_err(|error| malformed(self, "set", error.to_string()))?;
        }
        Ok(rules)
    }
}

/// A case of a claim: the claim and the values of its parameters.
#[derive(Clone)]
pub(crate) struct ClaimCase<'a> {
    pub claim: &'a Claim,
    pub parameters: Parameters,
}

/// Where the line of a claim starts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// A given position.
    Position(Position),
    /// The full opening.
    Full(Side),
    /// The opening in which A owns this many seeds.
    Owned(u32, Side),
}

impl ClaimCase<'_> {
    pub fn malformed(&self, field: &str, problem: impl Into<Sentence>) -> Diagnostic {
        malformed(self.claim, field, problem)
    }

    pub fn start(&self) -> Result<Start, Diagnostic> {
        let claim = self.claim;
        if let Some(text) = &claim.position {
            if claim.owned.is_some() || claim.mover.is_some() {
                let problem = "can't be combined with owned or mover".to_owned();
                return Err(self.malformed("position", problem));
            }
            return Ok(Start::Position(self.position(text, "position")?));
        }
        let mover = match claim.mover.as_deref() {
            None | Some("A") => Side::A,
            Some("B") => Side::B,
            Some(other) => {
                let problem = format!("found {other:?}, expected A or B");
                return Err(self.malformed("mover", problem));
            }
        };
        let Some(owned) = &claim.owned else {
            return Ok(Start::Full(mover));
        };
        let owned = self.number(owned, "owned")?;
        let seeds = u32::try_from(owned).map_err(|_| {
            let problem = format!("found {owned}, expected a number of seeds");
            self.malformed("owned", problem)
        })?;
        Ok(Start::Owned(seeds, mover))
    }

    /// Parses the moves of a step, at least one.
    pub fn moves(&self, play: &str) -> Result<Vec<WrittenMove>, Diagnostic> {
        let text = self.filled(play, "line, play")?;
        let moves = parse_line(&text).map_err(|error| {
            let error = error.in_text(text.as_str());
            self.malformed("line, play", error.shown())
        })?;
        if moves.is_empty() {
            let problem = "found no move, expected at least one".to_owned();
            return Err(self.malformed("line, play", problem));
        }
        Ok(moves)
    }

    pub fn outcome(&self, name: &str) -> Result<Outcome, Diagnostic> {
        name.parse().map_err(|_| {
            let problem = format!("found {name:?}, expected again, stop or over");
            self.malformed("line, outcome", problem)
        })
    }

    /// Parses names of cells and separates them by single spaces.
    pub fn cells(&self, text: &str, what: &str) -> Result<String, Diagnostic> {
        let text = self.filled(text, what)?;
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        // Claims use capital letters.
        let is_cell = |word: &str| word.parse::<Cell>().is_ok_and(|cell| cell.to_string() == word);
        if let Some(word) = words.clone().find(|word| !is_cell(word)) {
            let problem = format!("found {word:?}, expected a cell such as A7 or RA");
            return Err(self.malformed(what, problem));
        }
        Ok(words.collect::<Vec<_>>().join(" "))
    }

    /// Parses what follows a round: an opening, or who has lost the set.
    pub fn next_round(&self, text: &str) -> Result<String, Diagnostic> {
        Ok(match self.filled(text, "next_round")?.as_str() {
            lost @ ("set lost by A" | "set lost by B") => lost.to_owned(),
            text => self.position(text, "next_round")?.to_string(),
        })
    }

    pub fn position(&self, text: &str, field: &str) -> Result<Position, Diagnostic> {
        let text = self.filled(text, field)?;
        text.parse().map_err(|error: Diagnostic| match &error.span {
            Some(span) => self.malformed(field, format!("{error}{}", underlined(&text, span))),
            None => self.malformed(field, format!("{text:?}: {error}")),
        })
    }

    pub fn filled(&self, text: &str, field: &str) -> Result<String, Diagnostic> {
        expression::fill_in(text, &self.parameters)
            .map_err(|problem| self.malformed(field, problem))
    }

    pub fn number(&self, setting: &Setting, field: &str) -> Result<i64, Diagnostic> {
        match setting {
            Setting::Number(number) => Ok(*number),
            Setting::Text(text) => expression::evaluate(text, &self.parameters)
                .map_err(|problem| self.malformed(field, problem)),
        }
    }
}
