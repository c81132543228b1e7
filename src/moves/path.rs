//! The sowing path of one side, and the table that turns a lap into one addition.

use crate::board::{Cell, Cells, Field, HoleState, Side};
use crate::rules::{Occupied, Rules, StorePlace};

/// The kind of cell that a lap ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LapEnd {
    /// The sower's store.
    Store,
    /// A protected hole of the sower.
    Protected,
    /// An open hole of the sower.
    Own,
    /// An open hole of the opponent.
    Opponent,
    /// Not on the path.
    Nowhere,
}

/// Lifting a cell and sowing what it held: one lap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<C> {
    /// Added to the board: minus the seeds in the lifted cell, plus one in each cell sown.
    pub change: C,
    /// The place in the table where the laps from the last cell begin.
    pub row: u16,
    /// The last cell of the lap.
    pub last: u8,
    /// The maximum number of seeds in the last cell after which no further lap follows: 1 in an
    /// open hole (the last seed is alone), no limit in a store or a protected hole, and no limit
    /// anywhere under rules without relays.
    pub limit: u16,
}

/// The cells a side sows into, in order from its hole 1, and the laps along them.
#[derive(Clone, Debug)]
pub(super) struct Path<C> {
    /// By cell: its kind, for a lap that ends there.
    pub landing: Vec<LapEnd>,
    /// Laps by lifted cell (`cell << shift`) and by seeds, 1 to `circuit` of them.
    pub steps: Vec<Step<C>>,
    /// The number of bits by which a cell is shifted to find its laps.
    pub shift: u32,
    /// The number of cells on the path, which is also the seeds of a lap that ends where it began.
    pub circuit: u32,
    /// One seed in every cell of the path.
    pub everywhere: C,
    /// The cells in the order of sowing.
    pub order: Vec<usize>,
    /// By cell: the cell that is sown before it.
    pub back: Vec<u8>,
}

impl<C: Cells> Path<C> {
    pub(super) fn new(field: Field, sower: Side, rules: &Rules) -> Path<C> {
        let cells = order(field, sower, rules.store);
        let relays = rules.occupied == Occupied::Relay;
        let circuit = cells.len();
        let landing: Vec<LapEnd> =
            (0..field.shape().cells()).map(|cell| landing(field, sower, cell)).collect();
        let shift = (circuit + 1).next_power_of_two().trailing_zeros();
        let idle = Step { change: C::default(), row: 0, last: 0, limit: 0 };
        let mut steps = vec![idle; field.shape().cells() << shift];
        for (at, &from) in cells.iter().enumerate() {
            let mut sown = C::default();
            for seeds in 1..=circuit {
                let last = cells[(at + seeds) % circuit];
                sown = sown.add(C::unit(last, 1));
                let limit = match landing[last] {
                    LapEnd::Store | LapEnd::Protected => u16::MAX,
                    LapEnd::Own | LapEnd::Opponent | LapEnd::Nowhere if relays => 1,
                    LapEnd::Own | LapEnd::Opponent | LapEnd::Nowhere => u16::MAX,
                };
                steps[(from << shift) + seeds] = Step {
                    change: sown.sub(C::unit(from, small(seeds))),
                    row: small(last << shift),
                    last: small(last),
                    limit,
                };
            }
        }
        let mut back = vec![0; field.shape().cells()];
        for (&cell, &next) in cells.iter().zip(cells.iter().cycle().skip(1)) {
            back[next] = small(cell);
        }
        let everywhere = cells.iter().fold(C::default(), |all, &cell| all.add(C::unit(cell, 1)));
        Path { landing, steps, shift, circuit: small(circuit), everywhere, back, order: cells }
    }
}

/// Returns the cells that a side sows into, in order from its hole 1. The order is cyclic: a lap
/// drops one seed in each cell, starting after the lifted hole. Closed holes, and the opponent's
/// protected holes and store, are not included.
#[must_use]
pub fn sowing_order(field: Field, sower: Side, store: StorePlace) -> Vec<Cell> {
    let cells = order(field, sower, store);
    cells.into_iter().map(|c| field.shape().cell(c)).collect()
}

/// Returns the cells a side sows into, in order from its hole 1.
fn order(field: Field, sower: Side, store: StorePlace) -> Vec<usize> {
    let shape = field.shape();
    let (own, other) = (shape.holes_of(sower), shape.holes_of(sower.other()));
    let own_store = shape.store(sower);
    let cells: Vec<usize> = match store {
        StorePlace::Near => own.chain([own_store]).chain(other).collect(),
        StorePlace::Far => own.chain(other).chain([own_store]).collect(),
    };
    let sown = |cell: &usize| field.is_sown(sower, *cell);
    cells.into_iter().filter(sown).collect()
}

fn landing(field: Field, sower: Side, cell: usize) -> LapEnd {
    if !field.is_sown(sower, cell) {
        return LapEnd::Nowhere;
    }
    match (field.shape().cell(cell), field.state(cell)) {
        (Cell::Store(_), _) => LapEnd::Store,
        (Cell::Hole(..), HoleState::Protected) => LapEnd::Protected,
        (Cell::Hole(side, _), _) if side == sower => LapEnd::Own,
        (Cell::Hole(..), _) => LapEnd::Opponent,
    }
}

/// Converts a cell number or a count of cells to a smaller type. There are at most 38 cells, and
/// the table has at most 64 laps for each.
fn small<T: TryFrom<usize>>(number: usize) -> T {
    T::try_from(number).ok().expect("a board has at most 38 cells")
}
