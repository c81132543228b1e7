//! The inputs of a net, and where each of them stands.

use super::features::FEATURES;
use crate::chong::army::Army;
use crate::chong::options::MAX_DICE;
use crate::chong::position::ChongPosition;

/// The inputs on a board with so many columns. For each army, that of the player to throw first: a
/// soldier on each cell, the king on each cell, opened, turned. Then the number of dice. Then the
/// features of both armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    columns: u8,
}

impl Inputs {
    /// Those of a board with so many columns.
    #[must_use]
    pub const fn new(columns: u8) -> Inputs {
        Inputs { columns }
    }

    /// Cells of a path.
    const fn length(self) -> usize {
        3 * self.columns as usize
    }

    /// Inputs of an army without its features.
    const fn of_army(self) -> usize {
        2 * self.length() + 2
    }

    /// Counts all inputs.
    #[must_use]
    pub const fn count(self) -> usize {
        self.first_feature() + 2 * FEATURES
    }

    /// The first feature: all inputs before it are there or not.
    #[must_use]
    pub const fn first_feature(self) -> usize {
        2 * self.of_army() + MAX_DICE as usize
    }

    #[inline]
    pub(super) const fn soldier(self, side: usize, cell: u8) -> usize {
        side * self.of_army() + cell as usize
    }

    /// A position without what lies beside the board.
    #[inline]
    pub(super) fn on_board(self, position: &ChongPosition) -> ChongPosition {
        let length = 3 * self.columns;
        if position.mover.fits(length) && position.other.fits(length) {
            return *position;
        }
        let cells = (1 << length) - 1;
        let on_board = |army: Army| {
            let king = army.king().filter(|king| *king < length);
            let mut kept = Army::new(army.soldiers() & cells, king);
            if army.opened() {
                kept = kept.with_opened();
            }
            if army.turned() { kept.with_turned() } else { kept }
        };
        ChongPosition { mover: on_board(position.mover), other: on_board(position.other) }
    }

    /// Calls `visit` for each input that is there.
    pub fn visit(self, position: &ChongPosition, dice: u8, mut visit: impl FnMut(usize)) {
        for (side, army) in [position.mover, position.other].into_iter().enumerate() {
            for cell in army.cells() {
                visit(self.soldier(side, cell));
            }
            self.visit_marks(side, army, &mut visit);
        }
        visit(2 * self.of_army() + usize::from(dice.clamp(1, MAX_DICE)) - 1);
    }

    /// Calls `visit` for what is known of an army beside its soldiers.
    #[inline]
    pub(super) fn visit_marks(self, side: usize, army: Army, mut visit: impl FnMut(usize)) {
        let first = side * self.of_army() + self.length();
        if let Some(king) = army.king() {
            visit(first + usize::from(king));
        }
        for (number, mark) in [army.opened(), army.turned()].into_iter().enumerate() {
            if mark {
                visit(first + self.length() + number);
            }
        }
    }

    /// For each input the one of another board that means most nearly the same: in the home row
    /// and the middle row that as far along, in the enemy's row that as far from the goal.
    #[must_use]
    pub fn like(self, other: Inputs) -> Vec<usize> {
        let (own, others) = (usize::from(self.columns), usize::from(other.columns));
        let along = |column: usize| match own {
            1 => 0,
            _ => (2 * column * (others - 1) + own - 1) / (2 * (own - 1)),
        };
        let cell = |cell: usize| match cell / own {
            2 => other.length() - 1 - (self.length() - 1 - cell).min(others - 1),
            row => row * others + along(cell % own),
        };
        let army = |side: usize| {
            let first = side * other.of_army();
            let cells = (0..self.length()).map(move |at| first + cell(at));
            let kings = (0..self.length()).map(move |at| first + other.length() + cell(at));
            let marks = (0..2).map(move |mark| first + 2 * other.length() + mark);
            cells.chain(kings).chain(marks)
        };
        let rest = 2 * other.of_army()..other.count();
        army(0).chain(army(1)).chain(rest).collect()
    }
}
