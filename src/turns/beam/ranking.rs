//! The ranking of the positions of a layer: a beam keeps the first ones.

use crate::board::{Cells, Side};
use crate::math::mixed;
use crate::moves::Kernel;

/// The weight of a seed in the mover's store, and the maximum weight of chance.
const UNIT: i32 = 8;

/// The length of a line to a position, and the gain of its last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Length {
    pub moves: u32,
    pub laps: u32,
    /// Seeds that the last move added to the store.
    pub gain: u32,
}

/// The ranking of a pass. Initially only the seeds in the store count.
pub(super) struct Ranking<C> {
    /// The weights of the other features: a seed that the last move added to the store; a move
    /// (equal for all positions of a layer); a lap; an open hole of the mover that holds seeds; one
    /// whose first lap ends in the mover's store; a seed in the mover's row; an open hole of the
    /// opponent that holds seeds; a seed in the opponent's row.
    weights: [i32; 8],
    /// Maximum random addition to the value; the same for equal positions within a pass.
    chance: u32,
    store: usize,
    own: C,
    facing: C,
    own_open: u64,
    facing_open: u64,
    /// The open holes of the mover, each with the number of seeds whose lap ends in the store.
    exact: Vec<(usize, u32)>,
}

impl<C: Cells> Ranking<C> {
    pub fn new(kernel: &Kernel<C>, mover: Side) -> Ranking<C> {
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
            weights: [0; 8],
            chance: 0,
            store: shape.store(mover),
            own: C::mask(field.row(mover)),
            facing: C::mask(field.row(mover.other())),
            own_open: field.open_holes(mover),
            facing_open: field.open_holes(mover.other()),
            exact,
        }
    }

    /// Draws random weights for the other features.
    pub fn vary(&mut self, seed: u64) {
        self.chance = UNIT.unsigned_abs();
        for (number, weight) in (1..).zip(&mut self.weights) {
            let chance = mixed(seed.wrapping_add(number));
            // One weight in three is not 0; half of these are twice the unit, the others less.
            let size = 1 << (chance >> 8 & 7).min(4);
            let size = if chance >> 16 & 1 == 0 { size } else { -size };
            *weight = if chance.is_multiple_of(3) { size } else { 0 };
        }
    }

    /// The rank of a position in its layer, lowest first. `seed` determines the random part.
    pub fn place(&self, cells: C, length: Length, seed: u64) -> u64 {
        let [gain, _, laps, choices, exact, row, replies, facing] = self.weights;
        let occupied = cells.occupied();
        let times = |weight: i32, number: u32| i64::from(weight) * i64::from(number);
        let count = |weight, set: u64| times(weight, (occupied & set).count_ones());
        let mut value = times(UNIT, cells.get(self.store))
            + times(gain, length.gain)
            + times(laps, length.laps)
            + count(choices, self.own_open)
            + count(replies, self.facing_open);
        if row != 0 {
            value += times(row, cells.and(self.own).sum());
        }
        if facing != 0 {
            value += times(facing, cells.and(self.facing).sum());
        }
        if exact != 0 {
            let reach = self.exact.iter();
            let reach = reach.filter(|&&(hole, distance)| cells.get(hole) == distance);
            value += times(exact, reach.count() as u32);
        }
        let chance = mixed(cells.mix() ^ seed);
        let span = u64::from(self.chance);
        value += ((span * (chance & 0xffff_ffff)) >> 32).cast_signed();
        // A greater value gives a lower rank; chance breaks ties.
        let value = value.clamp(i32::MIN.into(), i32::MAX.into());
        let backwards = (i64::from(i32::MAX) - value).cast_unsigned();
        backwards << 32 | chance >> 32
    }
}
