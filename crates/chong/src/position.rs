//! A position before a throw, seen by the player to throw. Each player's pieces are packed in 128
//! bits.
//!
//! ```text
//! bit 127     106     105     104    103      96  95    84  83                    0
//!     | 0   | primed | turned | opened | king cell |   0    | soldier on cell 83 … 0 |
//! ```
//! Cells are numbered along the owner's path: home row 0 … n-1, middle row, then the enemy row up to
//! cell 3n-1. Cell i of one player is cell 3n-1-i of the other. Equal armies are equal words: a king
//! that is gone has the cell 127 and no marks.

use crate::{ChongGoal, ChongRules, Dice, KingBack};

/// A position before a throw: the two armies, each in its owner's numbering of the cells.
///
/// It does not contain the side to throw, because the board looks the same from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChongPosition {
    /// The pieces of the player to throw.
    pub mover: Army,
    /// The pieces of the other player.
    pub other: Army,
}

impl ChongPosition {
    /// Returns the start of a game.
    #[must_use]
    pub const fn start(rules: &ChongRules) -> ChongPosition {
        let army = Army::start(rules.columns.get());
        ChongPosition { mover: army, other: army }
    }

    /// Whether all pieces are on the board of these rules, rather than one of another size.
    #[must_use]
    pub const fn fits(&self, rules: &ChongRules) -> bool {
        self.mover.fits(rules.length()) && self.other.fits(rules.length())
    }

    /// Returns the position with the other player to throw.
    #[must_use]
    pub const fn swapped(self) -> ChongPosition {
        ChongPosition { mover: self.other, other: self.mover }
    }

    /// Returns the winner, if a player has won: +1 for the player to throw, -1 for the other.
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

    /// Returns the value to the player to throw of a game that is over: a player has won, or
    /// neither can ever move again.
    #[must_use]
    pub fn outcome(&self, rules: &ChongRules) -> Option<f64> {
        let dead = || self.is_dead(rules).then(|| self.dead_value(rules));
        self.verdict(rules).or_else(dead)
    }

    /// Whether both positions have the same pieces on the same cells.
    pub(super) fn has_the_pieces_of(&self, other: &ChongPosition) -> bool {
        let same = |one: Army, other: Army| {
            (one.soldiers(), one.king()) == (other.soldiers(), other.king())
        };
        same(self.mover, other.mover) && same(self.other, other.other)
    }

    /// Whether neither player can ever move again, whatever is thrown.
    #[must_use]
    pub fn is_dead(&self, rules: &ChongRules) -> bool {
        self.is_stuck(rules) && self.swapped().is_stuck(rules)
    }

    /// Whether no throw lets the player to throw do anything.
    fn is_stuck(&self, rules: &ChongRules) -> bool {
        let mut position = *self;
        if rules.king_back == KingBack::TwoTurns {
            // A previous Chong may allow more, and there may have been one.
            position.mover = position.mover.with_primed(true);
        }
        // Every turn starts with one face, or with two Chongs.
        (1..=6).all(|face| {
            let throw =
                (0..rules.dice.get()).fold(Dice::NONE, |throw, _| throw.and(Dice::one(face)));
            let turn = rules.begin(&position, throw);
            let mut moves = turn.mover != position.mover;
            rules.sub_moves(&turn, |_, _| moves = true);
            !moves
        })
    }

    /// Returns the value to the player to throw of a game in which neither can ever move again.
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

/// Whether an army has reached its goal.
#[inline]
pub(super) const fn arrived(army: Army, rules: &ChongRules) -> bool {
    match rules.goal {
        ChongGoal::ReachAny => army.on(rules.last()),
        ChongGoal::ReachSoldier => army.soldier_on(rules.last()),
        ChongGoal::Annihilate => false,
    }
}

/// The pieces of one player, with their marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Army(u128);

const KING: u32 = 96;
const NO_KING: u8 = 127;
const OPENED: u128 = 1 << 104;
const TURNED: u128 = 1 << 105;
const PRIMED: u128 = 1 << 106;
const CELLS: u8 = 84;
const SOLDIERS: u128 = (1 << CELLS) - 1;
const KING_MASK: u128 = 127 << KING;

impl Army {
    /// Returns the start on a board with this many columns: the home row full, the king after it.
    pub(super) const fn start(columns: u8) -> Army {
        Army::new((1 << columns) - 1, Some(columns))
    }

    /// Creates an army of these soldiers (a bit a cell) with this king, which has not opened.
    #[must_use]
    pub const fn new(soldiers: u128, king: Option<u8>) -> Army {
        let cell = match king {
            Some(cell) if cell < CELLS => cell,
            _ => NO_KING,
        };
        Army((soldiers & SOLDIERS) | (cell as u128) << KING)
    }

    /// Returns the soldiers, a bit a cell.
    #[must_use]
    #[inline]
    pub const fn soldiers(self) -> u128 {
        self.0 & SOLDIERS
    }

    /// Counts the soldiers.
    #[must_use]
    #[inline]
    pub const fn count(self) -> u32 {
        self.soldiers().count_ones()
    }

    /// Returns the king's cell, if it is there.
    #[must_use]
    #[inline]
    pub const fn king(self) -> Option<u8> {
        let cell = (self.0 >> KING) as u8 & 127;
        if cell == NO_KING { None } else { Some(cell) }
    }

    /// Whether the king is on this cell.
    #[must_use]
    #[inline]
    pub const fn king_on(self, cell: u8) -> bool {
        (self.0 >> KING) as u8 & 127 == cell
    }

    /// Whether a soldier is on this cell.
    #[must_use]
    #[inline]
    pub const fn soldier_on(self, cell: u8) -> bool {
        cell < CELLS && self.0 >> cell & 1 == 1
    }

    /// Whether any piece is on this cell.
    #[must_use]
    #[inline]
    pub const fn on(self, cell: u8) -> bool {
        self.soldier_on(cell) || self.king_on(cell)
    }

    /// Whether all pieces are on a path of this many cells.
    pub(super) const fn fits(self, length: u8) -> bool {
        match self.king() {
            Some(king) if king >= length || self.soldier_on(king) => false,
            _ => self.soldiers() >> length == 0,
        }
    }

    /// Whether no piece is left.
    #[must_use]
    pub const fn is_gone(self) -> bool {
        self.soldiers() == 0 && self.king().is_none()
    }

    /// Whether the player has thrown the first Chong.
    #[must_use]
    #[inline]
    pub const fn opened(self) -> bool {
        self.0 & OPENED != 0
    }

    /// Whether the king has turned: moved other than by an exchange, so that it can be taken.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> bool {
        self.0 & TURNED != 0
    }

    /// Whether the player's previous throw had a Chong, where that matters and there is a king.
    #[must_use]
    #[inline]
    pub const fn primed(self) -> bool {
        self.0 & PRIMED != 0
    }

    /// Returns the army after its first Chong.
    #[must_use]
    pub const fn with_opened(self) -> Army {
        Army(self.0 | OPENED)
    }

    /// Returns the army with a turned king; unchanged without a king.
    #[must_use]
    pub const fn with_turned(self) -> Army {
        if self.king().is_some() { Army(self.0 | TURNED) } else { self }
    }

    /// Returns the army after a throw with or without a Chong; always without if there is no king.
    #[must_use]
    pub const fn with_primed(self, primed: bool) -> Army {
        if primed && self.king().is_some() { Army(self.0 | PRIMED) } else { Army(self.0 & !PRIMED) }
    }

    /// Moves the soldier on one cell to another.
    #[inline]
    pub(super) const fn moved(self, from: u8, to: u8) -> Army {
        Army(self.0 & !(1 << from) | 1 << to)
    }

    /// Removes the soldier on a cell.
    #[inline]
    pub(super) const fn without_soldier(self, cell: u8) -> Army {
        Army(self.0 & !(1 << cell))
    }

    /// Removes the king.
    pub(super) const fn without_king(self) -> Army {
        Army((self.0 | KING_MASK) & !(TURNED | PRIMED))
    }

    /// Puts the king on a cell.
    #[inline]
    pub(super) const fn with_king(self, cell: u8) -> Army {
        Army(self.0 & !KING_MASK | (cell as u128) << KING)
    }

    /// Returns the sum of the soldiers' cells, which measures how far they have come.
    #[must_use]
    pub fn soldier_sum(self) -> u32 {
        self.cells().map(u32::from).sum()
    }

    /// Returns the cells of all soldiers, from the lowest.
    pub fn cells(self) -> impl Iterator<Item = u8> {
        let mut left = self.soldiers();
        std::iter::from_fn(move || {
            let cell = lowest(left)?;
            left &= left - 1;
            Some(cell)
        })
    }
}

/// Returns the lowest cell of a set.
#[inline]
pub(super) const fn lowest(cells: u128) -> Option<u8> {
    if cells == 0 { None } else { Some(cells.trailing_zeros() as u8) }
}

/// Returns the highest cell of a set.
#[inline]
pub(super) const fn highest(cells: u128) -> Option<u8> {
    if cells == 0 { None } else { Some(127 - cells.leading_zeros() as u8) }
}

impl std::fmt::Debug for Army {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let marks =
            [(self.opened(), " opened"), (self.turned(), " turned"), (self.primed(), " primed")];
        let marks: String = marks.iter().filter(|m| m.0).map(|m| m.1).collect();
        let cells: Vec<_> = self.cells().collect();
        write!(f, "S{cells:?} K{:?}{marks}", self.king())
    }
}
