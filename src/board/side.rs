//! Sides, holes, and the cells of a board of a given size.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::text::{Diagnostic, ErrorKind};

use super::MAX_HOLES;

/// A player, or the player's row and store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum Side {
    /// The lower row of the picture.
    A,
    /// The upper row.
    B,
}

impl Side {
    /// Both sides, A first.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// 0 for A, 1 for B: an index for arrays with an entry per side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1 for A, -1 for B: converts between a value seen by this side and one seen by A.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Side::A => 1,
            Side::B => -1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::A => "A",
            Side::B => "B",
        })
    }
}

impl FromStr for Side {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Side, Diagnostic> {
        match text {
            "A" | "a" => Ok(Side::A),
            "B" | "b" => Ok(Side::B),
            _ => Err(Diagnostic::new(ErrorKind::BadValue, "expected A or B")),
        }
    }
}

/// A hole of a row: its number, from 1 in sowing order towards the owner's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u8);

impl Hole {
    /// The hole with this number, or `None` outside 1..=18.
    #[must_use]
    pub const fn new(number: u8) -> Option<Hole> {
        if number >= 1 && number <= MAX_HOLES { Some(Hole(number)) } else { None }
    }

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number minus one: an index for arrays with an entry per hole.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The hole at an index of a row, starting at 0.
    pub(crate) fn at(index: usize) -> Hole {
        let number = u8::try_from(index + 1).ok();
        number.and_then(Hole::new).expect("hole index below 18")
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A place that can hold seeds: a hole or a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("pattern" = "^([AB]([1-9]|1[0-8])|R[AB])$"))
)]
pub enum Cell {
    /// A hole of a player's row, written `A7`.
    Hole(Side, Hole),
    /// A player's store, written `RA` or `RB`.
    Store(Side),
}

impl FromStr for Cell {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Cell, Diagnostic> {
        let read = || {
            let (letter, rest) = text.split_at_checked(1)?;
            if letter == "R" {
                return rest.parse().map(Cell::Store).ok();
            }
            let plain = rest.bytes().all(|byte| byte.is_ascii_digit()) && !rest.starts_with('0');
            let number = rest.parse().ok().filter(|_| plain);
            Some(Cell::Hole(letter.parse().ok()?, number.and_then(Hole::new)?))
        };
        let wrong = || Diagnostic::new(ErrorKind::BadValue, "expected a cell such as A7 or RA");
        read().ok_or_else(wrong)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Hole(side, hole) => write!(f, "{side}{hole}"),
            Cell::Store(side) => write!(f, "R{side}"),
        }
    }
}

/// The size of a board, and the order of its cells in memory.
///
/// Cells are numbered A1 … A*n*, RA, B1 … B*n*, RB from 0 to 2n+1, so that the hole opposite cell
/// `c` is cell `2n - c`. They lie in a ring: after RB comes A1 again, as number 2n+2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    holes: u8,
}

impl Shape {
    /// A board with this many holes a row, or `None` outside 1..=18.
    #[must_use]
    pub const fn new(holes: u8) -> Option<Shape> {
        if holes >= 1 && holes <= MAX_HOLES { Some(Shape { holes }) } else { None }
    }

    /// Holes in a row.
    #[must_use]
    pub const fn holes(self) -> usize {
        self.holes as usize
    }

    /// The holes of a row, in order.
    pub fn row(self) -> impl DoubleEndedIterator<Item = Hole> {
        (0..self.holes()).map(Hole::at)
    }

    /// The number of cells: both rows and both stores.
    #[must_use]
    pub const fn cells(self) -> usize {
        2 * self.holes() + 2
    }

    /// The number of a cell, or `None` if the board has no such hole.
    #[must_use]
    pub const fn index(self, cell: Cell) -> Option<usize> {
        match cell {
            Cell::Hole(side, hole) if hole.index() < self.holes() => {
                Some(self.first(side) + hole.index())
            }
            Cell::Hole(..) => None,
            Cell::Store(side) => Some(self.store(side)),
        }
    }

    /// The cell with a number.
    #[must_use]
    pub fn cell(self, index: usize) -> Cell {
        let index = index % self.cells();
        let side = self.side_of(index);
        if index == self.store(side) {
            Cell::Store(side)
        } else {
            Cell::Hole(side, Hole::at(index - self.first(side)))
        }
    }

    /// The number of a side's hole 1.
    #[must_use]
    pub const fn first(self, side: Side) -> usize {
        side.index() * (self.holes() + 1)
    }

    /// The numbers of a side's holes.
    #[must_use]
    pub const fn holes_of(self, side: Side) -> Range<usize> {
        self.first(side)..self.store(side)
    }

    /// The number of a side's store.
    #[must_use]
    pub const fn store(self, side: Side) -> usize {
        self.first(side) + self.holes()
    }

    /// The side to which a cell belongs.
    #[must_use]
    pub const fn side_of(self, index: usize) -> Side {
        if index % self.cells() <= self.holes() { Side::A } else { Side::B }
    }

    /// The number of the hole opposite a hole. A store is opposite itself only.
    #[must_use]
    pub const fn opposite(self, index: usize) -> usize {
        (2 * self.holes() + self.cells() - index % self.cells()) % self.cells()
    }

    /// Like [`opposite`](Self::opposite), for the number of a hole.
    #[inline(always)]
    pub(crate) const fn facing(self, hole: usize) -> usize {
        2 * self.holes() - hole
    }
}
