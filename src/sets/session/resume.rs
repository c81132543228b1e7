//! Resumes a session from a record.

use super::{SetSession, Step};
use crate::sets::{Tag, WrittenSet};
use crate::start::JointTurn;
use crate::text::Diagnostic;

impl SetSession {
    /// Resumes the set of a record, with the remarks that remain valid. All its decisions can be
    /// undone.
    ///
    /// # Errors
    /// If a move is illegal or a statement is wrong.
    pub fn resume(
        written: &WrittenSet,
        people: [bool; 2],
    ) -> Result<(SetSession, Vec<Tag>), Diagnostic> {
        let game = written.game()?;
        let is_note =
            |tag: &&Tag| tag.name == Tag::REPEATED && tag.text.starts_with(SetSession::UNDER_WAY);
        let note = written.tags.iter().find(is_note);
        let rest = written.tags.iter().filter(|tag| !is_note(tag)).cloned();
        let round = &game.rounds()[0];
        let unplayed = game.rounds().len() == 1 && round.start.is_none() && round.turns.is_empty();
        // The note may be outdated if the record was continued by other means.
        let note = note.filter(|_| unplayed);
        let wrong = |problem: Diagnostic| {
            let note = note.map_or("", |tag| &tag.text);
            Diagnostic::new(problem.kind, format!("the note \"{note}\": {problem}"))
        };
        let together = note.is_some() || round.start.is_some();
        let session = SetSession::new(&written.first, together, people);
        let mut session = session.map_err(wrong)?;
        let line = note.map(|tag| &tag.text[SetSession::UNDER_WAY.len()..]);
        let line = line.or(round.start.as_deref()).unwrap_or("");
        if let Some(model) = session.model() {
            let turn = JointTurn::read(&model, line.trim()).map_err(wrong)?;
            session.steps = turn.elements.into_iter().map(Step::Joint).collect();
        }
        let turns = game.rounds().iter().flat_map(|round| &round.turns);
        let moves = turns.flatten().map(|played| Step::Move(*played));
        session.steps.extend(moves);
        while session.played < session.steps.len() {
            session.play_next().map_err(wrong)?;
        }
        let rounds = game.rounds().iter().enumerate();
        let remarks = rounds.flat_map(|(number, round)| {
            round.remarks.iter().map(move |remark| (number, remark.clone()))
        });
        session.remarks = remarks.collect();
        Ok((session, rest.collect()))
    }
}
