//! The values of a level, from those of the levels below.
//!
//! A move that takes nothing out of play moves seeds forward in the mover's row, whose number
//! falls. So two matrices are filled side by side, that of one player to move and that of the
//! other with the same rows: row by row of the player who has fewer seeds, first the line of
//! positions in which he is to move, then that in which the other is. All that an entry needs is
//! then there. Pairs of matrices don't depend on each other.

use rayon::prelude::*;

use super::build::{BuildError, go_on};
use super::columns::Columns;
use super::layout::Layout;
use super::rows::{Numbered, Row};
use super::turn::{OnMove, Sources};
use crate::board::Side;
use crate::control::Clock;
use crate::rules::{RoundEnd, Rules};

/// Entries between looks at the clock: less than a millisecond.
const LOOK: u64 = 1 << 15;

/// Columns that are worked on at a time: what is prepared of them stays in the cache.
const COLUMNS: usize = 1 << 10;

/// What is prepared for filling a table.
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

impl Filler {
    pub(super) fn new(
        rules: &Rules,
        layout: &Layout,
        clock: &Clock<'_>,
    ) -> Result<Filler, BuildError> {
        let sides = if layout.is_symmetric() { 1 } else { 2 };
        let room = layout.positions() / sides + (1 << 24);
        let row = |side| Row::new(layout, rules, side, room, clock);
        let rows = Side::BOTH.into_iter().take(sides as usize).map(row);
        Ok(Filler {
            rules: *rules,
            layout: layout.clone(),
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    fn row(&self, side: Side) -> &Row {
        &self.rows[side.index() % self.rows.len()]
    }

    /// Fills a level, on the threads of the pool that it is called in.
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
        let fill = |mut pair: Pair<'_>| {
            go_on(clock)?;
            self.pair(&mut pair, lower, clock)
        };
        pairs.into_iter().par_bridge().try_for_each(fill)
    }

    /// Cuts a level into its pairs of matrices.
    fn pairs<'a>(&self, level: u32, mut values: &'a mut [u8]) -> Vec<Pair<'a>> {
        let layout = &self.layout;
        let splits = layout.splits();
        let mut matrices: Vec<Vec<Option<&mut [u8]>>> = Vec::new();
        for _ in 0..layout.parts() {
            let mut part = Vec::new();
            for first in 0..=level {
                let size = splits.rows(0, first) * splits.rows(1, level - first);
                let (matrix, rest) = values.split_at_mut(size as usize);
                part.push(Some(matrix));
                values = rest;
            }
            matrices.push(part);
        }
        let marks = if self.rules.end == RoundEnd::Stalled {
            2
        } else {
            1
        };
        let mut of = |mover: Side, first: u32| -> Vec<&'a mut [u8]> {
            let part = |mark: usize| layout.part(mover, mark == 1) as usize;
            let matrix = |mark| matrices[part(mark)][first as usize].take();
            (0..marks).filter_map(matrix).collect()
        };
        let pair = |first: u32| {
            let second = level - first;
            if layout.is_symmetric() {
                Pair {
                    movers: Side::BOTH,
                    seeds: [first, second],
                    values: [of(Side::A, first), of(Side::B, second)],
                }
            } else if first <= second {
                Pair {
                    movers: Side::BOTH,
                    seeds: [first, second],
                    values: [of(Side::A, first), of(Side::B, first)],
                }
            } else {
                Pair {
                    movers: [Side::B, Side::A],
                    seeds: [second, first],
                    values: [of(Side::B, first), of(Side::A, first)],
                }
            }
        };
        let firsts = if layout.is_symmetric() {
            level / 2
        } else {
            level
        };
        (0..=firsts).map(pair).collect()
    }

    /// Fills a pair of matrices.
    fn pair(&self, pair: &mut Pair<'_>, lower: &[u8], clock: &Clock<'_>) -> Result<(), BuildError> {
        let [one, other] = pair.movers;
        let [i, j] = pair.seeds.map(|seeds| seeds as usize);
        let (lines, width) = (self.row(one).rows(i), self.row(other).rows(j));
        let alone = pair.values[1].is_empty();
        let marks = pair.values[0].len();
        let on_move = |mover: Side, own, others| {
            let rows = [self.row(mover), self.row(mover.other())];
            let new = |mark| {
                OnMove::new(
                    &self.rules,
                    &self.layout,
                    mover,
                    mark == 1,
                    [own, others],
                    rows,
                )
            };
            (0..marks).map(new).collect::<Vec<_>>()
        };
        let ones = on_move(one, i, j);
        let others = on_move(other, j, i);
        if i == 0 {
            // Whoever can't move has lost all seeds in play.
            let lost = (-(j as i8)).cast_unsigned();
            pair.values[0]
                .iter_mut()
                .for_each(|matrix| matrix.fill(lost));
        }
        let mut best = vec![0; COLUMNS.min(width)];
        let mut done = 0;
        for from in (0..width).step_by(COLUMNS) {
            let to = width.min(from + COLUMNS);
            let columns = Columns::new(&others[0], from..to);
            let first = if alone { from } else { 0 };
            for line in first..lines {
                let row = Numbered {
                    seeds: i as u8,
                    row: line as u32,
                };
                let stop = if alone { to.min(line) } else { to };
                if i > 0 {
                    let mut part = |range: std::ops::Range<usize>| {
                        for (mark, on_move) in ones.iter().enumerate() {
                            let best = &mut best[..range.len()];
                            let theirs = if alone {
                                &pair.values[0][0]
                            } else {
                                &pair.values[1][0]
                            };
                            let marked = &pair.values[0][marks - 1];
                            let sources: Sources<'_> = [lower, theirs, marked];
                            columns.opposite(on_move, &sources, row, range.clone(), best);
                            let at = line * width;
                            let values =
                                &mut pair.values[0][mark][at + range.start..at + range.end];
                            store(values, best);
                        }
                    };
                    part(from..stop);
                    if alone && line < to {
                        part(line..line + 1);
                    }
                }
                for (mark, on_move) in others.iter().enumerate().rev() {
                    let best = &mut best[..to - from];
                    let [mine, theirs] = if alone {
                        [&pair.values[0], &pair.values[0]]
                    } else {
                        [&pair.values[1], &pair.values[0]]
                    };
                    let sources: Sources<'_> = [lower, &theirs[0], &mine[marks - 1]];
                    columns.on_move(on_move, &sources, row, best);
                    if alone {
                        for (column, value) in (from..stop).zip(best.iter()) {
                            pair.values[0][mark][column * width + line] = value.cast_unsigned();
                        }
                    } else {
                        store(
                            &mut pair.values[1][mark][line * width + from..line * width + to],
                            best,
                        );
                    }
                }
                done += marks as u64
                    * if alone {
                        2 * (stop - from) as u64 + u64::from(line < to)
                    } else {
                        2 * (to - from) as u64
                    };
                if done >= LOOK {
                    clock.count(done);
                    done = 0;
                    go_on(clock)?;
                }
            }
        }
        clock.count(done);
        Ok(())
    }
}

fn store(values: &mut [u8], best: &[i8]) {
    for (value, best) in values.iter_mut().zip(best) {
        *value = best.cast_unsigned();
    }
}
