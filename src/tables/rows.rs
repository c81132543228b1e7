//! The open holes of one player, and the effect of sowing while it stays among them.
//!
//! A move is a chain of such steps: through the mover's row, the store, the opponent's row, and
//! back into the mover's. A step depends only on one row and the seeds in hand, so it is the same
//! for all rows opposite.

use rayon::prelude::*;

use super::error::{BuildError, check_clock};
use super::value_places::{Layout, MAX_SEEDS};
use crate::board::{Field, HoleState, MAX_HOLES, Side, boards_below};
use crate::control::Clock;
use crate::rules::{CaptureIn, Occupied, Rules, StoreLast};

/// Number of possible sums of seeds.
const SUMS: usize = MAX_SEEDS as usize + 1;

/// The terms that each sum of seeds up to a hole adds to the number of a row.
type RankTerms = [u32; SUMS];

/// The seeds in the holes of a row, hole 1 first.
pub(super) type Counts = [u8; MAX_HOLES as usize];

/// A row by its seeds and its number among the rows with that many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered {
    pub seeds: u8,
    pub row: u32,
}

/// The result of sowing in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The row after it.
    pub after: Numbered,
    /// The number of the same row without the last seed, if that fell into an empty hole and may
    /// capture.
    pub bare: u32,
    pub end: End,
}

/// How sowing in a row ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The turn ends.
    Turn,
    /// The mover moves again, if possible (or stops, if he may).
    Again,
    /// The last seed fell into this empty open hole: a capture, if the rules have it.
    Alone(u8),
    /// It continues: this many seeds are left for the other player's row.
    Left(u8),
}

/// The rows of one player, up to a number of seeds.
#[derive(Debug)]
pub(super) struct Row {
    holes: usize,
    /// The holes that the owner sows into, as indexes among the open holes; `None` is a protected
    /// hole.
    path: Vec<Option<u8>>,
    /// The open holes only, which the opponent sows into.
    open: Vec<Option<u8>>,
    /// For each open hole, its place on the owner's path.
    places: Vec<usize>,
    /// For each open hole, the terms that the seeds up to it add to the row's number.
    terms: Vec<RankTerms>,
    /// For each number of seeds, the count of rows with fewer.
    fewer: Vec<usize>,
    /// Lookup table of the seeds of all rows, if there is room for it.
    counts: Vec<u8>,
    /// Lookup tables of steps by sower (opponent, owner), row and hand, if there is room for them.
    steps: [Vec<Step>; 2],
    /// For each number of seeds, the count of steps of rows with fewer.
    before: Vec<usize>,
    relays: bool,
    banks: bool,
    again: bool,
    /// True if the opponent's last seed captures here.
    captures_there: bool,
}

impl Row {
    /// Creates the rows of a side. The lookup tables take at most `room` bytes.
    pub(super) fn new(
        layout: &Layout,
        rules: &Rules,
        side: Side,
        room: u64,
        clock: &Clock<'_>,
    ) -> Result<Row, BuildError> {
        let path = path(layout.field, side);
        let open: Vec<Option<u8>> = path.iter().copied().filter(Option::is_some).collect();
        let (holes, most) = (open.len(), layout.seeds as usize);
        let too_many = BuildError::Memory { seeds: layout.seeds, bytes: layout.positions() };
        let (fewer, terms) = numbering(holes, most).ok_or(too_many)?;
        let mut before = vec![0];
        for seeds in 0..=most {
            let steps = (fewer[seeds + 1] - fewer[seeds]) * (most - seeds);
            before.push(before[seeds] + steps);
        }
        let mut row = Row {
            holes,
            places: (0..path.len()).filter(|&at| path[at].is_some()).collect(),
            path,
            open,
            terms,
            fewer,
            counts: Vec::new(),
            steps: [Vec::new(), Vec::new()],
            before,
            relays: rules.occupied == Occupied::Relay,
            banks: rules.occupied == Occupied::Bank,
            again: rules.store_last != StoreLast::Stop,
            captures_there: rules.capture_in == CaptureIn::Either,
        };
        row.prepare(room, clock)?;
        Ok(row)
    }

    /// Precomputes the lookup tables; without them entries are computed on demand.
    fn prepare(&mut self, room: u64, clock: &Clock<'_>) -> Result<(), BuildError> {
        let most = self.fewer.len() - 2;
        let bytes = self.fewer[most + 1] * self.holes;
        if bytes as u64 > room {
            return Ok(());
        }
        let mut counts = Vec::with_capacity(bytes);
        for seeds in 0..=most {
            let mut row = self.first(seeds);
            for number in 0..self.rows(seeds) {
                if number % 4096 == 0 {
                    check_clock(clock)?;
                }
                counts.extend_from_slice(&row[..self.holes]);
                self.advance(&mut row);
            }
        }
        self.counts = counts;
        // Only relays often lead back into the own row, so only they need the steps.
        let all = 2 * self.before[most + 1] * size_of::<Step>();
        if !self.relays || (bytes + all) as u64 > room {
            return Ok(());
        }
        for own in [false, true] {
            let hands =
                (0..=most).flat_map(|seeds| (1..=most - seeds).map(move |hand| (seeds, hand)));
            let hands: Vec<_> = hands.collect();
            let steps = hands.into_par_iter().map(|(seeds, hand)| {
                check_clock(clock)?;
                let step = |row| self.sow(&self.counts(seeds, row), own, 0, hand);
                Ok((0..self.rows(seeds)).map(step).collect())
            });
            let steps: Vec<Vec<Step>> = steps.collect::<Result<_, BuildError>>()?;
            self.steps[usize::from(own)] = steps.concat();
        }
        Ok(())
    }

    /// The number of open holes.
    pub(super) const fn holes(&self) -> usize {
        self.holes
    }

    /// The number of rows with `seeds` seeds.
    pub(super) fn rows(&self, seeds: usize) -> usize {
        self.fewer[seeds + 1] - self.fewer[seeds]
    }

    /// The numbers of the rows with `seeds` seeds, in layers: a move within a row carries seeds
    /// forward, so it leads to a row of an earlier layer.
    pub(super) fn layers(&self, seeds: usize) -> Vec<Vec<u32>> {
        let mut layers = vec![Vec::new(); self.holes.saturating_sub(1) * seeds + 1];
        for row in 0..self.rows(seeds) {
            let counts = self.counts(seeds, row);
            let behind =
                (0..self.holes).map(|hole| hole * usize::from(counts[self.holes - 1 - hole]));
            layers[behind.sum::<usize>()].push(row as u32);
        }
        layers
    }

    /// The seeds in the holes of a row.
    #[inline]
    pub(super) fn counts(&self, seeds: usize, row: usize) -> Counts {
        let mut counts = Counts::default();
        if self.counts.is_empty() {
            return self.unranked(seeds, row);
        }
        let from = (self.fewer[seeds] + row) * self.holes;
        counts[..self.holes].copy_from_slice(&self.counts[from..from + self.holes]);
        counts
    }

    fn unranked(&self, seeds: usize, row: usize) -> Counts {
        let mut counts = Counts::default();
        let (mut left, mut above) = (row as u32, seeds);
        for hole in (1..self.holes).rev() {
            let terms = &self.terms[hole - 1];
            let sum = (0..=above).rev().find(|&sum| terms[sum] <= left);
            let sum = sum.expect("no seeds add nothing");
            left -= terms[sum];
            counts[hole] = (above - sum) as u8;
            above = sum;
        }
        counts[0] = above as u8;
        counts
    }

    /// Row number 0: all seeds in the last hole.
    fn first(&self, seeds: usize) -> Counts {
        let mut counts = Counts::default();
        counts[self.holes.max(1) - 1] = seeds as u8;
        counts
    }

    /// Advances to the next row with the same seeds, if there is one: the first hole from the
    /// second on that has seeds gives one to the hole before it, and the seeds of the first hole go
    /// there too.
    fn advance(&self, counts: &mut Counts) {
        let Some(giver) = (1..self.holes).find(|&hole| counts[hole] > 0) else {
            return;
        };
        let first = std::mem::take(&mut counts[0]);
        counts[giver] -= 1;
        counts[giver - 1] += first + 1;
    }

    #[inline]
    fn numbered(&self, counts: &Counts) -> Numbered {
        let (mut seeds, mut row) = (0, 0);
        for (&count, terms) in counts.iter().zip(&self.terms) {
            seeds += count;
            row += terms[usize::from(seeds) % terms.len()];
        }
        Numbered { seeds, row }
    }

    /// Returns the seeds of a hole, and the row after it is emptied.
    #[inline]
    pub(super) fn emptied(&self, mut counts: Counts, hole: usize) -> (u8, Numbered) {
        let taken = std::mem::take(&mut counts[hole]);
        (taken, self.numbered(&counts))
    }

    /// Lifts a hole that holds seeds, and sows as the owner.
    pub(super) fn lifted(&self, mut counts: Counts, hole: usize) -> Step {
        let hand = std::mem::take(&mut counts[hole]);
        self.sow(&counts, true, self.places[hole] + 1, usize::from(hand))
    }

    /// Sows `hand` seeds into the row from its start, as the owner or as the opponent.
    #[inline]
    pub(super) fn entered(&self, own: bool, before: Numbered, hand: u8) -> Step {
        let (seeds, row) = (usize::from(before.seeds), before.row as usize);
        let steps = &self.steps[usize::from(own)];
        if steps.is_empty() {
            return self.sow(&self.counts(seeds, row), own, 0, usize::from(hand));
        }
        steps[self.before[seeds] + (usize::from(hand) - 1) * self.rows(seeds) + row]
    }

    /// Sows along a path from a place on it, while the move stays in the row.
    fn sow(&self, counts: &Counts, own: bool, mut at: usize, mut hand: usize) -> Step {
        let mut counts = *counts;
        let path = if own { &self.path } else { &self.open };
        let mut bare = 0;
        let end = loop {
            let room = path.len() - at;
            let sown = &path[at..at + hand.min(room)];
            for hole in sown.iter().flatten() {
                counts[usize::from(*hole)] += 1;
            }
            if hand > room {
                // The owner's store comes next.
                break match hand - room - usize::from(own) {
                    0 => self.going_on(),
                    left => End::Left(left as u8),
                };
            }
            let Some(last) = sown[hand - 1] else {
                break End::Turn;
            };
            let held = &mut counts[usize::from(last)];
            if *held > 1 && self.relays {
                at += hand;
                hand = usize::from(std::mem::take(held));
            } else if *held > 1 && self.banks {
                *held = 0;
                break self.going_on();
            } else if *held > 1 || !(own || self.captures_there) {
                break End::Turn;
            } else {
                *held = 0;
                bare = self.numbered(&counts).row;
                counts[usize::from(last)] = 1;
                break End::Alone(last);
            }
        };
        let after = self.numbered(&counts);
        Step { after, bare, end }
    }

    const fn going_on(&self) -> End {
        if self.again { End::Again } else { End::Turn }
    }
}

/// Returns, for each number of seeds, the count of rows with fewer, and for each hole the terms of
/// the row number; `None` if there are too many rows.
fn numbering(holes: usize, most: usize) -> Option<(Vec<usize>, Vec<RankTerms>)> {
    let below = |seeds: usize, holes: usize| boards_below(seeds as u32, holes as u32);
    let fewer = (0..=most + 1).map(|seeds| usize::try_from(below(seeds, holes)?).ok());
    let mut terms = vec![[0; SUMS]; holes];
    // The last hole's sum is that of the row.
    for (hole, terms) in (1..holes).zip(&mut terms) {
        for (sum, term) in terms.iter_mut().enumerate().take(most + 1) {
            *term = u32::try_from(below(sum, hole)?).ok()?;
        }
    }
    Some((fewer.collect::<Option<_>>()?, terms))
}

/// The holes of a row that its owner sows into, in order.
fn path(field: Field, side: Side) -> Vec<Option<u8>> {
    let mut open = 0..;
    let cells = field.shape().holes_of(side);
    let sown = cells.filter(|&cell| field.state(cell) != HoleState::Closed);
    sown.map(|cell| (field.state(cell) == HoleState::Open).then(|| open.next().expect("few")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Hole, Shape};
    use crate::control::Control;
    use crate::rules::Preset;

    #[test]
    fn lookup_tables_hold_what_is_computed() {
        let shape = Shape::new(4).unwrap();
        let open = Field::open(shape);
        let [first, third] = [1, 3].map(|number| Hole::new(number).unwrap());
        let closed = open.with(Side::A, first, HoleState::Closed).unwrap();
        let protected = closed.with(Side::B, third, HoleState::Protected).unwrap();
        let clock = Clock::new(Control::none());
        for preset in Preset::all() {
            let rules = preset.rules.sized(4, 1).unwrap();
            for (field, side) in [(open, Side::A), (protected, Side::A), (protected, Side::B)] {
                let Some(layout) = Layout::new(&rules, field, 9) else {
                    continue;
                };
                let row = |room| Row::new(&layout, &rules, side, room, &clock).unwrap();
                let (quick, slow) = (row(u64::MAX), row(0));
                assert!(slow.counts.is_empty() && slow.steps[0].is_empty());
                assert!(!quick.counts.is_empty() && quick.steps[1].is_empty() != quick.relays);
                for seeds in 0..=9 {
                    for number in 0..quick.rows(seeds) {
                        let counts = slow.counts(seeds, number);
                        assert_eq!(quick.counts(seeds, number), counts);
                        let numbered = quick.numbered(&counts);
                        let expected = (seeds, number);
                        assert_eq!((numbered.seeds.into(), numbered.row as usize), expected);
                        for (own, hand) in
                            (1..=9 - seeds as u8).flat_map(|h| [(false, h), (true, h)])
                        {
                            let [a, b] =
                                [&quick, &slow].map(|row| row.entered(own, numbered, hand));
                            assert_eq!(format!("{a:?}"), format!("{b:?}"), "{rules:?}");
                        }
                    }
                }
            }
        }
    }
}
