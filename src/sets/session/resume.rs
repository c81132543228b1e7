//! A session taken up from a record.

use super::{SetEvent, SetSession, Step};
use crate::sets::{RecordError, Tag, WrittenSet};
use crate::start::JointTurn;

/// The reason why a record can't be taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// It can't be read, or isn't true.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its note on the turn that both begin with is wrong.
    #[error("the note \"{note}\": {problem}")]
    Note {
        /// The note.
        note: String,
        /// The fault of the note.
        problem: String,
    },
}

impl SetSession {
    /// Takes up the set of a record, with the remarks of the record that stay true; every decision
    /// of it can be taken back.
    ///
    /// # Errors
    /// If a move isn't legal or a statement not so.
    pub fn resume(
        written: &WrittenSet,
        people: [bool; 2],
    ) -> Result<(SetSession, Vec<Tag>), ResumeError> {
        let game = written.game()?;
        let is_note =
            |tag: &&Tag| tag.name == Tag::REPEATED && tag.text.starts_with(SetSession::UNDER_WAY);
        let note = written.tags().iter().find(is_note);
        let rest = written.tags().iter().filter(|tag| !is_note(tag)).cloned();
        let round = &game.rounds()[0];
        let unplayed = game.rounds().len() == 1 && round.start.is_none() && round.turns.is_empty();
        // Who went on with the set by other means may have left the note where it was.
        let note = note.filter(|_| unplayed);
        let wrong = |problem: &dyn std::fmt::Display| ResumeError::Note {
            note: note.map_or_else(String::new, |tag| tag.text.clone()),
            problem: problem.to_string(),
        };
        let together = note.is_some() || round.start.is_some();
        let session = SetSession::new(&written.first, together, people);
        let mut session = session.map_err(|error| wrong(&error))?;
        let line = note.map(|tag| &tag.text[SetSession::UNDER_WAY.len()..]);
        let line = line.or(round.start.as_deref()).unwrap_or("");
        if let Some(model) = session.model() {
            let turn = JointTurn::read(&model, line.trim());
            let turn = turn.map_err(|error| wrong(&error))?;
            let elements = turn.elements().iter().map(|element| Step::Joint(*element));
            session.steps = elements.collect();
        }
        let turns = game.rounds().iter().flat_map(|round| &round.turns);
        let moves = turns.flatten().map(|played| Step::Move(*played));
        session.steps.extend(moves);
        while session.played < session.steps.len() {
            session.play_next(&mut Vec::<SetEvent>::new()).map_err(|error| wrong(&error))?;
        }
        let rounds = game.rounds().iter().enumerate();
        let remarks = rounds.flat_map(|(number, round)| {
            round.remarks.iter().map(move |remark| (number, remark.clone()))
        });
        session.remarks = remarks.collect();
        Ok((session, rest.collect()))
    }
}
