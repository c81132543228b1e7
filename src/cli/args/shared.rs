//! Arguments of several commands: positions, pages, the language of games.

use std::path::PathBuf;

use clap::Args;

use chongkak::ask::Limits;
use chongkak::board::Side;
use chongkak::control::{MAX_DEPTH, whole_number};
use chongkak::language::Language;
use chongkak::search::Goal;

use super::number_arguments::{number, seeds_ahead};

/// A position: given, read from standard input, or an opening.
#[derive(Clone, Debug, Default, Args)]
pub struct Place {
    /// The position, such as "7,7,7/0 7,7,7/0 A": A's row from hole 1 on and his store, B's, the
    /// player to move; - reads positions from standard input, one a line [default: the opening]
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,
    /// Reads the rows as the board is drawn: B's first, both from left to right
    #[arg(long)]
    pub as_drawn: bool,
    /// The opening in which A owns N seeds and B the rest
    ///
    /// Each fills as many of his holes as he can. So with 9 seeds a hole, in rows of 9, 99 seeds are
    /// 9 holes for A with 18 in his store, and 7 holes for B.
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = seeds)]
    pub owned: Option<u32>,
    /// The player who starts an opening [default: A]
    #[arg(long, value_name = "A|B", conflicts_with = "position")]
    pub mover: Option<Side>,
}

impl Place {
    /// Tells whether it says more than the opening of the rules.
    pub fn is_given(&self) -> bool {
        !self.position.is_empty() || self.owned.is_some() || self.mover.is_some()
    }
}

/// A position, and the moves that are played from there first.
#[derive(Clone, Debug, Default, Args)]
pub struct Reached {
    #[command(flatten)]
    pub place: Place,
    /// Plays these moves first: "A1 A7", "1. A1 A7", A1-A7, or 1,7 for holes of the mover
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
    /// Numbers holes of --line round the board: A's 1 to 6, B's 8 to 13
    #[arg(long, requires = "line")]
    pub ring: bool,
}

/// The help of `--as-drawn` where not all that can be given is a position.
pub const AS_DRAWN: &str =
    "Reads the rows of the position as the board is drawn: B's first, both from left to right";

/// An interactive page.
#[derive(Debug, Default, Args)]
pub struct PageFile {
    /// Writes an interactive HTML page: the board, the line, every lap; one file for any browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Replaces the file that is there
    #[arg(long)]
    pub force: bool,
}

/// Reads a number of seeds.
pub fn seeds(text: &str) -> Result<u32, String> {
    let seeds = whole_number(text).and_then(|seeds| seeds.try_into().ok());
    seeds.ok_or_else(|| "expected a whole number of seeds".to_owned())
}

/// The endgame tables that the searches of a command use.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct WithTables {
    /// Uses the endgame tables in a folder (see `tables build`), or with `none` no tables
    /// [default: those that `tables install` has built]
    #[arg(long, value_name = "DIR|none")]
    pub tables: Option<PathBuf>,
}

/// The limits of a search that looks ahead, and its tables.
#[derive(Debug, Default, Args)]
pub struct Ahead {
    /// Maximum moves to look ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_DEPTH.into()))]
    pub depth: Option<u32>,
    /// Maximum positions to visit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub with: WithTables,
}

impl Ahead {
    /// The limits with these.
    pub fn within(&self, limits: Limits) -> Limits {
        limits.with_depth(self.depth).with_nodes(self.nodes)
    }
}

/// The statement to be proven of a position, if not its value.
#[derive(Debug, Default, Args)]
pub struct ProofTarget {
    /// Proves only who wins
    #[arg(long)]
    pub winner: bool,
    /// Proves only whether the value is at least V: A's seeds less B's at the end of the round
    #[arg(long, value_name = "V", conflicts_with = "winner", value_parser = seeds_ahead)]
    pub at_least: Option<i32>,
}

impl ProofTarget {
    /// Returns what is to be proven.
    pub const fn goal(&self) -> Goal {
        match self.at_least {
            Some(least) => Goal::AtLeast(least),
            None if self.winner => Goal::Winner,
            None => Goal::Value,
        }
    }
}

/// The variables that say which language the texts of a terminal have; the first one that says
/// something decides.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of the terminal, for games that are to be in no other one.
pub fn language_of_terminal() -> &'static Language {
    let values = VARIABLES.map(|name| std::env::var(name).ok());
    Language::of_terminal(values.each_ref().map(Option::as_deref))
}

/// Reads the code of a language.
pub fn language(code: &str) -> Result<&'static Language, String> {
    Language::named(code).ok_or_else(|| format!("expected one of {}", Language::codes()))
}
