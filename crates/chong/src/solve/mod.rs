//! Exact values of small boards.
//!
//! All reachable positions are enumerated, sorted into layers by [`potential`], and valued from the
//! last layer to the first. A turn never leads to a lower layer, and stays within a layer only by a
//! pass (or by what an option allows). A forced pass only swaps the players, so two positions form
//! a pair of linear equations, which is solved in closed form. More complex dependencies are solved
//! component by component (`components.rs`).
//!
//! With W = 6^d ways of d dice to fall, v(A, B) the value to the player to throw, a the weighted
//! sum of the gains from throws that are not forced passes, and P the weight of forced passes:
//!
//! ```text
//! W v(A, B) = a - P v(B, A)   and   W v(B, A) = b - Q v(A, B)
//! so v(A, B) = (a W - P b) / (W² - P Q)
//! ```
//! P and Q are whole numbers, exact in floating point. A position with P = Q = W is dead.
//!
//! **Errors.** The values in a and b are at most 1 in size and off by at most e. Then a is off by
//! at most (W - P) e plus the rounding of its sum, so v is off by at most e plus that rounding:
//! passes magnify nothing. With m throws that is at most (m + 8) 2^-53 for each layer on the way,
//! and the number of layers on the way is at most that of all layers. Where components are iterated
//! no bound is claimed.

mod backward;
mod components;
mod key_set;
mod ways;

pub use key_set::{MAX_SOLVED_COLUMNS, potential};

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use thiserror::Error;

use crate::{ChongPosition, ChongRules, Dice, End, MAX_COLUMNS};
use chongkak_base::control::{Clock, Control, NodeBudget, ResourceError, StopReason};
use chongkak_base::text::Diagnostic;
use key_set::{Key, Table};
use ways::{Seen, all_ends};

/// Positions that are expanded between two checks of the table's size.
const BATCH: usize = 1 << 16;

/// Positions of a layer that a thread takes at a time.
const CHUNK: usize = 64;

/// The initial size of the table: 2^16 slots.
const FIRST_BITS: u32 = 16;

/// A solver of small boards. It uses all threads of the current pool.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BoardSolver<'a> {
    /// The rules; the columns are those of the board, 2 to 8.
    pub rules: &'a ChongRules,
    /// The memory limit, in MiB.
    pub memory: usize,
}

impl<'a> BoardSolver<'a> {
    /// Creates a solver of this board with this memory limit, in MiB.
    #[must_use]
    pub const fn new(rules: &'a ChongRules, memory: usize) -> BoardSolver<'a> {
        BoardSolver { rules, memory }
    }
}

/// Why a board was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// It has too many columns for this solver.
    #[error(
        "a board of 3 x {columns}: expected at most 3 x {MAX_SOLVED_COLUMNS} (boards go up to 3 x \
         {MAX_COLUMNS}; eval estimates the larger ones)"
    )]
    Columns {
        /// The columns.
        columns: u8,
    },
    /// The position is not on this board.
    #[error("the pieces are not on a board of 3 x {columns}: expected each on its own cell")]
    Position {
        /// The columns.
        columns: u8,
    },
    /// A limit ended the work.
    #[error("stopped by {} after {found} positions were found, and {valued} valued", reason.name())]
    Stopped {
        /// The limit.
        reason: StopReason,
        /// The number of positions found.
        found: u64,
        /// The number of positions valued.
        valued: u64,
    },
    /// The machine has less memory than the limit.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
}

impl From<Unsolved> for Diagnostic {
    fn from(unsolved: Unsolved) -> Diagnostic {
        match unsolved {
            Unsolved::Columns { .. } | Unsolved::Position { .. } => {
                Diagnostic::unsupported(unsolved.to_string())
            }
            Unsolved::ResourceError(shortage) => shortage.into(),
            Unsolved::Stopped { reason, .. } => {
                reason.error(format_args!("not solved: {unsolved}"))
            }
        }
    }
}

/// The values of all positions reachable from one.
pub struct BoardValues {
    rules: ChongRules,
    table: Table,
    /// The maximum error of a value, in v from -1 to 1; `None` if unknown.
    error: Option<f64>,
    entangled: u64,
}

impl BoardSolver<'_> {
    /// Solves everything reachable from a position. The control's nodes are positions.
    ///
    /// Memory: 16 bytes a slot, with 1.6 to 3.2 slots a position, and as much again while the table
    /// grows; and 8 to 16 bytes a position to sort them. Under the options listed at
    /// [`BoardValues::error`] also the turns of the largest layer, which the limit does not count.
    /// CPU time: about 6 µs a position with one die, 110 µs with four.
    ///
    /// # Errors
    /// If the board is too large, or a limit is reached.
    pub fn solve(
        &self,
        start: &ChongPosition,
        control: Control<'_>,
    ) -> Result<BoardValues, Unsolved> {
        let BoardSolver { rules, memory } = *self;
        if rules.columns.get() > MAX_SOLVED_COLUMNS {
            let columns = rules.columns.get();
            return Err(Unsolved::Columns { columns });
        } else if !start.fits(rules) {
            let columns = rules.columns.get();
            return Err(Unsolved::Position { columns });
        }
        let work = Work { rules, memory, clock: Clock::new(control), valued: AtomicU64::new(0) };
        let table = work.enumerate(start)?;
        let layers = work.layers(&table);
        let progress = control.progress;
        progress.start_phase("positions valued", Some(table.len() as u64));
        backward::value_all(&work, table, layers)
    }
}

/// A board that is being solved.
struct Work<'a> {
    rules: &'a ChongRules,
    memory: usize,
    /// Its nodes are the positions found.
    clock: Clock<'a>,
    valued: AtomicU64,
}

impl Work<'_> {
    /// Enumerates all reachable positions, including the start, except those in which the game is
    /// over.
    fn enumerate(&self, start: &ChongPosition) -> Result<Table, Unsolved> {
        self.clock.progress().start_phase("positions found", None);
        let mut table = Table::new(FIRST_BITS)?;
        let mut todo = Vec::new();
        if start.verdict(self.rules).is_none() {
            self.clock.spend().map_err(|reason| self.stopped(reason))?;
            table.insert(key_set::key(start));
            todo.push(key_set::key(start));
        }
        let throws = Dice::all(self.rules.dice);
        while !todo.is_empty() {
            let batch = todo.split_off(todo.len().saturating_sub(BATCH));
            let expanded: Vec<(Vec<Key>, bool)> =
                batch.par_chunks(256).map(|keys| self.expand(&table, keys, &throws)).collect();
            let mut out = false;
            for (keys, none_left) in expanded {
                todo.extend(keys);
                out |= none_left;
            }
            self.check()?;
            if out {
                return Err(self.stopped(StopReason::Nodes));
            }
            if table.is_crowded() {
                let slots = 2 * table.capacity();
                // The old table and the new one; later the new one and the list of positions.
                if (slots + slots / 2) * Table::SLOT > self.memory.saturating_mul(1 << 20) {
                    return Err(self.stopped(StopReason::Memory));
                }
                table = table.resized(slots.trailing_zeros())?;
            }
        }
        Ok(table)
    }

    /// Adds the successors of these positions to the table. Returns the new ones, the positions
    /// whose successors found no room, and whether the nodes ran out.
    fn expand(&self, table: &Table, keys: &[Key], throws: &[(u32, Dice)]) -> (Vec<Key>, bool) {
        let mut seen = Seen::default();
        let (mut todo, mut out) = (Vec::new(), false);
        let mut budget = NodeBudget::new(&self.clock);
        budget.timed = false;
        for &key in keys {
            if out || self.clock.ended().is_some() {
                break;
            }
            let position = key_set::position(key);
            let mut full = false;
            all_ends(self.rules, &position, throws, &mut seen, &mut |after| {
                let after = key_set::key(&after);
                // Whether it is new is only known once it is in the table.
                if budget.is_empty() && budget.fill().is_err() {
                    out |= table.get(after).is_none();
                    return;
                }
                match table.insert(after) {
                    Some(true) => {
                        budget.draw();
                        todo.push(after);
                    }
                    Some(false) => {}
                    None => full = true,
                }
            });
            if full {
                todo.push(key);
            }
        }
        (todo, out)
    }

    /// Sorts all positions into layers, each in no particular order.
    fn layers(&self, table: &Table) -> Layers {
        let with = |mut layers: Layers, key: Key| {
            let height = potential(self.rules, &key_set::position(key));
            layers.entry(height).or_default().push(key);
            layers
        };
        let together = |mut layers: Layers, others: Layers| {
            for (height, keys) in others {
                layers.entry(height).or_default().extend(keys);
            }
            layers
        };
        let parts = table.keys().fold(Layers::new, with);
        parts.reduce(Layers::new, together)
    }

    /// Applies a function to every position of a layer, in its order.
    fn of_layer<T: Send>(
        &self,
        layer: &[Key],
        of: impl Fn(Key) -> T + Sync,
    ) -> Result<Vec<T>, Unsolved> {
        let of_chunk = |keys: &[Key]| {
            let keys = keys.iter().take_while(|_| self.clock.ended().is_none());
            keys.map(|key| of(*key)).collect::<Vec<T>>()
        };
        let all = layer.par_chunks(CHUNK).flat_map_iter(of_chunk).collect();
        self.check().map(|()| all)
    }

    /// Returns an error if a limit is reached.
    fn check(&self) -> Result<(), Unsolved> {
        match self.clock.ended() {
            None => Ok(()),
            Some(reason) => Err(self.stopped(reason)),
        }
    }

    fn stopped(&self, reason: StopReason) -> Unsolved {
        Unsolved::Stopped { reason, found: self.clock.nodes(), valued: self.valued.load(Relaxed) }
    }
}

/// Positions by [`potential`].
type Layers = BTreeMap<u32, Vec<Key>>;

impl BoardValues {
    /// Counts the positions, except those in which the game is over.
    #[must_use]
    pub fn states(&self) -> usize {
        self.table.len()
    }

    /// Returns the value of a position to the player to throw, from -1 to 1, or `None` if it can't
    /// be reached.
    #[must_use]
    pub fn value(&self, position: &ChongPosition) -> Option<f64> {
        if !position.fits(&self.rules) {
            return None;
        }
        let found = || self.table.get(key_set::key(position)).map(f64::from_bits);
        position.verdict(&self.rules).or_else(found)
    }

    /// Returns the best way to play a throw, the first of equal ones, and its value to the player
    /// who threw; `None` if the position can't be reached, or the game is over.
    #[must_use]
    pub fn best(&self, position: &ChongPosition, throw: Dice) -> Option<(End, f64)> {
        if position.verdict(&self.rules).is_some() || self.value(position).is_none() {
            return None;
        }
        let mut best: Option<(End, f64)> = None;
        for end in self.rules.ends(position, throw) {
            let value = -self.value(&end.after)?;
            if best.as_ref().is_none_or(|(_, most)| value > *most) {
                best = Some((end, value));
            }
        }
        best
    }

    /// Returns the maximum error of a value. `None` under the options that make positions depend on
    /// each other in cycles (`king_path = advance`, `king_back = two_turns`, `forced = may_stop`):
    /// those are iterated until bounds meet within 1e-13 or nothing moves by more than 1e-15, and
    /// no error bound is proven.
    #[must_use]
    pub const fn error(&self) -> Option<f64> {
        self.error
    }

    /// Returns the number of positions whose values depend on each other in cycles, other than
    /// forced passes.
    #[must_use]
    pub const fn entangled(&self) -> u64 {
        self.entangled
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &ChongRules {
        &self.rules
    }

    /// Returns all positions, in no particular order.
    #[must_use]
    pub fn positions(&self) -> Vec<ChongPosition> {
        let mut keys: Vec<Key> = self.table.keys().collect();
        keys.par_sort_unstable();
        keys.into_iter().map(key_set::position).collect()
    }
}

/// Converts a value to a probability of winning; a draw counts half.
#[must_use]
pub const fn probability(value: f64) -> f64 {
    f64::midpoint(value, 1.0)
}
