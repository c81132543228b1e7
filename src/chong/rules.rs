//! A game, complete.

use super::options::{
    ChongGoal, ChongTakes, Columns, DiceCount, Forced, KingBack, KingCell, KingFree, KingHit,
    KingPath, KingStep, OpeningRest, OptionError, Overshoot, Release,
};
use crate::options::{OptionValue, options};

options! {
/// A game, complete: the board and every option.
///
/// # Examples
/// ```
/// use chongkak::chong::{KingCell, ChongRules};
/// let mut rules = ChongRules::new(3).unwrap();
/// rules.set("king_cell", "blocked").unwrap();
/// assert_eq!(rules.king_cell, KingCell::Blocked);
/// assert!(rules.set("king_cell", "open").is_err());
/// ```
pub struct ChongRules, of " of chong",
board {
    /// Columns of the board (n); a path has 3 n cells.
    columns: Columns,
}
options {
    /// Dice of a throw.
    dice: DiceCount,
    /// The way of the king when it changes places.
    king_path: KingPath,
    /// The condition of a step of a king that is not free.
    king_back: KingBack,
    /// The condition on which the king moves like a soldier.
    king_free: KingFree,
    /// The places where a Chong takes a soldier.
    chong_takes: ChongTakes,
    /// The moves that take a king.
    king_hit: KingHit,
    /// A soldier that comes to a king.
    king_cell: KingCell,
    /// A further condition of the king's step.
    king_step: KingStep,
    /// The other dice of the throw that opens.
    opening_rest: OpeningRest,
    /// The dice that must be played.
    forced: Forced,
    /// The way to win.
    goal: ChongGoal,
    /// A die that carries too far.
    overshoot: Overshoot,
    /// The soldiers that may use dice.
    release: Release,
}
}

impl ChongRules {
    /// The default rules: four dice, profile `content`.
    ///
    /// # Errors
    /// If the columns are not 2 to 28.
    pub fn new(columns: u8) -> Result<ChongRules, OptionError> {
        Ok(ChongRules {
            columns: Columns::of("holes", columns)?,
            dice: const { DiceCount::new(4).unwrap() },
            king_path: KingPath::Retreat,
            king_back: KingBack::VoidFirst,
            king_free: KingFree::OneSoldier,
            chong_takes: ChongTakes::LastTwo,
            king_hit: KingHit::Chong,
            king_cell: KingCell::Lie,
            king_step: KingStep::Any,
            opening_rest: OpeningRest::EachDie,
            forced: Forced::Must,
            goal: ChongGoal::ReachAny,
            overshoot: Overshoot::Exact,
            release: Release::All,
        })
    }

    /// The same game on a board with so many columns.
    ///
    /// # Errors
    /// If they are not 2 to 28.
    pub fn on(self, columns: u8) -> Result<ChongRules, OptionError> {
        let columns = Columns::of("holes", columns)?;
        Ok(ChongRules { columns, ..self })
    }

    /// Cells of a path.
    #[must_use]
    pub const fn length(&self) -> u8 {
        3 * self.columns.get()
    }

    /// The last cell of a path, the goal.
    #[must_use]
    pub const fn last(&self) -> u8 {
        self.length() - 1
    }

    /// Sets the columns from text.
    ///
    /// # Errors
    /// Anything but a number from 2 to 28.
    pub fn set_columns(&mut self, text: &str) -> Result<(), OptionError> {
        self.columns = Columns::read("holes", text)?;
        Ok(())
    }
}
