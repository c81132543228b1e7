//! Parsing the statements of a claim.

use super::Step;
use super::expression;
use super::text_parameters::{ClaimCase, Start};
use crate::board::Position;
use crate::moves::{Game, Outcome, WrittenMove};
use crate::rules::Rules;
use crate::text::Diagnostic;

/// A statement of a claim.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// The position in this field (`opening`, `after`) is so.
    Position(&'static str, Position),
    /// These are the legal moves.
    Legal(String),
    /// The move is legal. The following statements are about it.
    Played(WrittenMove),
    /// The move is illegal.
    Illegal(WrittenMove),
    /// The last cell of each lap of the move.
    Lands(String),
    /// The outcome of the move.
    Outcome(Outcome),
    /// The seeds that the move adds to the store.
    Gain(i64),
    /// The seeds that the move captures.
    Captured(i64),
    /// The laps of the whole line.
    Laps(i64),
    /// What follows the round.
    NextRound(String),
}

impl Statement {
    /// Returns the field of the statement and its value in words.
    pub fn in_words(&self) -> (&'static str, String) {
        match self {
            Statement::Position(what, position) => (*what, position.to_string()),
            Statement::Legal(cells) => ("legal", cells.clone()),
            Statement::Played(_) => ("legality", "legal".to_owned()),
            Statement::Illegal(_) => ("legality", "illegal".to_owned()),
            Statement::Lands(cells) => ("lands", cells.clone()),
            Statement::Outcome(outcome) => ("outcome", outcome.to_string()),
            Statement::Gain(seeds) => ("gain", seeds.to_string()),
            Statement::Captured(seeds) => ("captured", seeds.to_string()),
            Statement::Laps(laps) => ("laps", laps.to_string()),
            Statement::NextRound(next) => ("next_round", next.clone()),
        }
    }
}

/// Receives statements with their case. The flag is true for statements about the last move.
pub(crate) type OnStatement<'h, 'a, E> =
    dyn FnMut(&ClaimCase<'a>, Statement, bool) -> Result<(), E> + 'h;

impl<'a> ClaimCase<'a> {
    /// Parses the statements, except the value, in the order in which they are checked.
    pub fn read<E: From<Diagnostic>>(
        &self,
        on_statement: &mut OnStatement<'_, 'a, E>,
    ) -> Result<(), E> {
        let claim = self.claim;
        if let Some(opening) = &claim.opening {
            let position = self.position(opening, "opening")?;
            on_statement(self, Statement::Position("opening", position), false)?;
        }
        if let Some(legal) = &claim.legal {
            on_statement(self, Statement::Legal(self.cells(legal, "legal")?), false)?;
        }
        for step in &claim.line {
            for words in self.each(step)? {
                words.step(step, on_statement)?;
            }
        }
        if let Some(after) = &claim.after {
            on_statement(
                self,
                Statement::Position("after", self.position(after, "after")?),
                false,
            )?;
        }
        if let Some(laps) = &claim.laps {
            on_statement(self, Statement::Laps(self.number(laps, "laps")?), false)?;
        }
        if let Some(next) = &claim.next_round {
            on_statement(self, Statement::NextRound(self.next_round(next)?), false)?;
        }
        Ok(())
    }

    fn step<E: From<Diagnostic>>(
        &self,
        step: &Step,
        on_statement: &mut OnStatement<'_, 'a, E>,
    ) -> Result<(), E> {
        for written in self.moves(&step.play)? {
            if step.illegal {
                on_statement(self, Statement::Illegal(written), true)?;
                continue;
            }
            on_statement(self, Statement::Played(written), true)?;
            if let Some(lands) = &step.lands {
                on_statement(self, Statement::Lands(self.cells(lands, "lands")?), true)?;
            }
            if let Some(outcome) = &step.outcome {
                on_statement(self, Statement::Outcome(self.outcome(outcome)?), true)?;
            }
            if let Some(gain) = &step.gain {
                on_statement(self, Statement::Gain(self.number(gain, "gain")?), true)?;
            }
            if let Some(captured) = &step.captured {
                on_statement(self, Statement::Captured(self.number(captured, "captured")?), true)?;
            }
            if let Some(after) = &step.after {
                on_statement(
                    self,
                    Statement::Position("after", self.position(after, "after")?),
                    true,
                )?;
            }
        }
        Ok(())
    }

    /// Sets up the case's game under these rules. The number of holes comes from the position
    /// unless the claim sets it.
    pub fn game(&self, start: Start, rules: &Rules) -> Result<Game, Diagnostic> {
        let position = match start {
            Start::Position(position) => position,
            Start::Full(mover) => rules.opening(mover),
            Start::Owned(owned, mover) => rules
                .opening_owning(owned, mover)
                .map_err(|error| self.malformed("owned", error.to_string()))?,
        };
        let rules =
            if self.claim.set.contains_key("holes") { *rules } else { rules.fitted_to(&position) };
        Game::new(&rules, &position).map_err(|error| {
            let field = if error.subject.is_some() { "set" } else { "position" };
            self.malformed(field, error.to_string())
        })
    }

    /// Lists the case for every value of the step's variables.
    fn each(&self, step: &Step) -> Result<impl Iterator<Item = Self> + use<'a>, Diagnostic> {
        if step.illegal && step.states_an_outcome() {
            let problem = "an illegal move has no effect: expected no other statement".to_owned();
            return Err(self.malformed("line, illegal", problem));
        }
        let values = expression::combinations(&step.each, &self.parameters)
            .map_err(|problem| self.malformed("line, for", problem))?;
        let claim = self.claim;
        Ok(values.map(move |parameters| ClaimCase { claim, parameters }))
    }
}
