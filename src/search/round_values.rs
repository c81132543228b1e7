//! Exact values of many positions of one round, with a shared transposition table.

use thiserror::Error;

use super::bounds::{Bounds, Window};
use super::expansion::Expansion;
use super::findings::SolveError;
use super::shared_state::{Interrupt, Shared};
use super::solver::Solver;
use super::stack::deep_pool;
use super::table_memory::bounds_share;
use super::transposition_table::TranspositionTable;
use super::worker::Worker;
use crate::board::{Cells, Position};
use crate::control::{Clock, Control, NodeBudget, StopReason};
use crate::moves::{Game, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;

/// Why a position has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoValue {
    /// A limit was reached before the value was proven.
    #[error("stopped by: {0}")]
    Stopped(StopReason),
    /// The position does not belong to the round.
    #[error("not a position of this round: expected its field, its marks and no more seeds")]
    Foreign,
}

/// Looks up exact values of positions of one round.
pub trait RoundValues: Sync {
    /// The value of the round from this position: A's seeds minus B's at its end. Any number of
    /// threads may call it at once. On a thread with a small stack, a position with a long line has
    /// no value.
    ///
    /// # Errors
    /// If a limit is reached before the value is proven, or the position has another field than the
    /// round's first position, or more seeds.
    fn value(&self, position: &Position) -> Result<i32, NoValue>;

    /// Positions visited so far by all threads.
    fn nodes(&self) -> u64;
}

impl Solver<'_> {
    /// Runs `work` with access to the exact values of a round's positions.
    ///
    /// `work` runs in a pool of the solver's threads, which have deep stacks. It may ask for any
    /// position on the game's field with at most its seeds. All positions are searched to the end
    /// of the round and share one transposition table. The limits apply to all searches together;
    /// `nodes_each` applies to a single value. Goal and `endgame_after` are ignored.
    ///
    /// # Errors
    /// If positions can recur, the round is over, or the system grants no thread or no memory.
    #[doc(hidden)]
    pub fn with_round_values<T: Send>(
        &self,
        game: &Game,
        control: Control<'_>,
        nodes_each: u64,
        work: impl FnOnce(&dyn RoundValues) -> T + Send,
    ) -> Result<T, SolveError> {
        let (rules, start) = (game.rules(), game.position());
        if rules.store == StorePlace::Far {
            return Err(SolveError::Recurs);
        }
        if start.is_over() {
            return Err(SolveError::Over);
        }
        let fits = |table: &&Endgame| table.fits(rules, start.field());
        let endgame = self.endgame.filter(fits);
        let run = || {
            with_kernel!(rules, start, |kernel, state| {
                let (ranking, key_bits) = Shared::ranking(kernel, state);
                let mut memory = TranspositionTable::memory(key_bits, bounds_share(self.memory))?;
                let mut table =
                    TranspositionTable::new(key_bits, kernel.all_seeds_count(), &mut memory);
                // The table cannot grow later, while threads are searching.
                while table.room() < u64::MAX {
                    table.grow();
                }
                let reader = endgame.map(Endgame::reader);
                Ok(work(&Values {
                    shared: Shared::new(kernel, ranking, table, reader, self.techniques, true),
                    clock: Clock::new(control),
                    rules,
                    seeds: start.total(),
                    nodes_each,
                }))
            })
        };
        deep_pool(self.threads)?.install(run)
    }
}

struct Values<'a, C> {
    shared: Shared<'a, C>,
    clock: Clock<'a>,
    rules: &'a Rules,
    /// All seeds of the round.
    seeds: u32,
    nodes_each: u64,
}

impl<C: Cells> RoundValues for Values<'_, C> {
    fn value(&self, position: &Position) -> Result<i32, NoValue> {
        let same = position.field() == self.shared.kernel.field();
        if !same || position.total() > self.seeds || self.rules.check(position).is_err() {
            return Err(NoValue::Foreign);
        }
        if position.is_over() {
            return Ok(position.standing());
        }
        let state = State::of(position);
        let side = state.mover;
        let won = |of| self.shared.won(state.cells, of);
        let score = self.score(&state).map_err(NoValue::Stopped)?;
        Ok(side.sign() * (won(side) - won(side.other()) + score))
    }

    fn nodes(&self) -> u64 {
        self.clock.nodes()
    }
}

impl<C: Cells> Values<'_, C> {
    /// Finds the score of a position with null-window searches.
    fn score(&self, state: &State<C>) -> Result<i32, StopReason> {
        if let Some(reason) = self.clock.ended() {
            return Err(reason);
        }
        if let Some(score) = self.shared.endgame_value(state) {
            return Ok(score);
        }
        let root = self.shared.node(state);
        let clock = Clock::new(Control { nodes: self.nodes_each, ..self.clock.part() });
        let mut worker = Worker::new(&self.shared, true, NodeBudget::new(&clock), &|_| None);
        let most = root.in_play.cast_signed();
        let known = self.shared.known(&root);
        let mut score = Bounds { lower: known.lower.max(-most), upper: known.upper.min(most) };
        let guess = i32::midpoint(score.lower, score.upper);
        let ask =
            |beta, _| worker.search_turn(&root, Window::null(beta - 1), &mut Expansion::none());
        match score.close_in(Bounds::ALL, guess, ask) {
            Ok(()) => {}
            Err(Interrupt::By(reason)) => return Err(reason),
            Err(_) => unreachable!("only a limit ends this search"),
        }
        Ok(score.lower)
    }
}
