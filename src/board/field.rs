//! The holes that are in play during a round. They don't change from its first sowing to its last.

use super::{Cell, Hole, Shape, Side};

/// The state of a hole during a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoleState {
    /// In play.
    Open,
    /// Out of play ("burnt"): the hole is empty and sowing skips it.
    Closed,
    /// Only the owner sows into the hole, and no player lifts it or captures from it (*ngacang*).
    Protected,
}

/// A board's shape with the state of every hole. Sets of cells are bit masks (bit 0 is cell 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    shape: Shape,
    closed: u64,
    protected: u64,
}

impl Field {
    /// A field with every hole open.
    #[must_use]
    pub const fn open(shape: Shape) -> Field {
        Field { shape, closed: 0, protected: 0 }
    }

    /// Changes the state of one hole; `None` if the board has no such hole.
    #[must_use]
    pub fn with(mut self, side: Side, hole: Hole, state: HoleState) -> Option<Field> {
        let bit = 1 << self.shape.index(Cell::Hole(side, hole))?;
        self.closed &= !bit;
        self.protected &= !bit;
        match state {
            HoleState::Open => {}
            HoleState::Closed => self.closed |= bit,
            HoleState::Protected => self.protected |= bit,
        }
        Some(self)
    }

    /// The size of the board.
    #[must_use]
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// Returns the state of a cell. A store counts as open.
    #[must_use]
    pub const fn state(self, cell: usize) -> HoleState {
        let cell = cell % self.shape.cells();
        if self.closed >> cell & 1 == 1 {
            HoleState::Closed
        } else if self.protected >> cell & 1 == 1 {
            HoleState::Protected
        } else {
            HoleState::Open
        }
    }

    /// Returns the holes of a side in any state.
    #[must_use]
    pub const fn row(self, side: Side) -> u64 {
        ((1 << self.shape.holes()) - 1) << self.shape.first(side)
    }

    /// Returns the open holes of a side.
    #[must_use]
    pub const fn open_holes(self, side: Side) -> u64 {
        self.row(side) & !self.closed & !self.protected
    }

    /// Whether both players see the same field: hole i of A has the same state as hole i of B for
    /// every i.
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        let [a, b] = Side::BOTH.map(|side| self.shape.first(side));
        (0..self.shape.holes()).all(|hole| self.state(a + hole) == self.state(b + hole))
    }

    /// Whether a side's sowing drops a seed into a cell instead of skipping it.
    #[must_use]
    pub fn is_sown(self, sower: Side, cell: usize) -> bool {
        let own = self.shape.side_of(cell) == sower;
        match self.shape.cell(cell) {
            Cell::Store(_) => own,
            Cell::Hole(..) => match self.state(cell) {
                HoleState::Open => true,
                HoleState::Closed => false,
                HoleState::Protected => own,
            },
        }
    }
}
