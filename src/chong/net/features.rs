//! The features of an army that a net is told beside its cells: chances and counts, in parts of
//! [`UNIT`].

use super::chances::Chances;
pub use super::chances::UNIT;
use crate::chong::army::Army;
use crate::chong::rules::ChongRules;

/// Features of an army.
pub const FEATURES: usize = 24;

/// Their names, in order.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "arrives",
    "arrives unhindered",
    "first in two",
    "first in three",
    "second in two",
    "second in three",
    "third in two",
    "third in three",
    "first hit",
    "second hit",
    "one of three hit",
    "first hit, though in two",
    "first in two, unhindered",
    "first hit, though near",
    "one of three in two",
    "at home",
    "in the middle",
    "in the enemy's row",
    "first near",
    "second near",
    "within a throw",
    "within half a throw",
    "behind the king",
    "can hit the first",
];

/// The features of armies on one board.
#[derive(Clone, Debug)]
pub(super) struct Features {
    chances: Chances,
    columns: u32,
    last: u8,
    row: u32,
}

impl Features {
    pub(super) fn new(rules: &ChongRules) -> Features {
        let columns = u32::from(rules.columns.get());
        Features {
            chances: Chances::new(rules),
            columns,
            last: rules.last(),
            row: (1 << columns) - 1,
        }
    }

    /// The features of an army against another. All pieces lie on the board.
    #[inline]
    pub(super) fn of(&self, army: Army, enemy: Army) -> [i32; FEATURES] {
        let last = u32::from(self.last);
        let soldiers = army.soldiers();
        // The enemy's soldiers in this army's numbering of the cells.
        let met = enemy.soldiers().reverse_bits() >> (127 - last);
        let [first, second, third] = foremost(soldiers);
        let left = |cell: Option<u32>| cell.map_or(last, |cell| last - cell) as usize;
        let hit = |cell: Option<u32>| match cell {
            Some(cell) if enemy.opened() => (met >> cell) as u32 & !0b11,
            _ => 0,
        };
        let [_, two, three] = &self.chances.reach;
        let [d1, d2, d3] = [left(first), left(second), left(third)];
        // The cells before the goal, from the goal on.
        let before = (soldiers << (127 - last)).reverse_bits() as u32;
        let arrives = if army.opened() { self.chances.arrives(before) } else { 0 };
        let [h1, h2, h3] = [hit(first), hit(second), hit(third)];
        let first_hit = self.chances.hits(h1);
        let (r1, r2, r3) = (two[d1], two[d2], two[d3]);
        let near = self.chances.near[d1];
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
            times(arrives, UNIT - first_hit),
            r1,
            three[d1],
            r2,
            three[d2],
            r3,
            three[d3],
            first_hit,
            self.chances.hits(h2),
            self.chances.hits(h1 | h2 | h3),
            times(r1, first_hit),
            times(r1, UNIT - first_hit),
            times(near, first_hit),
            UNIT - times(times(UNIT - r1, UNIT - r2), UNIT - r3),
            of_row(0),
            of_row(1),
            of_row(2),
            near,
            self.chances.near[d2],
            (before & 0x01FF_FFFE).count_ones() as i32 * (UNIT / 8),
            (before & 0x0000_1FFE).count_ones() as i32 * (UNIT / 8),
            self.share(behind),
            self.share(hitting),
        ]
    }

    /// So many of as many as there are columns.
    #[inline]
    fn share(&self, count: u32) -> i32 {
        // A multiplication by a number with 16 places in place of a division.
        let each = (UNIT << 16) as u32 / self.columns;
        ((count * each + (1 << 15)) >> 16) as i32
    }
}

/// The product of two shares.
#[inline]
const fn times(one: i32, other: i32) -> i32 {
    (one * other + UNIT / 2) / UNIT
}

/// The three highest cells.
#[inline]
fn foremost(soldiers: u128) -> [Option<u32>; 3] {
    let mut left = soldiers;
    [(); 3].map(|()| {
        let cell = left.checked_ilog2()?;
        left ^= 1 << cell;
        Some(cell)
    })
}
