//! The statements of a claim, read one after the other.

use super::Step;
use super::expression;
use super::text_parameters::{Start, Words};
use crate::board::Position;
use crate::moves::{Game, Outcome, WrittenMove};
use crate::rules::Rules;
use crate::text::Diagnostic;

/// The content of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Says {
    /// The position of this name (`opening`, `after`) is so.
    Position(&'static str, Position),
    /// These are the legal moves.
    Legal(String),
    /// The move can be played; what follows is about it.
    Played(WrittenMove),
    /// The move can't be played.
    Illegal(WrittenMove),
    /// The last cells of the move's laps.
    Lands(String),
    /// The outcome of the move.
    Outcome(Outcome),
    /// The seeds it adds to the store.
    Gain(i64),
    /// The seeds of its capture.
    Captured(i64),
    /// The laps of the whole line.
    Laps(i64),
    /// The sequel of the round.
    NextRound(String),
}

impl Says {
    /// Puts into words what it is about, and what is said.
    pub fn in_words(&self) -> (&'static str, String) {
        match self {
            Says::Position(what, position) => (*what, position.to_string()),
            Says::Legal(cells) => ("legal", cells.clone()),
            Says::Played(_) => ("legality", "legal".to_owned()),
            Says::Illegal(_) => ("legality", "illegal".to_owned()),
            Says::Lands(cells) => ("lands", cells.clone()),
            Says::Outcome(outcome) => ("outcome", outcome.to_string()),
            Says::Gain(seeds) => ("gain", seeds.to_string()),
            Says::Captured(seeds) => ("captured", seeds.to_string()),
            Says::Laps(laps) => ("laps", laps.to_string()),
            Says::NextRound(next) => ("next_round", next.clone()),
        }
    }
}

/// The receiver of statements, each with its case; true where it is about the last move.
pub(crate) type Hear<'h, 'a, E> = dyn FnMut(&Words<'a>, Says, bool) -> Result<(), E> + 'h;

impl<'a> Words<'a> {
    /// Reads the statements in the order in which they are checked, all but the value.
    pub fn read<E: From<Diagnostic>>(&self, hear: &mut Hear<'_, 'a, E>) -> Result<(), E> {
        let claim = self.claim;
        if let Some(opening) = &claim.opening {
            let position = self.position(opening, "opening")?;
            hear(self, Says::Position("opening", position), false)?;
        }
        if let Some(legal) = &claim.legal {
            hear(self, Says::Legal(self.cells(legal, "legal")?), false)?;
        }
        for step in &claim.line {
            for words in self.each(step)? {
                words.step(step, hear)?;
            }
        }
        if let Some(after) = &claim.after {
            hear(self, Says::Position("after", self.position(after, "after")?), false)?;
        }
        if let Some(laps) = &claim.laps {
            hear(self, Says::Laps(self.number(laps, "laps")?), false)?;
        }
        if let Some(next) = &claim.next_round {
            hear(self, Says::NextRound(self.next_round(next)?), false)?;
        }
        Ok(())
    }

    fn step<E: From<Diagnostic>>(&self, step: &Step, hear: &mut Hear<'_, 'a, E>) -> Result<(), E> {
        for written in self.moves(&step.play)? {
            if step.illegal {
                hear(self, Says::Illegal(written), true)?;
                continue;
            }
            hear(self, Says::Played(written), true)?;
            if let Some(lands) = &step.lands {
                hear(self, Says::Lands(self.cells(lands, "lands")?), true)?;
            }
            if let Some(outcome) = &step.outcome {
                hear(self, Says::Outcome(self.outcome(outcome)?), true)?;
            }
            if let Some(gain) = &step.gain {
                hear(self, Says::Gain(self.number(gain, "gain")?), true)?;
            }
            if let Some(captured) = &step.captured {
                hear(self, Says::Captured(self.number(captured, "captured")?), true)?;
            }
            if let Some(after) = &step.after {
                hear(self, Says::Position("after", self.position(after, "after")?), true)?;
            }
        }
        Ok(())
    }

    /// The case as it begins under these rules. The number of holes is the position's, unless the
    /// claim sets it.
    pub fn begun(&self, start: Start, rules: &Rules) -> Result<Game, Diagnostic> {
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

    /// The case for every value of the step's variables.
    fn each(&self, step: &Step) -> Result<impl Iterator<Item = Self> + use<'a>, Diagnostic> {
        if step.illegal && step.states_an_outcome() {
            let problem = "an illegal move does nothing: expected no other statement".to_owned();
            return Err(self.malformed("line, illegal", problem));
        }
        let values = expression::combinations(&step.each, &self.parameters)
            .map_err(|problem| self.malformed("line, for", problem))?;
        let claim = self.claim;
        Ok(values.map(move |parameters| Words { claim, parameters }))
    }
}
