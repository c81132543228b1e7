//! Verifies a table: every value must follow from the values of the positions after its moves.

use std::mem::take;
use std::num::NonZeroUsize;
use std::ops::Range;

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::endgame::{Endgame, Reader, STACK};
use super::error::{BuildError, check_clock};
use super::value_places::{Layout, Placed};
use crate::board::{Cells, Mark, Position, Setup, Side, Wide};
use crate::control::{Clock, Control, pool};
use crate::math::output;
use crate::moves::{Kernel, Outcome, Played, State, with_kernel};

/// Positions whose successors are read as one batch.
const BATCH: usize = 32;

/// Entries per unit of work.
const CHUNK: u64 = 1 << 12;

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Verified {
    /// Number of entries checked.
    pub checked: u64,
    /// The first wrong entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Mismatch>,
}

/// An entry that does not follow from the others. Values are from the side of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Mismatch {
    /// The number of the entry.
    pub entry: u64,
    /// The position, with empty stores.
    #[serde(serialize_with = "as_text")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub position: Setup,
    /// The value in the table.
    pub stored: i32,
    /// The value derived from the table's values after each move.
    pub derived: i32,
}

fn as_text<S: Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(setup)
}

/// Derives the values of `sample` entries, or of all, from the table's values of the positions
/// after each move. The sample is the same for the same table. All values depend only on positions
/// with fewer seeds or fewer moves left, so a table whose entries all follow from each other is
/// right. A node is an entry.
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
    let (clock, layout) = (&Clock::new(control), table.layout());
    // Any position of the field will do for the kernel.
    let empty = &Position::from_parts(layout.field, Wide::default(), Side::A, Mark::None);
    pool(threads, STACK)?.install(|| {
        with_kernel!(table.rules(), empty, |kernel, _| {
            let checker = Checker { kernel, reader: table.reader(), table };
            check_all(layout, sample, clock, &|numbers| match sample {
                Some(_) => {
                    let entries = layout.positions();
                    checker.check_scattered(numbers.map(|number| spread(number, entries)))
                }
                None => checker.check_range(numbers),
            })
        })
    })
}

/// Checks `sample` entries, or all of them, by calling `check` with ranges of their numbers.
fn check_all(
    layout: &Layout,
    sample: Option<u64>,
    clock: &Clock<'_>,
    check: &(dyn Fn(Range<u64>) -> Option<Mismatch> + Sync),
) -> Result<Verified, BuildError> {
    let checked = sample.unwrap_or(layout.positions());
    let progress = clock.progress();
    progress.start_phase("values checked", Some(checked));
    let chunk = |chunk: u64| {
        check_clock(clock)?;
        let numbers = chunk * CHUNK..checked.min((chunk + 1) * CHUNK);
        let size = numbers.end - numbers.start;
        clock.pay_all(size).map_err(BuildError::Stopped)?;
        let wrong = check(numbers);
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

/// Maps the number of a sample to an entry, spread evenly over the table.
fn spread(number: u64, entries: u64) -> u64 {
    let product = u128::from(output(number)) * u128::from(entries);
    (product >> 64) as u64
}

/// An entry to check, its position and its seeds in play.
type Task<C> = (u64, State<C>, i32);

struct Checker<'a, C> {
    kernel: &'a Kernel<C>,
    reader: Reader<'a, C>,
    table: &'a Endgame,
}

/// The result of a move, as an entry, a gain and a sign. The move's value is the gain (the seeds
/// taken out of play) plus the sign (1 if the same player moves again, otherwise -1) times the
/// value at the entry.
type Successor = (u64, i32, i32);

impl<C: Cells> Checker<'_, C> {
    /// Checks entries scattered over the table.
    fn check_scattered(&self, entries: impl Iterator<Item = u64>) -> Option<Mismatch> {
        let layout = self.table.layout();
        let task = |entry| {
            let placed = layout.place(entry);
            let level: u32 = placed.seeds.iter().sum();
            (entry, state_of(layout, &placed), level.cast_signed())
        };
        let tasks: Vec<Task<C>> = entries.map(task).collect();
        tasks.chunks(BATCH).filter_map(|tasks| self.check(tasks)).min_by_key(|wrong| wrong.entry)
    }

    /// Checks a range of entries, which may span levels and parts.
    fn check_range(&self, entries: Range<u64>) -> Option<Mismatch> {
        let layout = self.table.layout();
        let mut tasks = Vec::with_capacity(BATCH);
        let Range { start: mut entry, end: to } = entries;
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
    /// that the memory latencies overlap.
    fn check(&self, tasks: &[Task<C>]) -> Option<Mismatch> {
        let (layout, reader) = (self.table.layout(), &self.reader);
        let mut derived = [0; BATCH];
        let mut after = Vec::with_capacity(8 * BATCH);
        for (number, (_, state, level)) in tasks.iter().enumerate() {
            let show = |successor| after.push((number, successor));
            derived[number] = self.successors(state, *level, show);
        }
        let read: Vec<i32> = after.iter().map(|(_, (entry, ..))| reader.at(*entry)).collect();
        for ((number, (_, gain, sign)), value) in after.iter().zip(read) {
            derived[*number] = derived[*number].max(gain + sign * value);
        }
        let mismatch = |(&(entry, ..), derived): (&Task<C>, i32)| {
            let stored = reader.at(entry);
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

    /// Calls `show` with the successors of a position with `level` seeds in play, and returns the
    /// best result of the moves that end the round.
    ///
    /// The result is at least the loss of all seeds in play: no value is lower, and it is the value
    /// of a mover without a move, who exists only as a player who must pass.
    #[inline(always)]
    pub(super) fn successors(
        &self,
        state: &State<C>,
        level: i32,
        mut show: impl FnMut(Successor),
    ) -> i32 {
        let mut best = -level;
        let mut legal = self.kernel.legal(state);
        while legal != 0 {
            let index = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let played = self.kernel.play(state, index);
            let stopped = self.kernel.stopped(state, &played);
            for Played { state: after, outcome, .. } in
                [Some(played), stopped].into_iter().flatten()
            {
                let board = self.reader.in_play(after.cells);
                // Seeds that leave play become the mover's, in the store or in protected holes.
                let gain = level - board.all.cast_signed();
                if outcome == Outcome::Over {
                    let own = board.of(state.mover).cast_signed();
                    let kept = self.kernel.rest().balance(own, board.all.cast_signed() - own);
                    best = best.max(gain + kept);
                } else {
                    let entry = self.reader.entry(&board, after.mover, after.last_turn);
                    show((entry, gain, if after.mover == state.mover { 1 } else { -1 }));
                }
            }
        }
        best
    }
}

/// Converts a layout's position into a state.
fn state_of<C: Cells>(layout: &Layout, placed: &Placed) -> State<C> {
    let cells = layout.order(placed.mover).iter().zip(&placed.seeds);
    State {
        cells: cells.fold(C::default(), |all, (&cell, &seeds)| all.add(C::unit(cell, seeds))),
        mover: placed.mover,
        last_turn: placed.last_turn,
    }
}

/// Iterates over the positions of one part of a level in rank order.
struct Walk<'a, C> {
    layout: &'a Layout,
    /// The row that is the line, and the row that is the column.
    rows: [RowWalk<'a>; 2],
    entry: u64,
    state: State<C>,
}

/// Iterates over the rows with the same number of seeds in rank order.
struct RowWalk<'a> {
    cells: &'a [usize],
    counts: Vec<u32>,
}

impl<'a, C: Cells> Walk<'a, C> {
    /// Starts at the position of an entry.
    fn new(layout: &'a Layout, entry: u64) -> Walk<'a, C> {
        let placed = layout.place(entry);
        let rows = layout.lines_and_columns(&placed).map(|(cells, seeds)| {
            let counts = seeds.to_vec();
            RowWalk { cells, counts }
        });
        let state = state_of(layout, &placed);
        Walk { layout, rows, entry, state }
    }

    /// The seeds in play.
    fn level(&self) -> i32 {
        let counts = self.rows.iter().flat_map(|row| &row.counts);
        counts.sum::<u32>().cast_signed()
    }

    /// Advances to the next rank, unless this is the last of its level and part.
    #[inline]
    fn advance(&mut self) {
        self.entry += 1;
        let [lines, columns] = &mut self.rows;
        if columns.advance(&mut self.state.cells) {
            return;
        }
        columns.restart(&mut self.state.cells);
        if !lines.advance(&mut self.state.cells) && self.entry < self.layout.positions() {
            // On to the next matrix.
            *self = Walk::new(self.layout, self.entry);
        }
    }
}

impl RowWalk<'_> {
    /// Advances to the next row, if there is one.
    ///
    /// The first running sum that can grow is the one before the first hole, from the second on,
    /// that has seeds: that hole gives one seed to the hole before it. All earlier running sums are
    /// reset to 0, so the seeds of the first hole move there too.
    #[inline]
    fn advance<C: Cells>(&mut self, board: &mut C) -> bool {
        let later = (1..self.counts.len()).find(|&hole| self.counts[hole] > 0);
        let Some(giver) = later else { return false };
        let first = take(&mut self.counts[0]);
        self.counts[giver] -= 1;
        self.counts[giver - 1] += first + 1;
        let cell = |hole: usize, seeds| C::unit(self.cells[hole], seeds);
        let grown = board.add(cell(giver - 1, first + 1));
        *board = grown.sub(cell(0, first)).sub(cell(giver, 1));
        true
    }

    /// Goes back from the last row, which has all seeds in the first hole, to the first row, which
    /// has them in the last hole.
    fn restart<C: Cells>(&mut self, board: &mut C) {
        if let [first, .., last] = self.counts[..] {
            debug_assert_eq!(last, 0);
            let holes = self.counts.len();
            self.counts.swap(0, holes - 1);
            let cell = |hole: usize| C::unit(self.cells[hole], first);
            *board = board.add(cell(holes - 1)).sub(cell(0));
        }
    }
}
