//! Prices of throws and choices: by the exact values of a board, or by an estimate.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;

use super::outlook::{Estimate, Lookout, Outlook};
use super::position::ChongPosition;
use super::rules::ChongRules;
use super::solve::BoardValues;
use super::throw::Dice;
use crate::control::unpoisoned;

/// The measure by which throws and choices are judged.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum JudgedBy<'a> {
    /// The exact values of a board. They must be those of the first position, or of one from which
    /// it can be reached.
    Exact(&'a BoardValues),
    /// An estimate, by which the best way is chosen and the mean over all throws is taken.
    Estimate(&'a dyn Estimate),
}

/// Values of a turn to the player whose turn it is, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prices {
    /// Before the throw.
    pub before: f64,
    /// After the throw, by its best way.
    pub best: f64,
    /// After the way that was chosen.
    pub left: f64,
}

/// Outlooks that are remembered: those that come first, which come again in every game.
const REMEMBERED: usize = 4096;

/// The part of the prices that games share.
pub(super) struct PriceList<'a> {
    rules: &'a ChongRules,
    by: JudgedBy<'a>,
    outlooks: Mutex<HashMap<ChongPosition, Arc<Outlook>, FixedState>>,
}

impl<'a> PriceList<'a> {
    pub(super) fn new(rules: &'a ChongRules, by: JudgedBy<'a>) -> PriceList<'a> {
        PriceList { rules, by, outlooks: Mutex::default() }
    }

    /// The means of one thread to find prices.
    pub(super) fn appraiser(&self) -> Appraiser<'_> {
        let lookout = match self.by {
            JudgedBy::Exact(_) => None,
            JudgedBy::Estimate(estimate) => Some(Lookout::new(self.rules, estimate)),
        };
        Appraiser { list: self, lookout }
    }
}

/// Finds prices, one after the other.
pub(super) struct Appraiser<'a> {
    list: &'a PriceList<'a>,
    /// None where all values are at hand.
    lookout: Option<Lookout<'a>>,
}

impl Appraiser<'_> {
    /// The rules.
    pub(super) const fn rules(&self) -> &ChongRules {
        self.list.rules
    }

    /// The prices of a turn.
    pub(super) fn prices(
        &mut self,
        before: &ChongPosition,
        throw: Dice,
        after: &ChongPosition,
    ) -> Prices {
        match self.list.by {
            JudgedBy::Exact(solved) => Prices {
                before: exact(solved, before),
                best: best(solved, before, throw),
                left: -exact(solved, after),
            },
            JudgedBy::Estimate(estimate) => {
                let outlook = self.outlook(before);
                let verdict = after.verdict(self.list.rules);
                Prices {
                    before: outlook.mean,
                    best: outlook.of(throw),
                    left: -verdict.unwrap_or_else(|| estimate.value(after)),
                }
            }
        }
    }

    /// The value of a position in which the game goes on, before a throw or after this one.
    pub(super) fn worth(&mut self, position: &ChongPosition, throw: Option<Dice>) -> f64 {
        match (self.list.by, throw) {
            (JudgedBy::Exact(solved), None) => exact(solved, position),
            (JudgedBy::Exact(solved), Some(throw)) => best(solved, position, throw),
            (JudgedBy::Estimate(_), None) => self.outlook(position).mean,
            (JudgedBy::Estimate(_), Some(throw)) => self.outlook(position).of(throw),
        }
    }

    fn outlook(&mut self, position: &ChongPosition) -> Arc<Outlook> {
        let outlooks = || unpoisoned(self.list.outlooks.lock());
        let known = outlooks().get(position).cloned();
        if let Some(known) = known {
            return known;
        }
        let lookout = self.lookout.as_mut().expect("there is an estimate");
        let found = Arc::new(lookout.of(position));
        let mut outlooks = outlooks();
        if outlooks.len() < REMEMBERED {
            outlooks.insert(*position, Arc::clone(&found));
        }
        found
    }
}

fn exact(solved: &BoardValues, position: &ChongPosition) -> f64 {
    solved.value(position).expect("it can be reached")
}

fn best(solved: &BoardValues, position: &ChongPosition, throw: Dice) -> f64 {
    let best = solved.best(position, throw);
    best.expect("the game is not over").1
}
