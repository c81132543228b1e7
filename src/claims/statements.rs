//! The statements of a claim, each compared with what happened.

use super::check::{Case, Stop, malformed};
use super::{CheckError, Checked, Refutation, Setting, Verdict};
use crate::board::{Cell, Position};
use crate::moves::{Game, Outcome};
use crate::rules::{NextRound, Rules};
use crate::search::Value;

/// A point of a case at which things are stated. What a claim does not state is not compared.
pub(super) struct At<'a> {
    pub case: &'a Case<'a>,
    pub position: &'a Position,
    /// The number of the move that is played there, from 1, and its name.
    pub played: Option<(u64, String)>,
    pub checked: &'a mut Checked,
}

impl At<'_> {
    pub(super) fn outcome_is(
        &mut self,
        expected: Option<&str>,
        found: Outcome,
    ) -> Result<(), Stop> {
        let Some(expected) = expected else {
            return Ok(());
        };
        let expected = self.case.words.outcome(expected)?;
        self.compare("outcome", expected.name(), found.name())
    }

    pub(super) fn next_round_is(&mut self, rules: &Rules) -> Result<(), Stop> {
        let Some(expected) = &self.case.words.claim.next_round else {
            return Ok(());
        };
        let found = match rules.next_round(self.position) {
            Ok(NextRound::Opening(opening)) => opening.to_string(),
            Ok(NextRound::SetOver { loser }) => format!("set lost by {loser}"),
            Err(error) => error.to_string(),
        };
        let expected = self.case.words.next_round(expected)?;
        self.compare("next_round", &expected, &found)
    }

    pub(super) fn value_is(&mut self, rules: &Rules) -> Result<(), Stop> {
        let means = self.case.means;
        let words = &self.case.words;
        let claim = words.claim;
        let (Some(expected), Some(evaluator)) = (&claim.value, means.evaluator) else {
            return Ok(());
        };
        let expected = words.number(expected, "value")?;
        let game = Game::new(rules, self.position)
            .map_err(|error| malformed(claim, "value", error.to_string()))?;
        let found = evaluator.evaluate(&game, means.control);
        let found = found.map_err(|shortage| Stop::Failed(CheckError::Shortage(shortage)))?;
        match found.value {
            Value::Exact(seeds) => self.compare("value", &expected.to_string(), &seeds.to_string()),
            Value::Estimate(seeds) => {
                let reason = format!(
                    "the value is not proven within the limits: claimed {expected}, \
                     estimated {seeds} at depth {} after {} nodes",
                    found.depth, found.nodes
                );
                Err(self.case.open(reason))
            }
        }
    }

    pub(super) fn position_is(
        &mut self,
        what: &str,
        expected: Option<&String>,
        found: &Position,
    ) -> Result<(), Stop> {
        let Some(expected) = expected else {
            return Ok(());
        };
        // Through a position: a text may be written in more than one way.
        let expected = self.case.words.position(expected, what)?.to_string();
        self.compare(what, &expected, &found.to_string())
    }

    /// Compares names of cells, however they are separated.
    pub(super) fn cells_are(
        &mut self,
        what: &str,
        expected: Option<&String>,
        found: impl Iterator<Item = Cell>,
    ) -> Result<(), Stop> {
        let Some(expected) = expected else {
            return Ok(());
        };
        let expected = self.case.words.cells(expected, what)?;
        let found: Vec<String> = found.map(|cell| cell.to_string()).collect();
        self.compare(what, &expected, &found.join(" "))
    }

    pub(super) fn number_is(
        &mut self,
        what: &str,
        expected: Option<&Setting>,
        found: i64,
    ) -> Result<(), Stop> {
        let Some(expected) = expected else {
            return Ok(());
        };
        let expected = self.case.words.number(expected, what)?;
        self.compare(what, &expected.to_string(), &found.to_string())
    }

    /// One statement: what is claimed against what happened, in one form of words.
    fn compare(&mut self, what: &str, expected: &str, found: &str) -> Result<(), Stop> {
        self.checked.statements += 1;
        if expected == found {
            Ok(())
        } else {
            Err(self.refuted(what, expected, found))
        }
    }

    pub(super) fn refuted(&self, what: &str, expected: &str, found: &str) -> Stop {
        let (move_number, played) = self.played.clone().unzip();
        let evidence = Refutation {
            case: self.case.words.parameters.clone(),
            move_number,
            played,
            what: what.to_owned(),
            expected: expected.to_owned(),
            found: found.to_owned(),
            position: self.position.to_string(),
        };
        Verdict::Refuted(evidence).into()
    }
}
