//! Checking a table: every value must follow from those of the positions its moves lead to.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::build::{BuildError, BuildObserver};
use super::derive::{Deriver, Walk, state_of, with_kernel_for};
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
/// that is wrong. Since all values rest on those of fewer seeds or fewer moves, a table whose entries
/// all follow from each other is right.
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

    fn visit<C: Cells, const RELAY: bool>(
        self,
        kernel: &Kernel<C, RELAY>,
        _: &State<C>,
    ) -> Self::Output {
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
                Some(_) => numbers
                    .filter_map(|number| checker.entry(spread(number, layout.positions())))
                    .min_by_key(|wrong| wrong.entry),
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

struct Checker<'a, C, const RELAY: bool> {
    deriver: Deriver<'a, C, RELAY>,
    table: &'a Endgame,
}

impl<C: Cells, const RELAY: bool> Checker<'_, C, RELAY> {
    fn entry(&self, entry: u64) -> Option<Mismatch> {
        let layout = self.table.layout();
        let placed = layout.placed(entry);
        let level: u32 = placed.seeds.iter().sum();
        self.check(entry, &state_of(layout, &placed), level.cast_signed())
    }

    /// All entries from one to before another, of whatever levels and parts.
    fn stretch(&self, from: u64, to: u64) -> Option<Mismatch> {
        let layout = self.table.layout();
        let mut entry = from;
        while entry < to {
            let end = layout.end_of_part(entry).min(to);
            let mut walk = Walk::new(layout, entry);
            let level = walk.level();
            while entry < end {
                let wrong = self.check(entry, &walk.state, level);
                if wrong.is_some() {
                    return wrong;
                }
                walk.advance();
                entry += 1;
            }
        }
        None
    }

    fn check(&self, entry: u64, state: &State<C>, level: i32) -> Option<Mismatch> {
        let values = self.table.values();
        let stored = values.at(entry);
        let mut derived = -level;
        let ended = self.deriver.successors(state, level, |after| {
            derived = derived.max(after.gain + after.sign * values.at(after.entry));
        });
        let derived = derived.max(ended);
        let layout = self.table.layout();
        (stored != derived).then(|| Mismatch {
            entry,
            position: layout.setup(&layout.placed(entry)),
            stored,
            derived,
        })
    }
}
