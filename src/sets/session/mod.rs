//! A set that is played by people and policies, with a way back.
//!
//! A session is the list of what was decided in it, as far as it is played: everything else follows
//! by the plain rules. So to take something back is to play less of the list, and what is kept in a
//! file is all there is.

mod back;
mod policies;
mod resume;

use super::{PlayedRound, Remark, SetGame, SetRecord, SetStanding, Tag};
use crate::board::{Position, Side};
use crate::diagnostic;
use crate::moves::{Game, Move, MoveTrace, WrittenMove};
use crate::start::{Choice, Element, Joint, JointTurn, Lockstep, Reached, TickTrace, Tie};
use crate::text::{Diagnostic, ErrorKind};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    Ticks(usize, Vec<TickTrace>),
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
        };
        session.settle(&mut Vec::new());
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
        match self.turn.as_ref().map(JointTurn::reached) {
            Some(Reached::Choice(joint)) => Due::Choices(Side::BOTH.map(|side| {
                let may = joint.choices(self.first.position().field(), side).next();
                may.is_some() && self.chosen.of(side).is_none()
            })),
            Some(Reached::Coin(_)) => Due::Coin,
            Some(Reached::Done(_)) | None => match self.game.standing() {
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

    /// While both are sowing: the rules of that, and where it stands.
    #[must_use]
    pub fn joint(&self) -> Option<(&Lockstep, &Reached)> {
        let turn = self.turn.as_ref()?;
        Some((turn.model(), turn.reached()))
    }

    /// Takes a person's decisions, all of them or, if one is wrong, none.
    ///
    /// # Errors
    /// At the first that is not legal, or not a person's.
    pub fn decide(&mut self, written: &[WrittenMove]) -> Result<Vec<SetEvent>, Diagnostic> {
        let mut after = self.clone();
        let mut told = Vec::new();
        for (number, one) in (1..).zip(written) {
            after.decide_one(one, &mut told).map_err(|error| match error.kind {
                // Its number in what was typed, not in the round.
                ErrorKind::IllegalMove => error.numbered(number),
                _ => error,
            })?;
        }
        *self = after;
        Ok(told)
    }

    fn decide_one(
        &mut self,
        written: &WrittenMove,
        told: &mut Vec<SetEvent>,
    ) -> Result<(), Diagnostic> {
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
                self.push(Step::Move(Move { side, hole }), told)
            }
            Due::Choices(_) => self.choose(written, told),
        }
    }

    /// A person's choice while both are sowing.
    fn choose(
        &mut self,
        written: &WrittenMove,
        told: &mut Vec<SetEvent>,
    ) -> Result<(), Diagnostic> {
        let Some((model, &Reached::Choice(joint))) = self.joint() else {
            return Ok(());
        };
        let Some(due) = self.person() else {
            let side = written.side.unwrap_or(Side::A);
            return Err(of_policy(side));
        };
        let side = written.side.unwrap_or(due);
        let holes: Vec<_> = joint.choices(model.field(), due).collect();
        if side != due || !holes.contains(&written.hole) {
            let hole = written.hole;
            let legal: Vec<_> = holes.iter().map(|hole| format!("{due}{hole}")).collect();
            let (found, legal) = (Move { side, hole }.to_string(), legal.join(" "));
            let side = due.to_string();
            let key = "game.wrong.choice";
            return Err(diagnostic!(BadValue, key, found = found, side = side, legal = legal));
        }
        self.chosen.0[side.index()] = Some(written.hole);
        self.play_tick(&joint, told)
    }

    /// Plays the tick if all who are to choose have done so.
    fn play_tick(&mut self, joint: &Joint, told: &mut Vec<SetEvent>) -> Result<(), Diagnostic> {
        let open = |side: Side| {
            let may = joint.choices(self.first.position().field(), side).next();
            may.is_some() && self.chosen.of(side).is_none()
        };
        if Side::BOTH.into_iter().any(open) {
            return Ok(());
        }
        self.push(Step::Joint(Element::Choice(self.chosen)), told)
    }

    /// Notes a decision down, in the place of what was taken back, and plays it.
    fn push(&mut self, step: Step, told: &mut Vec<SetEvent>) -> Result<(), Diagnostic> {
        self.steps.truncate(self.played);
        let here = self.here();
        self.remarks.retain(|(round, remark)| (*round, remark.number) <= here);
        self.steps.push(step);
        self.play_next(told)
    }

    /// The round under way, from 0 on, and the moves played in it.
    fn here(&self) -> (usize, usize) {
        (self.game.rounds().len() - 1, self.round().moves())
    }

    /// Plays the next of the steps.
    fn play_next(&mut self, told: &mut Vec<SetEvent>) -> Result<(), Diagnostic> {
        let step = self.steps[self.played];
        match step {
            Step::Move(played) => {
                told.push(SetEvent::Moved(self.game.play(&played.into())?));
                self.played += 1;
            }
            Step::Joint(element) => self.play_joint(element, told)?,
        }
        self.settle(told);
        Ok(())
    }

    /// Plays the next step, a decision while both are sowing.
    fn play_joint(&mut self, element: Element, told: &mut Vec<SetEvent>) -> Result<(), Diagnostic> {
        let Some(turn) = &mut self.turn else {
            return Ok(());
        };
        let before = turn.ticks().len();
        let played = turn.play(&element.into());
        played.map_err(|problem| Diagnostic::new(ErrorKind::BadValue, problem))?;
        self.played += 1;
        self.chosen = Choice([None; 2]);
        told.push(SetEvent::Ticks(before + 1, turn.ticks()[before..].to_vec()));
        if let Reached::Done(after) = *turn.reached() {
            self.game.begin_after(&turn.line(), &after);
            self.turn = None;
        }
        Ok(())
    }

    /// Begins the next round where one is over.
    fn settle(&mut self, told: &mut Vec<SetEvent>) {
        while self.game.position().is_over() {
            let round = self.game.rounds().len();
            let owned = Side::BOTH.map(|side| self.game.position().owned(side));
            told.push(SetEvent::RoundOver(round, owned));
            if self.game.begin_next_round().is_none() {
                told.extend(self.game.winner().map(SetEvent::Won));
                return;
            }
            told.push(SetEvent::RoundBegins(round + 1));
        }
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
