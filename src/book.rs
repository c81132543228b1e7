//! The opening book: what the first turn of a round can bring, as `scripts/make book` has found it.
//!
//! The files of `positions/book` are part of the program. The tests replay every line of them.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::board::{Position, Side};
use crate::record::data_lines::{Files, Index, files_of_rule_sets, lines};

/// A line of a first turn, and whether it is proven that none is better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Seeds that it brings into the mover's store.
    pub seeds: u32,
    /// Its moves.
    pub moves: u32,
    /// Laps of all moves together.
    pub laps: u32,
    /// The moves, separated by blanks.
    pub line: String,
    /// True if no turn does better.
    pub proven: bool,
}

/// Lower bounds of every line to a goal. They are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// So many moves.
    pub moves: u32,
    /// So many laps of all moves together.
    pub laps: u32,
}

/// Lines that reach something in the first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Seeds in the mover's store that are to be reached; null if the set is to be won at once.
    pub target: Option<u32>,
    /// True if it is proven that no turn reaches it.
    pub impossible: bool,
    /// The line with the fewest moves that was found; null if there is none.
    pub shortest: Option<Line>,
    /// The line with the fewest laps that was found; null if there is none.
    pub fewest_laps: Option<Line>,
    /// Bounds on all lines; null if no turn reaches the goal.
    pub at_least: Option<AtLeast>,
}

/// Overbeck's system (hint 4), and the best that was found after it. All lines begin with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct System {
    /// Its moves, separated by blanks.
    pub line: String,
    /// The number of its moves.
    pub moves: u32,
    /// Laps of all moves together.
    pub laps: u32,
    /// Seeds that they bring into the mover's store.
    pub seeds: u32,
    /// The largest harvest.
    pub harvest: Line,
    /// The shortest line that wins the round; null if none was found.
    pub round: Option<Line>,
    /// The shortest line that wins the set at once; null if none was found.
    pub set: Option<Line>,
    /// True if it is proven that no line after it wins the set at once.
    pub set_impossible: bool,
}

/// The two goals of a first turn that a book is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Goals {
    /// The goals of a rule set's openings.
    Round {
        /// More than half of all seeds in the store.
        round: Goal,
        /// The set won at once.
        set: Goal,
    },
    /// The goals of dakon's full openings, with as many seeds in a hole as a row has holes.
    Full {
        /// A winning opening: all seeds but n, or more.
        winning: Goal,
        /// More than that: B is left with fewer seeds than fill a hole.
        more: Goal,
    },
}

impl Goals {
    /// The lower goal and the higher one.
    pub const fn both(&self) -> [&Goal; 2] {
        match self {
            Goals::Round { round, set } => [round, set],
            Goals::Full { winning, more } => [winning, more],
        }
    }
}

/// An opening of a round, A to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Opening {
    /// The rule set.
    pub rules: String,
    /// Holes a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    pub holes: u8,
    /// Seeds that fill a hole.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    pub seeds: u8,
    /// Seeds that A owns.
    pub owned: u32,
    /// Holes that A and B have filled.
    #[cfg_attr(feature = "schemas", schemars(inner(range(max = 18))))]
    pub filled: [u8; 2],
    /// The position.
    pub position: Position,
    /// The line with the most seeds.
    pub harvest: Line,
    /// The goals that it can reach besides.
    #[serde(flatten)]
    pub goals: Goals,
    /// Overbeck's system, where he describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<System>,
    /// Seconds that were spent on the search.
    pub seconds: u32,
}

/// The name of the book with the full openings of dakon.
pub const DAKON_OPENINGS: &str = "dakon-openings";

static FILES: &Files = files_of_rule_sets!("book", "dakon-openings");

/// The names of all books: a rule set each, and [`DAKON_OPENINGS`].
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The openings in a book, by the seeds that A owns; none if there is no book of this name.
///
/// # Examples
/// ```
/// use chongkak::book;
/// let openings = book::openings("overbeck").unwrap();
/// // 1 to 9 holes of A against 9 of B, and 9 against 8 to 1.
/// assert_eq!(openings.len(), 17);
/// assert_eq!(openings[16].filled, [9, 1]);
/// ```
pub fn openings(name: &str) -> Option<Vec<Opening>> {
    lines(FILES, name)
}

/// The openings of all books that are this position.
pub(crate) fn of_position(position: &str) -> impl Iterator<Item = Opening> {
    static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(FILES, str::to_owned));
    INDEX.lines(position)
}

/// Seeds that are not in A's store: no turn of his brings more.
pub fn within_reach(position: &Position) -> u32 {
    position.total() - position.store(Side::A)
}
