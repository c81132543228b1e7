//! A set played by people and policies, with undo.
//!
//! A session is a list of decisions and the number of them that are played; everything else follows
//! by the plain rules. Undo plays a shorter part of the list, and a file only has to store the
//! list.

mod policies;
mod resume;

use super::{PlayedRound, Remark, SetGame, SetRecord, SetStanding, Tag};
use crate::board::{Position, Side};
use crate::diagnostic;
use crate::moves::{Game, Move, MoveTrace, WrittenMove};
use crate::start::{Choice, Element, JointTurn, Lockstep, Next, PlayedTick, Tie};
use crate::text::{Diagnostic, ErrorKind};

/// A decision.
#[derive(Clone, Debug)]
enum Step {
    /// A move.
    Move(Move),
    /// Choices of one tick, or a coin toss, of a joint start of the first round.
    Joint(Element),
}

/// An event of a set, to be reported.
#[derive(Clone, Debug, PartialEq)]
pub enum SetEvent {
    /// A move.
    Moved(MoveTrace),
    /// Ticks of the joint start; the first one has this number, from 1.
    Ticks(usize, Vec<PlayedTick>),
    /// A round ended, with the seeds that A and B own.
    RoundOver(usize, [u32; 2]),
    /// The next round begins.
    RoundBegins(usize),
    /// The set is won.
    Won(Side),
}

/// The decision that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A move of this player.
    Move(Side),
    /// Choices of these players in one tick; neither sees the other's.
    Choices([bool; 2]),
    /// A coin.
    Coin,
    /// No decision: this player has won the set.
    Nothing(Side),
}

/// A set in progress, played by people and policies.
#[derive(Clone, Debug)]
pub struct SetSession {
    first: Game,
    /// Whether both players start the first round together.
    together: bool,
    /// Which players are people.
    people: [bool; 2],
    steps: Vec<Step>,
    /// The number of steps that are played; later ones have been undone.
    played: usize,
    /// The set after the played steps. During a joint start its first round has not begun.
    game: SetGame,
    /// The joint start, while it is in progress.
    turn: Option<JointTurn>,
    /// Remarks of a record on played moves: the round, from 0, and the remark.
    remarks: Vec<(usize, Remark)>,
    /// The choices already made in the current tick, which must not be shown yet.
    chosen: Choice,
    /// The events of the current decision.
    events: Vec<SetEvent>,
}

impl SetSession {
    /// Starts a set from a position; `people` says which players are people.
    ///
    /// # Errors
    /// If both players should start together but can't.
    pub fn new(first: &Game, together: bool, people: [bool; 2]) -> Result<SetSession, Diagnostic> {
        let model = together.then(|| Lockstep::new(first, Tie::Coin));
        let mut session = SetSession {
            first: *first,
            together,
            people,
            steps: Vec::new(),
            played: 0,
            game: SetGame::new(first),
            turn: model.transpose()?.map(JointTurn::begun),
            remarks: Vec::new(),
            chosen: Choice([None; 2]),
            events: Vec::new(),
        };
        session.settle();
        Ok(session)
    }

    /// The current state of the set. During a joint start its first round has not begun.
    #[must_use]
    pub const fn game(&self) -> &SetGame {
        &self.game
    }

    /// The current round.
    ///
    /// # Panics
    /// Never: there is always a round.
    #[must_use]
    pub fn round(&self) -> &PlayedRound {
        self.game.rounds().last().expect("at least one round")
    }

    /// The decision that comes next.
    #[must_use]
    pub fn due(&self) -> Due {
        match &self.turn {
            Some(turn) if turn.coin.is_some() => Due::Coin,
            Some(turn) => Due::Choices(Side::BOTH.map(|side| {
                let may = turn.choices().any(|choice| choice.side == side);
                may && self.chosen.of(side).is_none()
            })),
            None => match self.game.standing() {
                SetStanding::Won(side) => Due::Nothing(side),
                SetStanding::ToMove(side) | SetStanding::Starts(side) => Due::Move(side),
            },
        }
    }

    /// The person who is to decide now; if both are to choose in one tick, A comes first.
    #[must_use]
    pub fn person(&self) -> Option<Side> {
        let may = |side: &Side| match self.due() {
            Due::Move(mover) => mover == *side,
            Due::Choices(due) => due[side.index()],
            Due::Coin | Due::Nothing(_) => false,
        };
        let mut people = Side::BOTH.into_iter().filter(|s| self.people[s.index()]);
        people.find(may)
    }

    /// The rules of the joint start of the first round, whatever has been played; `None` if the
    /// players don't start together.
    #[must_use]
    pub fn model(&self) -> Option<Lockstep> {
        Lockstep::new(&self.first, Tie::Coin).ok().filter(|_| self.together)
    }

    /// The joint start, while it is in progress.
    #[must_use]
    pub const fn joint(&self) -> Option<&JointTurn> {
        self.turn.as_ref()
    }

    /// Applies a person's decisions: all of them, or none if one is wrong.
    ///
    /// # Errors
    /// If a decision is illegal or not a person's; reports the first one.
    pub fn decide(&mut self, written: &[WrittenMove]) -> Result<Vec<SetEvent>, Diagnostic> {
        let mut after = self.clone();
        after.events.clear();
        for (number, one) in (1..).zip(written) {
            after.decide_one(one).map_err(|error| match error.kind {
                // Numbered by the input, not by the round.
                ErrorKind::IllegalMove => error.numbered(number),
                _ => error,
            })?;
        }
        *self = after;
        Ok(std::mem::take(&mut self.events))
    }

    fn decide_one(&mut self, written: &WrittenMove) -> Result<(), Diagnostic> {
        match self.due() {
            Due::Nothing(winner) => {
                let side = winner.to_string();
                Err(diagnostic!(Conflict, "game.wrong.set-won", side = side))
            }
            Due::Coin => Err(diagnostic!(Conflict, "game.wrong.coin")),
            Due::Move(side) if !self.people[side.index()] => Err(not_a_persons(side)),
            Due::Move(_) => {
                // Tried first, because the steps must contain only legal moves.
                let trace = self.game.clone().play(written)?;
                self.push(Step::Move(trace.played))
            }
            Due::Choices(_) => self.choose(written),
        }
    }

    /// Applies a person's choice during a joint start.
    fn choose(&mut self, written: &WrittenMove) -> Result<(), Diagnostic> {
        let Some(due) = self.person() else {
            let side = written.side.unwrap_or(Side::A);
            return Err(not_a_persons(side));
        };
        let found = Move::new(written.side.unwrap_or(due), written.hole);
        let choices = self.turn.iter().flat_map(JointTurn::choices);
        let choices: Vec<Move> = choices.filter(|choice| choice.side == due).collect();
        if !choices.contains(&found) {
            let legal: Vec<_> = choices.iter().map(Move::to_string).collect();
            let (found, legal) = (found.to_string(), legal.join(" "));
            let side = due.to_string();
            let key = "game.wrong.choice";
            return Err(diagnostic!(BadValue, key, found = found, side = side, legal = legal));
        }
        self.chosen.0[due.index()] = Some(found.hole);
        self.play_tick()
    }

    /// Plays the tick if all choices are made.
    fn play_tick(&mut self) -> Result<(), Diagnostic> {
        match self.due() {
            Due::Choices([false, false]) => self.push(Step::Joint(self.chosen.into())),
            _ => Ok(()),
        }
    }

    /// Appends a decision, dropping the undone ones, and plays it.
    fn push(&mut self, step: Step) -> Result<(), Diagnostic> {
        self.steps.truncate(self.played);
        let here = self.here();
        self.remarks.retain(|(round, remark)| (*round, remark.number) <= here);
        self.steps.push(step);
        self.play_next()
    }

    /// The current round, from 0, and the number of moves played in it.
    fn here(&self) -> (usize, usize) {
        (self.game.rounds().len() - 1, self.round().moves())
    }

    /// Plays the next step.
    fn play_next(&mut self) -> Result<(), Diagnostic> {
        match (&self.steps[self.played], &mut self.turn) {
            (Step::Move(played), _) => {
                self.events.push(SetEvent::Moved(self.game.play(&(*played).into())?));
            }
            (Step::Joint(element), Some(turn)) => {
                let before = turn.ticks.len();
                let played = turn.play(element);
                played.map_err(|problem| Diagnostic::new(ErrorKind::BadValue, problem))?;
                self.chosen = Choice([None; 2]);
                self.events.push(SetEvent::Ticks(before + 1, turn.ticks[before..].to_vec()));
                if let Next::Done(after) = turn.next {
                    self.game.begin_after(&turn.line(), &after);
                    self.turn = None;
                }
            }
            (Step::Joint(_), None) => unreachable!("a joint step needs a joint start"),
        }
        self.played += 1;
        self.settle();
        Ok(())
    }

    /// Starts the next round if the current one is over.
    fn settle(&mut self) {
        while self.game.position().is_over() {
            let round = self.game.rounds().len();
            let owned = Side::BOTH.map(|side| self.game.position().owned(side));
            self.events.push(SetEvent::RoundOver(round, owned));
            if self.game.begin_next_round().is_none() {
                self.events.extend(self.game.winner().map(SetEvent::Won));
                return;
            }
            self.events.push(SetEvent::RoundBegins(round + 1));
        }
    }

    /// Ends the turn of a person who may move again: the last move gets a stop.
    ///
    /// # Errors
    /// If the last decision is not such a move.
    pub fn stop(&mut self) -> Result<Vec<SetEvent>, Diagnostic> {
        let no_choice = || diagnostic!(Conflict, "game.wrong.stop");
        let Some(&Step::Move(last)) = self.steps[..self.played].last() else {
            return Err(no_choice());
        };
        if last.stops || !self.people[last.side.index()] {
            return Err(no_choice());
        }
        let mut after = self.clone();
        after.play_again(self.played - 1)?;
        let events = after.decide(&[Move { stops: true, ..last }.into()]);
        let events = events.map_err(|_| no_choice())?;
        *self = after;
        Ok(events)
    }

    /// Whether a step was decided by a person.
    fn is_a_persons(&self, step: &Step) -> bool {
        Side::BOTH.into_iter().filter(|s| self.people[s.index()]).any(|side| match step {
            Step::Move(played) => played.side == side,
            Step::Joint(Element::Holes(holes)) => holes.iter().any(|hole| hole.side == Some(side)),
            Step::Joint(Element::Coin(_)) => false,
        })
    }

    /// Undoes the last decision of a person and everything after it; `false` if there is none.
    ///
    /// # Errors
    /// Only if the rules have a bug: moves that were played can be played again.
    pub fn undo(&mut self) -> Result<bool, Diagnostic> {
        let hidden = |side: &Side| self.people[side.index()] && self.chosen.of(*side).is_some();
        if let Some(side) = Side::BOTH.into_iter().find(hidden) {
            self.chosen.0[side.index()] = None;
            return Ok(true);
        }
        let last = |step: &Step| self.is_a_persons(step);
        let Some(last) = self.steps[..self.played].iter().rposition(last) else {
            return Ok(false);
        };
        self.play_again(last)?;
        Ok(true)
    }

    /// Plays again what was undone last; `None` if there is nothing to redo.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Vec<SetEvent>>, Diagnostic> {
        let Some(left) = self.steps[self.played..].get(1..) else {
            return Ok(None);
        };
        let next = left.iter().position(|step| self.is_a_persons(step));
        let end = self.played + 1 + next.unwrap_or(left.len());
        self.events.clear();
        while self.played < end {
            self.play_next()?;
        }
        Ok(Some(std::mem::take(&mut self.events)))
    }

    /// Starts over and plays the first `steps` steps.
    fn play_again(&mut self, steps: usize) -> Result<(), Diagnostic> {
        let mut again = SetSession::new(&self.first, self.together, self.people)?;
        again.steps = std::mem::take(&mut self.steps);
        again.remarks = std::mem::take(&mut self.remarks);
        while again.played < steps {
            again.play_next()?;
        }
        *self = again;
        Ok(())
    }

    /// The record of the set as far as it is played. An unfinished joint start is stored as a note,
    /// since a record can only contain a complete one.
    #[must_use]
    pub fn record(&self, preset: &'static str, mut tags: Vec<Tag>) -> SetRecord {
        if let Some(turn) = &self.turn {
            tags.push(Tag {
                name: Tag::REPEATED,
                text: format!("{} {}", Self::UNDER_WAY, turn.line()).trim().to_owned(),
            });
        }
        let mut record = SetRecord::new(preset, tags, &self.game);
        let here = self.here();
        let kept = self.remarks.iter();
        for (round, remark) in kept.filter(|(round, remark)| (*round, remark.number) <= here) {
            record.rounds[*round].remarks.push(remark.clone());
        }
        record
    }

    /// The current position, or the opening during a joint start.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The start of the note that stores an unfinished joint start.
    const UNDER_WAY: &str = "start under way:";
}

/// The error for a person's decision that is a policy's to make.
fn not_a_persons(side: Side) -> Diagnostic {
    diagnostic!(Conflict, "game.wrong.program", side = side.to_string())
}
