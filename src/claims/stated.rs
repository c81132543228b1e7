//! The statements of a claim, read one after the other.

use super::expression::{self, Parameters};
use super::text_parameters::{Start, Words};
use super::{Claim, Step};
use crate::board::Position;
use crate::moves::{Game, Outcome, WrittenMove};
use crate::rules::Rules;
use crate::text::Diagnostic;

/// A case of a claim.
#[derive(Debug)]
pub(crate) struct StatedCase {
    /// The values of the parameters.
    pub parameters: Parameters,
    /// The rules of the claim, with as many holes as the board of the case has.
    pub rules: Rules,
    /// The place where the line begins.
    pub start: Start,
    /// The statements, in the order in which they are checked.
    pub statements: Vec<Stated>,
}

/// A statement, and the move of the line that it is about.
#[derive(Debug)]
pub(crate) struct Stated {
    /// The number of the move, from 1, and the move as it is written.
    pub played: Option<(u64, String)>,
    /// The content of the statement.
    pub says: Says,
}

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

impl Claim {
    /// The cases with their statements, all but the values: those need a search.
    ///
    /// # Errors
    /// If the claim is not well formed.
    pub(crate) fn stated(&self) -> Result<Vec<StatedCase>, Diagnostic> {
        let rules = self.rules()?;
        let mut cases = Vec::new();
        for parameters in self.cases()? {
            let words = Words { claim: self, parameters };
            cases.push(words.stated(&rules)?);
        }
        let none = |case: &StatedCase| case.statements.is_empty();
        if cases.iter().all(none) && self.value.is_none() {
            return Err(super::text_parameters::nothing(self));
        }
        Ok(cases)
    }
}

impl<'a> Words<'a> {
    fn stated(self, rules: &Rules) -> Result<StatedCase, Diagnostic> {
        let start = self.start()?;
        let begun = self.begun(start, rules)?;
        let mut statements = Vec::new();
        self.read(&mut |_, stated| {
            statements.push(stated);
            Ok::<(), Diagnostic>(())
        })?;
        Ok(StatedCase { parameters: self.parameters, rules: *begun.rules(), start, statements })
    }

    /// Reads the statements in the order in which they are checked, all but the value, and hands
    /// each on with the case that it is of.
    pub fn read<E: From<Diagnostic>>(&self, hear: Hear<'_, 'a, E>) -> Result<(), E> {
        let claim = self.claim;
        let mut reader = Reader { hear, moves: 0, played: None };
        if let Some(opening) = &claim.opening {
            let position = self.position(opening, "opening")?;
            reader.say(self, Says::Position("opening", position))?;
        }
        if let Some(legal) = &claim.legal {
            reader.say(self, Says::Legal(self.cells(legal, "legal")?))?;
        }
        for step in &claim.line {
            for words in self.each(step)? {
                reader.step(&words, step)?;
            }
        }
        reader.played = None;
        if let Some(after) = &claim.after {
            let position = self.position(after, "after")?;
            reader.say(self, Says::Position("after", position))?;
        }
        if let Some(laps) = &claim.laps {
            reader.say(self, Says::Laps(self.number(laps, "laps")?))?;
        }
        if let Some(next) = &claim.next_round {
            reader.say(self, Says::NextRound(self.next_round(next)?))?;
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

/// The receiver of the statements.
type Hear<'h, 'a, E> = &'h mut dyn FnMut(&Words<'a>, Stated) -> Result<(), E>;

/// Reads statements, with the move that the next ones are about.
struct Reader<'h, 'a, E> {
    hear: Hear<'h, 'a, E>,
    moves: u64,
    played: Option<(u64, String)>,
}

impl<'a, E: From<Diagnostic>> Reader<'_, 'a, E> {
    fn say(&mut self, words: &Words<'a>, says: Says) -> Result<(), E> {
        let played = self.played.clone();
        (self.hear)(words, Stated { played, says })
    }

    fn step(&mut self, words: &Words<'a>, step: &Step) -> Result<(), E> {
        for written in words.moves(&step.play)? {
            self.moves += 1;
            self.played = Some((self.moves, written.to_string()));
            if step.illegal {
                self.say(words, Says::Illegal(written))?;
                continue;
            }
            self.say(words, Says::Played(written))?;
            if let Some(lands) = &step.lands {
                self.say(words, Says::Lands(words.cells(lands, "lands")?))?;
            }
            if let Some(outcome) = &step.outcome {
                self.say(words, Says::Outcome(words.outcome(outcome)?))?;
            }
            if let Some(gain) = &step.gain {
                self.say(words, Says::Gain(words.number(gain, "gain")?))?;
            }
            if let Some(captured) = &step.captured {
                self.say(words, Says::Captured(words.number(captured, "captured")?))?;
            }
            if let Some(after) = &step.after {
                let position = words.position(after, "after")?;
                self.say(words, Says::Position("after", position))?;
            }
        }
        Ok(())
    }
}
