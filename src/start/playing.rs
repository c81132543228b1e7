//! The steps of a tick: choosing, dropping, landing.

use super::joint::{Choice, Hand, Joint, Phase};
use super::tick::{Landing, Lockstep, PlayerActions};
use crate::board::{HoleState, Side};
use crate::moves::{Ending, NoCapture};
use crate::rules::{LapCondition, Occupied, StoreLast};

/// A tick being played.
pub(super) struct Playing<'a> {
    pub(super) model: &'a Lockstep,
    pub(super) joint: Joint,
    pub(super) deeds: [PlayerActions; 2],
}

impl Playing<'_> {
    /// Lifts the hole that a player has chosen, if he chooses; stops him if he has none.
    pub(super) fn choose(&mut self, side: Side, choice: Choice) {
        let index = side.index();
        match choice.of(side) {
            Some(hole) => {
                let cell = self.model.field.shape().first(side) + hole.index();
                let seeds = std::mem::take(&mut self.joint.seeds[cell]);
                self.deeds[index].lifts = Some((cell, seeds.into()));
                self.joint.phases[index] = Phase::Sowing(Hand {
                    seeds,
                    at: u8::try_from(cell).expect("a cell of the board"),
                    gone: 0,
                });
            }
            None => {
                if self.joint.phases[index] == Phase::Choosing {
                    self.deeds[index].stuck = true;
                    self.stop(side);
                }
            }
        }
    }

    fn stop(&mut self, side: Side) {
        self.joint.phases[side.index()] = Phase::Stopped;
        self.deeds[side.index()].stops = true;
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
        let ring = u8::try_from(2 * shape.holes() + 1).expect("at most 37");
        hand.gone = match self.model.rules().lap {
            LapCondition::None => 0,
            LapCondition::Passed => hand.gone.max(u8::from(comes_back)),
            LapCondition::Circuit => ring.min(hand.gone + distance),
        };
        (hand.at, hand.seeds) = (next, hand.seeds - 1);
        self.joint.seeds[usize::from(next)] += 1;
        self.deeds[side.index()].drops = Some(next.into());
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
        self.deeds[side.index()].lands = Some(landing);
        let again = self.model.rules().store_last == StoreLast::Again;
        match landing {
            Landing::Relay { seeds } => {
                let seeds = u16::try_from(seeds).expect("it was 16 bits");
                self.joint.seeds[usize::from(hand.at)] = 0;
                self.joint.phases[side.index()] = Phase::Sowing(Hand { seeds, ..hand });
            }
            Landing::Ended(Ending::Store | Ending::Banked { .. }) if again => {
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
        let ring = 2 * shape.holes() + 1;
        let far_enough = match rules.lap {
            LapCondition::None => true,
            LapCondition::Passed => hand.gone > 0,
            LapCondition::Circuit => usize::from(hand.gone) >= ring,
        };
        if !far_enough {
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
            (1.., _) => Ending::Captured {
                from: shape.cell(opposite),
                seeds: taken,
                with_last,
            },
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
