//! A table on its way, level by level.

use std::num::NonZeroUsize;
use std::ops::Range;

use super::error::BuildError;
use super::fill::Filler;
use super::value_places::{Layout, MAX_SEEDS};
use crate::board::Field;
use crate::control::{Clock, HAS_THREADS, Pool, Zeros, pool};
use crate::rules::{Rules, StorePlace};

/// The stack of a thread that builds or checks.
pub(super) const STACK: usize = 1 << 21;

/// Bytes that a table leaves free, for the threads that fill it.
const REST: usize = 32 << 20;

/// Room for the entries of a table.
pub(super) fn room(layout: &Layout) -> Result<Zeros, BuildError> {
    let (seeds, bytes) = (layout.seeds(), layout.positions());
    let too_large = BuildError::Memory { seeds, bytes };
    let entries = usize::try_from(bytes).map_err(|_| too_large)?;
    // A module of WebAssembly never gives back what it was granted for a moment.
    let rest = HAS_THREADS.then(|| Zeros::of(REST)).transpose()?;
    let values = Zeros::of(entries)?;
    drop(rest);
    Ok(values)
}

/// A table that is being filled.
pub(super) struct Builder {
    pub rules: Rules,
    pub layout: Layout,
    values: Zeros,
    /// Levels that are complete.
    levels: u32,
    /// Made for the first level that is computed.
    filler: Option<Filler>,
    pool: Pool,
}

impl Builder {
    /// The layout of a table that can be built.
    pub(super) fn layout(rules: &Rules, field: Field, seeds: u32) -> Result<Layout, BuildError> {
        if rules.store == StorePlace::Far {
            return Err(BuildError::Recurring);
        }
        if seeds > MAX_SEEDS {
            return Err(BuildError::Seeds(seeds));
        }
        let bytes = u64::MAX;
        Layout::new(rules, field, seeds).ok_or(BuildError::Memory { seeds, bytes })
    }

    pub(super) fn new(
        rules: &Rules,
        field: Field,
        seeds: u32,
        threads: NonZeroUsize,
    ) -> Result<Builder, BuildError> {
        let layout = Builder::layout(rules, field, seeds)?;
        let values = room(&layout)?;
        Ok(Builder::over(rules, layout, values, 0, pool(threads, STACK)?))
    }

    /// A builder that goes on in memory with room for the layout, in which so many levels are
    /// complete.
    pub(super) fn over(
        rules: &Rules,
        layout: Layout,
        values: Zeros,
        levels: u32,
        pool: Pool,
    ) -> Builder {
        Builder { rules: *rules, values, layout, levels, filler: None, pool }
    }

    /// Levels that are complete: 0 to one less than this.
    pub(super) const fn levels(&self) -> u32 {
        self.levels
    }

    /// The entries of a level.
    pub(super) fn level(&self, level: u32) -> &[u8] {
        &self.values[places(&self.layout, level)]
    }

    /// Those of the next level.
    pub(super) fn next_level(&mut self) -> &mut [u8] {
        &mut self.values[places(&self.layout, self.levels)]
    }

    /// Takes the next level as complete, after its entries have been put there.
    pub(super) const fn adopt_level(&mut self) {
        self.levels += 1;
    }

    /// Computes the next level.
    pub(super) fn build_level(&mut self, clock: &Clock<'_>) -> Result<(), BuildError> {
        let entries = places(&self.layout, self.levels);
        // Less than a level is of no use.
        let paid = clock.pay_all(entries.len() as u64);
        paid.map_err(BuildError::Stopped)?;
        let words = format!("positions with {} seeds in play", self.levels);
        clock.progress().start_phase(words, Some(entries.len() as u64));
        let (rules, layout) = (&self.rules, &self.layout);
        let filler = match self.filler.take() {
            Some(filler) => filler,
            None => self.pool.install(|| Filler::new(rules, layout, clock))?,
        };
        let filler = self.filler.insert(filler);
        let (lower, rest) = self.values.split_at_mut(entries.start);
        let level = &mut rest[..entries.len()];
        self.pool.install(|| filler.level(self.levels, lower, level, clock))?;
        self.levels += 1;
        Ok(())
    }

    /// The entries of positions with so many seeds in play, when their levels are complete.
    pub(super) fn finish(self, seeds: u32) -> (Rules, Layout, Zeros) {
        assert!(self.levels > seeds, "every level is complete");
        let layout = Layout::new(&self.rules, self.layout.field(), seeds);
        (self.rules, layout.expect("a part of it"), self.values)
    }
}

/// An entry as an index. A table in memory has no more entries than that.
fn place(entry: u64) -> usize {
    usize::try_from(entry).expect("a table in memory")
}

/// The entries of a level.
fn places(layout: &Layout, level: u32) -> Range<usize> {
    let entries = layout.level(level);
    place(entries.start)..place(entries.end)
}
