//! The statements of a claim, each compared with what happened.

use super::check::{Case, Place, Stop, malformed};
use super::{Checked, Setting, Undecided};
use crate::board::{Hole, Position};
use crate::moves::{Game, Outcome};
use crate::rules::{NextRound, Rules};
use crate::search::Value;

impl Case<'_> {
    pub(super) fn outcome_is(
        &self,
        expected: Option<&str>,
        found: Outcome,
        place: &Place<'_>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        match expected {
            None => Ok(()),
            Some(name @ ("again" | "stop" | "over")) => {
                self.compare(name, found.name(), place, checked)
            }
            Some(other) => {
                let problem = format!("found {other:?}, expected again, stop or over");
                Err(malformed(self.claim, "line, outcome", problem).into())
            }
        }
    }

    pub(super) fn next_round_is(
        &self,
        rules: &Rules,
        end: &Position,
        place: &Place<'_>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let Some(expected) = &self.claim.next_round else {
            return Ok(());
        };
        let found = match rules.next_round(end) {
            Ok(NextRound::Opening(opening)) => opening.to_string(),
            Ok(NextRound::SetOver { loser }) => format!("set lost by {loser}"),
            Err(error) => error.to_string(),
        };
        let expected = match self.filled(expected, &place.field)?.as_str() {
            lost @ ("set lost by A" | "set lost by B") => lost.to_owned(),
            text => self.position(text, "next_round")?.to_string(),
        };
        self.compare(&expected, &found, place, checked)
    }

    pub(super) fn value_is(
        &self,
        rules: &Rules,
        end: &Position,
        place: &Place<'_>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let Some(expected) = &self.claim.value else {
            return Ok(());
        };
        let expected = self.number(expected, &place.field)?;
        let game = Game::new(rules, end)
            .map_err(|error| malformed(self.claim, "value", error.to_string()))?;
        let found = self.evaluator.evaluate(&game, self.control);
        let found = found.map_err(Stop::Shortage)?;
        match found.value {
            Value::Exact(seeds) => {
                self.compare(&expected.to_string(), &seeds.to_string(), place, checked)
            }
            Value::Estimate(seeds) => Err(Stop::Open(Undecided {
                case: self.parameters.clone(),
                reason: format!(
                    "the value is not proven within the limits: claimed {expected}, \
                     estimated {seeds} at depth {} after {} nodes",
                    found.depth, found.nodes
                ),
            })),
        }
    }

    pub(super) fn position_is(
        &self,
        expected: Option<&String>,
        found: &Position,
        place: &Place<'_>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let Some(expected) = expected else {
            return Ok(());
        };
        // Through a position: a text may be written in more than one way.
        let expected = self.position(expected, &place.field)?.to_string();
        self.compare(&expected, &found.to_string(), place, checked)
    }

    /// Compares names of cells, however they are separated.
    pub(super) fn cells_are(
        &self,
        expected: Option<&String>,
        found: &[String],
        place: &Place<'_>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let Some(expected) = expected else {
            return Ok(());
        };
        let expected = self.filled(expected, &place.field)?;
        let words: Vec<_> = expected
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .collect();
        let is_cell = |word: &str| {
            let place = word
                .strip_prefix(['A', 'B'])
                .map(|number| number.parse().map(Hole::new));
            ["RA", "RB"].contains(&word) || matches!(place, Some(Ok(Some(_))))
        };
        if let Some(word) = words.iter().find(|word| !is_cell(word)) {
            let problem = format!("found {word:?}, expected a cell such as A7 or RA");
            return Err(malformed(self.claim, place.field.as_str(), problem).into());
        }
        let expected = words.join(" ");
        self.compare(&expected, &found.join(" "), place, checked)
    }

    pub(super) fn number_is(
        &self,
        expected: Option<&Setting>,
        found: i64,
        place: &Place<'_>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let Some(expected) = expected else {
            return Ok(());
        };
        let expected = self.number(expected, &place.field)?;
        self.compare(&expected.to_string(), &found.to_string(), place, checked)
    }

    /// One statement: what is claimed against what happened, in one form of words.
    fn compare(
        &self,
        expected: &str,
        found: &str,
        place: &Place<'_>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        checked.statements += 1;
        if expected == found {
            Ok(())
        } else {
            Err(self.refuted(place, expected, found))
        }
    }
}
