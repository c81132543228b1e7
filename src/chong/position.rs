//! A position before a throw, seen by the player who throws.

use super::army::Army;
use super::options::Goal;
use super::rules::Rules;

/// A position before a throw: the two armies, each in its owner's own numbering of the cells.
///
/// The side is not in it: the board looks the same from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The pieces of the player to throw.
    pub mover: Army,
    /// The pieces of the other player.
    pub other: Army,
}

/// How a game has ended, for the player to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// He has won.
    Won,
    /// He has lost.
    Lost,
}

impl Verdict {
    /// +1 or -1.
    #[must_use]
    pub const fn value(self) -> f64 {
        match self {
            Verdict::Won => 1.0,
            Verdict::Lost => -1.0,
        }
    }
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub const fn start(columns: u8) -> Position {
        Position {
            mover: Army::start(columns),
            other: Army::start(columns),
        }
    }

    /// The same with the other player to throw.
    #[must_use]
    pub const fn swapped(self) -> Position {
        Position {
            mover: self.other,
            other: self.mover,
        }
    }

    /// Whether the game is over, and who has won it.
    #[must_use]
    pub fn verdict(&self, rules: &Rules) -> Option<Verdict> {
        if self.other.is_gone() || arrived(self.mover, rules) {
            Some(Verdict::Won)
        } else if self.mover.is_gone() || arrived(self.other, rules) {
            Some(Verdict::Lost)
        } else {
            None
        }
    }

    /// What the game is worth to the player to throw if neither can ever move again.
    #[must_use]
    pub fn dead_value(&self, rules: &Rules) -> f64 {
        if rules.goal != Goal::Annihilate {
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

/// Whether an army has reached its goal.
#[inline]
pub(super) const fn arrived(army: Army, rules: &Rules) -> bool {
    match rules.goal {
        Goal::ReachAny => army.on(rules.last()),
        Goal::ReachSoldier => army.soldier_on(rules.last()),
        Goal::Annihilate => false,
    }
}
