//! Perft: the number of lines of a given length, the field's check of a move generator.
//!
//! A leaf is a position at the full depth, or a finished round met on the way. Moves are counted,
//! not turns; a forced pass is no move.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use thiserror::Error;

use super::kernel::holes;
use super::{Kernel, KernelVisitor, Outcome, State, with_kernel};
use crate::board::{Cells, Hole, Position};
use crate::rules::Rules;

/// A count that was stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("stopped before the count was complete")]
pub struct Interrupted {
    /// The first moves whose leaves are all counted.
    pub finished: Vec<(Hole, u64)>,
}

/// The stop flag is set.
struct Stopped;

/// The leaves at a depth below a position; depth 0 is the position itself.
///
/// Runs on the threads of the current rayon pool. Set `stop` from another thread to end it early.
///
/// # Errors
/// If it was stopped.
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use chongkak::{board::Side, moves::perft, rules::Preset};
/// let rules = Preset::named("kalah").unwrap().rules;
/// let nodes = perft(&rules, &rules.opening(Side::A), 3, &AtomicBool::new(false));
/// assert_eq!(nodes, Ok(185));
/// ```
pub fn perft(
    rules: &Rules,
    position: &Position,
    depth: u32,
    stop: &AtomicBool,
) -> Result<u64, Interrupted> {
    if depth == 0 || position.is_over() {
        return Ok(1);
    }
    Ok(divide(rules, position, depth, stop)?
        .iter()
        .map(|(_, nodes)| nodes)
        .sum())
}

/// The leaves below each move of a position, in hole order. At depth 0 there are no moves.
///
/// # Errors
/// If it was stopped.
pub fn divide(
    rules: &Rules,
    position: &Position,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Vec<(Hole, u64)>, Interrupted> {
    if depth == 0 || position.is_over() {
        return Ok(Vec::new());
    }
    with_kernel(rules, position, Divide { depth, stop })
}

struct Divide<'a> {
    depth: u32,
    stop: &'a AtomicBool,
}

impl KernelVisitor for Divide<'_> {
    type Output = Result<Vec<(Hole, u64)>, Interrupted>;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Self::Output {
        let moves: Vec<Hole> = holes(kernel.legal(start)).collect();
        let counts: Vec<_> = moves
            .into_par_iter()
            .map(|hole| {
                let path = vec![kernel.key(start)];
                let mut counter = Counter {
                    kernel,
                    stop: self.stop,
                    path,
                };
                (hole, counter.after(start, hole.index(), self.depth).ok())
            })
            .collect();
        let finished: Vec<_> = counts
            .iter()
            .filter_map(|&(hole, nodes)| Some((hole, nodes?)))
            .collect();
        if finished.len() == counts.len() {
            Ok(finished)
        } else {
            Err(Interrupted { finished })
        }
    }
}

struct Counter<'a, C> {
    kernel: &'a Kernel<C>,
    stop: &'a AtomicBool,
    /// The positions on the way here, where they can recur.
    path: Vec<C>,
}

impl<C: Cells> Counter<'_, C> {
    /// Depth from which on the stop flag is looked at: below it a subtree takes microseconds.
    const CHECKED: u32 = 4;

    /// Leaves below a move that has `depth` moves to go, itself included.
    fn after(&mut self, state: &State<C>, index: usize, depth: u32) -> Result<u64, Stopped> {
        let played = self.kernel.play(state, index);
        if depth == 1 || played.outcome == Outcome::Over {
            return Ok(1);
        }
        if !self.kernel.repeats() {
            return self.below(&played.state, depth - 1);
        }
        let key = self.kernel.key(&played.state);
        if self.path.contains(&key) {
            return Ok(1);
        }
        self.path.push(key);
        let nodes = self.below(&played.state, depth - 1);
        self.path.pop();
        nodes
    }

    fn below(&mut self, state: &State<C>, depth: u32) -> Result<u64, Stopped> {
        let legal = self.kernel.legal(state);
        if depth == 1 {
            return Ok(u64::from(legal.count_ones()));
        }
        if depth >= Self::CHECKED && self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let mut nodes = 0;
        let mut rest = legal;
        while rest != 0 {
            nodes += self.after(state, rest.trailing_zeros() as usize, depth)?;
            rest &= rest - 1;
        }
        Ok(nodes)
    }
}
