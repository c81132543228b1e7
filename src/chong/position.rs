//! A position before a throw, seen by the player who throws.

use super::army::Army;
use super::options::{ChongGoal, KingBack};
use super::rules::ChongRules;
use super::throw::Dice;

/// A position before a throw: the two armies, each in its owner's own numbering of the cells.
///
/// The side is not in it: the board looks the same from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChongPosition {
    /// The pieces of the player to throw.
    pub mover: Army,
    /// The pieces of the other player.
    pub other: Army,
}

impl ChongPosition {
    /// The start of a game.
    #[must_use]
    pub const fn start(rules: &ChongRules) -> ChongPosition {
        let army = Army::start(rules.columns.get());
        ChongPosition { mover: army, other: army }
    }

    /// Tells whether all pieces lie on the board of the rules, none on another of its side.
    #[must_use]
    pub const fn fits(&self, rules: &ChongRules) -> bool {
        self.mover.fits(rules.length()) && self.other.fits(rules.length())
    }

    /// The same with the other player to throw.
    #[must_use]
    pub const fn swapped(self) -> ChongPosition {
        ChongPosition { mover: self.other, other: self.mover }
    }

    /// Tells whether a player has won the game: +1 if it is the player to throw, -1 if it is the
    /// other.
    #[must_use]
    pub fn verdict(&self, rules: &ChongRules) -> Option<f64> {
        if self.other.is_gone() || arrived(self.mover, rules) {
            Some(1.0)
        } else if self.mover.is_gone() || arrived(self.other, rules) {
            Some(-1.0)
        } else {
            None
        }
    }

    /// The value of a game that is over to the player to throw: if a player has won, or if
    /// neither player can ever move again.
    #[must_use]
    pub fn outcome(&self, rules: &ChongRules) -> Option<f64> {
        let dead = || self.is_dead(rules).then(|| self.dead_value(rules));
        self.verdict(rules).or_else(dead)
    }

    /// Tells whether the same pieces stand on the same cells in both.
    pub(super) fn has_the_pieces_of(&self, other: &ChongPosition) -> bool {
        let same = |one: Army, other: Army| {
            (one.soldiers(), one.king()) == (other.soldiers(), other.king())
        };
        same(self.mover, other.mover) && same(self.other, other.other)
    }

    /// Tells whether neither player can ever move again, whatever is thrown.
    #[must_use]
    pub fn is_dead(&self, rules: &ChongRules) -> bool {
        self.is_stuck(rules) && self.swapped().is_stuck(rules)
    }

    /// Tells whether no throw lets the player to throw do anything.
    fn is_stuck(&self, rules: &ChongRules) -> bool {
        let mut position = *self;
        if rules.king_back == KingBack::TwoTurns {
            // A Chong thrown before may allow more, and one may have been thrown then.
            position.mover = position.mover.with_primed(true);
        }
        // What a turn begins with needs one face, or two Chongs.
        (1..=6).all(|face| {
            let throw =
                (0..rules.dice.get()).fold(Dice::NONE, |throw, _| throw.and(Dice::one(face)));
            let turn = rules.begin(&position, throw);
            let mut moves = turn.mover != position.mover;
            rules.sub_moves(&turn, |_, _| moves = true);
            !moves
        })
    }

    /// The value of a game in which neither can ever move again, to the player to throw.
    #[must_use]
    pub fn dead_value(&self, rules: &ChongRules) -> f64 {
        if rules.goal != ChongGoal::Annihilate {
            return 0.0;
        }
        let pieces = |army: Army| army.count() + u32::from(army.king().is_some());
        match pieces(self.mover).cmp(&pieces(self.other)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        }
    }
}

/// Tells whether an army has reached its goal.
#[inline]
pub(super) const fn arrived(army: Army, rules: &ChongRules) -> bool {
    match rules.goal {
        ChongGoal::ReachAny => army.on(rules.last()),
        ChongGoal::ReachSoldier => army.soldier_on(rules.last()),
        ChongGoal::Annihilate => false,
    }
}
