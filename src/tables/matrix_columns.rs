//! A block of columns of a pair of matrices, precomputed for all lines.

use std::ops::Range;

use super::move_target::{OnMove, Sources};
use super::rows::{End, Numbered, Step};

/// A move of the player of the columns, in one column.
#[derive(Clone, Copy)]
struct Start {
    column: u16,
    /// The hole that was lifted.
    origin: u8,
    step: Step,
}

/// A move that stays in the own row and captures nothing.
#[derive(Clone, Copy)]
struct Plain {
    column: u16,
    moves_again: bool,
    after: Numbered,
}

/// The columns' rows after the opponent sows into them.
#[derive(Default)]
struct Entered {
    /// Columns in which the opponent's turn then ends, with the number of the row.
    ends: Vec<(u16, u32)>,
    others: Vec<(u16, Step)>,
}

/// A block of columns: rows of one player with the same number of seeds.
pub(super) struct Columns {
    from: usize,
    seeds: u8,
    /// The player's moves that stay in the own row and capture nothing.
    plain: Vec<Plain>,
    /// Moves that end in an empty own hole.
    alone: Vec<Start>,
    /// Moves that reach the other row, by the seeds in hand.
    left: Vec<Vec<Start>>,
    /// By the seeds in the opponent's hand.
    entered: Vec<Entered>,
    /// By hole: its seeds, and the row after it is emptied.
    emptied: Vec<Vec<(u8, Numbered)>>,
}

impl Columns {
    /// Precomputes columns for moves of their owner and of the opponent.
    pub(super) fn new(owner: &OnMove<'_>, columns: Range<usize>) -> Columns {
        let row = owner.own;
        let [seeds, others] = owner.seeds;
        let counts: Vec<_> = columns.clone().map(|column| row.counts(seeds, column)).collect();
        let mut prepared = Columns {
            from: columns.start,
            seeds: seeds as u8,
            plain: Vec::new(),
            alone: Vec::new(),
            left: vec![Vec::new(); seeds],
            entered: Vec::new(),
            emptied: Vec::new(),
        };
        for hole in 0..row.holes() {
            for (column, counts) in (0..).zip(&counts) {
                if counts[hole] > 0 {
                    let step = row.lifted(*counts, hole);
                    prepared.start(owner, Start { column, origin: hole as u8, step });
                }
            }
            let emptied = counts.iter().map(|counts| row.emptied(*counts, hole));
            prepared.emptied.push(emptied.collect());
        }
        for hand in 1..others.max(1) {
            let mut entered = Entered::default();
            for (column, number) in (0..).zip(columns.clone()) {
                let before = Numbered { seeds: seeds as u8, row: number as u32 };
                let step = row.entered(false, before, hand as u8);
                if step.end == End::Turn && usize::from(step.after.seeds) == seeds + hand {
                    entered.ends.push((column, step.after.row));
                } else {
                    entered.others.push((column, step));
                }
            }
            prepared.entered.push(entered);
        }
        prepared
    }

    fn start(&mut self, owner: &OnMove<'_>, start: Start) {
        let (column, after) = (start.column, start.step.after);
        let moves_again = start.step.end == End::Again;
        match start.step.end {
            End::Left(hand) => self.left[usize::from(hand)].push(start),
            End::Alone(last) if owner.rules.may_capture(0, start.origin.into(), last.into()) => {
                self.alone.push(start);
            }
            _ => self.plain.push(Plain { column, moves_again, after }),
        }
    }

    /// Computes a line's values with the player of the lines to move.
    pub(super) fn opposite(
        &self,
        mover: &OnMove<'_>,
        sources: &Sources<'_>,
        line: Numbered,
        columns: Range<usize>,
        best: &mut [i8],
    ) {
        let level = mover.seeds[0] + mover.seeds[1];
        best.fill(-(level as i8));
        let counts = mover.own.counts(line.seeds.into(), line.row as usize);
        for origin in (0..mover.own.holes()).filter(|&hole| counts[hole] > 0) {
            let step = mover.own.lifted(counts, origin);
            match step.end {
                End::Left(hand) => {
                    self.opposite_entered(mover, sources, (origin, hand), step, &columns, best)
                }
                End::Alone(last) if mover.rules.may_capture(0, origin, last.into()) => {
                    self.opposite_alone(mover, sources, last, step, &columns, best);
                }
                end => {
                    let again = end == End::Again;
                    self.opposite_plain(mover, sources, again, step.after, &columns, best);
                    if again && mover.may_stop {
                        self.opposite_plain(mover, sources, false, step.after, &columns, best);
                    }
                }
            }
        }
    }

    /// Applies a move that stays in its row.
    #[inline]
    fn opposite_plain(
        &self,
        mover: &OnMove<'_>,
        sources: &Sources<'_>,
        moves_again: bool,
        after: Numbered,
        columns: &Range<usize>,
        best: &mut [i8],
    ) {
        let target = mover.target(moves_again, after.seeds, self.seeds).with_own(after.row);
        let source = sources[usize::from(target.source)];
        let from = target.base + columns.start * target.other;
        if target.other == 1 {
            let values = &source[from..from + best.len()];
            let gain = target.gain;
            if target.sign > 0 {
                for (best, value) in best.iter_mut().zip(values) {
                    *best = (*best).max(gain.wrapping_add(value.cast_signed()));
                }
            } else {
                for (best, value) in best.iter_mut().zip(values) {
                    *best = (*best).max(gain.wrapping_sub(value.cast_signed()));
                }
            }
        } else {
            for (number, best) in best.iter_mut().enumerate() {
                *best = (*best).max(target.value_of(source[from + number * target.other]));
            }
        }
    }

    /// Applies a move whose last seed fell into an empty own hole.
    fn opposite_alone(
        &self,
        mover: &OnMove<'_>,
        sources: &Sources<'_>,
        last: u8,
        step: Step,
        columns: &Range<usize>,
        best: &mut [i8],
    ) {
        let Some(hole) = mover.facing[usize::from(last)].filter(|_| mover.takes()) else {
            for (number, best) in columns.clone().zip(best) {
                let other = Numbered { seeds: self.seeds, row: number as u32 };
                *best = (*best).max(mover.alone(sources, (0, 0), last, &step, other));
            }
            return;
        };
        let targets = (0..=self.seeds).map(|taken| {
            let own = mover.after_capture(step.after, step.bare, taken);
            mover.target(false, own.seeds, self.seeds - taken).with_own(own.row)
        });
        let targets: arrayvec::ArrayVec<_, 64> = targets.collect();
        let start = columns.start - self.from;
        let emptied = &self.emptied[usize::from(hole)][start..start + best.len()];
        for (best, (taken, row)) in best.iter_mut().zip(emptied) {
            let target = &targets[usize::from(*taken)];
            *best = (*best).max(target.with_other(sources, row.row));
        }
    }

    /// Applies a move that reaches the columns' rows.
    fn opposite_entered(
        &self,
        mover: &OnMove<'_>,
        sources: &Sources<'_>,
        (origin, hand): (usize, u8),
        step: Step,
        columns: &Range<usize>,
        best: &mut [i8],
    ) {
        let start = (columns.start - self.from) as u16;
        let stop = start + best.len() as u16;
        let entered = &self.entered[usize::from(hand) - 1];
        let target = mover.target(false, step.after.seeds, self.seeds + hand);
        let target = target.with_own(step.after.row);
        for &(column, row) in within(&entered.ends, start, stop, |end| end.0) {
            let best = &mut best[usize::from(column - start)];
            *best = (*best).max(target.with_other(sources, row));
        }
        for (column, other) in within(&entered.others, start, stop, |other| other.0) {
            let best = &mut best[usize::from(column - start)];
            let value = match other.end {
                End::Left(hand) => mover.back(sources, origin, step.after, other.after, hand),
                _ => mover.there(sources, 1, step.after, other),
            };
            *best = (*best).max(value);
        }
    }

    /// Computes a line's values with the player of the columns to move.
    pub(super) fn on_move(
        &self,
        mover: &OnMove<'_>,
        sources: &Sources<'_>,
        line: Numbered,
        best: &mut [i8],
    ) {
        let level = mover.seeds[0] + mover.seeds[1];
        best.fill(-(level as i8));
        for plain in &self.plain {
            let best = &mut best[usize::from(plain.column)];
            *best = (*best).max(mover.value_of(sources, plain.moves_again, plain.after, line));
        }
        let counts = mover.other.counts(line.seeds.into(), line.row as usize);
        let emptied: arrayvec::ArrayVec<_, 18> =
            (0..mover.other.holes()).map(|hole| mover.other.emptied(counts, hole)).collect();
        for Start { column, step, .. } in &self.alone {
            let End::Alone(last) = step.end else { continue };
            let (opposite, emptied) = match mover.facing[usize::from(last)] {
                Some(hole) => emptied[usize::from(hole)],
                None => (0, line),
            };
            let own = mover.after_capture(step.after, step.bare, opposite);
            let other = if mover.takes() { emptied } else { line };
            let best = &mut best[usize::from(*column)];
            *best = (*best).max(mover.value_of(sources, false, own, other));
        }
        for (hand, starts) in self.left.iter().enumerate().filter(|(_, starts)| !starts.is_empty())
        {
            let other = mover.other.entered(false, line, hand as u8);
            for Start { column, origin, step } in starts {
                let best = &mut best[usize::from(*column)];
                let value = match other.end {
                    End::Left(hand) => {
                        mover.back(sources, (*origin).into(), step.after, other.after, hand)
                    }
                    _ => mover.there(sources, 1, step.after, &other),
                };
                *best = (*best).max(value);
            }
        }
    }
}

/// The items of a range of columns, in items sorted by column.
fn within<T>(items: &[T], start: u16, stop: u16, column: impl Fn(&T) -> u16) -> &[T] {
    let from = items.partition_point(|item| column(item) < start);
    let to = items.partition_point(|item| column(item) < stop);
    &items[from..to]
}
