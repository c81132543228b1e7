//! Prices of throws and choices: by the exact values of a board, or by an estimate.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;

use crate::{BoardValues, ChongPosition, ChongRules, ChongTurn, Dice, Forced, Piece, SubMove};
use chongkak_base::control::unpoisoned;

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

impl<'a> JudgedBy<'a> {
    /// By the values of a board if it was solved, else by an estimate.
    #[doc(hidden)]
    pub fn of(solved: Option<&'a BoardValues>, estimate: &'a dyn Estimate) -> JudgedBy<'a> {
        solved.map_or(JudgedBy::Estimate(estimate), JudgedBy::Exact)
    }
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
///
/// All ways to play all throws are played. Moves of different soldiers mostly lead to the same
/// position in either order, and then one order is enough: a move that was tried in a turn *sleeps*
/// after its other moves until one comes on which it depends (sleep sets: P. Godefroid,
/// *Partial-Order Methods for the Verification of Concurrent Systems*, LNCS 1032, 1996). They spare
/// moves and no position.
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
