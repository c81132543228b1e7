//! The cases of a claim with all their statements read, for those who do more than check them.

use super::expression::{self, Parameters};
use super::words::{Start, Words};
use super::{Claim, ClaimError, Step};
use crate::board::Position;
use crate::moves::{Game, GameError, Outcome, WrittenMove};
use crate::rules::Rules;

/// A case of a claim.
#[derive(Debug)]
pub(crate) struct StatedCase {
    /// The values of the parameters.
    pub parameters: Parameters,
    /// The rules of the claim, with as many holes as the board of the case has.
    pub rules: Rules,
    /// Where the line begins.
    pub start: Start,
    /// The statements, in the order in which they are checked.
    pub statements: Vec<Stated>,
}

/// A statement, and the move of the line that it is about.
#[derive(Debug)]
pub(crate) struct Stated {
    /// The number of the move, from 1, and the move as it is written.
    pub played: Option<(u64, String)>,
    /// What is said.
    pub says: Says,
}

/// What is said.
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
    /// What follows the round.
    NextRound(String),
}

impl Claim {
    /// The cases with their statements, all but the values: those need a search.
    ///
    /// # Errors
    /// If the claim is not well formed.
    pub(crate) fn stated(&self) -> Result<Vec<StatedCase>, ClaimError> {
        let rules = self.rules()?;
        let mut cases = Vec::new();
        for parameters in self.cases()? {
            let words = Words {
                claim: self,
                parameters,
            };
            cases.push(words.stated(&rules)?);
        }
        let none = |case: &StatedCase| case.statements.is_empty();
        if cases.iter().all(none) && self.value.is_none() {
            return Err(super::check::nothing(self));
        }
        Ok(cases)
    }
}

impl<'a> Words<'a> {
    fn stated(self, rules: &Rules) -> Result<StatedCase, ClaimError> {
        let claim = self.claim;
        let start = self.start()?;
        let begun = self.begun(start, rules)?;
        let mut list = List::default();
        if let Some(opening) = &claim.opening {
            let position = self.position(opening, "opening")?;
            list.add(Says::Position("opening", position));
        }
        if let Some(legal) = &claim.legal {
            list.add(Says::Legal(self.cells(legal, "legal")?));
        }
        for step in &claim.line {
            self.step(step, &mut list)?;
        }
        list.played = None;
        if let Some(after) = &claim.after {
            let position = self.position(after, "after")?;
            list.add(Says::Position("after", position));
        }
        if let Some(laps) = &claim.laps {
            list.add(Says::Laps(self.number(laps, "laps")?));
        }
        if let Some(next) = &claim.next_round {
            list.add(Says::NextRound(self.next_round(next)?));
        }
        Ok(StatedCase {
            parameters: self.parameters,
            rules: *begun.rules(),
            start,
            statements: list.statements,
        })
    }

    /// The case as it begins under these rules. The number of holes is the position's, unless the
    /// claim sets it.
    pub fn begun(&self, start: Start, rules: &Rules) -> Result<Game, ClaimError> {
        let position = match start {
            Start::Position(position) => position,
            Start::Full(mover) => rules.opening(mover),
            Start::Owned(owned, mover) => rules
                .opening_owning(owned, mover)
                .map_err(|error| self.malformed("owned", error.to_string()))?,
        };
        let rules = if self.claim.set.contains_key("holes") {
            *rules
        } else {
            rules.fitted_to(&position)
        };
        Game::new(&rules, &position).map_err(|error| {
            let field = match error {
                GameError::Holes { .. } => "set",
                _ => "position",
            };
            self.malformed(field, error.to_string())
        })
    }

    fn step(&self, step: &Step, list: &mut List) -> Result<(), ClaimError> {
        for words in self.each(step)? {
            for written in words.moves(&step.play)? {
                list.plays(&written);
                if step.illegal {
                    list.add(Says::Illegal(written));
                    continue;
                }
                list.add(Says::Played(written));
                if let Some(lands) = &step.lands {
                    list.add(Says::Lands(words.cells(lands, "lands")?));
                }
                if let Some(outcome) = &step.outcome {
                    list.add(Says::Outcome(words.outcome(outcome)?));
                }
                if let Some(gain) = &step.gain {
                    list.add(Says::Gain(words.number(gain, "gain")?));
                }
                if let Some(captured) = &step.captured {
                    list.add(Says::Captured(words.number(captured, "captured")?));
                }
                if let Some(after) = &step.after {
                    list.add(Says::Position("after", words.position(after, "after")?));
                }
            }
        }
        Ok(())
    }

    /// The case for every value of the step's variables.
    pub fn each(&self, step: &Step) -> Result<impl Iterator<Item = Self> + use<'a>, ClaimError> {
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

/// The statements so far, and the move that the next ones are about.
#[derive(Default)]
struct List {
    statements: Vec<Stated>,
    moves: u64,
    played: Option<(u64, String)>,
}

impl List {
    fn add(&mut self, says: Says) {
        let played = self.played.clone();
        self.statements.push(Stated { played, says });
    }

    fn plays(&mut self, written: &WrittenMove) {
        self.moves += 1;
        let side = written.side.map_or(String::new(), |side| side.to_string());
        self.played = Some((self.moves, format!("{side}{}", written.hole)));
    }
}
