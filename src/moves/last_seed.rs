//! The last seeds: under some rules nobody can take all that is in play.
//!
//! Every move wins a seed then: the hand leaves one in the mover's store, or ends in an empty hole
//! of his, where it captures or is banked, or in a protected one. So who is to move gets one. And
//! so does his opponent if he has four open holes, two of them with seeds: his row is not emptied
//! before it is his turn. For a hand that passes through it lifts no two neighbours (it lifts two
//! seeds at least, so the next hole is sown), and a capture takes from one hole and ends the turn.
//! Who is to move with seeds in three holes can win one and keep seeds in two; and of eight holes,
//! four of them with seeds, three have seeds when it is their owner's turn: so they bring two.
//! docs/RULES.md has the argument at length.

#[cfg(feature = "batch")]
use crate::board::{Cells, Position};
use crate::board::{Field, Side};
use crate::rules::{Capture, LapCondition, Lone, Occupied, Rules, StorePlace};

/// The facts that are sure of the holes of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastSeed {
    each_move_wins: bool,
    /// Open holes of A and B.
    holes: [u32; 2],
}

impl LastSeed {
    pub(crate) fn new(rules: &Rules, field: Field) -> LastSeed {
        LastSeed {
            each_move_wins: rules.store == StorePlace::Near
                && rules.occupied == Occupied::Relay
                && rules.capture != Capture::None
                && rules.lone == Lone::Bank
                && rules.lap == LapCondition::None,
            holes: Side::BOTH.map(|side| field.open_holes(side).count_ones()),
        }
    }

    /// Seeds in play that are sure to become the mover's and his opponent's, two of each at most.
    /// `filled` says in how many open holes a side has seeds.
    #[inline(always)]
    pub(crate) fn static_bounds(self, mover: Side, filled: impl Fn(Side) -> u32) -> (u32, u32) {
        if !self.each_move_wins {
            return (0, 0);
        }
        let holes = |side: Side| self.holes[side.index()];
        let own = 1 + u32::from(holes(mover) >= 4 && filled(mover) >= 3);
        let other = mover.other();
        let others = match (holes(other), filled(other)) {
            (8.., 4..) => 2,
            (4.., 2..) => 1,
            _ => 0,
        };
        (own, others)
    }

    /// The same of a position.
    #[cfg(feature = "batch")]
    pub(crate) fn static_bounds_of(rules: &Rules, position: &Position) -> (u32, u32) {
        let field = position.field();
        let filled = |side: Side| {
            let open = field.open_holes(side);
            let filled = |&cell: &usize| open >> cell & 1 == 1 && position.cells().get(cell) > 0;
            (0..field.shape().cells()).filter(filled).count() as u32
        };
        LastSeed::new(rules, field).static_bounds(position.mover(), filled)
    }
}
