//! Computes the values of a level from those of the levels below (retrograde analysis).
//!
//! A move that takes nothing out of play moves seeds forward in the mover's row, which lowers the
//! row's number. So two matrices with the same rows are filled together, one for each player to
//! move. They are filled row by row of the player with fewer seeds: first the line of positions
//! with that player to move, then the line with the other. Everything that an entry depends on is
//! then available. Pairs of matrices don't depend on each other.

use std::ops::Range;

use rayon::prelude::*;
use zerocopy::FromBytes;

use super::error::{BuildError, check_clock};
use super::matrix_columns::Columns;
use super::move_target::OnMove;
use super::rows::{Numbered, Row};
use super::value_places::Layout;
use crate::board::Side;
use crate::control::Clock;
use crate::rules::{RoundEnd, Rules};

/// Entries between checks of the clock: about a millisecond.
const CHECK_INTERVAL: u64 = 1 << 15;

/// Columns processed at a time: their precomputed moves stay in the cache.
const COLUMNS: usize = if cfg!(test) { 4 } else { 1 << 9 };

/// Up to this many threads, each fills whole pairs by itself.
const FEW_THREADS: usize = 2;

/// Entries from which dividing a matrix among threads pays off.
const MIN_DIVIDED: usize = if cfg!(test) { 16 } else { 1 << 16 };

/// Maximum columns of a divided matrix: all of them are prepared at once, and take about 300 bytes
/// each.
const MAX_DIVIDED_WIDTH: usize = 1 << 15;

/// The layout and the precomputed rows for filling a table.
#[derive(Debug)]
pub(super) struct Filler {
    rules: Rules,
    layout: Layout,
    /// The rows of A and of B, or one for both where the field looks the same to them.
    rows: Vec<Row>,
}

/// The matrices with the same two rows, one for each player to move.
struct Pair<'a> {
    /// The player with fewer seeds, whose rows are the lines, and the other player.
    movers: [Side; 2],
    seeds: [u32; 2],
    /// Matrices by mover and mark. If both rows have the same number of seeds and the field looks
    /// the same to both players, there is only one mover.
    values: [Vec<&'a mut [u8]>; 2],
}

impl Pair<'_> {
    /// Whether the pair has a single mover.
    fn has_one_mover(&self) -> bool {
        self.values[1].is_empty()
    }
}

impl Filler {
    pub(super) fn new(
        rules: &Rules,
        layout: &Layout,
        clock: &Clock<'_>,
    ) -> Result<Filler, BuildError> {
        let sides = if layout.symmetric { 1 } else { 2 };
        let room = layout.positions() / sides + (1 << 24);
        let row = |side| Row::new(layout, rules, side, room, clock);
        let rows = Side::BOTH.into_iter().take(sides as usize).map(row);
        Ok(Filler { rules: *rules, layout: layout.clone(), rows: rows.collect::<Result<_, _>>()? })
    }

    fn row(&self, side: Side) -> &Row {
        &self.rows[side.index() % self.rows.len()]
    }

    /// Whether a position of a pair may depend on another one of the same line: a player without
    /// seeds passes, so the other one moves again.
    fn passes(&self, pair: &Pair<'_>) -> bool {
        self.rules.end == RoundEnd::BoardEmpty && pair.seeds[0] == 0
    }

    /// Fills a level, on the threads of the pool that it is called in.
    ///
    /// One or two threads fill a pair each. More threads divide each large pair, one after the
    /// other, while free threads fill the small pairs and the one with a single mover.
    pub(super) fn level(
        &self,
        level: u32,
        lower: &[u8],
        values: &mut [u8],
        clock: &Clock<'_>,
    ) -> Result<(), BuildError> {
        let mut pairs = self.pairs(level, values);
        // Largest first, so that all threads end at about the same time.
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.values[0][0].len()));
        let few = rayon::current_num_threads() <= FEW_THREADS;
        let is_divided = |pair: &Pair<'_>| {
            if self.passes(pair) {
                return false;
            }
            let width = self.row(pair.movers[1]).rows(pair.seeds[1] as usize);
            let size = pair.values[0][0].len();
            !few && size >= MIN_DIVIDED && width <= MAX_DIVIDED_WIDTH && !pair.has_one_mover()
        };
        let (divided, whole): (Vec<_>, Vec<_>) = pairs.into_iter().partition(is_divided);
        let fill = |pair| {
            check_clock(clock)?;
            self.pair(pair, lower, clock)
        };
        let (one, other) = rayon::join(
            || whole.into_iter().par_bridge().try_for_each(fill),
            || divided.into_iter().try_for_each(|pair| self.divided(pair, lower, clock)),
        );
        one.and(other)
    }

    /// Splits a level into its pairs of matrices.
    fn pairs<'a>(&self, level: u32, mut values: &'a mut [u8]) -> Vec<Pair<'a>> {
        let layout = &self.layout;
        let splits = &layout.splits;
        let mut matrices: Vec<Vec<Option<&mut [u8]>>> = Vec::new();
        for _ in 0..layout.parts {
            let mut part = Vec::new();
            for first in 0..=level {
                let size = splits.rows(0, first) * splits.rows(1, level - first);
                let (matrix, rest) = values.split_at_mut(size as usize);
                part.push(Some(matrix));
                values = rest;
            }
            matrices.push(part);
        }
        let marks = if self.rules.end == RoundEnd::Stalled { 2 } else { 1 };
        let mut of = |mover: Side, first: u32| -> Vec<&'a mut [u8]> {
            let part = |mark: usize| layout.part(mover, mark == 1) as usize;
            let matrix = |mark| matrices[part(mark)][first as usize].take();
            (0..marks).filter_map(matrix).collect()
        };
        let pair = |first: u32| {
            let second = level - first;
            let (movers, seeds) = match layout.symmetric || first <= second {
                true => (Side::BOTH, [first, second]),
                false => ([Side::B, Side::A], [second, first]),
            };
            let other = if layout.symmetric { second } else { first };
            Pair { movers, seeds, values: [of(movers[0], first), of(movers[1], other)] }
        };
        let firsts = if layout.symmetric { level / 2 } else { level };
        (0..=firsts).map(pair).collect()
    }

    /// Fills a pair of matrices, divided among all threads, one layer of lines after another. The
    /// lines of a layer don't depend on each other. Each layer is filled first for one player to
    /// move, then for the other.
    ///
    /// This takes an eighth more steps than [`pair`](Self::pair), which processes few columns at a
    /// time. But a level has only half as many pairs as seeds, and the largest pair is a fifth of
    /// the level.
    fn divided(&self, pair: Pair<'_>, lower: &[u8], clock: &Clock<'_>) -> Result<(), BuildError> {
        let (movers, seeds) = (pair.movers, pair.seeds);
        let work = Work::new(self, pair, lower);
        let (on_move, width) = (&work.on_move, work.width);
        let [mut of_lines, mut of_columns] = work.values;
        let starts: Vec<usize> = (0..width).step_by(COLUMNS).collect();
        let columns = starts.par_iter().map(|&from| {
            let range = from..width.min(from + COLUMNS);
            Columns::new(&on_move[1][0], range)
        });
        let columns: Vec<Columns> = columns.collect();
        let each = |matrix: &mut [u8], lines: &[u32], fill: &FillPart<'_>| {
            let parts = parts(matrix, width, lines);
            parts.into_par_iter().try_for_each(|(row, block, values)| {
                check_clock(clock)?;
                let line = Numbered { seeds: seeds[0] as u8, row };
                let from = block * COLUMNS;
                let range = from..from + values.len();
                fill(&columns[block], range, line, signed(values));
                Ok::<_, BuildError>(())
            })?;
            clock.progress().add((lines.len() * width) as u64);
            Ok::<_, BuildError>(())
        };
        for lines in self.row(movers[0]).layers(seeds[0] as usize) {
            // Without seeds the mover has lost; that matrix is filled already.
            let marks = if seeds[0] == 0 { 0 } else { of_lines.len() };
            for mark in 0..marks {
                // The mover can't pass, because the opponent has seeds.
                let sources = [lower, &*of_columns[0], &[]];
                let mover = &on_move[0][mark];
                each(of_lines[mark], &lines, &|columns, range, line, best| {
                    columns.opposite(mover, &sources, line, range, best);
                })?;
            }
            // The mark first: a player who passes continues with it.
            for mark in (0..of_columns.len()).rev() {
                let (unmarked, marked) = of_columns.split_at_mut(mark + 1);
                let marked: &[u8] = marked.last().map_or(&[], |marked| marked);
                let sources = [lower, &*of_lines[0], marked];
                let mover = &on_move[1][mark];
                each(unmarked[mark], &lines, &|columns, _, line, best| {
                    columns.on_move(mover, &sources, line, best);
                })?;
            }
        }
        Ok(())
    }

    /// Fills a pair of matrices.
    fn pair(&self, pair: Pair<'_>, lower: &[u8], clock: &Clock<'_>) -> Result<(), BuildError> {
        let together = if self.passes(&pair) { 1 } else { COLUMNS };
        let mut work = Work::new(self, pair, lower);
        let mut done = 0;
        for from in (0..work.width).step_by(together) {
            let range = from..work.width.min(from + together);
            let columns = Columns::new(&work.on_move[1][0], range.clone());
            // With a single mover, the part below the diagonal suffices.
            let first = if work.one_mover { from } else { 0 };
            for line in first..work.lines {
                done += work.line(&columns, range.clone(), line);
                if done >= CHECK_INTERVAL {
                    clock.progress().add(std::mem::take(&mut done));
                    check_clock(clock)?;
                }
            }
        }
        clock.progress().add(done);
        Ok(())
    }
}

/// A pair of matrices that is being filled.
struct Work<'a> {
    lower: &'a [u8],
    values: [Vec<&'a mut [u8]>; 2],
    /// By player and mark; the player of the lines comes first.
    on_move: [Vec<OnMove<'a>>; 2],
    lines: usize,
    width: usize,
    /// Whether the pair has a single mover.
    one_mover: bool,
    /// The seeds in the row of a line.
    seeds: u8,
    /// A buffer for the values of some columns.
    best: Vec<i8>,
}

impl<'a> Work<'a> {
    fn new(filler: &'a Filler, mut pair: Pair<'a>, lower: &'a [u8]) -> Work<'a> {
        let [one, other] = pair.movers;
        let [i, j] = pair.seeds.map(|seeds| seeds as usize);
        let marks = pair.values[0].len();
        let on_move = |mover: Side, seeds| {
            let rows = [filler.row(mover), filler.row(mover.other())];
            let (rules, layout) = (&filler.rules, &filler.layout);
            let new = |mark| OnMove::new(rules, layout, mover, mark == 1, seeds, rows);
            (0..marks).map(new).collect()
        };
        if i == 0 {
            // Without seeds the mover loses all seeds in play.
            let lost = (-(j as i8)).cast_unsigned();
            pair.values[0].iter_mut().for_each(|matrix| matrix.fill(lost));
        }
        Work {
            lower,
            on_move: [on_move(one, [i, j]), on_move(other, [j, i])],
            lines: filler.row(one).rows(i),
            width: filler.row(other).rows(j),
            one_mover: pair.has_one_mover(),
            seeds: i as u8,
            best: vec![0; COLUMNS.min(filler.row(other).rows(j))],
            values: pair.values,
        }
    }

    /// Fills some columns of a line, and returns the number of entries filled.
    fn line(&mut self, columns: &Columns, range: Range<usize>, line: usize) -> u64 {
        let row = Numbered { seeds: self.seeds, row: line as u32 };
        let marks = self.values[0].len() as u64;
        let Range { start, end } = range;
        if !self.one_mover {
            self.of_lines(columns, start..end, row);
            self.of_columns(columns, start..end, row);
            return 2 * marks * (end - start) as u64;
        }
        let below = start..end.min(line);
        self.of_lines(columns, below.clone(), row);
        if line < end {
            // The entry on the diagonal depends on those before it.
            self.of_lines(columns, line..line + 1, row);
        }
        self.of_columns(columns, below.clone(), row);
        marks * (2 * below.len() as u64 + u64::from(line < end))
    }

    /// Fills positions where the player of the lines is to move.
    fn of_lines(&mut self, columns: &Columns, range: Range<usize>, row: Numbered) {
        if row.seeds == 0 {
            return;
        }
        let best = &mut self.best[..range.len()];
        let at = row.row as usize * self.width;
        for mark in 0..self.values[0].len() {
            let theirs = &self.values[usize::from(!self.one_mover)][0];
            // The mover can't pass, because the opponent has seeds.
            let sources = [self.lower, theirs, &[]];
            columns.opposite(&self.on_move[0][mark], &sources, row, range.clone(), best);
            let values = &mut self.values[0][mark][at + range.start..at + range.end];
            store(values, best);
        }
    }

    /// Fills positions where the player of the columns is to move.
    fn of_columns(&mut self, columns: &Columns, range: Range<usize>, row: Numbered) {
        let own = usize::from(!self.one_mover);
        let line = row.row as usize;
        // The mark first: a player who passes continues with it.
        for mark in (0..self.values[0].len()).rev() {
            let marked = self.values[own].last().expect("a matrix");
            let sources = [self.lower, self.values[0][0], marked];
            columns.on_move(&self.on_move[1][mark], &sources, row, &mut self.best);
            let matrix = &mut self.values[own][mark];
            if self.one_mover {
                for (column, value) in range.clone().zip(&self.best) {
                    matrix[column * self.width + line] = value.cast_unsigned();
                }
            } else {
                let at = line * self.width;
                store(&mut matrix[at + range.start..at + range.end], &self.best);
            }
        }
    }
}

/// A function that fills some columns of a line.
type FillPart<'a> = dyn Fn(&Columns, Range<usize>, Numbered, &mut [i8]) + Sync + 'a;

/// Some columns of a line: the line, the number of the block of columns, and the values.
type Part<'a> = (u32, usize, &'a mut [u8]);

/// Splits the given lines of a matrix, in rising order, into blocks of columns. Parts with the same
/// columns are adjacent.
fn parts<'a>(mut matrix: &'a mut [u8], width: usize, lines: &[u32]) -> Vec<Part<'a>> {
    let (mut cut, mut next) = (Vec::with_capacity(lines.len()), 0);
    for &line in lines {
        let (values, rest) =
            matrix.split_at_mut((line as usize - next) * width).1.split_at_mut(width);
        cut.push((line, values.chunks_mut(COLUMNS)));
        (matrix, next) = (rest, line as usize + 1);
    }
    let mut parts = Vec::new();
    for block in 0..width.div_ceil(COLUMNS) {
        for (line, values) in &mut cut {
            parts.push((*line, block, values.next().expect("as many as the width says")));
        }
    }
    parts
}

/// Reinterprets values as signed numbers.
fn signed(values: &mut [u8]) -> &mut [i8] {
    <[i8]>::mut_from_bytes(values).expect("a value is a byte")
}

fn store(values: &mut [u8], best: &[i8]) {
    for (value, best) in values.iter_mut().zip(best) {
        *value = best.cast_unsigned();
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use crate::board::{Field, Hole, HoleState, Shape, Side};
    use crate::control::Control;
    use crate::rules::Preset;
    use crate::tables::Endgame;

    /// Pairs are divided among three or more threads; in tests the parts are small.
    #[test]
    fn a_divided_pair_has_the_values_of_a_whole_one() {
        let open = Field::open(Shape::new(4).unwrap());
        let [first, third] = [1, 3].map(|number| Hole::new(number).unwrap());
        let closed = open.with(Side::A, first, HoleState::Closed).unwrap();
        let protected = closed.with(Side::B, third, HoleState::Protected).unwrap();
        for preset in Preset::all() {
            for end in ["side-empty", "mover-stuck", "stalled"] {
                let rules = preset.rules.sized(4, 1).unwrap().with("end", end).unwrap();
                for field in [open, closed, protected] {
                    let [whole, divided] = [1, 3].map(|threads| {
                        let threads = NonZeroUsize::new(threads).unwrap();
                        Endgame::build(&rules, field, 8, threads, Control::none()).unwrap()
                    });
                    let entries = 0..whole.layout().positions();
                    let differs = entries.clone().find(|&at| whole.at(at) != divided.at(at));
                    assert_eq!(differs, None, "{} {end} {field:?}", preset.name);
                    assert!(entries.end > 1_000, "{} {end} {field:?}", preset.name);
                }
            }
        }
    }
}
