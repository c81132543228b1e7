//! Orders of the positions of a layer: the first stay where a beam is too narrow for all.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::board::{Cells, Side};
use crate::math::mixed;
use crate::moves::Kernel;

/// The number that positions of a turn are put in layers by. Every move that goes on adds to each
/// of these, so that a position feeds only layers above its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LayersBy {
    /// The seeds in the mover's store.
    Store,
    /// The moves made.
    Moves,
    /// The laps made.
    Laps,
}

/// The value of a position within its layer: so much for one of each. The best stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

/// An order of the positions of a turn: into layers, and within each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeamOrder {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its meaning in a few words.
    pub title: &'static str,
    /// The layers.
    pub layers: LayersBy,
    /// The value of a position within one.
    pub weights: Weights,
}

impl BeamOrder {
    /// An order like this one that weighs other things too, as chance has it.
    #[must_use]
    pub(super) fn varied(&self, seed: u64) -> BeamOrder {
        let mut weights = self.weights;
        let others = [
            &mut weights.gain,
            &mut weights.moves,
            &mut weights.laps,
            &mut weights.choices,
            &mut weights.exact,
            &mut weights.row,
            &mut weights.replies,
            &mut weights.facing,
        ];
        for (number, weight) in (1..).zip(others) {
            let chance = mixed(seed.wrapping_add(number));
            // One in three, half of these by twice the unit, the others by less.
            if chance.is_multiple_of(3) {
                let size = 1 << (chance >> 8 & 7).min(4);
                *weight += if chance >> 16 & 1 == 0 { size } else { -size };
            }
        }
        weights.chance += UNIT;
        BeamOrder { weights, ..*self }
    }

    /// All orders that have a name, the one that is best for most purposes first.
    #[must_use]
    pub fn all() -> &'static [BeamOrder] {
        &ORDERS
    }

    /// The order of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<BeamOrder> {
        ORDERS.iter().copied().find(|order| order.name == name)
    }
}

/// The weight that chance gets on top of what an order gives it; in `orders.toml` what counts most
/// weighs as much.
const UNIT: i32 = 8;

static ORDERS: LazyLock<Vec<BeamOrder>> = LazyLock::new(|| {
    let mut named: BTreeMap<&str, _> =
        toml::from_str(include_str!("orders.toml")).expect("the shipped orders are well-formed");
    named.remove("order").expect("a list of orders")
});

/// The length of a line to a position, and what its last move brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Length {
    pub moves: u32,
    pub laps: u32,
    /// Seeds that the last move put into the store.
    pub gain: u32,
}

impl Length {
    /// No move yet.
    pub const START: Length = Length { moves: 0, laps: 0, gain: 0 };
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
    pub fn new(kernel: &Kernel<C>, mover: Side, order: &BeamOrder) -> Ranking<C> {
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
    pub fn layer(&self, cells: C, length: Length) -> u32 {
        match self.layers {
            LayersBy::Store => cells.get(self.store),
            LayersBy::Moves => length.moves,
            LayersBy::Laps => length.laps,
        }
    }

    /// The place of a position in its layer: the lowest come first. `seed` says how chance falls.
    pub fn place(&self, cells: C, length: Length, seed: u64) -> u64 {
        let w = &self.weights;
        let occupied = cells.occupied();
        let times = |weight: i32, number: u32| i64::from(weight) * i64::from(number);
        let count = |weight, set: u64| times(weight, (occupied & set).count_ones());
        let mut value = times(w.store, cells.get(self.store))
            + times(w.gain, length.gain)
            + times(w.moves, length.moves)
            + times(w.laps, length.laps)
            + count(w.choices, self.own_open)
            + count(w.replies, self.facing_open);
        if w.row != 0 {
            value += times(w.row, cells.and(self.own).sum());
        }
        if w.facing != 0 {
            value += times(w.facing, cells.and(self.facing).sum());
        }
        if w.exact != 0 {
            let exact = self.exact.iter();
            let exact = exact.filter(|&&(hole, distance)| cells.get(hole) == distance);
            value += times(w.exact, exact.count() as u32);
        }
        let chance = mixed(cells.mix() ^ seed);
        if w.chance != 0 {
            let span = u64::from(w.chance.unsigned_abs());
            value += ((span * (chance & 0xffff_ffff)) >> 32).cast_signed();
        }
        // The greater the value the lower the number; chance decides between equals.
        let value = value.clamp(i32::MIN.into(), i32::MAX.into());
        let backwards = (i64::from(i32::MAX) - value).cast_unsigned();
        backwards << 32 | chance >> 32
    }
}
