//! Positions: a [`Setup`] as given, and a valid [`Position`].

use super::{Cell, Cells, Field, Hole, HoleState, MAX_HOLES, MAX_TOTAL, Shape, Side, Wide};
use crate::diagnostic;
use crate::sentence;
use crate::text::Diagnostic;

/// A mark on a position, for what the seeds don't show. It is part of the input and never inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// An ordinary turn.
    #[default]
    None,
    /// The turn in progress is final (only under `end = stalled`).
    Final,
    /// The round is over; the mover is the player who moved last.
    Over,
}

/// One hole of a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pit {
    /// The state. A closed hole is empty.
    pub state: HoleState,
    /// The seeds in the hole.
    pub seeds: u32,
}

/// A position before validation, which may have any size and no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The rows of A and B, each starting with hole 1.
    pub rows: [Vec<Pit>; 2],
    /// The stores of A and B.
    pub stores: [u32; 2],
    /// The player to move, or the last to move if the round is over.
    pub mover: Side,
    /// The mark.
    pub mark: Mark,
}

/// A valid position: both rows have the same length, the board has no more seeds than supported,
/// and the mover has a hole to lift unless the round is over. Written `A-row/A-store B-row/B-store
/// mover [final|over]`, each row in sowing order towards its owner's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("pattern" =
        r"^(\d+p?|x)(,(\d+p?|x))*/\d+ (\d+p?|x)(,(\d+p?|x))*/\d+ [AB]( final| over)?$"))
)]
pub struct Position {
    field: Field,
    cells: Wide,
    mover: Side,
    mark: Mark,
}

impl Position {
    /// Validates a setup.
    ///
    /// # Errors
    /// If the setup is invalid. The error names the row, hole or number, and what was expected.
    pub fn new(setup: &Setup) -> Result<Position, Diagnostic> {
        let shape = setup.shape()?;
        let mut field = Field::open(shape);
        let mut cells = Wide::default();
        for side in Side::BOTH {
            for (index, pit) in setup.rows[side.index()].iter().enumerate() {
                let hole = Hole::at(index);
                let cell = Cell::Hole(side, hole);
                if pit.state == HoleState::Closed && pit.seeds > 0 {
                    return Err(diagnostic!(BadPosition, "faults.position.closed"; pit.seeds,
                        cell = cell.to_string() => sentence!("faults.position.none-in-closed")));
                }
                field = field.with(side, hole, pit.state).unwrap_or(field);
                cells = cells.add(Wide::unit(shape.first(side) + index, pit.seeds));
            }
            let store = shape.store(side);
            cells = cells.add(Wide::unit(store, setup.stores[side.index()]));
        }
        let position = Position::from_parts(field, cells, setup.mover, setup.mark);
        if setup.mark != Mark::Over && !position.can_move(setup.mover) {
            let side = setup.mover.to_string();
            return Err(diagnostic!(BadPosition, "faults.position.no-move", side = side =>
                sentence!("faults.position.seeds-or-over")));
        }
        Ok(position)
    }

    /// Creates a position from parts that are known to be consistent.
    pub(crate) fn from_parts(field: Field, cells: Wide, mover: Side, mark: Mark) -> Position {
        Position { field, cells, mover, mark }
    }

    /// Returns the setup of the position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let pit = |cell| Pit { state: self.field.state(cell), seeds: self.cells.get(cell) };
        let row = |side| self.shape().holes_of(side).map(pit).collect();
        Setup {
            rows: Side::BOTH.map(row),
            stores: Side::BOTH.map(|side| self.store(side)),
            mover: self.mover,
            mark: self.mark,
        }
    }

    /// The states of the holes.
    #[must_use]
    pub const fn field(&self) -> Field {
        self.field
    }

    /// The size of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.field.shape()
    }

    /// The seeds, packed.
    #[doc(hidden)]
    #[must_use]
    pub const fn cells(&self) -> Wide {
        self.cells
    }

    /// The player to move, or the last to move if the round is over.
    #[must_use]
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// The mark.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        self.mark
    }

    /// Whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.mark == Mark::Over
    }

    /// Returns the seeds in a cell; 0 for a hole outside the board.
    #[must_use]
    pub fn seeds(&self, cell: Cell) -> u32 {
        let index = self.shape().index(cell);
        index.map_or(0, |index| self.cells.get(index))
    }

    /// Returns the seeds in a store.
    #[must_use]
    pub fn store(&self, side: Side) -> u32 {
        self.seeds(Cell::Store(side))
    }

    /// Returns the seeds in all holes of a row, including protected ones.
    #[must_use]
    pub fn row(&self, side: Side) -> u32 {
        let row = self.shape().holes_of(side);
        row.map(|cell| self.cells.get(cell)).sum()
    }

    /// Returns the seeds in the open holes of a row.
    #[must_use]
    pub fn in_play(&self, side: Side) -> u32 {
        self.cells.and(Wide::mask(self.field.open_holes(side))).sum()
    }

    /// Returns the seeds that a player owns, in store and row.
    #[must_use]
    pub fn owned(&self, side: Side) -> u32 {
        self.store(side) + self.row(side)
    }

    /// Returns the seeds on the board, including stores.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.owned(Side::A) + self.owned(Side::B)
    }

    /// Returns the result of the round if it ended here: A's seeds minus B's, including rows.
    #[must_use]
    pub fn standing(&self) -> i32 {
        self.owned(Side::A).cast_signed() - self.owned(Side::B).cast_signed()
    }

    /// Returns the holes that the mover may lift, in order; none if the round is over.
    pub fn legal(&self) -> impl Iterator<Item = Hole> + use<> {
        let first = self.shape().first(self.mover);
        let open = self.field.open_holes(self.mover);
        let (bits, over) = ((self.cells.occupied() & open) >> first, self.is_over());
        let legal = move |index: &usize| !over && bits >> index & 1 == 1;
        (0..self.shape().holes()).filter(legal).map(Hole::at)
    }

    /// Whether a side has an open hole with seeds.
    #[must_use]
    pub fn can_move(&self, side: Side) -> bool {
        self.cells.occupied() & self.field.open_holes(side) != 0
    }
}

impl Setup {
    /// Validates the lengths of the rows and the number of seeds, and returns the board's size.
    fn shape(&self) -> Result<Shape, Diagnostic> {
        let [a, b] = [self.rows[0].len(), self.rows[1].len()];
        if a != b {
            let as_many = sentence!("faults.position.as-many");
            let b = b.to_string();
            return Err(
                diagnostic!(BadPosition, "faults.position.rows"; a, b = b => as_many).about("rows")
            );
        }
        let shape = u8::try_from(a).ok().and_then(Shape::new);
        let shape = shape.ok_or_else(|| {
            let range = sentence!("faults.range", least = "1", most = MAX_HOLES.to_string());
            diagnostic!(BadPosition, "faults.position.holes"; a => range).about("rows")
        })?;
        let in_rows = self.rows.iter().flatten().map(|pit| u64::from(pit.seeds));
        let in_stores = self.stores.iter().map(|&seeds| u64::from(seeds));
        let total: u64 = in_rows.chain(in_stores).sum();
        if total > u64::from(MAX_TOTAL) {
            return Err(
                diagnostic!(BadPosition, "faults.position.total", seeds = total.to_string() =>
                sentence!("faults.at-most", most = MAX_TOTAL.to_string())),
            );
        }
        Ok(shape)
    }
}

impl TryFrom<Setup> for Position {
    type Error = Diagnostic;

    fn try_from(setup: Setup) -> Result<Position, Diagnostic> {
        Position::new(&setup)
    }
}
