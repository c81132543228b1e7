//! Values of throws and choices, exact or estimated.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;

use crate::{BoardValues, ChongPosition, ChongRules, Dice};
use chongkak_base::control::unpoisoned;

/// How throws and choices are judged.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum JudgedBy<'a> {
    /// By the exact values of a board, which must contain the first position.
    Exact(&'a BoardValues),
    /// By an estimate, which chooses the best way and is averaged over all throws.
    Estimate(&'a dyn Estimate),
}

impl<'a> JudgedBy<'a> {
    /// By the exact values if the board was solved, else by an estimate.
    #[doc(hidden)]
    pub fn of(solved: Option<&'a BoardValues>, estimate: &'a dyn Estimate) -> JudgedBy<'a> {
        solved.map_or(JudgedBy::Estimate(estimate), JudgedBy::Exact)
    }
}

/// Values of a turn to its player, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prices {
    /// Before the throw.
    pub before: f64,
    /// After the throw, by its best way.
    pub best: f64,
    /// After the way that was played.
    pub left: f64,
}

/// The number of cached outlooks: the first ones, which recur in every game.
const REMEMBERED: usize = 4096;

/// The part of the pricing shared by games.
pub(super) struct PriceList<'a> {
    pub(super) rules: &'a ChongRules,
    pub(super) by: JudgedBy<'a>,
    outlooks: Mutex<HashMap<ChongPosition, Arc<Outlook>, FixedState>>,
}

impl<'a> PriceList<'a> {
    pub(super) fn new(rules: &'a ChongRules, by: JudgedBy<'a>) -> PriceList<'a> {
        PriceList { rules, by, outlooks: Mutex::default() }
    }

    /// Creates the pricing state of one thread.
    pub(super) fn appraiser(&self) -> Appraiser<'_> {
        let lookout = match self.by {
            JudgedBy::Exact(_) => None,
            JudgedBy::Estimate(estimate) => Some(Lookout::new(self.rules, estimate)),
        };
        Appraiser { list: self, lookout }
    }
}

/// Computes prices one after the other.
pub(super) struct Appraiser<'a> {
    pub(super) list: &'a PriceList<'a>,
    /// `None` if all values are known.
    lookout: Option<Lookout<'a>>,
}

impl Appraiser<'_> {
    /// Computes the prices of a turn.
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

    /// Returns the value of a position before a throw, or after this one.
    pub(super) fn worth(&mut self, position: &ChongPosition, throw: Option<Dice>) -> f64 {
        if let Some(value) = position.outcome(self.list.rules) {
            return value;
        }
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

/// An estimate of positions before a throw, in a game that nobody has won.
pub trait Estimate: Sync {
    /// Estimates the value to the player to throw, from -1 to 1. It must depend only on the
    /// position.
    fn value(&self, position: &ChongPosition) -> f64;

    /// Estimates positions near this one, faster if possible.
    fn near<'a>(&'a self, _: &ChongPosition) -> Near<'a> {
        Box::new(|position| self.value(position))
    }
}

/// An estimate of positions near a given one.
pub type Near<'a> = Box<dyn Fn(&ChongPosition) -> f64 + 'a>;

impl<F: Fn(&ChongPosition) -> f64 + Sync> Estimate for F {
    fn value(&self, position: &ChongPosition) -> f64 {
        self(position)
    }
}

/// The value of every throw, by its best way, to the player to throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The weighted mean over all throws.
    pub mean: f64,
    /// Every throw with the value of its best way.
    pub throws: Vec<(Dice, f64)>,
}

impl Outlook {
    /// Returns the value of a throw; the mean of all for a throw that the rules don't have.
    #[must_use]
    pub fn of(&self, throw: Dice) -> f64 {
        let found = self.throws.iter().find(|(known, _)| *known == throw);
        found.map_or(self.mean, |found| found.1)
    }
}

/// Computes outlooks one after the other, and reuses its memory.
pub struct Lookout<'a> {
    rules: &'a ChongRules,
    estimate: &'a dyn Estimate,
    throws: Vec<(u32, Dice)>,
    /// The value to the mover of the positions after turns.
    known: HashMap<ChongPosition, f64, FixedState>,
}

impl<'a> Lookout<'a> {
    /// Creates a lookout for a game with these rules.
    #[must_use]
    pub fn new(rules: &'a ChongRules, estimate: &'a dyn Estimate) -> Lookout<'a> {
        Lookout { rules, estimate, throws: Dice::all(rules.dice), known: HashMap::default() }
    }

    /// Returns the outlook of a position in which the game is not over.
    #[must_use]
    pub fn of(&mut self, position: &ChongPosition) -> Outlook {
        self.known.clear();
        let near = self.estimate.near(&position.swapped());
        let mut worth = |after| *self.known.entry(after).or_insert_with_key(|after| -near(after));
        let mut throws = Vec::with_capacity(self.throws.len());
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(weight, throw) in &self.throws {
            let best = self.rules.best_worth(position, throw, &mut worth);
            sum += f64::from(weight) * best;
            weights += f64::from(weight);
            throws.push((throw, best));
        }
        let mean = sum / weights;
        Outlook { mean, throws }
    }
}
