//! The values of a level, from those of the levels below.
//!
//! A move that takes nothing out of play moves seeds forward in the mover's row, whose number
//! falls. So two matrices are filled side by side, that of one player to move and that of the
//! other with the same rows: row by row of the player who has fewer seeds, first the line of
//! positions in which he is to move, then that in which the other is. All that an entry needs is
//! then there. Pairs of matrices don't depend on each other.

use std::ops::Range;

use rayon::prelude::*;
use zerocopy::FromBytes;

use super::error::{BuildError, go_on};
use super::matrix_columns::Columns;
use super::move_target::OnMove;
use super::rows::{Numbered, Row};
use super::value_places::Layout;
use crate::board::Side;
use crate::control::Clock;
use crate::rules::{RoundEnd, Rules};

/// Entries between looks at the clock: about a millisecond.
const LOOK: u64 = 1 << 15;

/// Columns that are worked on at a time: what is prepared of them stays in the cache.
const COLUMNS: usize = if cfg!(test) { 4 } else { 1 << 9 };

/// Threads that are few: each fills pairs by itself.
const FEW: usize = 2;

/// Entries of a matrix that are worth dividing.
const LARGE: usize = if cfg!(test) { 16 } else { 1 << 16 };

/// Columns of the widest matrix that is divided: all of them are prepared at once, and take some
/// 300 bytes each.
const WIDE: usize = 1 << 15;

/// The rows and the layout that are prepared for filling a table.
#[derive(Debug)]
pub(super) struct Filler {
    rules: Rules,
    layout: Layout,
    /// The rows of A and B, or those of both where they see the same.
    rows: Vec<Row>,
}

/// The matrices in which the same two rows stand opposite each other.
struct Pair<'a> {
    /// The player with fewer seeds, whose rows are the lines, and the other one.
    movers: [Side; 2],
    seeds: [u32; 2],
    /// By mover and mark. Where both have as many seeds and see the same there is only one mover.
    values: [Vec<&'a mut [u8]>; 2],
}

impl Pair<'_> {
    /// Tells whether one matrix is all.
    fn is_alone(&self) -> bool {
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

    /// Fills a level, on the threads of the pool that it is called in.
    ///
    /// Two threads have enough to do with a pair each. More of them divide each large pair, one
    /// after the other, while whoever comes first fills the small ones and the one that is alone.
    pub(super) fn level(
        &self,
        level: u32,
        lower: &[u8],
        values: &mut [u8],
        clock: &Clock<'_>,
    ) -> Result<(), BuildError> {
        let mut pairs = self.pairs(level, values);
        // The largest first, so that threads end together.
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.values[0][0].len()));
        let few = rayon::current_num_threads() <= FEW;
        let is_divided = |pair: &Pair<'_>| {
            let width = self.row(pair.movers[1]).rows(pair.seeds[1] as usize);
            let size = pair.values[0][0].len();
            !few && size >= LARGE && width <= WIDE && !pair.is_alone()
        };
        let (divided, whole): (Vec<_>, Vec<_>) = pairs.into_iter().partition(is_divided);
        let fill = |pair| {
            go_on(clock)?;
            self.pair(pair, lower, clock)
        };
        let (one, other) = rayon::join(
            || whole.into_iter().par_bridge().try_for_each(fill),
            || divided.into_iter().try_for_each(|pair| self.divided(pair, lower, clock)),
        );
        one.and(other)
    }

    /// Cuts a level into its pairs of matrices.
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

    /// Fills a pair of matrices, divided among all threads: layer by layer of its lines, which
    /// don't depend on each other, first those of one player to move and then those of the other.
    ///
    /// That takes an eighth more steps than the order of [`pair`](Self::pair), which goes through
    /// few columns at a time; but a level has only half as many pairs as seeds, of which the largest
    /// is a fifth of the level.
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
                go_on(clock)?;
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
            // Whoever can't move has lost already: his matrix is filled.
            let marks = if seeds[0] == 0 { 0 } else { of_lines.len() };
            for mark in 0..marks {
                // He can't pass, as the other one has seeds.
                let sources = [lower, &*of_columns[0], &[]];
                let mover = &on_move[0][mark];
                each(of_lines[mark], &lines, &|columns, range, line, best| {
                    columns.opposite(mover, &sources, line, range, best);
                })?;
            }
            // With the mark first: who passes goes on with it.
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
        let mut work = Work::new(self, pair, lower);
        let mut done = 0;
        for from in (0..work.width).step_by(COLUMNS) {
            let range = from..work.width.min(from + COLUMNS);
            let columns = Columns::new(&work.on_move[1][0], range.clone());
            // Where one matrix is all, its part below the diagonal is enough.
            let first = if work.alone { from } else { 0 };
            for line in first..work.lines {
                done += work.line(&columns, range.clone(), line);
                if done >= LOOK {
                    clock.progress().add(std::mem::take(&mut done));
                    go_on(clock)?;
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
    /// By player and mark, the player of the lines first.
    on_move: [Vec<OnMove<'a>>; 2],
    lines: usize,
    width: usize,
    /// True if one matrix is all.
    alone: bool,
    /// The seeds in the row of a line.
    seeds: u8,
    /// The values of some columns.
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
            // Whoever can't move has lost all seeds in play.
            let lost = (-(j as i8)).cast_unsigned();
            pair.values[0].iter_mut().for_each(|matrix| matrix.fill(lost));
        }
        Work {
            lower,
            on_move: [on_move(one, [i, j]), on_move(other, [j, i])],
            lines: filler.row(one).rows(i),
            width: filler.row(other).rows(j),
            alone: pair.is_alone(),
            seeds: i as u8,
            best: vec![0; COLUMNS.min(filler.row(other).rows(j))],
            values: pair.values,
        }
    }

    /// Fills some columns of a line, and says how many entries that were.
    fn line(&mut self, columns: &Columns, range: Range<usize>, line: usize) -> u64 {
        let row = Numbered { seeds: self.seeds, row: line as u32 };
        let marks = self.values[0].len() as u64;
        let Range { start, end } = range;
        if !self.alone {
            self.of_lines(columns, start..end, row);
            self.of_columns(columns, start..end, row);
            return 2 * marks * (end - start) as u64;
        }
        let below = start..end.min(line);
        self.of_lines(columns, below.clone(), row);
        if line < end {
            // The one on the diagonal rests on those before it.
            self.of_lines(columns, line..line + 1, row);
        }
        self.of_columns(columns, below.clone(), row);
        marks * (2 * below.len() as u64 + u64::from(line < end))
    }

    /// The positions in which the player is to move whose rows are the lines.
    fn of_lines(&mut self, columns: &Columns, range: Range<usize>, row: Numbered) {
        if row.seeds == 0 {
            return;
        }
        let best = &mut self.best[..range.len()];
        let at = row.row as usize * self.width;
        for mark in 0..self.values[0].len() {
            let theirs = &self.values[usize::from(!self.alone)][0];
            // He can't pass, as the other one has seeds.
            let sources = [self.lower, theirs, &[]];
            columns.opposite(&self.on_move[0][mark], &sources, row, range.clone(), best);
            let values = &mut self.values[0][mark][at + range.start..at + range.end];
            store(values, best);
        }
    }

    /// Those in which the other one is.
    fn of_columns(&mut self, columns: &Columns, range: Range<usize>, row: Numbered) {
        let own = usize::from(!self.alone);
        let line = row.row as usize;
        // With the mark first: who passes goes on with it.
        for mark in (0..self.values[0].len()).rev() {
            let marked = self.values[own].last().expect("a matrix");
            let sources = [self.lower, self.values[0][0], marked];
            columns.on_move(&self.on_move[1][mark], &sources, row, &mut self.best);
            let matrix = &mut self.values[own][mark];
            if self.alone {
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

/// Fills some columns of a line.
type FillPart<'a> = dyn Fn(&Columns, Range<usize>, Numbered, &mut [i8]) + Sync + 'a;

/// Some columns of a line: the line, the number of the columns, and their values.
type Part<'a> = (u32, usize, &'a mut [u8]);

/// Cuts the lines of a matrix, in rising order, into parts: those of the same columns next to each
/// other.
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

/// Values as numbers with a sign.
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

    /// Pairs are divided among three threads and more, into parts that are small here.
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
