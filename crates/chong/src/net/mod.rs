//! A small neural net that estimates the chance to win before a throw, for boards that can't be
//! solved. `scripts/fit-chong` trains it by self-play.
//!
//! ```text
//! cells of both armies, a bit each ─┐
//! opened, turned; number of dice    ├─ 32 leaky rectifiers ─ 1 logistic output
//! 24 features of each army ─────────┘
//! ```
//! All numbers before the rectifiers are whole numbers that floating point represents exactly. So
//! sums don't depend on their order, and the first layer of a position can be updated incrementally
//! from that of another.

mod features;
mod stored;

pub use features::{FEATURES, Inputs, UNIT};
pub use stored::{NET_COLUMNS, check_net};

use crate::{Army, ChongPosition, ChongRules};
use features::Features;

/// The size of the hidden layer.
pub const HIDDEN: usize = 32;

/// The slope of a rectifier below zero.
pub const LEAK: f32 = 1.0 / 16.0;

/// One number for each hidden unit.
pub type Hidden = [f32; HIDDEN];

/// The weights of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct NetWeights {
    /// The columns of its board.
    pub columns: u8,
    /// For each input, its weights to the hidden units.
    pub inputs: Vec<Hidden>,
    /// The biases of the hidden units.
    pub bias: Hidden,
    /// The weight of each hidden unit in the output.
    pub output: Hidden,
    /// The bias of the output.
    pub constant: f32,
}

/// A net on a board.
#[derive(Clone, Debug)]
pub struct Net {
    weights: NetWeights,
    inputs: Inputs,
    features: Features,
    dice: u8,
}

/// The first layer of a position, with the inputs that it was computed from.
#[derive(Clone, Debug)]
pub struct FirstLayer {
    position: ChongPosition,
    features: [[i32; FEATURES]; 2],
    sums: Hidden,
}

impl Net {
    /// Creates a net for the board of these rules; the weights must be for its columns, and for
    /// features in parts of [`UNIT`].
    ///
    /// # Panics
    /// If the number of weights differs from that of the inputs.
    #[must_use]
    pub fn new(rules: &ChongRules, weights: NetWeights) -> Net {
        let inputs = Inputs::new(rules.columns.get());
        assert_eq!(weights.inputs.len(), inputs.count(), "a row of weights for each input");
        Net { weights, inputs, features: Features::new(rules), dice: rules.dice.get() }
    }

    /// Returns the built-in net.
    #[must_use]
    pub fn built_in(rules: &ChongRules) -> Net {
        Net::new(rules, NetWeights::built_in(rules.columns.get()))
    }

    /// Estimates the value to the player to throw, between -1 and 1: twice the probability of
    /// winning, minus 1.
    #[must_use]
    pub fn value(&self, position: &ChongPosition) -> f64 {
        value_of(self.output_of(position))
    }

    /// Returns a faster estimate for positions near this one, updated incrementally.
    #[must_use]
    #[inline]
    pub fn value_from(&self, known: &FirstLayer, position: &ChongPosition) -> f64 {
        value_of(self.output_from(known, position))
    }

    /// Returns the features of both armies.
    #[must_use]
    pub fn features(&self, position: &ChongPosition) -> [[i32; FEATURES]; 2] {
        let ChongPosition { mover, other } = self.inputs.on_board(position);
        [self.features.of(mover, other), self.features.of(other, mover)]
    }

    /// Computes the first layer of a position from scratch.
    #[must_use]
    pub fn first_layer(&self, position: &ChongPosition) -> FirstLayer {
        let position = self.inputs.on_board(position);
        let mut sums = self.weights.bias;
        self.inputs.visit(&position, self.dice, |input| {
            add(&mut sums, &self.weights.inputs[input], 1.0);
        });
        let features = self.features(&position);
        let rows = &self.weights.inputs[self.inputs.first_feature()..];
        for (row, feature) in rows.iter().zip(features.as_flattened()) {
            add(&mut sums, row, *feature as f32);
        }
        FirstLayer { position, features, sums }
    }

    /// Returns the output for a position, updated from another one: the log odds that the player to
    /// throw wins.
    #[must_use]
    #[inline]
    pub fn output_from(&self, known: &FirstLayer, position: &ChongPosition) -> f32 {
        let position = self.inputs.on_board(position);
        let mut sums = known.sums;
        let sides =
            [(known.position.mover, position.mover), (known.position.other, position.other)];
        for (side, (before, after)) in sides.into_iter().enumerate() {
            self.changes(&mut sums, side, before, after);
        }
        let features = self.features(&position);
        let rows = &self.weights.inputs[self.inputs.first_feature()..];
        let before = known.features.as_flattened();
        for ((row, after), before) in rows.iter().zip(features.as_flattened()).zip(before) {
            if after != before {
                add(&mut sums, row, (after - before) as f32);
            }
        }
        self.output(&sums)
    }

    /// Returns the output for a position, computed from scratch.
    #[must_use]
    pub fn output_of(&self, position: &ChongPosition) -> f32 {
        self.output(&self.first_layer(position).sums)
    }

    /// Adds the differences in the cells and marks of an army.
    #[inline]
    fn changes(&self, sums: &mut Hidden, side: usize, before: Army, after: Army) {
        if before == after {
            return;
        }
        let mut differ = before.soldiers() ^ after.soldiers();
        while let Some(cell) = super::position::lowest(differ) {
            differ &= differ - 1;
            let sign = if after.soldier_on(cell) { 1.0 } else { -1.0 };
            add(sums, &self.weights.inputs[self.inputs.soldier(side, cell)], sign);
        }
        let rest = |army: Army| (army.king(), army.opened(), army.turned());
        if rest(before) != rest(after) {
            for (army, sign) in [(before, -1.0), (after, 1.0)] {
                self.inputs.visit_marks(side, army, |input| {
                    add(sums, &self.weights.inputs[input], sign);
                });
            }
        }
    }

    /// Returns the output of a first layer.
    #[inline]
    fn output(&self, sums: &Hidden) -> f32 {
        // Four parallel sums, for vector instructions.
        let mut parts = [0.0_f32; 4];
        for (sums, weights) in sums.chunks_exact(4).zip(self.weights.output.chunks_exact(4)) {
            for lane in 0..4 {
                let sum = sums[lane];
                parts[lane] += weights[lane] * sum.max(LEAK * sum);
            }
        }
        self.weights.constant + ((parts[0] + parts[1]) + (parts[2] + parts[3]))
    }
}

/// Converts log odds to a value.
fn value_of(odds: f32) -> f64 {
    (f64::from(odds) / 2.0).tanh()
}

/// Adds a row, multiplied by a number.
#[inline]
fn add(sums: &mut Hidden, row: &Hidden, times: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += times * weight;
    }
}
