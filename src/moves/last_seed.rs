//! Static bounds: under some rules neither player can win all seeds in play.
//!
//! Suppose that each move wins a seed: the hand leaves one in the player's store, or ends in an
//! empty hole of his, where it captures or is banked, or in a protected hole. Then the player to
//! move wins at least one seed. So does his opponent if he has four open holes, two of them with
//! seeds, because his row can't be emptied before his turn: a hand that passes through it never
//! lifts two neighbouring holes (it lifts at least two seeds, so it sows the next hole), and a
//! capture takes from one hole and ends the turn. A mover with seeds in three holes can win one and
//! keep seeds in two. Of eight holes, four of them with seeds, three still have seeds on their
//! owner's turn, so they bring two.
//!
//! If nothing is captured before the hand has gone through the opponent's row, which fills it, no
//! move of a player takes the last filled holes of the other. The other plays the filled hole
//! nearest to his store; such a move keeps as many holes filled, except those for which it wins
//! seeds. docs/RULES.md has both arguments in full, and tests/formal/Law.v proves them by Coq.

use crate::board::{Cells, Field, Position, Side};
use crate::rules::{Capture, CaptureIn, LapCondition, Lone, Occupied, Rest, Rules, StorePlace};

/// The seeds that both players are certain to win in a round.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastSeed {
    /// No seed is certain.
    Nothing,
    /// Each move wins a seed. Holds the number of open holes of A and B.
    ByMoves([u32; 2]),
    /// Holds the number of filled holes of A and B that no move of the opponent takes. Each of them
    /// brings a seed.
    ByHoles([u32; 2]),
}

impl LastSeed {
    pub(crate) fn new(rules: &Rules, field: Field) -> LastSeed {
        // Both arguments assume captures only in the player's own row, and that the seeds left
        // belong to the owner of the row.
        if rules.capture_in != CaptureIn::Own || rules.rest != Rest::Owner {
            return LastSeed::Nothing;
        }
        let captures = rules.capture != Capture::None;
        let at_once = captures && rules.lap == LapCondition::None;
        let holes = Side::BOTH.map(|side| field.open_holes(side).count_ones());
        match (rules.store, rules.occupied, at_once) {
            (StorePlace::Far, ..) | (_, Occupied::Bank, _) => LastSeed::Nothing,
            (_, Occupied::Relay, true) if rules.lone == Lone::Bank => LastSeed::ByMoves(holes),
            (.., true) => LastSeed::Nothing,
            (_, occupied, false) => LastSeed::ByHoles(holes.map(|open| {
                let (passed, most) = match occupied {
                    Occupied::Relay => (open / 2, 3),
                    _ => (open, open),
                };
                passed.saturating_sub(captures.into()).min(most)
            })),
        }
    }

    /// Returns how many seeds in play the mover and his opponent are certain to win. `filled`
    /// returns the number of a side's open holes with seeds.
    #[inline(always)]
    pub(crate) fn static_bounds(self, mover: Side, filled: impl Fn(Side) -> u32) -> (u32, u32) {
        let other = mover.other();
        match self {
            LastSeed::Nothing => (0, 0),
            LastSeed::ByMoves(holes) => {
                let holes = |side: Side| holes[side.index()];
                let own = 1 + u32::from(holes(mover) >= 4 && filled(mover) >= 3);
                let others = match (holes(other), filled(other)) {
                    (8.., 4..) => 2,
                    (4.., 2..) => 1,
                    _ => 0,
                };
                (own, others)
            }
            LastSeed::ByHoles(kept) => {
                let sure = |side: Side| filled(side).min(kept[side.index()]);
                (sure(mover), sure(other))
            }
        }
    }

    /// Same as [`static_bounds`](Self::static_bounds), for a position.
    pub(crate) fn static_bounds_of(self, position: &Position) -> (u32, u32) {
        let field = position.field();
        let filled = |side: Side| {
            let open = field.open_holes(side);
            let filled = |&cell: &usize| open >> cell & 1 == 1 && position.cells().get(cell) > 0;
            (0..field.shape().cells()).filter(filled).count() as u32
        };
        self.static_bounds(position.mover(), filled)
    }
}
