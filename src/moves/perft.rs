//! Perft: the number of lines of a given length, the field's check of a move generator.
//!
//! A leaf is a position at the full depth, or a finished round met on the way. Moves are counted,
//! not turns; a forced pass is no move.

use rayon::prelude::*;
use thiserror::Error;

use super::kernel::holes;
use super::{Game, Kernel, KernelVisitor, Outcome, State, with_kernel};
use crate::board::{Cells, Hole};
use crate::control::{Clock, Control, StopReason};

/// A count that was ended before it was complete.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("stopped by {} before the count was complete", reason.name())]
#[non_exhaustive]
pub struct Unfinished {
    /// The limit that ended it.
    pub reason: StopReason,
    /// The first moves whose leaves are all counted.
    pub finished: Vec<(Hole, u64)>,
}

/// The leaves at a depth below a position; depth 0 is the position itself.
///
/// Runs on the threads of the current rayon pool. The control's nodes are leaves, some thousands
/// more or fewer.
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

/// The leaves below each move of a position, in hole order. At depth 0 there are no moves.
///
/// # Errors
/// If a limit is reached.
pub fn divide(
    game: &Game,
    depth: u32,
    control: Control<'_>,
) -> Result<Vec<(Hole, u64)>, Unfinished> {
    if depth == 0 || game.position().is_over() {
        return Ok(Vec::new());
    }
    with_kernel(game.rules(), game.position(), Divide { depth, control })
}

struct Divide<'a> {
    depth: u32,
    control: Control<'a>,
}

impl KernelVisitor for Divide<'_> {
    type Output = Result<Vec<(Hole, u64)>, Unfinished>;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Self::Output {
        let Divide { depth, control } = self;
        let clock = Clock::new(control.quietly());
        let mut counts = Vec::new();
        // The threads share the lines of two moves.
        let mut parts = Vec::new();
        for hole in holes(kernel.legal(start)) {
            let mut counter = Counter {
                kernel,
                clock: &clock,
                path: vec![kernel.key(start)],
            };
            let after = counter.step(start, hole.index(), depth);
            let answers = after.iter().flat_map(|state| holes(kernel.legal(state)));
            parts.extend(
                answers.filter_map(|second| Some((counts.len(), counter.clone(), after?, second))),
            );
            counts.push((hole, Ok(u64::from(after.is_none()))));
        }
        let progress = control.progress;
        progress.begin("lines of two moves", Some(parts.len() as u64));
        let parts = parts
            .into_par_iter()
            .map(|(first, mut counter, state, second)| {
                let ended = clock.ended().map_or(Ok(()), Err);
                let nodes = ended.and_then(|()| counter.after(&state, second.index(), depth - 1));
                progress.add(1);
                (first, nodes)
            });
        let parts: Vec<(usize, Result<u64, StopReason>)> = parts.collect();
        for (first, nodes) in parts {
            let (_, sum) = &mut counts[first];
            *sum = sum.and_then(|sum: u64| Ok(sum + nodes?));
        }
        let reason = counts.iter().find_map(|(_, nodes)| nodes.err());
        let finished = counts.into_iter();
        let finished = finished.filter_map(|(hole, nodes)| Some((hole, nodes.ok()?)));
        let finished = finished.collect();
        match reason {
            None => Ok(finished),
            Some(reason) => Err(Unfinished { reason, finished }),
        }
    }
}

#[derive(Clone)]
struct Counter<'a, C> {
    kernel: &'a Kernel<C>,
    clock: &'a Clock<'a>,
    /// The positions on the way here, where they can recur.
    path: Vec<C>,
}

impl<C: Cells> Counter<'_, C> {
    /// Depth at which the limits are looked at: below it a subtree takes microseconds.
    const CHECKED: u32 = 4;

    /// Leaves below a move that has `depth` moves to go, itself included.
    fn after(&mut self, state: &State<C>, index: usize, depth: u32) -> Result<u64, StopReason> {
        let Some(next) = self.step(state, index, depth) else {
            return Ok(1);
        };
        let nodes = self.below(&next, depth - 1);
        if self.kernel.repeats() {
            self.path.pop();
        }
        nodes
    }

    /// Where a move leads; nowhere if that is a leaf.
    #[inline]
    fn step(&mut self, state: &State<C>, index: usize, depth: u32) -> Option<State<C>> {
        let played = self.kernel.play(state, index);
        if depth == 1 || played.outcome == Outcome::Over {
            return None;
        }
        if self.kernel.repeats() {
            let key = self.kernel.key(&played.state);
            if self.path.contains(&key) {
                return None;
            }
            self.path.push(key);
        }
        Some(played.state)
    }

    fn below(&mut self, state: &State<C>, depth: u32) -> Result<u64, StopReason> {
        let legal = self.kernel.legal(state);
        if depth == 1 {
            return Ok(u64::from(legal.count_ones()));
        }
        let mut nodes = 0;
        let mut rest = legal;
        while rest != 0 {
            nodes += self.after(state, rest.trailing_zeros() as usize, depth)?;
            rest &= rest - 1;
        }
        if depth == Self::CHECKED
            && let Some(reason) = self.clock.limit(nodes)
        {
            return Err(reason);
        }
        Ok(nodes)
    }
}
