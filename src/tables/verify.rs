//! Checking a table: every value must follow from those of the positions its moves lead to.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::build::{BuildError, BuildObserver};
use super::derive::{BATCH, Deriver, Successor, Walk, state_of, with_kernel_for};
use super::endgame::Endgame;
use crate::board::{Cells, Setup};
use crate::moves::{Kernel, KernelVisitor, State};

/// Entries that are checked in one go.
const CHUNK: u64 = 1 << 12;

/// An entry that does not follow from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Its number.
    pub entry: u64,
    /// Its position, with empty stores.
    pub position: Setup,
    /// What the table says.
    pub stored: i32,
    /// What follows from the table's values after each move.
    pub derived: i32,
}

/// Derives the values of a sample of so many entries (the same for the same table), or of all, from
/// what the table says of the positions after each move. Returns the entries checked and the first
/// that is wrong. Since all values rest on those of fewer seeds or fewer moves, a table whose
/// entries all follow from each other is right.
///
/// # Errors
/// If `stop` was set.
pub fn verify(
    table: &Endgame,
    sample: Option<u64>,
    stop: &AtomicBool,
    observer: &dyn BuildObserver,
) -> Result<(u64, Option<Mismatch>), BuildError> {
    let check = Check {
        table,
        sample: sample.filter(|&sample| sample < table.layout().positions()),
        stop,
        observer,
    };
    with_kernel_for(table.rules(), table.layout().field(), check)
}

struct Check<'a> {
    table: &'a Endgame,
    sample: Option<u64>,
    stop: &'a AtomicBool,
    observer: &'a dyn BuildObserver,
}

impl KernelVisitor for Check<'_> {
    type Output = Result<(u64, Option<Mismatch>), BuildError>;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, _: &State<C>) -> Self::Output {
        let layout = self.table.layout();
        let checker = Checker {
            deriver: Deriver::new(kernel, layout),
            table: self.table,
        };
        let count = self.sample.unwrap_or(layout.positions());
        let checked = AtomicU64::new(0);
        let chunk = |chunk: u64| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(BuildError::Interrupted);
            }
            let numbers = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            let size = numbers.end - numbers.start;
            let wrong = match self.sample {
                Some(_) => {
                    checker.scattered(numbers.map(|number| spread(number, layout.positions())))
                }
                None => checker.stretch(numbers.start, numbers.end),
            };
            let done = checked.fetch_add(size, Ordering::Relaxed) + size;
            self.observer.entries(layout.seeds(), done, count);
            Ok(wrong)
        };
        let first = |a: Option<Mismatch>, b: Option<Mismatch>| {
            Ok(a.into_iter().chain(b).min_by_key(|wrong| wrong.entry))
        };
        let chunks = (0..count.div_ceil(CHUNK)).into_par_iter().map(chunk);
        Ok((count, chunks.try_reduce(|| None, first)?))
    }
}

/// The entry that comes at this place of the sample: Vigna's splitmix64 of the number, scaled.
fn spread(number: u64, entries: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    let product = u128::from(mixed ^ mixed >> 31) * u128::from(entries);
    (product >> 64) as u64
}

/// An entry to check, its position and the seeds in play there.
type Task<C> = (u64, State<C>, i32);

struct Checker<'a, C> {
    deriver: Deriver<'a, C>,
    table: &'a Endgame,
}

impl<C: Cells> Checker<'_, C> {
    /// Entries from all over the table.
    fn scattered(&self, entries: impl Iterator<Item = u64>) -> Option<Mismatch> {
        let layout = self.table.layout();
        let task = |entry| {
            let placed = layout.placed(entry);
            let level: u32 = placed.seeds.iter().sum();
            (entry, state_of(layout, &placed), level.cast_signed())
        };
        let tasks: Vec<Task<C>> = entries.map(task).collect();
        tasks
            .chunks(BATCH)
            .filter_map(|tasks| self.check(tasks))
            .min_by_key(|wrong| wrong.entry)
    }

    /// All entries from one to before another, of whatever levels and parts.
    fn stretch(&self, from: u64, to: u64) -> Option<Mismatch> {
        let layout = self.table.layout();
        let mut tasks = Vec::with_capacity(BATCH);
        let mut entry = from;
        while entry < to {
            let end = layout.end_of_part(entry).min(to);
            let mut walk = Walk::new(layout, entry);
            let level = walk.level();
            while entry < end {
                tasks.push((entry, walk.state, level));
                walk.advance();
                entry += 1;
                if tasks.len() == BATCH || entry == to {
                    let wrong = self.check(&tasks);
                    if wrong.is_some() {
                        return wrong;
                    }
                    tasks.clear();
                }
            }
        }
        None
    }

    /// Checks at most [`BATCH`] entries. All their successors are located before any is read, so
    /// that the reads wait for memory together.
    fn check(&self, tasks: &[Task<C>]) -> Option<Mismatch> {
        let (layout, values) = (self.table.layout(), self.table.values());
        let mut derived = [0; BATCH];
        let mut after = Vec::with_capacity(8 * BATCH);
        for (number, (_, state, level)) in tasks.iter().enumerate() {
            let show = |successor: Successor<C>| after.push((number, successor));
            derived[number] = self.deriver.successors(state, *level, show);
        }
        let read = |(_, place): &(usize, Successor<C>)| values.at(place.entry);
        let read: Vec<i32> = after.iter().map(read).collect();
        for ((number, place), value) in after.iter().zip(read) {
            derived[*number] = derived[*number].max(place.gain + place.sign * value);
        }
        let mismatch = |(&(entry, ..), derived): (&Task<C>, i32)| {
            let stored = values.at(entry);
            (stored != derived).then(|| Mismatch {
                entry,
                position: layout.setup(&layout.placed(entry)),
                stored,
                derived,
            })
        };
        let wrong = tasks.iter().zip(derived).filter_map(mismatch);
        wrong.min_by_key(|wrong| wrong.entry)
    }
}
