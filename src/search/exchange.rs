//! Bounds that searches of one round hand to each other: those that took many nodes.
//!
//! A table of bounds lives as long as its search. What is proven in it is true of the position
//! alone: under the same rules and on the same field a search that runs later, elsewhere or at the
//! same time may begin with it. Only what a search has finished is handed on: what a limit cuts
//! short proves nothing, and where a value would depend on the way to a position there is no
//! search ([`SolveError::Recurs`](super::SolveError::Recurs)).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard};

use foldhash::fast::FixedState;

use super::transposition_table::{TableBounds, TranspositionTable};
use crate::control::unpoisoned;

/// The proven bounds of a position: seeds still to be won by the player to move less those of his
/// opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exchanged {
    /// The number of the position on its field: four times the rank of its open holes
    /// ([`Ranking`](crate::board::Ranking)), 2 more if B is to move where the players see
    /// different fields, and 1 more if it has the mark of a last turn.
    pub position: u64,
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
    /// The logarithm of the nodes that a proof took, rounded down.
    pub effort: u8,
}

/// Bounds of positions of one round, which searches read when they begin and add to as they go.
///
/// All of them must have the same rules and the same field.
#[derive(Debug)]
pub struct Exchange {
    state: Mutex<State>,
    /// Positions of which it keeps bounds at most.
    most: usize,
}

#[derive(Debug, Default)]
struct State {
    /// Nodes of the least proof whose bounds it takes.
    least: u64,
    known: HashMap<u64, Known, FixedState>,
    /// Positions of which more is known since they were last asked for.
    new: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    lower: i32,
    upper: i32,
    effort: u8,
    new: bool,
}

impl Exchange {
    /// One without bounds, for those that take so many nodes at least.
    #[must_use]
    pub fn new(least: u64) -> Exchange {
        let state = State { least: least.max(1), ..State::default() };
        Exchange { state: Mutex::new(state), most: usize::MAX }
    }

    /// The same for so many positions at most: where there are more, those that took least are
    /// forgotten, and their like no longer taken.
    #[must_use]
    pub fn holding(self, most: usize) -> Exchange {
        Exchange { most, ..self }
    }

    /// The same, to which searches add nothing.
    #[must_use]
    pub fn closed(self) -> Exchange {
        self.state().least = u64::MAX;
        self
    }

    /// Nodes of the least proof whose bounds it takes.
    #[must_use]
    pub fn least(&self) -> u64 {
        self.state().least
    }

    /// Takes bounds in that were proven elsewhere; false if they can't be true: of no position, or
    /// not with those that are known.
    #[must_use]
    pub fn add(&self, found: &Exchanged) -> bool {
        let most = TranspositionTable::MOST.cast_signed();
        let fits = |bound| (-most..=most).contains(&bound);
        let fits_effort = found.effort < 63;
        fits_effort
            && fits(found.lower)
            && fits(found.upper)
            && self.state().join(found, false, self.most)
    }

    /// Takes in what a search has proven, as [`add`](Self::add) does; it is new.
    pub(super) fn note(&self, position: u64, bounds: TableBounds, nodes: u64) -> bool {
        let TableBounds { lower, upper, .. } = bounds;
        let found = Exchanged { position, lower, upper, effort: nodes.max(1).ilog2() as u8 };
        let mut state = self.state();
        nodes < state.least || state.join(&found, true, self.most)
    }

    /// Returns what searches have proven since this was asked last, by position.
    #[must_use]
    pub fn take_new(&self) -> Vec<Exchanged> {
        let state = &mut *self.state();
        let mut new = Vec::new();
        for position in state.new.drain(..) {
            // It may be forgotten by now.
            let Some(known) = state.known.get_mut(&position) else {
                continue;
            };
            known.new = false;
            new.push(Exchanged {
                position,
                lower: known.lower,
                upper: known.upper,
                effort: known.effort,
            });
        }
        new.sort_unstable();
        new
    }

    /// Returns how many positions it has bounds of.
    #[must_use]
    pub fn len(&self) -> usize {
        self.state().known.len()
    }

    /// Tells whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts what is known into an empty table: of the positions that it has keys for, those with no
    /// more seeds than that of its search.
    pub(super) fn fill(&self, table: &mut TranspositionTable<'_>) {
        let state = self.state();
        let fits = |&(&key, _): &(&u64, &Known)| table.has_key(key);
        let known: Vec<_> = state.known.iter().filter(fits).collect();
        table.make_room(known.len() as u64);
        for (&key, known) in known {
            let bounds = TableBounds { lower: known.lower, upper: known.upper, effort: 0 };
            table.put(key, bounds, 1 << known.effort.min(62));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}

impl State {
    /// Joins bounds with what is known; false if both can't be true. `new` is true of what a search
    /// has proven.
    fn join(&mut self, found: &Exchanged, new: bool, most: usize) -> bool {
        let &Exchanged { position, lower, upper, effort } = found;
        let known = match self.known.entry(position) {
            Entry::Vacant(place) => {
                place.insert(Known { lower: i32::MIN, upper: i32::MAX, effort: 0, new: false })
            }
            Entry::Occupied(place) => place.into_mut(),
        };
        let more = lower > known.lower || upper < known.upper;
        known.lower = known.lower.max(lower);
        known.upper = known.upper.min(upper);
        known.effort = known.effort.max(effort);
        if new && more && !known.new {
            known.new = true;
            self.new.push(position);
        }
        let sound = known.lower <= known.upper;
        while self.known.len() > most {
            self.least = self.least.saturating_mul(2);
            let least = self.least.ilog2() as u8;
            self.known.retain(|_, known| known.effort >= least);
        }
        sound
    }
}
