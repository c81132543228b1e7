//! The features of an army that a net gets besides its cells: chances and counts, in parts of
//! [`UNIT`].

use crate::{Army, ChongPosition, ChongRules, Dice, MAX_DICE};

/// The number of features of an army.
pub const FEATURES: usize = 24;

/// Computes features of armies on one board, from the reach of the throws.
#[derive(Clone, Debug)]
pub(super) struct Features {
    columns: u32,
    last: u8,
    row: u32,
    /// For each distance, the throws in which some dice add up to it.
    arriving: [Throws; FARTHEST + 1],
    /// The same with at least one die that is not a Chong: a Chong captures nothing on the way.
    hitting: [Throws; FARTHEST + 1],
    /// For each byte of a set of throws, its probability in parts of 1 / (UNIT << SHIFT).
    weights: Vec<[u32; 256]>,
    /// For each distance, the chance to cover it exactly with one, two or three throws.
    reach: [Vec<i32>; 3],
    /// For each distance, the nearness: exp(-distance / mean throw).
    near: Vec<i32>,
}

impl Features {
    pub(super) fn new(rules: &ChongRules) -> Features {
        let columns = u32::from(rules.columns.get());
        let all = 6_f64.powi(rules.dice.into());
        let throws = Dice::all(rules.dice);
        let length = usize::from(rules.length());
        let (mut arriving, mut hitting) = ([0; FARTHEST + 1], [0; FARTHEST + 1]);
        let mut weights = vec![[0; 256]; throws.len().div_ceil(8)];
        let mut sums = Vec::new();
        for (number, (weight, throw)) in throws.iter().enumerate() {
            let (any, hits) = sums_of(*throw);
            for distance in 1..=FARTHEST {
                arriving[distance] |= Throws::from(any >> distance & 1) << number;
                hitting[distance] |= Throws::from(hits >> distance & 1) << number;
            }
            let probability = f64::from(*weight) / all;
            let part = (probability * f64::from(UNIT << SHIFT)).round() as u32;
            for (byte, sum) in weights[number / 8].iter_mut().enumerate() {
                *sum += part * (byte as u32 >> (number % 8) & 1);
            }
            sums.push((probability, any));
        }
        let pace = 3.5 * f64::from(rules.dice);
        let near = (0..length).map(|distance| parts((-(distance as f64) / pace).exp()));
        Features {
            columns,
            last: rules.last(),
            row: (1 << columns) - 1,
            arriving,
            hitting,
            weights,
            reach: reach(&sums, length),
            near: near.collect(),
        }
    }

    /// Returns the features of an army against another. All pieces are on the board.
    #[inline]
    pub(super) fn of(&self, army: Army, enemy: Army) -> [i32; FEATURES] {
        let last = u32::from(self.last);
        let soldiers = army.soldiers();
        // The enemy's soldiers, renumbered on this army's path.
        let met = enemy.soldiers().reverse_bits() >> (127 - last);
        let [first, second, third] = foremost(soldiers);
        let left = |cell: Option<u32>| cell.map_or(last, |cell| last - cell) as usize;
        let hit = |cell: Option<u32>| match cell {
            Some(cell) if enemy.opened() => (met >> cell) as u32 & !0b11,
            _ => 0,
        };
        let [_, two, three] = &self.reach;
        let [d1, d2, d3] = [left(first), left(second), left(third)];
        // The cells before the goal, from the goal backwards.
        let before = (soldiers << (127 - last)).reverse_bits() as u32;
        let arrives = if army.opened() { self.chance(&self.arriving, before) } else { 0 };
        let [h1, h2, h3] = [hit(first), hit(second), hit(third)];
        let hits = |distances| self.chance(&self.hitting, distances);
        let first_hit = hits(h1);
        let (r1, r2, r3) = (two[d1], two[d2], two[d3]);
        let near = self.near[d1];
        let of_row = |row: u32| {
            let cells = (soldiers >> (row * self.columns)) as u32 & self.row;
            self.share(cells.count_ones())
        };
        let behind = match army.king() {
            Some(king) if !army.turned() => {
                let below = soldiers as u32 & self.row & ((1_u64 << king.min(31)) - 1) as u32;
                below.count_ones()
            }
            _ => 0,
        };
        let hitting = first.map_or(0, |cell| (met >> cell).count_ones());
        [
            arrives,
            times(arrives, UNIT - first_hit), // arrives unhindered
            r1,                               // first in two
            three[d1],                        // first in three
            r2,                               // second in two
            three[d2],                        // second in three
            r3,                               // third in two
            three[d3],                        // third in three
            first_hit,                        // first hit
            hits(h2),                         // second hit
            hits(h1 | h2 | h3),               // one of three hit
            times(r1, first_hit),             // first hit, though in two
            times(r1, UNIT - first_hit),      // first in two, unhindered
            times(near, first_hit),           // first hit, though near
            UNIT - times(times(UNIT - r1, UNIT - r2), UNIT - r3), // one of three in two
            of_row(0),                        // at home
            of_row(1),                        // in the middle
            of_row(2),                        // in the enemy's row
            near,                             // first near
            self.near[d2],                    // second near
            (before & 0x01FF_FFFE).count_ones() as i32 * (UNIT / 8), // within a throw
            (before & 0x0000_1FFE).count_ones() as i32 * (UNIT / 8), // within half a throw
            self.share(behind),               // behind the king
            self.share(hitting),              // can hit the first
        ]
    }

    /// Returns a count as a share of the columns.
    #[inline]
    fn share(&self, count: u32) -> i32 {
        // Multiplies by a 16-bit fixed-point number instead of dividing.
        let each = (UNIT << 16) as u32 / self.columns;
        ((count * each + (1 << 15)) >> 16) as i32
    }

    /// Returns the chance of a throw that covers one of these distances, a bit each.
    #[inline]
    fn chance(&self, throws: &[Throws; FARTHEST + 1], distances: u32) -> i32 {
        let mut left = distances & ((2 << FARTHEST) - 2);
        let mut all = 0;
        while left != 0 {
            all |= throws[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        if all == 0 {
            return 0;
        }
        let sums = self.weights.iter().zip(all.to_le_bytes());
        let sum: u32 = sums.map(|(sums, byte)| sums[usize::from(byte)]).sum();
        ((sum + (1 << (SHIFT - 1))) >> SHIFT) as i32
    }
}

/// Multiplies two shares.
#[inline]
const fn times(one: i32, other: i32) -> i32 {
    (one * other + UNIT / 2) / UNIT
}

/// Returns the three highest cells.
#[inline]
fn foremost(soldiers: u128) -> [Option<u32>; 3] {
    let mut left = soldiers;
    [(); 3].map(|()| {
        let cell = left.checked_ilog2()?;
        left ^= 1 << cell;
        Some(cell)
    })
}

/// Chances are counted in parts of this size.
pub const UNIT: i32 = 512;

/// The farthest that a throw of four dice reaches.
const FARTHEST: usize = 24;

/// A set of throws, a bit each; four dice have 126.
type Throws = u128;

const SHIFT: u32 = 16;

/// Returns the sums of some dice of a throw, a bit each: all sums, and those not of Chongs alone.
fn sums_of(throw: Dice) -> (u32, u32) {
    let (mut any, mut hits) = (1_u32, 0_u32);
    for face in throw.faces() {
        let more = if face > 1 { any } else { hits };
        hits |= hits << face | more << face;
        any |= any << face;
    }
    (any, hits)
}

/// Converts a chance to parts.
fn parts(chance: f64) -> i32 {
    (chance * f64::from(UNIT)).round() as i32
}

/// For each distance, returns the chance to cover it exactly with one, two or three throws, each
/// using some of its dice.
fn reach(throws: &[(f64, u32)], length: usize) -> [Vec<i32>; 3] {
    let mut before: Vec<f64> = (0..length).map(|left| f64::from(u8::from(left == 0))).collect();
    [(); 3].map(|()| {
        let of_distance = |distance: usize| {
            let ways = throws.iter().map(|(probability, sums)| {
                let usable = (0..=distance.min(FARTHEST)).filter(|sum| sums >> sum & 1 == 1);
                probability * usable.map(|sum| before[distance - sum]).fold(0.0, f64::max)
            });
            ways.sum::<f64>()
        };
        before = (0..length).map(of_distance).collect();
        before.iter().copied().map(parts).collect()
    })
}

/// The inputs on a board with this many columns. For each army, starting with that of the player to
/// throw: a soldier on each cell, the king on each cell, opened, turned. Then the number of dice.
/// Then the features of both armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    columns: u8,
}

impl Inputs {
    /// Returns the inputs of a board with this many columns.
    #[must_use]
    pub const fn new(columns: u8) -> Inputs {
        Inputs { columns }
    }

    /// Returns the number of cells of a path.
    const fn length(self) -> usize {
        3 * self.columns as usize
    }

    /// Returns the number of inputs of an army, without its features.
    const fn of_army(self) -> usize {
        2 * self.length() + 2
    }

    /// Counts all inputs.
    #[must_use]
    pub const fn count(self) -> usize {
        self.first_feature() + 2 * FEATURES
    }

    /// Returns the index of the first feature; all inputs before it are 0 or 1.
    #[must_use]
    pub const fn first_feature(self) -> usize {
        2 * self.of_army() + MAX_DICE as usize
    }

    #[inline]
    pub(super) const fn soldier(self, side: usize, cell: u8) -> usize {
        side * self.of_army() + cell as usize
    }

    /// Removes what lies off the board.
    #[inline]
    pub(super) fn on_board(self, position: &ChongPosition) -> ChongPosition {
        let length = 3 * self.columns;
        if position.mover.fits(length) && position.other.fits(length) {
            return *position;
        }
        let cells = (1 << length) - 1;
        let on_board = |army: Army| {
            let king = army.king().filter(|king| *king < length);
            let mut kept = Army::new(army.soldiers() & cells, king);
            if army.opened() {
                kept = kept.with_opened();
            }
            if army.turned() { kept.with_turned() } else { kept }
        };
        ChongPosition { mover: on_board(position.mover), other: on_board(position.other) }
    }

    /// Calls `visit` for each binary input that is set.
    pub fn visit(self, position: &ChongPosition, dice: u8, mut visit: impl FnMut(usize)) {
        for (side, army) in [position.mover, position.other].into_iter().enumerate() {
            for cell in army.cells() {
                visit(self.soldier(side, cell));
            }
            self.visit_marks(side, army, &mut visit);
        }
        visit(2 * self.of_army() + usize::from(dice.clamp(1, MAX_DICE)) - 1);
    }

    /// Calls `visit` for the set inputs of an army other than its soldiers.
    #[inline]
    pub(super) fn visit_marks(self, side: usize, army: Army, mut visit: impl FnMut(usize)) {
        let first = side * self.of_army() + self.length();
        if let Some(king) = army.king() {
            visit(first + usize::from(king));
        }
        for (number, mark) in [army.opened(), army.turned()].into_iter().enumerate() {
            if mark {
                visit(first + self.length() + number);
            }
        }
    }

    /// For each input, returns the most similar input of another board: in the home and middle rows
    /// the cell at the same distance from the start, in the enemy's row the one at the same
    /// distance from the goal.
    #[must_use]
    pub fn like(self, other: Inputs) -> Vec<usize> {
        let (own, others) = (usize::from(self.columns), usize::from(other.columns));
        let along = |column: usize| match own {
            1 => 0,
            _ => (2 * column * (others - 1) + own - 1) / (2 * (own - 1)),
        };
        let cell = |cell: usize| match cell / own {
            2 => other.length() - 1 - (self.length() - 1 - cell).min(others - 1),
            row => row * others + along(cell % own),
        };
        let army = |side: usize| {
            let first = side * other.of_army();
            let cells = (0..self.length()).map(move |at| first + cell(at));
            let kings = (0..self.length()).map(move |at| first + other.length() + cell(at));
            let marks = (0..2).map(move |mark| first + 2 * other.length() + mark);
            cells.chain(kings).chain(marks)
        };
        let rest = 2 * other.of_army()..other.count();
        army(0).chain(army(1)).chain(rest).collect()
    }
}
