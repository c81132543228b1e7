//! The number of reachable positions, the usual measure of the size of a game.

use std::collections::HashSet;

use super::{Game, Kernel, Move, Outcome, State, with_kernel};
use crate::board::Cells;
use crate::control::{Clock, Control, StopReason};

/// A count of reachable positions, which may be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reached {
    /// Positions in unfinished rounds, including the first. Positions that differ only in stores,
    /// mover or mark are counted separately.
    pub positions: u64,
    /// Finished rounds.
    pub over: u64,
    /// The number of moves after which the last new position was found.
    pub moves: u32,
    /// Why the count is incomplete and its numbers only lower bounds; `None` if it is complete.
    pub stopped: Option<StopReason>,
}

/// Counts the distinct positions that can be reached from a position within `moves` moves.
///
/// Runs on one thread and keeps every position in memory, 16 to 64 bytes each. The control's nodes
/// are positions.
///
/// # Examples
/// ```
/// use chongkak::{Control, Game, Preset, Side, moves::reachable};
/// let rules = Preset::named("kalah").unwrap().rules.sized(1, 1).unwrap();
/// // A1 ends in A's store, which ends the round: B keeps a seed.
/// let found = reachable(&Game::opening(&rules, Side::A), u32::MAX, Control::none());
/// assert_eq!((found.positions, found.over, found.moves), (1, 1, 1));
/// ```
#[must_use]
pub fn reachable(game: &Game, moves: u32, control: Control<'_>) -> Reached {
    if game.position().is_over() {
        return Reached { positions: 0, over: 1, moves: 0, stopped: None };
    }
    let first: Vec<Move> = game.legal_moves().collect();
    with_kernel!(game.rules(), game.position(), |kernel, start| reached(
        kernel, start, &first, moves, control
    ))
}

fn reached<C: Cells>(
    kernel: &Kernel<C>,
    start: &State<C>,
    first: &[Move],
    moves: u32,
    control: Control<'_>,
) -> Reached {
    control.progress.start_phase("positions", None);
    let clock = Clock::new(control);
    let (mut seen, mut over) = (HashSet::from([*start]), HashSet::new());
    let mut found = Reached { positions: 1, over: 0, moves: 0, stopped: None };
    let mut layer = vec![*start];
    for length in 1..=moves {
        let mut next = Vec::new();
        for state in &layer {
            if let Err(reason) = clock.spend() {
                found.stopped = Some(reason);
                break;
            }
            let mut make = |made| {
                let played = kernel.make(state, made);
                let new = match played.outcome {
                    Outcome::Over => over.insert(played.state),
                    Outcome::Again | Outcome::Stop => {
                        let new = seen.insert(played.state);
                        next.extend(new.then_some(played.state));
                        new
                    }
                };
                if new {
                    found.moves = length;
                }
            };
            match length {
                1 => first.iter().copied().for_each(&mut make),
                _ => kernel.moves(state).for_each(&mut make),
            }
        }
        layer = next;
        if layer.is_empty() || found.stopped.is_some() {
            break;
        }
    }
    (found.positions, found.over) = (seen.len() as u64, over.len() as u64);
    found
}
