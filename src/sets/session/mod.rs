//! A set that is played by people and policies, with a way back.
//!
//! A session is the list of what was decided in it, as far as it is played: everything else follows
//! by the plain rules. So to take something back is to play less of the list, and what is kept in a
//! file is all there is.

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
    /// Choices of one tick, or a coin, of the turn with which both begin the first round.
    Joint(Element),
}

/// An event of a set, to be told.
#[derive(Clone, Debug, PartialEq)]
pub enum SetEvent {
    /// A move.
    Moved(MoveTrace),
    /// Ticks of the turn with which both begin: the first tick has this number, from 1.
    Ticks(usize, Vec<PlayedTick>),
    /// A round ended; A and B own so many seeds.
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
    /// Choices of these players in one tick, each of which does not see the other's.
    Choices([bool; 2]),
    /// A coin.
    Coin,
    /// No decision: this player has won the set.
    Nothing(Side),
}

/// A set under way, played by people and policies.
#[derive(Clone, Debug)]
pub struct SetSession {
    first: Game,
    /// True if both begin the first round together.
    together: bool,
    /// The players who are people.
    people: [bool; 2],
    steps: Vec<Step>,
    /// The number of steps that are played; those after them were taken back.
    played: usize,
    /// The set after the steps. While both are sowing its first round has not begun.
    game: SetGame,
    /// The turn with which both begin, while they are sowing.
    turn: Option<JointTurn>,
    /// Remarks of a record on moves that were played: the round, from 0 on, and the remark.
    remarks: Vec<(usize, Remark)>,
    /// The choice that is made already in the tick that is to be played, and not to be shown.
    chosen: Choice,
    /// The events of the decision that is being played.
    events: Vec<SetEvent>,
}

impl SetSession {
    /// A set that begins with a position; `people` says which players are people.
    ///
    /// # Errors
    /// If both are to begin together and can't.
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

    /// The set as it stands. While both are sowing its first round has not begun.
    #[must_use]
    pub const fn game(&self) -> &SetGame {
        &self.game
    }

    /// The round under way.
    ///
    /// # Panics
    /// Never: there is always a round.
    #[must_use]
    pub fn round(&self) -> &PlayedRound {
        self.game.rounds().last().expect("at least one round")
    }

    /// Returns the decision that comes next.
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

    /// The person who is to decide now; of two in one tick A, and then B.
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

    /// The rules by which both begin the first round together, whatever has been played; none if
    /// they don't.
    #[must_use]
    pub fn model(&self) -> Option<Lockstep> {
        Lockstep::new(&self.first, Tie::Coin).ok().filter(|_| self.together)
    }

    /// The turn with which both begin, while they are sowing.
    #[must_use]
    pub const fn joint(&self) -> Option<&JointTurn> {
        self.turn.as_ref()
    }

    /// Takes a person's decisions, all of them or, if one is wrong, none.
    ///
    /// # Errors
    /// At the first that is not legal, or not a person's.
    pub fn decide(&mut self, written: &[WrittenMove]) -> Result<Vec<SetEvent>, Diagnostic> {
        let mut after = self.clone();
        after.events.clear();
        for (number, one) in (1..).zip(written) {
            after.decide_one(one).map_err(|error| match error.kind {
                // Its number in what was typed, not in the round.
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
            Due::Move(side) if !self.people[side.index()] => Err(of_policy(side)),
            Due::Move(side) => {
                let hole = written.hole;
                // Tried before it is noted down: the steps have legal moves alone.
                self.game.clone().play(written)?;
                self.push(Step::Move(Move { side, hole }))
            }
            Due::Choices(_) => self.choose(written),
        }
    }

    /// A person's choice while both are sowing.
    fn choose(&mut self, written: &WrittenMove) -> Result<(), Diagnostic> {
        let Some(due) = self.person() else {
            let side = written.side.unwrap_or(Side::A);
            return Err(of_policy(side));
        };
        let found = Move { side: written.side.unwrap_or(due), hole: written.hole };
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

    /// Plays the tick if all who are to choose have done so.
    fn play_tick(&mut self) -> Result<(), Diagnostic> {
        match self.due() {
            Due::Choices([false, false]) => self.push(Step::Joint(self.chosen.into())),
            _ => Ok(()),
        }
    }

    /// Notes a decision down, in the place of what was taken back, and plays it.
    fn push(&mut self, step: Step) -> Result<(), Diagnostic> {
        self.steps.truncate(self.played);
        let here = self.here();
        self.remarks.retain(|(round, remark)| (*round, remark.number) <= here);
        self.steps.push(step);
        self.play_next()
    }

    /// The round under way, from 0 on, and the moves played in it.
    fn here(&self) -> (usize, usize) {
        (self.game.rounds().len() - 1, self.round().moves())
    }

    /// Plays the next of the steps.
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
            (Step::Joint(_), None) => unreachable!("both are sowing"),
        }
        self.played += 1;
        self.settle();
        Ok(())
    }

    /// Begins the next round where one is over.
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

    /// Tells whether a step was decided by a person.
    fn is_a_persons(&self, step: &Step) -> bool {
        Side::BOTH.into_iter().filter(|s| self.people[s.index()]).any(|side| match step {
            Step::Move(played) => played.side == side,
            Step::Joint(Element::Holes(holes)) => holes.iter().any(|hole| hole.side == Some(side)),
            Step::Joint(Element::Coin(_)) => false,
        })
    }

    /// Takes back the last decision of a person with all that followed it; false if there is none.
    ///
    /// # Errors
    /// Never, unless the rules have a fault: what was played can be played again.
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

    /// Plays again what was taken back last; none if there is nothing.
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

    /// Begins again and plays so many steps.
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

    /// The record of the set as far as it is played. While both are still sowing a note has what
    /// they have chosen, since a record has no joint turn that is not whole.
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

    /// The position, or the one with which the turn of both began.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The beginning of the note in a record while both are sowing.
    const UNDER_WAY: &str = "start under way:";
}

/// The error of a decision that a person takes in the place of a policy.
fn of_policy(side: Side) -> Diagnostic {
    diagnostic!(Conflict, "game.wrong.program", side = side.to_string())
}
