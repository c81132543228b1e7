//! The worth of every throw in a position, by an estimate of the positions that turns can leave.
//!
//! All ways to play all throws are played. Moves of different soldiers mostly lead to the same
//! position in either order, and then one order is enough: a move that was tried in a turn *sleeps*
//! after its other moves until one comes on which it depends (sleep sets: P. Godefroid,
//! *Partial-Order Methods for the Verification of Concurrent Systems*, LNCS 1032, 1996). They spare
//! moves and no position.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::options::Forced;
use super::position::ChongPosition;
use super::rules::ChongRules;
use super::sub_move::{Piece, SubMove};
use super::throw::Dice;
use super::turn::ChongTurn;

/// An estimate of the values of positions before a throw, in a game that nobody has won.
pub trait Estimate: Sync {
    /// The value to the player to throw, from -1 to 1. It must depend on the position alone.
    fn value(&self, position: &ChongPosition) -> f64;

    /// The same of positions near this one, in less time if there is a way.
    fn near<'a>(&'a self, _: &ChongPosition) -> Near<'a> {
        Box::new(|position| self.value(position))
    }
}

/// An estimate for positions near one.
pub type Near<'a> = Box<dyn Fn(&ChongPosition) -> f64 + 'a>;

impl<F: Fn(&ChongPosition) -> f64 + Sync> Estimate for F {
    fn value(&self, position: &ChongPosition) -> f64 {
        self(position)
    }
}

/// The worth of every throw, by its best way, to the player to throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The mean over all throws by their weights.
    pub mean: f64,
    /// Every throw with the worth of its best way.
    pub throws: Vec<(Dice, f64)>,
}

impl Outlook {
    /// The worth of a throw; of one that the rules don't have, the mean of all.
    #[must_use]
    pub fn of(&self, throw: Dice) -> f64 {
        let found = self.throws.iter().find(|(known, _)| *known == throw);
        found.map_or(self.mean, |found| found.1)
    }
}

/// Finds outlooks, one after the other. It keeps its memory.
pub struct Lookout<'a> {
    rules: &'a ChongRules,
    estimate: &'a dyn Estimate,
    throws: Vec<(u32, Dice)>,
    known: Known,
}

/// The worth to the mover of the positions that turns leave.
type Known = HashMap<ChongPosition, f64, FixedState>;

impl<'a> Lookout<'a> {
    /// A lookout for a game with these rules.
    #[must_use]
    pub fn new(rules: &'a ChongRules, estimate: &'a dyn Estimate) -> Lookout<'a> {
        Lookout { rules, estimate, throws: Dice::all(rules.dice), known: Known::default() }
    }

    /// The outlook of a position in which the game is not over.
    #[must_use]
    pub fn of(&mut self, position: &ChongPosition) -> Outlook {
        self.known.clear();
        let mut walk = Walk {
            rules: self.rules,
            near: self.estimate.near(&position.swapped()),
            known: &mut self.known,
            best: f64::NEG_INFINITY,
        };
        let mut throws = Vec::with_capacity(self.throws.len());
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(weight, throw) in &self.throws {
            let worth = walk.best(position, throw);
            sum += f64::from(weight) * worth;
            weights += f64::from(weight);
            throws.push((throw, worth));
        }
        let mean = sum / weights;
        Outlook { mean, throws }
    }
}

/// Plays the throws of one position.
struct Walk<'a> {
    rules: &'a ChongRules,
    near: Near<'a>,
    known: &'a mut Known,
    /// The worth of the throw at hand by the ways that were played.
    best: f64,
}

impl Walk<'_> {
    /// The worth of the best way to play a throw.
    fn best(&mut self, position: &ChongPosition, throw: Dice) -> f64 {
        self.best = f64::NEG_INFINITY;
        if self.rules.forced == Forced::MaxDice {
            for end in self.rules.ends(position, throw) {
                match end.won {
                    true => self.best = 1.0,
                    false => self.ends(end.after),
                }
            }
        } else {
            self.go_on(&self.rules.begin(position, throw), Asleep::NONE);
        }
        self.best
    }

    /// Plays all ways that go on from a turn, up to a win.
    fn go_on(&mut self, turn: &ChongTurn, mut asleep: Asleep) {
        let rules = self.rules;
        if turn.won {
            self.best = 1.0;
            return;
        } else if turn.left.is_empty() {
            return self.ends(rules.end(turn));
        }
        let mut goes_on = false;
        rules.sub_moves(turn, |by, next| {
            goes_on = true;
            if self.best < 1.0 && !asleep.has(&by) {
                self.go_on(&next, asleep.after(&by, rules));
                asleep.add(&by);
            }
        });
        if !goes_on || rules.may_stop(turn) {
            self.ends(rules.end(turn));
        }
    }

    /// A turn leaves this position.
    fn ends(&mut self, after: ChongPosition) {
        let near = &self.near;
        let known = self.known.entry(after);
        let worth = *known.or_insert_with_key(|after| -near(after));
        self.best = self.best.max(worth);
    }
}

/// Soldiers' moves that need not be tried: what comes of them was found in another order. A bit for
/// each cell that one starts from, by the face.
#[derive(Clone, Copy)]
struct Asleep([u128; 6]);

impl Asleep {
    const NONE: Asleep = Asleep([0; 6]);

    /// The face of a move that can sleep: one of a soldier by one die.
    fn face(by: &SubMove) -> Option<usize> {
        let by_one = by.piece == Piece::Soldier && by.dice.count() == 1;
        by_one.then(|| by.dice.sum() as usize)
    }

    fn has(&self, by: &SubMove) -> bool {
        Asleep::face(by).is_some_and(|face| self.0[face - 1] >> by.from & 1 == 1)
    }

    fn add(&mut self, by: &SubMove) {
        if let Some(face) = Asleep::face(by) {
            self.0[face - 1] |= 1 << by.from;
        }
    }

    /// Those that still sleep after a move: of other soldiers, to other cells. Everything depends
    /// on the king.
    fn after(&self, by: &SubMove, rules: &ChongRules) -> Asleep {
        // On the last cell several dice arrive where overshooting is allowed.
        if Asleep::face(by).is_none() || by.to == rules.last() {
            return Asleep::NONE;
        }
        let mut asleep = *self;
        for (face, cells) in (1..).zip(&mut asleep.0) {
            let to_the_same = by.to.checked_sub(face).map_or(0, |from| 1 << from);
            *cells &= !(1 << by.from | to_the_same);
        }
        asleep
    }
}
