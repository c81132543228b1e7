//! Filling a table: level by level, each level by all cores.
//!
//! A move that takes nothing out of play moves seeds forward in the mover's row and nowhere else,
//! so the positions of a level depend on each other without circles and the value of a position can
//! be computed by plain recursion, which never goes deeper than the seeds can move. Values are
//! unique: two cores that compute the same entry write the same byte, so no lock and no order is
//! needed.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicI8, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;
use thiserror::Error;

use super::derive::{BATCH, Deriver, Successor, Walk, empty};
use super::layout::{Layout, MAX_SEEDS};
use crate::board::{Cells, Field};
use crate::control::{Clock, Shortage, StopReason, pool};
use crate::moves::{Kernel, State, with_kernel};
use crate::rules::{Rules, StorePlace};

/// An entry not yet known. No value is that low.
const UNKNOWN: i8 = i8::MIN;

/// Entries that are computed in one go: some milliseconds.
const CHUNK: u64 = 1 << 13;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Positions can recur, and then a value depends on the way to the position.
    #[error(
        "store = far: positions can recur, and a table has one value a position; expected store = near"
    )]
    Recurring,
    /// More seeds than a table can have.
    #[error("{0} seeds in play: expected at most {MAX_SEEDS}")]
    Seeds(u32),
    /// More entries than this computer has memory for, or than can be counted.
    #[error("a table of at most {seeds} seeds in play does not fit the memory ({bytes} bytes)")]
    Memory {
        /// The seeds asked for.
        seeds: u32,
        /// Its size; `u64::MAX` if it is larger than that.
        bytes: u64,
    },
    /// More memory than was allowed.
    #[error(
        "a table of at most {seeds} seeds in play takes {bytes} bytes of memory, a byte a position; \
         allowed are {allowed}{}", enough(.most)
    )]
    Allowed {
        /// The seeds asked for, or those that are there already.
        seeds: u32,
        /// Its size.
        bytes: u64,
        /// The limit.
        allowed: u64,
        /// The most seeds in play for which the limit is enough.
        most: Option<u32>,
    },
    /// A limit was reached, or it was cancelled.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The machine does not give the threads or the memory.
    #[error(transparent)]
    Shortage(#[from] Shortage),
}

fn enough(most: &Option<u32>) -> String {
    most.map_or(String::new(), |most| {
        format!(", enough for at most {most} seeds")
    })
}

/// The stack of a thread that builds: a recursion as deep as seeds can move.
pub(super) const STACK: usize = 1 << 21;

/// Whether work may go on: no limit is reached, and nobody cancelled it.
pub(super) fn go_on(clock: &Clock<'_>) -> Result<(), BuildError> {
    match clock.limit(0) {
        None => Ok(()),
        Some(reason) => Err(BuildError::Stopped(reason)),
    }
}

/// Room for so many entries.
pub(super) fn room(layout: &Layout) -> Result<Vec<AtomicI8>, BuildError> {
    let (seeds, bytes) = (layout.seeds(), layout.positions());
    let too_large = BuildError::Memory { seeds, bytes };
    let entries = usize::try_from(bytes).map_err(|_| too_large)?;
    let mut values = Vec::new();
    let reserved = values.try_reserve_exact(entries);
    reserved.map_err(|error| Shortage::memory(entries.div_ceil(1 << 20), error))?;
    Ok(values)
}

/// A table that is being filled.
pub(super) struct Builder {
    pub rules: Rules,
    pub layout: Layout,
    values: Vec<AtomicI8>,
    /// Levels that are complete.
    levels: u32,
    pool: ThreadPool,
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
        let mut values = room(&layout)?;
        values.resize_with(place(layout.positions()), || AtomicI8::new(UNKNOWN));
        Ok(Builder {
            rules: *rules,
            layout,
            values,
            levels: 0,
            pool: pool(threads, STACK)?,
        })
    }

    /// Levels that are complete: 0 to one less than this.
    pub(super) const fn levels(&self) -> u32 {
        self.levels
    }

    /// The entries of a level.
    pub(super) fn level(&self, level: u32) -> &[AtomicI8] {
        let entries = self.layout.level(level);
        &self.values[place(entries.start)..place(entries.end)]
    }

    /// Puts entries in their place, from entry `first` on.
    pub(super) fn put(&self, first: u64, bytes: &[u8]) {
        for (entry, byte) in self.values[place(first)..].iter().zip(bytes) {
            entry.store(byte.cast_signed(), Ordering::Relaxed);
        }
    }

    /// Takes the next level as complete, after somebody has put its entries there.
    pub(super) const fn adopt_level(&mut self) {
        self.levels += 1;
    }

    /// Computes the next level.
    pub(super) fn build_level(&mut self, clock: &Clock<'_>) -> Result<(), BuildError> {
        let empty = &empty(self.layout.field());
        let fill = || with_kernel!(&self.rules, empty, |kernel, _| self.fill(kernel, clock));
        self.pool.install(fill)?;
        self.levels += 1;
        Ok(())
    }

    /// Fills the next level.
    fn fill<C: Cells>(&self, kernel: &Kernel<C>, clock: &Clock<'_>) -> Result<(), BuildError> {
        let layout = &self.layout;
        let level = self.levels;
        let filler = Filler {
            deriver: Deriver::new(kernel, layout),
            values: &self.values,
        };
        let entries = layout.level(level);
        let ranks = layout.ranks(level);
        let chunks = ranks.div_ceil(CHUNK);
        let words = format!("positions with {level} seeds in play");
        let progress = clock.progress();
        progress.begin(words, Some(entries.end - entries.start));
        (0..chunks * layout.parts())
            .into_par_iter()
            .try_for_each(|chunk| {
                go_on(clock)?;
                let (part, chunk) = (chunk / chunks, chunk % chunks);
                let first = entries.start + part * ranks;
                let from = first + chunk * CHUNK;
                let to = (from + CHUNK).min(first + ranks);
                filler.fill(layout, from, to, level.cast_signed());
                clock.count(to - from);
                Ok(())
            })
    }

    /// The entries, when all levels are complete.
    pub(super) fn finish(self) -> (Rules, Layout, Vec<AtomicI8>) {
        assert!(self.levels > self.layout.seeds(), "every level is complete");
        (self.rules, self.layout, self.values)
    }
}

/// An entry as an index. A table in memory has no more entries than that.
fn place(entry: u64) -> usize {
    usize::try_from(entry).expect("a table in memory")
}

/// Computes entries, those of lower levels being known.
struct Filler<'a, C> {
    deriver: Deriver<'a, C>,
    values: &'a [AtomicI8],
}

/// A position whose entry is to be computed.
type Task<C> = (State<C>, u64);

impl<C: Cells> Filler<'_, C> {
    #[inline(always)]
    fn entry(&self, entry: u64) -> &AtomicI8 {
        &self.values[entry as usize]
    }

    fn is_unknown(&self, entry: u64) -> bool {
        self.entry(entry).load(Ordering::Relaxed) == UNKNOWN
    }

    /// Computes what isn't known yet of a stretch of entries of one part.
    fn fill(&self, layout: &Layout, from: u64, to: u64, level: i32) {
        let mut walk = Walk::new(layout, from);
        let mut tasks = Vec::with_capacity(BATCH);
        for entry in from..to {
            if self.is_unknown(entry) {
                tasks.push((walk.state, entry));
            }
            if tasks.len() == BATCH || entry + 1 == to {
                self.compute(&tasks, level);
                tasks.clear();
            }
            walk.advance();
        }
    }

    /// Computes some entries of a level. All their successors are located before any is read, so
    /// that the reads wait for memory together; those not known yet are computed in the same way.
    fn compute(&self, tasks: &[Task<C>], level: i32) {
        let mut best = [0; BATCH];
        let mut after = Vec::with_capacity(8 * BATCH);
        for (number, (state, _)) in tasks.iter().enumerate() {
            let show = |successor: Successor<C>| after.push((number, successor));
            best[number] = self.deriver.successors(state, level, show);
        }
        let read =
            |(_, place): &(usize, Successor<C>)| self.entry(place.entry).load(Ordering::Relaxed);
        let bytes: Vec<i8> = after.iter().map(read).collect();
        let unknown = after.iter().zip(&bytes);
        let unknown = unknown.filter(|(_, byte)| **byte == UNKNOWN);
        let unknown = unknown.map(|((_, place), _)| (place.state, place.entry));
        let mut unknown: Vec<Task<C>> = unknown.collect();
        unknown.sort_unstable_by_key(|task| task.1);
        unknown.dedup_by_key(|task| task.1);
        while !unknown.is_empty() {
            let some = unknown.split_off(unknown.len().saturating_sub(BATCH));
            self.compute(&some, level);
            // What was computed on the way, by this core or another, need not be again.
            unknown.retain(|task| self.is_unknown(task.1));
        }
        for ((number, place), byte) in after.iter().zip(bytes) {
            let byte = match byte {
                UNKNOWN => self.entry(place.entry).load(Ordering::Relaxed),
                known => known,
            };
            best[*number] = best[*number].max(place.gain + place.sign * i32::from(byte));
        }
        for (value, (_, entry)) in best.into_iter().zip(tasks) {
            let byte = i8::try_from(value).expect("no more than 63 seeds either way");
            self.entry(*entry).store(byte, Ordering::Relaxed);
        }
    }
}
