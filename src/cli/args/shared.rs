//! Arguments that several commands share: positions, limits, pages, the language of games.

use std::path::PathBuf;

use clap::Args;

use chongkak::ask::Limits;
use chongkak::board::Side;
use chongkak::control::{MAX_DEPTH, whole_number};
use chongkak::language::Language;
use chongkak::search::Goal;

use super::number_arguments::{number, seeds_ahead};

/// A position: an argument, lines of standard input, or an opening.
#[derive(Clone, Debug, Default, Args)]
pub struct PositionArgs {
    /// The position, such as "7,7,7/0 7,7,7/0 A": A's row and store, B's row and store, and the
    /// player to move; - reads positions from standard input, one per line [default: the opening]
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,
    /// Reads the rows as the board is drawn: B's row first, both from left to right
    #[arg(long)]
    pub as_drawn: bool,
    /// Uses the opening in which A owns N seeds and B the rest
    ///
    /// Each player fills as many holes as possible. With 9 holes of 9 seeds in a row, --owned 99
    /// fills 9 holes for A, leaves 18 seeds in A's store, and fills 7 holes for B.
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = seeds)]
    pub owned: Option<u32>,
    /// The player to move in the opening [default: A]
    #[arg(long, value_name = "A|B", conflicts_with = "position")]
    pub mover: Option<Side>,
}

impl PositionArgs {
    /// Whether the arguments name anything but the default opening.
    pub fn is_given(&self) -> bool {
        !self.position.is_empty() || self.owned.is_some() || self.mover.is_some()
    }
}

/// A position, and moves to play from it first.
#[derive(Clone, Debug, Default, Args)]
pub struct PositionAndLine {
    #[command(flatten)]
    pub place: PositionArgs,
    /// Plays these moves first: "A1 A7", "1. A1 A7", A1-A7, or 1,7 (the mover's holes)
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
    /// Numbers the holes in --line round the board: with rows of 6, A's are 1 to 6, B's 8 to 13
    #[arg(long, requires = "line")]
    pub ring: bool,
}

/// The help of `--as-drawn` in commands that accept more than a position.
pub const AS_DRAWN: &str =
    "Reads the rows of the position as the board is drawn: B's row first, both from left to right";

/// The file of an interactive page.
#[derive(Debug, Default, Args)]
pub struct PageFile {
    /// Writes an interactive HTML page, one file that shows the board and every lap of the line
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Overwrites an existing file
    #[arg(long)]
    pub force: bool,
}

/// Parses a number of seeds.
pub fn seeds(text: &str) -> Result<u32, String> {
    let seeds = whole_number(text).and_then(|seeds| seeds.try_into().ok());
    seeds.ok_or_else(|| "expected a whole number of seeds".to_owned())
}

/// The endgame tables that a command searches with.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct WithTables {
    /// The folder of endgame tables (see `tables build`), or `none` for no tables
    /// [default: the installed tables, see `tables install`]
    #[arg(long, value_name = "DIR|none")]
    pub tables: Option<PathBuf>,
}

/// The limits of a search to a depth, and its tables.
#[derive(Debug, Default, Args)]
pub struct SearchLimits {
    /// Maximum moves to look ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_DEPTH.into()))]
    pub depth: Option<u32>,
    /// Maximum positions to visit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub with: WithTables,
}

impl SearchLimits {
    /// Adds the depth and the nodes to `limits`.
    pub fn within(&self, limits: Limits) -> Limits {
        limits.with_depth(self.depth).with_nodes(self.nodes)
    }
}

/// What to prove about a position instead of its value.
#[derive(Debug, Default, Args)]
pub struct ProofTarget {
    /// Proves only who wins
    #[arg(long)]
    pub winner: bool,
    /// Proves only whether the value (A's seeds minus B's at the end of the round) is at least V
    #[arg(long, value_name = "V", conflicts_with = "winner", value_parser = seeds_ahead)]
    pub at_least: Option<i32>,
}

impl ProofTarget {
    /// The goal of the search.
    pub const fn goal(&self) -> Goal {
        match self.at_least {
            Some(least) => Goal::AtLeast(least),
            None if self.winner => Goal::Winner,
            None => Goal::Value,
        }
    }
}

/// The environment variables for the language of messages; the first that is set decides.
const LANGUAGE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of the terminal, the default of games.
pub fn language_of_terminal() -> &'static Language {
    let values = LANGUAGE_VARIABLES.map(|name| std::env::var(name).ok());
    Language::of_terminal(values.each_ref().map(Option::as_deref))
}

/// Parses the code of a language.
pub fn language(code: &str) -> Result<&'static Language, String> {
    Language::named(code).ok_or_else(|| format!("expected one of {}", Language::codes()))
}
