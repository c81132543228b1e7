//! Perft: the number of lines of a given length, the standard check of a move generator.
//!
//! A leaf is a position at the full depth, or a round that ends earlier. The depth is counted in
//! moves, not turns; a forced pass is not a move.

use rayon::prelude::*;
use thiserror::Error;

use super::kernel::holes;
use super::{Game, Kernel, Move, Outcome, Played, State, with_kernel};
use crate::board::Cells;
use crate::control::{Clock, Control, NodeBudget, StopReason};

/// A count that was stopped before it was complete.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("stopped by {} before the count was complete", reason.name())]
#[non_exhaustive]
pub struct Unfinished {
    /// The limit that stopped the count.
    pub reason: StopReason,
    /// The first moves whose leaves were all counted.
    pub finished: Vec<(Move, u64)>,
    /// The leaves of the completed lines of two moves, a lower bound of the total.
    pub counted: u64,
}

/// Counts the leaves at a depth below a position; depth 0 is the position itself.
///
/// Runs on the threads of the current rayon pool. The control's nodes are leaves.
///
/// # Errors
/// If a limit is reached.
///
/// # Examples
/// ```
/// use chongkak::{board::Side, control::Control, moves::{Game, perft}, rules::Preset};
/// let kalah = Game::opening(&Preset::named("kalah").unwrap().rules, Side::A);
/// assert_eq!(perft(&kalah, 3, Control::none()), Ok(185));
/// ```
pub fn perft(game: &Game, depth: u32, control: Control<'_>) -> Result<u64, Unfinished> {
    if depth == 0 || game.position().is_over() {
        return Ok(1);
    }
    let parts = divide(game, depth, control)?;
    Ok(parts.iter().map(|(_, nodes)| nodes).sum())
}

/// Counts the leaves below each move of a position, in hole order. At depth 0 there are no moves.
///
/// # Errors
/// If a limit is reached.
pub fn divide(
    game: &Game,
    depth: u32,
    control: Control<'_>,
) -> Result<Vec<(Move, u64)>, Unfinished> {
    if depth == 0 || game.position().is_over() {
        return Ok(Vec::new());
    }
    let moves: Vec<Move> = game.legal_moves().collect();
    with_kernel!(game.rules(), game.position(), |kernel, start| divided(
        kernel, start, &moves, depth, control
    ))
}

/// Leaves that a thread counts between checks of the limits, well under a millisecond.
const LOOK: u64 = 1 << 14;

fn divided<C: Cells>(
    kernel: &Kernel<C>,
    start: &State<C>,
    moves: &[Move],
    depth: u32,
    control: Control<'_>,
) -> Result<Vec<(Move, u64)>, Unfinished> {
    let clock = Clock::new(control.quietly());
    let mut counts = Vec::new();
    // The unit of parallel work is a line of two moves.
    let mut parts = Vec::new();
    for (first, &made) in moves.iter().enumerate() {
        let played = kernel.make(start, made);
        let path = vec![kernel.key(start), kernel.key(&played.state)];
        let recurs = kernel.repeats() && path[0] == path[1];
        let leaf = depth == 1 || played.outcome == Outcome::Over || recurs;
        let counted = if leaf { clock.spend() } else { Ok(()) };
        counts.push((made, counted.map(|()| u64::from(leaf))));
        let answers = holes(kernel.legal(&played.state)).filter(|_| !leaf);
        parts.extend(answers.map(|second| (first, path.clone(), played.state, second)));
    }
    let progress = control.progress;
    progress.start_phase("lines of two moves", Some(parts.len() as u64));
    let parts = parts.into_par_iter();
    let parts = parts.map(|(first, path, state, second)| {
        let mut counter =
            Counter { kernel, budget: NodeBudget::looking_at(&clock, LOOK, 0), ended: None, path };
        let nodes = counter.after(&state, second.index(), depth - 1);
        progress.add(nodes.is_some().into());
        let nodes = nodes.ok_or_else(|| counter.ended.expect("what ended it"));
        (first, nodes)
    });
    let parts: Vec<(usize, Result<u64, StopReason>)> = parts.collect();
    let mut counted: u64 = counts.iter().filter_map(|(_, leaf)| leaf.ok()).sum();
    for (first, nodes) in parts {
        counted += nodes.unwrap_or(0);
        let (_, sum) = &mut counts[first];
        *sum = sum.and_then(|sum| Ok(sum + nodes?));
    }
    let reason = counts.iter().find_map(|(_, nodes)| nodes.err());
    let finished = counts.into_iter();
    let finished = finished.filter_map(|(made, nodes)| Some((made, nodes.ok()?)));
    let finished = finished.collect();
    match reason {
        None => Ok(finished),
        Some(reason) => Err(Unfinished { reason, finished, counted }),
    }
}

struct Counter<'a, C> {
    kernel: &'a Kernel<C>,
    budget: NodeBudget<'a>,
    /// Why the count stopped. (A `Result` with the reason would not fit into the registers that
    /// return a number.)
    ended: Option<StopReason>,
    /// The positions on the current line, if positions can recur.
    path: Vec<C>,
}

impl<C: Cells> Counter<'_, C> {
    /// Counts the leaves below a move of a hole, with and without a stop. `depth` includes the move
    /// itself.
    fn after(&mut self, state: &State<C>, index: usize, depth: u32) -> Option<u64> {
        let played = self.kernel.play(state, index);
        let nodes = self.reached(&played, depth)?;
        match self.kernel.stopped(state, &played) {
            Some(stopped) => Some(nodes + self.reached(&stopped, depth)?),
            None => Some(nodes),
        }
    }

    fn reached(&mut self, played: &Played<C>, depth: u32) -> Option<u64> {
        if depth == 1 || played.outcome == Outcome::Over {
            return self.leaves(1);
        }
        if !self.kernel.repeats() {
            return self.below(&played.state, depth - 1);
        }
        let key = self.kernel.key(&played.state);
        if self.path.contains(&key) {
            return self.leaves(1);
        }
        self.path.push(key);
        let nodes = self.below(&played.state, depth - 1);
        self.path.pop();
        nodes
    }

    fn below(&mut self, state: &State<C>, depth: u32) -> Option<u64> {
        let legal = self.kernel.legal(state);
        if depth == 1 && !self.kernel.may_stop() {
            return self.leaves(legal.count_ones().into());
        }
        let mut nodes = 0;
        let mut rest = legal;
        while rest != 0 {
            nodes += self.after(state, rest.trailing_zeros() as usize, depth)?;
            rest &= rest - 1;
        }
        Some(nodes)
    }

    /// Charges leaves to the budget; `None` if a limit is reached.
    #[inline]
    fn leaves(&mut self, leaves: u64) -> Option<u64> {
        match self.budget.spend_all(leaves) {
            Ok(()) => Some(leaves),
            Err(reason) => {
                self.ended = Some(reason);
                None
            }
        }
    }
}
