//! The results of an enumeration so far.

use serde::{Deserialize, Serialize};

use super::enumeration::{Goal, Measure};
use super::key_codec::Key;
use super::run_codec::Record;
use crate::board::Cells;
use crate::moves::{Kernel, Outcome, Played, State};

/// The last move of a line: the length of the line, and the position and the hole of the move.
/// Lines are compared in this order, so the result does not depend on which thread is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Ending<K> {
    pub length: u16,
    pub from: K,
    pub hole: u8,
}

/// The shortest lines and the number of turns, by result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally<K> {
    /// By measure and seeds in the mover's store after the last move.
    stores: [Vec<Option<Ending<K>>>; 2],
    /// By measure: lines that win the set at once.
    sets: [Option<Ending<K>>; 2],
    /// Number of whole turns by the seeds in the mover's store, saturating.
    pub turns: Vec<u128>,
    /// Positions in which the mover chooses, including the start.
    pub positions: u64,
    /// Positions in which the mover would move again but has no seeds to lift.
    pub stranded: u64,
}

impl<K: Key> Tally<K> {
    /// Creates an empty tally for a board with `total` seeds.
    pub(super) fn new(total: u32) -> Tally<K> {
        let places = total as usize + 1;
        Tally {
            stores: [vec![None; places], vec![None; places]],
            sets: [None; 2],
            turns: vec![0; places],
            positions: 0,
            stranded: 0,
        }
    }

    /// Records a move from a position.
    #[inline]
    pub(super) fn note<C: Cells>(
        &mut self,
        kernel: &Kernel<C>,
        before: (&State<C>, &Record<K>),
        (hole, played): (usize, &Played<C>),
        set: Goal,
    ) {
        let (state, record) = before;
        let store = kernel.store(played.state.cells, state.mover) as usize;
        if played.outcome != Outcome::Again || kernel.may_stop() {
            self.turns[store] = self.turns[store].saturating_add(record.ways);
        }
        let lengths = [record.moves + 1, record.laps + played.laps as u16];
        for (endings, length) in self.stores.iter_mut().zip(lengths) {
            improve(&mut endings[store], length, record.key, hole);
        }
        if set.reached(kernel, state.mover, played) {
            for (ending, length) in self.sets.iter_mut().zip(lengths) {
                improve(ending, length, record.key, hole);
            }
        }
    }
}

/// The tally of all threads, for keys of any size.
impl Tally<u128> {
    /// Adds the tally of a thread.
    pub(super) fn join<K: Key>(&mut self, other: &Tally<K>) {
        let join = |mine: &mut Option<Ending<u128>>, other: &Option<Ending<K>>| {
            if let Some(ending) = other {
                improve(mine, ending.length, ending.from.into(), ending.hole.into());
            }
        };
        for (mine, other) in self.stores.iter_mut().zip(&other.stores) {
            mine.iter_mut().zip(other).for_each(|(m, o)| join(m, o));
        }
        for (mine, other) in self.sets.iter_mut().zip(&other.sets) {
            join(mine, other);
        }
        for (mine, other) in self.turns.iter_mut().zip(&other.turns) {
            *mine = mine.saturating_add(*other);
        }
        self.positions += other.positions;
        self.stranded += other.stranded;
    }

    /// Returns the shortest line that reaches a goal.
    pub(super) fn shortest(&self, goal: Goal, measure: Measure) -> Option<Ending<u128>> {
        match goal {
            Goal::Store(seeds) => {
                let reached = self.stores[measure as usize].iter().skip(seeds as usize);
                reached.flatten().min().copied()
            }
            Goal::Set { .. } => self.sets[measure as usize],
        }
    }

    /// The maximum seeds in the mover's store, if there is any move.
    pub(super) fn most(&self) -> Option<u32> {
        let most = self.stores[0].iter().rposition(Option::is_some)?;
        Some(u32::try_from(most).expect("a board has few seeds"))
    }
}

#[inline]
fn improve<K: Key>(best: &mut Option<Ending<K>>, length: u16, from: K, hole: usize) {
    // A quick exit: most lines are longer than the best. Ties go to the first by position.
    if best.is_some_and(|best| best.length < length) {
        return;
    }
    let hole = hole as u8;
    let ending = Ending { length, from, hole };
    if best.is_none_or(|best| ending < best) {
        *best = Some(ending);
    }
}
