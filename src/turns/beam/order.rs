//! Who stays in a layer of a beam that is too narrow for all.

use crate::board::{Cells, Side};
use crate::moves::Kernel;

/// What the positions of a turn are put in layers by. Every move that goes on adds to each of
/// these, so that a position feeds only layers above its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayersBy {
    /// The seeds in the mover's store.
    Store,
    /// The moves made.
    Moves,
    /// The laps made.
    Laps,
}

/// What a position is worth within its layer: so much for one of each. The worthiest stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// A seed in the mover's store.
    pub store: i32,
    /// A seed that the last move put there.
    pub gain: i32,
    /// A move made.
    pub moves: i32,
    /// A lap made.
    pub laps: i32,
    /// An open hole of the mover that holds seeds.
    pub choices: i32,
    /// An open hole of the mover from which the first lap ends in his store.
    pub exact: i32,
    /// A seed in the mover's row.
    pub row: i32,
    /// An open hole of the opponent that holds seeds.
    pub replies: i32,
    /// A seed in the opponent's row.
    pub facing: i32,
    /// Chance: from nothing to so much, the same for equal positions within a pass.
    pub chance: i32,
}

impl Weights {
    /// Nothing counts: those stay whom chance picks.
    pub const NONE: Weights = Weights {
        store: 0,
        gain: 0,
        moves: 0,
        laps: 0,
        choices: 0,
        exact: 0,
        row: 0,
        replies: 0,
        facing: 0,
        chance: 0,
    };
}

/// An order of the positions of a turn: into layers, and within each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BeamOrder {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The layers.
    pub layers: LayersBy,
    /// Who stays in one.
    pub weights: Weights,
}

impl BeamOrder {
    /// All orders that have a name, the one that is best for most purposes first.
    #[must_use]
    pub const fn all() -> &'static [BeamOrder] {
        &ORDERS
    }

    /// The order of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<BeamOrder> {
        ORDERS.into_iter().find(|order| order.name == name)
    }
}

const NONE: Weights = Weights::NONE;

const ORDERS: [BeamOrder; 6] = [
    BeamOrder {
        name: "greedy",
        title: "after so many moves, those with most seeds won stay",
        layers: LayersBy::Moves,
        weights: Weights { store: 1, ..NONE },
    },
    BeamOrder {
        name: "greedy-laps",
        title: "after so many laps, those with most seeds won stay",
        layers: LayersBy::Laps,
        weights: Weights { store: 1, ..NONE },
    },
    BeamOrder {
        name: "first",
        title: "with so many seeds won, those stay that come from the fewest",
        layers: LayersBy::Store,
        weights: Weights { gain: 1, ..NONE },
    },
    BeamOrder {
        name: "few-moves",
        title: "with so many seeds won, those with the fewest moves stay",
        layers: LayersBy::Store,
        weights: Weights { moves: -1, ..NONE },
    },
    BeamOrder {
        name: "choices",
        title: "with so many seeds won, those with the most holes to choose from stay",
        layers: LayersBy::Store,
        weights: Weights { choices: 1, ..NONE },
    },
    BeamOrder {
        name: "chance",
        title: "with so many seeds won, any stay",
        layers: LayersBy::Store,
        weights: NONE,
    },
];

/// A way to a position, as far as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub moves: u32,
    pub laps: u32,
    /// Seeds that the last move put into the store.
    pub gain: u32,
}

impl Way {
    /// No way yet.
    pub const START: Way = Way {
        moves: 0,
        laps: 0,
        gain: 0,
    };
}

/// An order made fit for a round.
pub(super) struct Ranking<C> {
    layers: LayersBy,
    weights: Weights,
    store: usize,
    own: C,
    facing: C,
    own_open: u64,
    facing_open: u64,
    /// The open holes of the mover, and the seeds in each with which a lap ends in his store.
    exact: Vec<(usize, u32)>,
}

impl<C: Cells> Ranking<C> {
    pub fn new<const RELAY: bool>(
        kernel: &Kernel<C, RELAY>,
        mover: Side,
        order: &BeamOrder,
    ) -> Ranking<C> {
        let field = kernel.field();
        let shape = field.shape();
        let (first, other) = (shape.first(mover), shape.first(mover.other()));
        let exact = (first..first + shape.holes())
            .filter(|hole| field.open_holes(mover) >> hole & 1 == 1)
            .map(|hole| {
                let row = hole + 1..first + shape.holes();
                let far = other..other + if kernel.repeats() { shape.holes() } else { 0 };
                let sown = row.chain(far).filter(|&cell| field.is_sown(mover, cell));
                (hole, sown.count() as u32 + 1)
            })
            .collect();
        Ranking {
            layers: order.layers,
            weights: order.weights,
            store: shape.store(mover),
            own: C::mask(field.row(mover)),
            facing: C::mask(field.row(mover.other())),
            own_open: field.open_holes(mover),
            facing_open: field.open_holes(mover.other()),
            exact,
        }
    }

    /// The layer of a position.
    pub fn layer(&self, cells: C, way: Way) -> u32 {
        match self.layers {
            LayersBy::Store => cells.get(self.store),
            LayersBy::Moves => way.moves,
            LayersBy::Laps => way.laps,
        }
    }

    /// The place of a position in its layer: the lowest come first. `seed` says how chance falls.
    pub fn place(&self, cells: C, way: Way, seed: u64) -> u64 {
        let w = &self.weights;
        let occupied = cells.occupied();
        let count = |weight: i32, set: u64| weight * (occupied & set).count_ones().cast_signed();
        let times = |weight: i32, number: u32| weight * number.cast_signed();
        let mut worth = times(w.store, cells.get(self.store))
            + times(w.gain, way.gain)
            + times(w.moves, way.moves)
            + times(w.laps, way.laps)
            + count(w.choices, self.own_open)
            + count(w.replies, self.facing_open);
        if w.row != 0 {
            worth += times(w.row, cells.and(self.own).sum());
        }
        if w.facing != 0 {
            worth += times(w.facing, cells.and(self.facing).sum());
        }
        if w.exact != 0 {
            let exact = self
                .exact
                .iter()
                .filter(|&&(hole, distance)| cells.get(hole) == distance);
            worth += w.exact * exact.count() as i32;
        }
        let chance = mixed(cells.mix() ^ seed);
        if w.chance != 0 {
            let span = u64::from(w.chance.unsigned_abs());
            worth += ((span * (chance & 0xffff_ffff)) >> 32) as i32;
        }
        // The greater the worth the lower the number; chance decides between equals.
        let backwards = (i64::from(i32::MAX) - i64::from(worth)) as u64;
        backwards << 32 | chance >> 32
    }
}

/// A bijection that leaves no trace of the order of its arguments.
pub(super) const fn mixed(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
