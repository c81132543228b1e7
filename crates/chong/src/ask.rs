//! The parts of a question about chong: rules, position, and defaults.

use crate::{ChongRules, PlacedPosition, Profile};

/// Default number of columns: the smallest in the sources.
pub const FULL_COLUMNS: u8 = 12;

/// Default memory for solving a board, in MiB.
pub const SOLVER_MEMORY: usize = 4096;

/// The rules of a question: a profile with the options set on top of it.
pub struct ChosenRules {
    /// The profile.
    pub profile: &'static Profile,
    /// The profile's rules with the changed options.
    pub rules: ChongRules,
    /// The columns, if they were given.
    pub columns: Option<u8>,
}

/// A position to work on, with its rules.
#[non_exhaustive]
pub struct ChongTask {
    /// The position.
    pub placed: PlacedPosition,
    /// The rules on its board.
    pub rules: ChongRules,
}

impl ChongTask {
    /// Creates a task from a position and rules for the same board.
    #[must_use]
    pub const fn new(placed: PlacedPosition, rules: ChongRules) -> ChongTask {
        ChongTask { placed, rules }
    }
}
