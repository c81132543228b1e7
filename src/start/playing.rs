//! The steps of a tick: choosing, dropping, landing.

use super::Tie;
use super::joint::{Choice, Hand, Joint, Phase};
use super::tick::Next;
use super::tick::PlayedTick;
use super::tick::Tick;
use super::tick::{Landing, Lockstep, PlayerActions};
use crate::board::Mark;
use crate::board::Position;
use crate::board::{HoleState, Shape, Side};
use crate::moves::{Ending, NoCapture};
use crate::rules::AfterTurn;
use crate::rules::Occupied;

/// A tick being played.
pub(super) struct Playing<'a> {
    pub(super) model: &'a Lockstep,
    pub(super) joint: Joint,
    pub(super) actions: [PlayerActions; 2],
}

impl Playing<'_> {
    /// Lifts the hole that a player has chosen, if he chooses; stops him if he has none.
    pub(super) fn choose(&mut self, side: Side, choice: Choice) {
        let index = side.index();
        match choice.of(side) {
            Some(hole) => {
                let cell = self.model.field.shape().first(side) + hole.index();
                let seeds = std::mem::take(&mut self.joint.seeds[cell]);
                self.actions[index].lifts = Some((cell, seeds.into()));
                self.joint.phases[index] = Phase::Sowing(Hand {
                    seeds,
                    at: u8::try_from(cell).expect("a cell of the board"),
                    gone: 0,
                });
            }
            None => {
                if self.joint.phases[index] == Phase::Choosing {
                    self.actions[index].stuck = true;
                    self.stop(side);
                }
            }
        }
    }

    fn stop(&mut self, side: Side) {
        self.joint.phases[side.index()] = Phase::Stopped;
        self.actions[side.index()].stops = true;
    }

    /// Drops a seed, if the player sows.
    pub(super) fn drop_one(&mut self, side: Side) {
        let shape = self.model.field.shape();
        let Phase::Sowing(hand) = &mut self.joint.phases[side.index()] else {
            return;
        };
        let (next, distance) = self.model.steps[side.index()][usize::from(hand.at)];
        // A step into the own row that does not begin there has gone through the other row.
        let in_own_row = |cell: u8| {
            let cell = usize::from(cell);
            shape.side_of(cell) == side && cell != shape.store(side)
        };
        let comes_back = in_own_row(next) && !in_own_row(hand.at);
        let (rules, ring) = (self.model.rules(), ring(shape));
        hand.gone = rules.gone_on(hand.gone, distance, comes_back, ring);
        (hand.at, hand.seeds) = (next, hand.seeds - 1);
        self.joint.seeds[usize::from(next)] += 1;
        self.actions[side.index()].drops = Some(next.into());
    }

    /// Judges a player whose hand is empty.
    pub(super) fn land(&mut self, side: Side) {
        let Phase::Sowing(hand) = self.joint.phases[side.index()] else {
            return;
        };
        if hand.seeds > 0 {
            return;
        }
        let landing = self.judge(side, hand);
        self.actions[side.index()].lands = Some(landing);
        match landing {
            Landing::Relay { seeds } => {
                let seeds = u16::try_from(seeds).expect("it was 16 bits");
                self.joint.seeds[usize::from(hand.at)] = 0;
                self.joint.phases[side.index()] = Phase::Sowing(Hand { seeds, ..hand });
            }
            Landing::Ended(ending) if ending.moves_again(self.model.rules()) => {
                self.joint.phases[side.index()] = Phase::Choosing;
            }
            Landing::Ended(_) | Landing::Nothing => self.stop(side),
        }
    }

    fn judge(&mut self, side: Side, hand: Hand) -> Landing {
        let (shape, at) = (self.model.field.shape(), usize::from(hand.at));
        if at == shape.store(side) {
            return Landing::Ended(Ending::Store);
        }
        if self.model.field.state(at) == HoleState::Protected {
            return Landing::Ended(Ending::Protected);
        }
        let held = u32::from(self.joint.seeds[at]);
        match (held, self.model.rules().occupied) {
            (0, _) => Landing::Nothing,
            (1, _) if shape.side_of(at) == side => Landing::Ended(self.alone(side, hand)),
            (1, _) => Landing::Ended(Ending::OpponentEmpty),
            (_, Occupied::Relay) => Landing::Relay { seeds: held },
            (_, Occupied::Stop) => Landing::Ended(Ending::Occupied),
            (_, Occupied::Bank) => {
                self.bank(side, at);
                Landing::Ended(Ending::Banked { seeds: held })
            }
        }
    }

    /// The last seed lies alone in an own open hole.
    fn alone(&mut self, side: Side, hand: Hand) -> Ending {
        let (shape, rules) = (self.model.field.shape(), self.model.rules());
        if !rules.has_gone_far(hand.gone, ring(shape)) {
            return Ending::OwnEmpty(NoCapture::LapCondition);
        }
        let at = usize::from(hand.at);
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

    /// Puts all seeds of a hole into a player's store.
    fn bank(&mut self, side: Side, cell: usize) {
        let store = self.model.field.shape().store(side);
        self.joint.seeds[store] += std::mem::take(&mut self.joint.seeds[cell]);
    }
}

/// Cells that a player sows into: both rows and his store.
fn ring(shape: Shape) -> u8 {
    u8::try_from(2 * shape.holes() + 1).expect("at most 37")
}

impl Lockstep {
    /// Plays a tick with a choice that is allowed.
    pub(super) fn tick_of(&self, joint: &Joint, choice: Choice) -> Tick {
        let first = match self.tie {
            Tie::A | Tie::Coin => Side::A,
            Tie::B => Side::B,
        };
        let played_tick = self.tick_with(joint, choice, first);
        let both = |what: fn(&PlayerActions) -> bool| played_tick.actions.iter().all(what);
        let tied = both(|action| action.lands.is_some()) || both(|action| action.stops);
        if self.tie != Tie::Coin || !tied {
            return Tick::Sure(played_tick);
        }
        let other = self.tick_with(joint, choice, Side::B);
        if other.next == played_tick.next {
            Tick::Sure(played_tick)
        } else {
            Tick::Coin([played_tick, other])
        }
    }

    /// Plays a tick with this player first in a tie.
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
        PlayedTick { actions: tick.actions, next }
    }

    /// The position after the joint turn, judged like the end of an ordinary turn of the player
    /// who stopped later.
    fn done(&self, joint: &Joint, later: Side) -> Position {
        let cells = joint.cells(self.field.shape());
        let with = |mover, mark| Position::from_parts(self.field, cells, mover, mark);
        let board = with(later, Mark::None);
        let can = |side| board.can_move(side);
        let end = self.rules().end;
        match end.judge(false, can(later), can(later.other())) {
            AfterTurn::Over => with(later, Mark::Over),
            AfterTurn::Opponent { last: false } => with(later.other(), Mark::None),
            AfterTurn::Opponent { last: true } => with(later.other(), Mark::Final),
            AfterTurn::Pass => with(later, Mark::Final),
        }
    }
}
