//! The effects of all moves of many positions, computed by the kernel.

use std::collections::HashMap;

use super::kernel::{Kernel, State, with_kernel};
use super::{Game, Move, Outcome, legal_moves};
use crate::board::{Cells, Field, Position};
use crate::rules::Rules;

/// The effect of a move: a [`MoveTrace`](super::MoveTrace) without the laps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEffect {
    /// The move.
    pub played: Move,
    /// Seeds added to the mover's store.
    pub gain: u32,
    /// Seeds captured from the hole opposite.
    pub captured: u32,
    /// The outcome.
    pub outcome: Outcome,
    /// The position after the move.
    pub after: Position,
}

/// Plays all moves of many positions, which must fit the rules. Calls `show` with the index of the
/// position and the effect of each move: the positions in any order, the moves of a position in the
/// order of the holes.
///
/// The effects agree with [`trace`](super::trace), and with a [`Round`](super::Round) that starts
/// from the position: a single move never leads back to the same position, because seeds only move
/// forward or into a store.
pub fn effects(rules: &Rules, positions: &[Position], mut show: impl FnMut(usize, &MoveEffect)) {
    // Creating a kernel takes longer than playing a position, so share one per field.
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
                let position = &positions[number];
                let moves = legal_moves(rules, position);
                of_all(kernel, position, &moves, |effect| show(number, effect));
            }
        });
    }
}

fn of_all<C: Cells>(
    kernel: &Kernel<C>,
    position: &Position,
    moves: &[Move],
    mut show: impl FnMut(&MoveEffect),
) {
    let (before, side) = (State::of(position), position.mover());
    for &made in moves {
        let played = kernel.make(&before, made);
        let store = |state: &State<C>| kernel.store(state.cells, side);
        show(&MoveEffect {
            played: made,
            gain: store(&played.state) - store(&before),
            captured: kernel.prize(&before, made.hole.index()),
            outcome: played.outcome,
            after: kernel.position(&played.state, played.outcome),
        });
    }
}
