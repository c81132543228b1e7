//! Checking a table: every value must follow from those of the positions its moves lead to.

use std::num::NonZeroUsize;

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::build::STACK;
use super::derive::{BATCH, Deriver, Successor, Walk, empty, state_of};
use super::endgame::Endgame;
use super::error::{BuildError, go_on};
use crate::board::{Cells, Setup};
use crate::control::{Clock, Control, pool};
use crate::math::output;
use crate::moves::{State, with_kernel};

/// Entries that are checked in one go.
const CHUNK: u64 = 1 << 12;

/// The findings of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Verified {
    /// Entries that were checked.
    pub checked: u64,
    /// The first that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Mismatch>,
}

/// An entry that does not follow from the others. Values are those of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Mismatch {
    /// Its number.
    pub entry: u64,
    /// Its position, with empty stores.
    #[serde(serialize_with = "as_text")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub position: Setup,
    /// The value in the table.
    pub stored: i32,
    /// The value that follows from the table's values after each move.
    pub derived: i32,
}

fn as_text<S: Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(setup)
}

/// Derives the values of a sample of so many entries (the same for the same table), or of all, from
/// what the table says of the positions after each move. Since all values rest on those of fewer
/// seeds or fewer moves, a table whose entries all follow from each other is right. A node is an
/// entry.
///
/// # Errors
/// If a limit is reached, or no thread can be started.
pub fn verify(
    table: &Endgame,
    sample: Option<u64>,
    threads: NonZeroUsize,
    control: Control<'_>,
) -> Result<Verified, BuildError> {
    let sample = sample.filter(|&sample| sample < table.layout().positions());
    let (clock, empty) = (&Clock::new(control), &empty(table.layout().field()));
    pool(threads, STACK)?.install(|| {
        with_kernel!(table.rules(), empty, |kernel, _| {
            let layout = table.layout();
            let deriver = Deriver::new(kernel, layout);
            Checker { deriver, table }.all(sample, clock)
        })
    })
}

/// The entry that comes at this place of the sample, scattered evenly.
fn spread(number: u64, entries: u64) -> u64 {
    let product = u128::from(output(number)) * u128::from(entries);
    (product >> 64) as u64
}

/// An entry to check, its position and the seeds in play there.
type Task<C> = (u64, State<C>, i32);

struct Checker<'a, C> {
    deriver: Deriver<'a, C>,
    table: &'a Endgame,
}

impl<C: Cells> Checker<'_, C> {
    /// A sample of so many entries, or all.
    fn all(&self, sample: Option<u64>, clock: &Clock<'_>) -> Result<Verified, BuildError> {
        let layout = self.table.layout();
        let checked = sample.unwrap_or(layout.positions());
        let progress = clock.progress();
        progress.start_phase("values checked", Some(checked));
        let chunk = |chunk: u64| {
            go_on(clock)?;
            let numbers = chunk * CHUNK..checked.min((chunk + 1) * CHUNK);
            let size = numbers.end - numbers.start;
            clock.pay_all(size).map_err(BuildError::Stopped)?;
            let wrong = match sample {
                Some(_) => self.scattered(numbers.map(|number| spread(number, layout.positions()))),
                None => self.stretch(numbers.start, numbers.end),
            };
            progress.add(size);
            Ok::<_, BuildError>(wrong)
        };
        let first = |a: Option<Mismatch>, b: Option<Mismatch>| {
            Ok(a.into_iter().chain(b).min_by_key(|wrong| wrong.entry))
        };
        let chunks = (0..checked.div_ceil(CHUNK)).into_par_iter().map(chunk);
        let wrong = chunks.try_reduce(|| None, first)?;
        Ok(Verified { checked, wrong })
    }

    /// Entries from all over the table.
    fn scattered(&self, entries: impl Iterator<Item = u64>) -> Option<Mismatch> {
        let layout = self.table.layout();
        let task = |entry| {
            let placed = layout.place(entry);
            let level: u32 = placed.seeds.iter().sum();
            (entry, state_of(layout, &placed), level.cast_signed())
        };
        let tasks: Vec<Task<C>> = entries.map(task).collect();
        tasks.chunks(BATCH).filter_map(|tasks| self.check(tasks)).min_by_key(|wrong| wrong.entry)
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
            let show = |successor: Successor| after.push((number, successor));
            derived[number] = self.deriver.successors(state, *level, show);
        }
        let read = |(_, place): &(usize, Successor)| values.at(place.entry);
        let read: Vec<i32> = after.iter().map(read).collect();
        for ((number, place), value) in after.iter().zip(read) {
            derived[*number] = derived[*number].max(place.gain + place.sign * value);
        }
        let mismatch = |(&(entry, ..), derived): (&Task<C>, i32)| {
            let stored = values.at(entry);
            (stored != derived).then(|| Mismatch {
                entry,
                position: layout.setup(&layout.place(entry)),
                stored,
                derived,
            })
        };
        let wrong = tasks.iter().zip(derived).filter_map(mismatch);
        wrong.min_by_key(|wrong| wrong.entry)
    }
}
