//! The last seeds: under some rules nobody can take all that is in play.
//!
//! If each move wins a seed, the player to move gets one: the hand leaves it in his store, or ends
//! in an empty hole of his, where it captures or is banked, or in a protected one. And so does his
//! opponent if he has four open holes, two of them with seeds: his row is not emptied before it is
//! his turn. For a hand that passes through it lifts no two neighbours (it lifts two seeds at
//! least, so the next hole is sown), and a capture takes from one hole and ends the turn. Who is to
//! move with seeds in three holes can win one and keep seeds in two; and of eight holes, four of
//! them with seeds, three have seeds when it is their owner's turn: so they bring two.
//!
//! If nothing is captured before the hand has gone through the opponent's row, which fills it, no
//! move of a player takes the last filled holes of the other. He plays the one nearest to his
//! store, which keeps as many filled, but for those that it brings seeds for. docs/RULES.md has
//! both arguments at length.

use crate::board::{Cells, Field, Position, Side};
use crate::rules::{Capture, CaptureIn, LapCondition, Lone, Occupied, Rest, Rules, StorePlace};

/// The facts that are sure of the holes of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastSeed {
    /// No seed is sure.
    Nothing,
    /// Each move wins a seed; A and B have so many open holes.
    ByMoves([u32; 2]),
    /// Filled holes that no move of the opponent takes from A and from B; each of them brings a
    /// seed.
    ByHoles([u32; 2]),
}

impl LastSeed {
    pub(crate) fn new(rules: &Rules, field: Field) -> LastSeed {
        // The arguments rest on captures in the own row alone, and on who owns what is left.
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

    /// Seeds in play that are sure to become the mover's and his opponent's. `filled` says in how
    /// many open holes a side has seeds.
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

    /// The same of a position.
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
