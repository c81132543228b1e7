//! The board of the reference implementation.

use std::collections::BTreeSet;

use chongkak::chong::{Army, ChongGoal, ChongPosition, ChongRules};

/// The pieces of one player, on cells of their own path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    pub soldiers: BTreeSet<u8>,
    pub king: Option<u8>,
    pub opened: bool,
    pub turned: bool,
    pub primed: bool,
}

/// A position, the player to throw first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    pub own: Side,
    pub other: Side,
}

impl Side {
    pub fn start(n: u8) -> Side {
        Side {
            soldiers: (0..n).collect(),
            king: Some(n),
            opened: false,
            turned: false,
            primed: false,
        }
    }

    pub fn of(army: Army) -> Side {
        Side {
            soldiers: army.cells().collect(),
            king: army.king(),
            opened: army.opened(),
            turned: army.turned(),
            primed: army.primed(),
        }
    }

    pub fn army(&self) -> Army {
        let soldiers = self.soldiers.iter().map(|cell| 1_u128 << cell).sum();
        let mut army = Army::new(soldiers, self.king);
        if self.opened {
            army = army.with_opened();
        }
        if self.turned {
            army = army.with_turned();
        }
        army.with_primed(self.primed)
    }

    pub fn has(&self, cell: u8) -> bool {
        self.soldiers.contains(&cell) || self.king == Some(cell)
    }

    pub fn pieces(&self) -> usize {
        self.soldiers.len() + usize::from(self.king.is_some())
    }

    pub fn swap_with(&mut self, soldier: u8) {
        let king = self.king.unwrap();
        self.soldiers.remove(&soldier);
        self.soldiers.insert(king);
        self.king = Some(soldier);
    }
}

impl Board {
    pub fn start(n: u8) -> Board {
        Board { own: Side::start(n), other: Side::start(n) }
    }

    pub fn of(position: &ChongPosition) -> Board {
        Board { own: Side::of(position.mover), other: Side::of(position.other) }
    }

    pub fn position(&self) -> ChongPosition {
        ChongPosition { mover: self.own.army(), other: self.other.army() }
    }

    pub fn swapped(self) -> Board {
        Board { own: self.other, other: self.own }
    }
}

pub fn reached(side: &Side, rules: &ChongRules) -> bool {
    let last = 3 * rules.columns.get() - 1;
    match rules.goal {
        ChongGoal::ReachAny => side.has(last),
        ChongGoal::ReachSoldier => side.soldiers.contains(&last),
        ChongGoal::Annihilate => false,
    }
}

/// +1 or -1 for the player to throw if the game is over.
pub fn over(board: &Board, rules: &ChongRules) -> Option<f64> {
    if reached(&board.own, rules) || board.other.pieces() == 0 {
        Some(1.0)
    } else if reached(&board.other, rules) || board.own.pieces() == 0 {
        Some(-1.0)
    } else {
        None
    }
}
