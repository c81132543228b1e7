//! The exact values of many positions of one round, over one table.

use std::sync::atomic::{AtomicU64, Ordering};

use super::solver::SolveError;
use super::technique::Techniques;
use super::transposition_table::TranspositionTable;
use super::value::Window;
use super::worker::{Ended, Shared, Worker};
use crate::board::{Cells, Position};
use crate::control::{Limits, OldClock as Clock, StopReason};
use crate::moves::{Kernel, KernelVisitor, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;

/// Stack that a thread needs which asks for values; only what a line needs of it is ever touched.
pub const VALUES_STACK: usize = super::driver::STACK;

/// Exact values of positions of one round.
pub trait RoundValues: Sync {
    /// The round's value: seeds of A less seeds of B at its end. Any number of threads may ask at
    /// once; each needs [`VALUES_STACK`].
    ///
    /// # Errors
    /// If a limit is reached before the value is proven.
    fn value(&self, position: &Position) -> Result<i32, StopReason>;

    /// Positions visited so far by all threads.
    fn nodes(&self) -> u64;
}

/// Does some work with the exact values of the positions of a round at hand.
///
/// The positions may be any on the field of `start`, with no more seeds in open holes. All are
/// searched to the end of the round, over one table (see the limits' memory), so that what one search
/// has proven serves the others. The limits are those of all searches together, but `nodes_each` is
/// that of one value.
///
/// # Errors
/// Where positions can recur.
///
/// # Panics
/// If `start` is over.
pub fn with_round_values<T>(
    rules: &Rules,
    start: &Position,
    endgame: Option<&Endgame>,
    limits: Limits<'_>,
    nodes_each: u64,
    work: impl FnOnce(&dyn RoundValues) -> T,
) -> Result<T, SolveError> {
    if rules.store == StorePlace::Far {
        return Err(SolveError::Recurs);
    }
    let endgame = endgame.filter(|table| table.fits(rules, start.field()));
    let prepare = Prepare {
        endgame,
        limits,
        nodes_each,
        work,
    };
    Ok(with_kernel(rules, start, prepare))
}

struct Prepare<'a, W> {
    endgame: Option<&'a Endgame>,
    limits: Limits<'a>,
    nodes_each: u64,
    work: W,
}

impl<T, W: FnOnce(&dyn RoundValues) -> T> KernelVisitor for Prepare<'_, W> {
    type Output = T;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> T {
        let (ranking, key_bits) = Shared::ranking(kernel, start);
        let mut memory = TranspositionTable::memory(key_bits, self.limits.memory);
        let table = TranspositionTable::new(key_bits, &mut memory);
        let reader = self.endgame.map(Endgame::reader);
        let shared = Shared::new(kernel, ranking, &table, reader, Techniques::ALL);
        let clock = Clock::new(self.limits);
        (self.work)(&Values {
            shared,
            clock,
            nodes_each: self.nodes_each,
        })
    }
}

struct Values<'a, C> {
    shared: Shared<'a, C>,
    clock: Clock<'a>,
    nodes_each: u64,
}

impl<C: Cells> RoundValues for Values<'_, C> {
    fn value(&self, position: &Position) -> Result<i32, StopReason> {
        if position.is_over() {
            return Ok(position.standing());
        }
        let state = State::of(position);
        let side = state.mover;
        let won = |of| self.shared.won(state.cells, of);
        let score = self.score(&state)?;
        Ok(side.sign() * (won(side) - won(side.other()) + score))
    }

    fn nodes(&self) -> u64 {
        self.clock.nodes()
    }
}

impl<C: Cells> Values<'_, C> {
    /// Closes in on the score of a position by questions with a yes or a no.
    fn score(&self, state: &State<C>) -> Result<i32, StopReason> {
        let spent = AtomicU64::new(0);
        let limit = |nodes| {
            let own = spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
            let own = (own >= self.nodes_each).then_some(StopReason::Nodes);
            self.clock.limit(nodes).or(own).map(Ended::By)
        };
        if let Some(Ended::By(reason)) = limit(0) {
            return Err(reason);
        }
        if let Some(score) = self.shared.endgame_value(state) {
            return Ok(score);
        }
        let root = self.shared.node(state);
        let mut worker = Worker {
            shared: &self.shared,
            alone: true,
            nodes: 0,
            limit: &limit,
        };
        let most = root.in_play.cast_signed();
        let known = self.shared.known(&root);
        let (mut lower, mut upper) = (known.lower.max(-most), known.upper.min(most));
        let mut guess = i32::midpoint(lower, upper);
        while lower < upper {
            let beta = if guess == lower { guess + 1 } else { guess };
            match worker.search_turn(&root, Window::null(beta - 1), 0) {
                Ok(score) if score >= beta => lower = score.max(lower),
                Ok(score) => upper = score.min(upper),
                Err(Ended::By(reason)) => return Err(reason),
                Err(Ended::Halted | Ended::Paused) => unreachable!("nobody else ends this search"),
            }
            guess = if lower >= beta { lower } else { upper };
        }
        self.clock.count(worker.unreported());
        Ok(lower)
    }
}
