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
//! seeds. The same is true of the holes at the end of a row that face closed ones, from which
//! nothing is captured at all, and under relays of the hole before them. docs/RULES.md has the three
//! arguments in full, and tests/formal/Law.v proves them by Coq.

use crate::board::{Cells, Field, HoleState, Position, Side};
use crate::rules::{Capture, CaptureIn, LapCondition, Lone, Occupied, Rest, Rules, StorePlace};

/// What a player is certain of by all the holes of a row.
#[derive(Clone, Copy, Debug)]
enum Row {
    Nothing,
    /// Each move wins a seed.
    ByMoves,
    /// Some filled holes of A and B are taken by no move of the opponent. Each brings a seed.
    ByHoles([u32; 2]),
}

/// Holes of both players (as bits of cells) of which so many stay filled.
#[derive(Clone, Copy, Debug, Default)]
struct Guarded {
    holes: [u64; 2],
    lasting: [u32; 2],
}

/// The seeds that both players are certain to win in a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastSeed {
    open: [u64; 2],
    row: Row,
    guarded: Guarded,
}

impl LastSeed {
    pub(crate) fn new(rules: &Rules, field: Field) -> LastSeed {
        let open = Side::BOTH.map(|side| field.open_holes(side));
        let nothing = LastSeed { open, row: Row::Nothing, guarded: Guarded::default() };
        // All arguments assume captures only in the player's own row, and that the seeds left
        // belong to the owner of the row.
        let usual = rules.capture_in == CaptureIn::Own && rules.rest == Rest::Owner;
        if !usual || rules.store == StorePlace::Far || rules.occupied == Occupied::Bank {
            return nothing;
        }
        let relays = rules.occupied == Occupied::Relay;
        let captures = rules.capture != Capture::None;
        let at_once = captures && rules.lap == LapCondition::None;
        // A hand that comes through so many holes leaves this many filled. One that ends among them
        // leaves as many as were filled, or three.
        let lasting = |holes: u64, taken: u32| {
            let holes = holes.count_ones();
            let (passed, most) = if relays { (holes / 2, 3) } else { (holes, holes) };
            passed.saturating_sub(taken).min(most)
        };
        let row = match at_once {
            true if relays && rules.lone == Lone::Bank => Row::ByMoves,
            true => Row::Nothing,
            false => Row::ByHoles(open.map(|holes| lasting(holes, captures.into()))),
        };
        let holes = Side::BOTH.map(|side| guarded(field, side, relays));
        let guarded = Guarded { holes, lasting: holes.map(|holes| lasting(holes, 0)) };
        LastSeed { row, guarded, ..nothing }
    }

    /// Returns the law as it was in an earlier version of proofs.
    pub(crate) fn of_version(self, version: u64) -> LastSeed {
        let row = match self.row {
            Row::ByMoves if version < 2 => Row::Nothing,
            Row::ByHoles(_) if version < 3 => Row::Nothing,
            row => row,
        };
        let guarded = if version < 4 { Guarded::default() } else { self.guarded };
        LastSeed { row, guarded, ..self }
    }

    /// Returns how many seeds in play the mover and his opponent are certain to win. `filled`
    /// returns how many of some cells have seeds.
    #[inline(always)]
    pub(crate) fn static_bounds(self, mover: Side, filled: impl Fn(u64) -> u32) -> (u32, u32) {
        let other = mover.other();
        let row = |side: Side| self.open[side.index()];
        let (own, others) = match self.row {
            Row::Nothing => (0, 0),
            Row::ByMoves => {
                let open = |side| row(side).count_ones();
                let own = 1 + u32::from(open(mover) >= 4 && filled(row(mover)) >= 3);
                let others = match (open(other), filled(row(other))) {
                    (8.., 4..) => 2,
                    (4.., 2..) => 1,
                    _ => 0,
                };
                (own, others)
            }
            Row::ByHoles(lasting) => {
                let sure = |side: Side| filled(row(side)).min(lasting[side.index()]);
                (sure(mover), sure(other))
            }
        };
        let Guarded { holes, lasting } = self.guarded;
        if lasting == [0, 0] {
            return (own, others);
        }
        let sure = |side: Side| filled(holes[side.index()]).min(lasting[side.index()]);
        (own.max(sure(mover)), others.max(sure(other)))
    }

    /// Same as [`static_bounds`](Self::static_bounds), for a position.
    pub(crate) fn static_bounds_of(self, position: &Position) -> (u32, u32) {
        let cells = position.field().shape().cells();
        self.static_bounds(position.mover(), |holes| {
            let filled = |&cell: &usize| holes >> cell & 1 == 1 && position.cells().get(cell) > 0;
            (0..cells).filter(filled).count() as u32
        })
    }
}

/// The open holes at the end of a row that face the closed ones at the beginning of the other, from
/// which nothing is captured. With relays the hole before them counts too: the hand that
/// captures from it comes straight out of the row, with its last seed, so it has not lifted the
/// last hole of the row.
fn guarded(field: Field, side: Side, relays: bool) -> u64 {
    let shape = field.shape();
    let [own, others] = [side, side.other()].map(|side| shape.first(side));
    let closed = |hole: &usize| field.state(others + hole) == HoleState::Closed;
    let facing = (0..shape.holes()).take_while(closed).count();
    let from = own + shape.holes().saturating_sub(facing + usize::from(relays));
    field.open_holes(side) & u64::MAX << from
}
