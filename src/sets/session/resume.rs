//! A session taken up from a record.

use super::{SetEvent, SetSession, Step};
use crate::board::Side;
use crate::moves::Game;
use crate::sets::{RecordError, SetGame, Tag, TogetherError, WrittenSet};
use crate::start::{
    Choice, Element, Lockstep, Reached, Tie, Written, parse_joint_line, play_joint_line,
};

/// Why a record can't be taken up.
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
        /// What is wrong with it.
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
        session.steps = steps(&written.first, line.trim(), &game).map_err(|error| wrong(&error))?;
        while session.played < session.steps.len() {
            session
                .play_next(&mut Vec::<SetEvent>::new())
                .map_err(|error| wrong(&error))?;
        }
        Ok((session, rest.collect()))
    }
}

/// The decisions of a set, of which a record was made; `line` is the turn of both.
fn steps(first: &Game, line: &str, game: &SetGame) -> Result<Vec<Step>, TogetherError> {
    let mut steps = Vec::new();
    for written in parse_joint_line(line)? {
        let element = match &written.what {
            Written::Coin(side) => Element::Coin(*side),
            Written::Holes(holes) => {
                let mut choice = Choice([None; 2]);
                for hole in holes {
                    let side = hole
                        .side
                        .or_else(|| only(first, &line[..written.span.start]));
                    choice.0[side.unwrap_or(Side::A).index()] = Some(hole.hole);
                }
                Element::Choice(choice)
            }
        };
        steps.push(Step::Joint(element));
    }
    let turns = game.rounds().iter().flat_map(|round| &round.turns);
    steps.extend(turns.flatten().map(|played| Step::Move(*played)));
    Ok(steps)
}

/// The only player who chooses after the beginning of a line.
fn only(first: &Game, before: &str) -> Option<Side> {
    let model = Lockstep::new(first, Tie::Coin).ok()?;
    let before = before.trim_end_matches(['/', ' ']);
    let Reached::Choice(joint) = play_joint_line(&model, before).ok()?.1 else {
        return None;
    };
    let may = |side: &Side| joint.choices(model.field(), *side).next().is_some();
    Side::BOTH.into_iter().find(may)
}
