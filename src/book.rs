//! The opening book: what the first turn of a round can achieve, as found by `scripts/make book`.
//!
//! The files of `positions/book` are built into the program. The tests replay all their lines.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::board::{Position, Side};
use crate::record::data_lines::{Files, Index, files_of_rule_sets, lines};

/// A line of a first turn, and whether it is proven to be the best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Seeds it brings to the mover's store.
    pub seeds: u32,
    /// Number of moves.
    pub moves: u32,
    /// Laps of all moves together.
    pub laps: u32,
    /// The moves, separated by blanks.
    pub line: String,
    /// Whether it is proven that no turn does better.
    pub proven: bool,
}

/// Proven lower bounds on the length of every line to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// Minimum number of moves.
    pub moves: u32,
    /// Minimum number of laps of all moves together.
    pub laps: u32,
}

/// Lines that reach a goal in the first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Seeds to be reached in the mover's store; null if the set is to be won at once.
    pub target: Option<u32>,
    /// Whether it is proven that no turn reaches the goal.
    pub impossible: bool,
    /// The line with the fewest moves found; null if there is none.
    pub shortest: Option<Line>,
    /// The line with the fewest laps found; null if there is none.
    pub fewest_laps: Option<Line>,
    /// Bounds on all lines; null if no turn reaches the goal.
    pub at_least: Option<AtLeast>,
}

/// Overbeck's system (hint 4), and the best continuations found. All lines start with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct System {
    /// The moves, separated by blanks.
    pub line: String,
    /// Number of moves.
    pub moves: u32,
    /// Laps of all moves together.
    pub laps: u32,
    /// Seeds they bring to the mover's store.
    pub seeds: u32,
    /// The line with the largest harvest.
    pub harvest: Line,
    /// The shortest line that wins the round; null if none was found.
    pub round: Option<Line>,
    /// The shortest line that wins the set at once; null if none was found.
    pub set: Option<Line>,
    /// Whether it is proven that no continuation wins the set at once.
    pub set_impossible: bool,
}

/// The two goals of a first turn in a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Goals {
    /// The goals of a rule set's openings.
    Round {
        /// More than half of all seeds in the store.
        round: Goal,
        /// Winning the set at once.
        set: Goal,
    },
    /// The goals of dakon's full openings, which have as many seeds in each hole as a row has
    /// holes.
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
    /// Holes per row.
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
    /// The other goals.
    #[serde(flatten)]
    pub goals: Goals,
    /// Overbeck's system, for the openings for which he describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<System>,
    /// Seconds spent on the search.
    pub seconds: u32,
}

/// The name of the book with the full openings of dakon.
pub const DAKON_OPENINGS: &str = "dakon-openings";

static FILES: &Files = files_of_rule_sets!("book", "dakon-openings");

/// The names of all books: one for each rule set, and [`DAKON_OPENINGS`].
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// Returns the openings in a book, by the seeds that A owns; `None` if there is no book of this
/// name.
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

/// Returns the openings with this position from all books.
pub(crate) fn of_position(position: &str) -> impl Iterator<Item = Opening> {
    static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(FILES, str::to_owned));
    INDEX.lines(position)
}

/// Seeds outside A's store: no turn of A brings more.
pub fn within_reach(position: &Position) -> u32 {
    position.total() - position.store(Side::A)
}
