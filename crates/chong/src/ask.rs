//! The parts of a question about chong: the rules, the position, and what it is worth.

use crate::{ChongRules, PlacedPosition, Profile};

/// Columns of the board if nothing is said: the smallest that the texts name.
pub const FULL_COLUMNS: u8 = 12;

/// Mebibytes for the solution of a board, if nothing is said.
pub const SOLVER_MEMORY: usize = 4096;

/// The rules of a question: a profile with what was set on top of it.
pub struct ChosenRules {
    /// The profile.
    pub profile: &'static Profile,
    /// Its rules, changed.
    pub rules: ChongRules,
    /// The columns, if they were given.
    pub columns: Option<u8>,
}

/// A position to work on, with the rules for it.
#[non_exhaustive]
pub struct ChongTask {
    /// The position.
    pub placed: PlacedPosition,
    /// The rules on its board.
    pub rules: ChongRules,
}

impl ChongTask {
    /// A position under these rules, whose board it lies on.
    #[must_use]
    pub const fn new(placed: PlacedPosition, rules: ChongRules) -> ChongTask {
        ChongTask { placed, rules }
    }
}
