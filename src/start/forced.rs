//! From choice to choice: ticks in which nobody chooses are forced, and where only one player is
//! left and chooses, an ordinary turn of his begins.

use super::joint::{Choice, Joint, Phase};
use super::tick::{Lockstep, Next, Tick};
use crate::board::{Hole, Mark, Position, Side};

/// The place to which forced ticks lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Stage {
    /// Both are still at it, and at least one is to choose and can.
    Choice(Joint),
    /// It matters who is first in a tie: what follows if A is, and if B is.
    Coin([Next; 2]),
    /// One has stopped and the other chooses, which is the same as an ordinary turn of his: this
    /// position. Or both have stopped.
    Turn(Position),
}

impl Lockstep {
    /// Plays forced ticks.
    #[must_use]
    pub fn run(&self, next: Next) -> Stage {
        let mut joint = match next {
            Next::Tick(joint) => joint,
            Next::Done(position) => return Stage::Turn(position),
        };
        loop {
            if let Some(stage) = self.waits(&joint) {
                return stage;
            }
            match self.tick_of(&joint, Choice([None; 2])) {
                Tick::Coin(both) => return Stage::Coin(both.map(|played_tick| played_tick.next)),
                Tick::Sure(played_tick) => match played_tick.next {
                    Next::Tick(after) => joint = after,
                    Next::Done(position) => return Stage::Turn(position),
                },
            }
        }
    }

    /// Plays a tick with a choice that is allowed, and the forced ones behind it.
    pub(super) fn after(&self, joint: &Joint, choice: Choice) -> Stage {
        match self.tick_of(joint, choice) {
            Tick::Coin(both) => Stage::Coin(both.map(|played_tick| played_tick.next)),
            Tick::Sure(played_tick) => self.run(played_tick.next),
        }
    }

    /// The stage of a tick's start, if the tick is not forced.
    fn waits(&self, joint: &Joint) -> Option<Stage> {
        let chooses = |side: Side| joint.choices(self.field(), side).next().is_some();
        if !Side::BOTH.into_iter().any(chooses) {
            return None;
        }
        let alone = |side: Side| joint.phase(side.other()) == Phase::Stopped;
        let turn = Side::BOTH.into_iter().find(|&side| alone(side));
        Some(turn.map_or(Stage::Choice(*joint), |side| {
            let cells = joint.cells(self.field().shape());
            Stage::Turn(Position::from_parts(self.field(), cells, side, Mark::None))
        }))
    }

    /// The holes that each player may choose; a player who does not choose has a single entry
    /// without a hole.
    #[must_use]
    pub fn options(&self, joint: &Joint) -> [Vec<Option<Hole>>; 2] {
        Side::BOTH.map(|side| {
            let holes: Vec<_> = joint.choices(self.field(), side).map(Some).collect();
            if holes.is_empty() { vec![None] } else { holes }
        })
    }
}
