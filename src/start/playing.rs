//! Plays the steps of a tick (choosing, dropping, landing), and forced ticks up to the next choice.
//!
//! Ticks in which neither player chooses are forced. When one player has stopped and the other is
//! to choose, an ordinary turn begins.

use super::Tie;
use super::joint::{Choice, Joint, Phase};
use super::tick::{Landing, Lockstep, Next, PlayedTick, PlayerActions};
use crate::board::{Hole, HoleState, Mark, Position, Shape, Side};
use crate::moves::{Ending, NoCapture, cleared};
use crate::rules::{AfterTurn, CaptureIn, Occupied};

/// A tick in progress.
pub(super) struct Playing<'a> {
    pub(super) model: &'a Lockstep,
    pub(super) joint: Joint,
    pub(super) actions: [PlayerActions; 2],
}

impl Playing<'_> {
    /// Lifts the hole that a player has chosen. Stops him if he is to choose but has no hole.
    pub(super) fn choose(&mut self, side: Side, choice: Choice) {
        let index = side.index();
        match choice.of(side) {
            Some(hole) => {
                let cell = self.model.field.shape().first(side) + hole.index();
                let seeds = std::mem::take(&mut self.joint.seeds[cell]);
                self.actions[index].lifts = Some((cell, seeds.into()));
                let at = u8::try_from(cell).expect("a cell of the board");
                self.joint.phases[index] = Phase::Sowing { seeds, at, gone: 0 };
            }
            None if self.joint.phases[index] == Phase::Choosing => {
                self.actions[index].stuck = true;
                self.stop(side);
            }
            None => {}
        }
    }

    fn stop(&mut self, side: Side) {
        self.joint.phases[side.index()] = Phase::Stopped;
        self.actions[side.index()].stops = true;
    }

    /// Drops a seed, if the player is sowing.
    pub(super) fn drop_one(&mut self, side: Side) {
        let shape = self.model.field.shape();
        let Phase::Sowing { seeds, at, gone } = &mut self.joint.phases[side.index()] else {
            return;
        };
        let (next, distance) = self.model.steps[side.index()][usize::from(*at)];
        // A step that enters the player's own row comes from the opponent's row.
        let in_own_row = |cell: u8| {
            let cell = usize::from(cell);
            shape.side_of(cell) == side && cell != shape.store(side)
        };
        let comes_back = in_own_row(next) && !in_own_row(*at);
        *gone = self.model.rules().gone_on(*gone, distance, comes_back, ring(shape));
        (*at, *seeds) = (next, *seeds - 1);
        self.joint.seeds[usize::from(next)] += 1;
        self.actions[side.index()].drops = Some(next.into());
    }

    /// Judges a player whose hand has become empty.
    pub(super) fn land(&mut self, side: Side) {
        let Phase::Sowing { seeds: 0, at, gone } = self.joint.phases[side.index()] else {
            return;
        };
        let landing = self.judge(side, at.into(), gone);
        self.actions[side.index()].lands = Some(landing);
        match landing {
            Landing::Relay { seeds } => {
                let seeds = u16::try_from(seeds).expect("it was 16 bits");
                self.joint.seeds[usize::from(at)] = 0;
                self.joint.phases[side.index()] = Phase::Sowing { seeds, at, gone };
            }
            Landing::Ended(ending) if ending.moves_again(self.model.rules()) => {
                self.joint.phases[side.index()] = Phase::Choosing;
            }
            Landing::Ended(_) | Landing::Nothing => self.stop(side),
        }
    }

    fn judge(&mut self, side: Side, at: usize, gone: u8) -> Landing {
        let shape = self.model.field.shape();
        if at == shape.store(side) {
            return Landing::Ended(Ending::Store);
        }
        if self.model.field.state(at) == HoleState::Protected {
            return Landing::Ended(Ending::Protected);
        }
        let held = u32::from(self.joint.seeds[at]);
        match (held, self.model.rules().occupied) {
            (0, _) => Landing::Nothing,
            (1, _)
                if shape.side_of(at) != side && self.model.rules().capture_in == CaptureIn::Own =>
            {
                Landing::Ended(Ending::OpponentEmpty)
            }
            (1, _) => Landing::Ended(self.alone(side, at, gone)),
            (_, Occupied::Relay) => Landing::Relay { seeds: held },
            (_, Occupied::Stop) => Landing::Ended(Ending::Occupied),
            (_, Occupied::Bank) => {
                self.bank(side, at);
                Landing::Ended(Ending::Banked { seeds: held })
            }
        }
    }

    /// Judges a last seed that lies alone in an open hole where captures are possible.
    fn alone(&mut self, side: Side, at: usize, gone: u8) -> Ending {
        let (shape, rules) = (self.model.field.shape(), self.model.rules());
        if !rules.has_gone_far(gone, ring(shape)) {
            return Ending::OwnEmpty(NoCapture::LapCondition);
        }
        let opposite = shape.opposite(at);
        let open = self.model.field.state(opposite) == HoleState::Open;
        let prize = if open { self.joint.seeds[opposite] } else { 0 };
        let (taken, with_last) = rules.taken(prize.into());
        if taken > 0 {
            self.bank(side, opposite);
        }
        if with_last {
            self.bank(side, at);
        }
        match (taken, with_last) {
            (1.., _) => Ending::Captured { from: shape.cell(opposite), seeds: taken, with_last },
            (_, true) => Ending::LoneBanked,
            _ if prize == 0 => Ending::OwnEmpty(NoCapture::NothingOpposite),
            _ => Ending::OwnEmpty(NoCapture::NotInRules),
        }
    }

    /// Moves all seeds of a hole to a player's store.
    fn bank(&mut self, side: Side, cell: usize) {
        let store = self.model.field.shape().store(side);
        self.joint.seeds[store] += std::mem::take(&mut self.joint.seeds[cell]);
    }
}

/// Returns the number of cells in both rows and one store.
fn ring(shape: Shape) -> u8 {
    u8::try_from(2 * shape.holes() + 1).expect("at most 37")
}

impl Lockstep {
    /// Plays a tick with a legal choice. If a coin must decide a tie, returns the tick with A first
    /// and then the tick with B first.
    #[must_use]
    pub fn tick(&self, joint: &Joint, choice: Choice) -> (PlayedTick, Option<PlayedTick>) {
        let first = match self.tie {
            Tie::A | Tie::Coin => Side::A,
            Tie::B => Side::B,
        };
        let played = self.tick_with(joint, choice, first);
        let both = |what: fn(&PlayerActions) -> bool| played.actions.iter().all(what);
        let tied = both(|action| action.lands.is_some()) || both(|action| action.stops);
        if self.tie != Tie::Coin || !tied {
            return (played, None);
        }
        let other = self.tick_with(joint, choice, Side::B);
        if other.next == played.next {
            return (played, None);
        }
        let by_coin = |tick, side| PlayedTick { coin: Some(side), ..tick };
        (by_coin(played, Side::A), Some(by_coin(other, Side::B)))
    }

    /// Plays a tick in which `first` comes first in a tie.
    fn tick_with(&self, joint: &Joint, choice: Choice, first: Side) -> PlayedTick {
        let mut tick =
            Playing { model: self, joint: *joint, actions: [PlayerActions::default(); 2] };
        for side in Side::BOTH {
            tick.choose(side, choice);
        }
        for side in Side::BOTH {
            tick.drop_one(side);
        }
        for side in [first, first.other()] {
            tick.land(side);
        }
        let stopped = tick.joint.phases.map(|phase| phase == Phase::Stopped);
        let next = if stopped == [true, true] {
            let later = match tick.actions.map(|action| action.stops) {
                [true, true] => first.other(),
                [true, false] => Side::A,
                [false, _] => Side::B,
            };
            Next::Done(self.done(&tick.joint, later))
        } else {
            Next::Tick(tick.joint)
        };
        PlayedTick { actions: tick.actions, coin: None, next }
    }

    /// Returns the position after the joint turn, judged like the end of an ordinary turn of the
    /// player who stopped later.
    fn done(&self, joint: &Joint, later: Side) -> Position {
        let board = joint.position(self.field, later);
        let with = |mover, mark| Position::from_parts(self.field, board.cells(), mover, mark);
        let can = |side| board.can_move(side);
        let end = self.rules().end;
        match end.judge(false, can(later), can(later.other())) {
            AfterTurn::Over => cleared(self.rules(), &with(later, Mark::Over)),
            AfterTurn::Opponent { last: false } => with(later.other(), Mark::None),
            AfterTurn::Opponent { last: true } => with(later.other(), Mark::Final),
            AfterTurn::Pass { last: true } => with(later, Mark::Final),
            AfterTurn::Pass { last: false } => with(later, Mark::None),
        }
    }
}

/// Where forced ticks lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Stage {
    /// Neither player has stopped, and at least one has a choice.
    Choice(Joint),
    /// A coin decides a tie: what follows if A comes first, and if B does.
    Coin([Next; 2]),
    /// An ordinary turn begins from this position, because one player has stopped and the other is
    /// to choose, or both have stopped.
    Turn(Position),
}

impl Lockstep {
    /// Plays forced ticks up to the next choice, coin or ordinary turn.
    #[must_use]
    pub fn run(&self, mut next: Next) -> Stage {
        loop {
            let joint = match next {
                Next::Tick(joint) => joint,
                Next::Done(position) => return Stage::Turn(position),
            };
            if self.is_choice(&joint) {
                let alone = |side: &Side| joint.phase(side.other()) == Phase::Stopped;
                let alone = Side::BOTH.into_iter().find(alone);
                let turn = |side| Stage::Turn(joint.position(self.field, side));
                return alone.map_or(Stage::Choice(joint), turn);
            }
            next = match self.tick(&joint, Choice([None; 2])) {
                (one, Some(other)) => return Stage::Coin([one.next, other.next]),
                (one, None) => one.next,
            };
        }
    }

    /// Plays a tick with a legal choice, and the forced ticks after it.
    pub(super) fn after(&self, joint: &Joint, choice: Choice) -> Stage {
        match self.tick(joint, choice) {
            (one, Some(other)) => Stage::Coin([one.next, other.next]),
            (one, None) => self.run(one.next),
        }
    }

    /// Whether at least one player has a choice.
    #[must_use]
    pub fn is_choice(&self, joint: &Joint) -> bool {
        Side::BOTH.into_iter().any(|side| joint.choices(self.field, side).next().is_some())
    }

    /// Returns the holes that each player may choose. A player who does not choose has a single
    /// entry without a hole.
    #[must_use]
    pub fn options(&self, joint: &Joint) -> [Vec<Option<Hole>>; 2] {
        Side::BOTH.map(|side| {
            let holes: Vec<_> = joint.choices(self.field, side).map(Some).collect();
            if holes.is_empty() { vec![None] } else { holes }
        })
    }
}
