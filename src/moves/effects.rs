//! What all moves of many positions do, by the kernel.

use std::collections::HashMap;

use super::kernel::{Kernel, State, holes, with_kernel};
use super::{Game, Outcome};
use crate::board::{Cells, Field, Hole, Position};
use crate::rules::Rules;

/// What a move does: all that a [`MoveTrace`](super::MoveTrace) tells, but for its laps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEffect {
    /// The hole that is lifted.
    pub hole: Hole,
    /// Seeds added to the mover's store.
    pub gain: u32,
    /// Seeds a capture takes from the opponent's hole.
    pub captured: u32,
    /// Its outcome.
    pub outcome: Outcome,
    /// The position after it.
    pub after: Position,
}

/// Plays all moves of many positions, which must fit the rules, and shows what each does, with the
/// number of its position. The positions come in any order, the moves of one in that of the holes.
///
/// Each is what [`trace`](super::trace) says of it, and a [`Round`](super::Round) that begins with
/// the position: no move leads back to where it began, as seeds go forward or into a store.
pub fn effects(rules: &Rules, positions: &[Position], mut show: impl FnMut(usize, &MoveEffect)) {
    // A kernel takes longer to make than a position to be played.
    let mut fields: HashMap<Field, Vec<usize>> = HashMap::new();
    for (number, position) in positions.iter().enumerate() {
        debug_assert!(Game::new(rules, position).is_ok(), "{position} fits the rules");
        if !position.is_over() {
            fields.entry(position.field()).or_default().push(number);
        }
    }
    for numbers in fields.into_values() {
        let most = numbers.iter().max_by_key(|&&number| positions[number].total());
        let largest = &positions[*most.expect("a field has positions")];
        with_kernel!(rules, largest, |kernel, _start| {
            for &number in &numbers {
                of_one(kernel, &positions[number], |effect| show(number, effect));
            }
        });
    }
}

fn of_one<C: Cells>(kernel: &Kernel<C>, position: &Position, mut show: impl FnMut(&MoveEffect)) {
    let (before, side) = (State::of(position), position.mover());
    for hole in holes(kernel.legal(&before)) {
        let played = kernel.play(&before, hole.index());
        let store = |state: &State<C>| kernel.store(state.cells, side);
        show(&MoveEffect {
            hole,
            gain: store(&played.state) - store(&before),
            captured: kernel.prize(&before, hole.index()),
            outcome: played.outcome,
            after: kernel.position(&played.state, played.outcome),
        });
    }
}
