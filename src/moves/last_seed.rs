//! The last seed: under some rules nobody can take all that is in play.
//!
//! Every move wins a seed then: the hand leaves one in the mover's store, or ends in an empty hole
//! of his, where it captures or is banked, or in a protected one. So who is to move gets one. And
//! so does his opponent if he has four open holes, two of them with seeds: his row is not emptied
//! before it is his turn. For a hand that passes through it lifts no two neighbours (it lifts two
//! seeds at least, so the next hole is sown), and a capture takes from one hole and ends the turn.
//! docs/RULES.md has the argument at length.

use crate::board::{Cells, Field, Position, Side};
use crate::rules::{Capture, LapCondition, Lone, Occupied, Rules, StorePlace};

/// Open holes from which on at least two keep seeds when a hand leaves a row.
const HOLES: u32 = 4;

/// What is sure on the holes of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastSeed {
    each_move_wins: bool,
    /// Whether a side has holes enough.
    keeps: [bool; 2],
}

impl LastSeed {
    pub(crate) fn new(rules: &Rules, field: Field) -> LastSeed {
        LastSeed {
            each_move_wins: rules.store == StorePlace::Near
                && rules.occupied == Occupied::Relay
                && rules.capture != Capture::None
                && rules.lone == Lone::Bank
                && rules.lap == LapCondition::None,
            keeps: Side::BOTH.map(|side| field.open_holes(side).count_ones() >= HOLES),
        }
    }

    /// Seeds in play, one or none, that are sure to become the mover's and his opponent's, who has
    /// seeds in so many open holes.
    #[inline(always)]
    pub(crate) fn sure(self, opponent: Side, filled: impl Fn() -> u32) -> (u32, u32) {
        if !self.each_move_wins {
            return (0, 0);
        }
        (1, u32::from(self.keeps[opponent.index()] && filled() >= 2))
    }

    /// The same of a position.
    pub(crate) fn sure_of(rules: &Rules, position: &Position) -> (u32, u32) {
        let (field, opponent) = (position.field(), position.mover().other());
        let open = field.open_holes(opponent);
        let filled = |&cell: &usize| open >> cell & 1 == 1 && position.cells().get(cell) > 0;
        let filled = || (0..field.shape().cells()).filter(filled).count() as u32;
        LastSeed::new(rules, field).sure(opponent, filled)
    }
}
