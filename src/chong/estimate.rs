//! A guess at the probability of winning, for boards that can't be solved: that of a small neural
//! net, which `scripts/fit-chong` trains on games that it plays with itself.

use super::net::{FirstLayer, Net, NetWeights};
use super::position::ChongPosition;
use super::rules::ChongRules;

/// Guesses for one game. Making it counts what throws reach, once.
#[derive(Clone, Debug)]
pub struct Estimator {
    net: Net,
    dice: u8,
}

/// Guesses for positions that differ little from one another.
#[derive(Clone, Debug)]
pub struct NearbyGuesses<'a> {
    estimator: &'a Estimator,
    known: FirstLayer,
}

impl Estimator {
    /// An estimator with the built-in net.
    #[must_use]
    pub fn new(rules: &ChongRules) -> Estimator {
        Estimator::with_weights(rules, NetWeights::built_in(rules.columns.get()))
    }

    /// An estimator with weights of one's own, which are for the columns of these rules.
    #[must_use]
    pub fn with_weights(rules: &ChongRules, weights: NetWeights) -> Estimator {
        Estimator { net: Net::new(rules, weights), dice: rules.dice.get() }
    }

    /// The net.
    #[must_use]
    pub const fn net(&self) -> &Net {
        &self.net
    }

    /// A guess at the value for the player to throw, between -1 and 1: twice the probability of
    /// winning, less 1.
    #[must_use]
    pub fn value(&self, position: &ChongPosition) -> f64 {
        value_of(self.net.output_of(position, self.dice))
    }

    /// Guesses for positions near this one. They are the same as those by themselves, and cost
    /// less.
    #[must_use]
    pub fn near(&self, position: &ChongPosition) -> NearbyGuesses<'_> {
        NearbyGuesses { estimator: self, known: self.net.first_layer(position, self.dice) }
    }
}

impl NearbyGuesses<'_> {
    /// The logarithm of the odds that the player to throw wins, which is higher where the value is.
    #[must_use]
    #[inline]
    pub fn odds(&self, position: &ChongPosition) -> f32 {
        self.estimator.net.output_from(&self.known, position)
    }

    /// The value, as [`Estimator::value`] has it.
    #[must_use]
    #[inline]
    pub fn value(&self, position: &ChongPosition) -> f64 {
        value_of(self.odds(position))
    }
}

/// The value of odds.
fn value_of(odds: f32) -> f64 {
    (f64::from(odds) / 2.0).tanh()
}
