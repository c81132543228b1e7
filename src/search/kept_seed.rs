//! A seed that the opponent of the player to move gets, however the round goes on.
//!
//! Under some rules nobody takes everything from an opponent who has four open holes, two of them
//! with seeds: his row can't be emptied within one turn, for a hand that passes through it lifts no
//! two neighbours (what it lifts is two seeds at least, so the next hole is sown), and a capture,
//! which takes from one hole, ends the turn. And then each of his moves brings him a seed.
//! docs/RULES.md has the argument at length.

use crate::board::{Cells, Field};
use crate::moves::State;
use crate::rules::{Capture, LapCondition, Lone, Occupied, Rules, StorePlace};

/// Open holes from which on at least two keep seeds when a hand leaves a row.
const HOLES: u32 = 4;

/// Whether this is sure. If not, nothing is said.
pub(super) fn opponent_gets_one<C: Cells>(rules: &Rules, field: Field, state: &State<C>) -> bool {
    let known = rules.store == StorePlace::Near
        && rules.occupied == Occupied::Relay
        && rules.capture != Capture::None
        && rules.lone == Lone::Bank
        && rules.lap == LapCondition::None;
    let open = field.open_holes(state.mover.other());
    let filled = (0..field.shape().cells())
        .filter(|&cell| open >> cell & 1 == 1 && state.cells.get(cell) > 0);
    known && open.count_ones() >= HOLES && filled.count() >= 2
}
