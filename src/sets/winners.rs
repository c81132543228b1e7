//! Tables of who wins the set by the seeds that A owns when A starts, for common boards, as far as
//! `scripts/make set-tables` has found it.
//!
//! The files of `positions/sets` are built into the program.

use serde::{Deserialize, Serialize};

use crate::board::Side;
use crate::record::data_lines::{Files, files_of_rule_sets, lines};

/// The kind of proof of who wins the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// A line of the starter's first turn wins the set at once.
    Turn,
    /// Every end of the starter's first turn has a reply that wins the set at once.
    Reply,
    /// All rounds were searched to their ends.
    Solve,
    /// Whatever the other player does, the winner can bring the round to openings that are won
    /// within fewer rounds, or win the set with it.
    Rounds,
}

/// An opening that A starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableEntry {
    /// The rule set.
    pub rules: String,
    /// Holes per row.
    pub holes: u8,
    /// Seeds that fill a hole.
    pub seeds: u8,
    /// Seeds that A owns.
    pub owned: u32,
    /// The position.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::board::Position"))]
    pub position: String,
    /// The player who can force the set; `nobody` if it goes on forever; null while it is open.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    pub winner: Option<String>,
    /// Maximum rounds that the winner needs, including this one; null if nobody wins, or while it
    /// is open.
    pub rounds: Option<u32>,
    /// The kind of proof; null while it is open.
    pub proof: Option<Proof>,
    /// With the proof `turn`: the moves, separated by blanks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// With the proof `reply`: the number of ends of the first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<u32>,
}

impl TableEntry {
    /// The winner, if one is proven.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.winner.as_ref()?.parse().ok()
    }

    /// Whether it is proven that the set goes on forever.
    #[must_use]
    pub fn is_nobodys(&self) -> bool {
        self.winner.as_deref() == Some("nobody")
    }
}

static FILES: &Files = files_of_rule_sets!("sets");

/// Returns all openings of a rule set that A starts, by A's seeds; `None` if no rule set has the
/// name.
///
/// # Panics
/// Never: the built-in files are well-formed.
///
/// # Examples
/// ```
/// use chongkak::sets::table;
/// use chongkak::board::Side;
/// let openings = table("overbeck").unwrap();
/// // A owns 9 to 153 of the 162 seeds. With a full row against a full row A wins the set at once.
/// assert_eq!(openings.len(), 145);
/// assert_eq!(openings[81 - 9].winner(), Some(Side::A));
/// ```
#[must_use]
pub fn table(rules: &str) -> Option<Vec<TableEntry>> {
    lines(FILES, rules)
}
