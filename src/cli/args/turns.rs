//! The arguments of `turns`.

use std::path::PathBuf;

use clap::Args;

use super::number_arguments::number;
use super::shared::{PageFile, PositionAndLine};

/// Finds the best turn: the most seeds it can win, and the shortest lines to a target
///
/// The harvest of a turn is the number of seeds that it adds to the mover's store.
#[derive(Debug, Default, Args)]
#[command(after_help = "Examples:
  chongkak turns --rules dakon --holes 4 --seeds 4 --target 28 --shortest
  chongkak turns --holes 6 --seeds 6 --exhaustive
  chongkak turns --beam 1000 --time 60 --html turns.html")]
pub struct Turns {
    #[command(flatten)]
    pub from: PositionAndLine,
    /// Seeds that a line must reach in the mover's store [default: more than half of all seeds]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=1023))]
    pub target: Option<u32>,
    /// Requires a line to win the set at once, instead of reaching a number of seeds
    #[arg(long, conflicts_with = "target")]
    pub win_set: bool,
    /// Visits every position of the turn, so that all answers are proven
    #[arg(long, group = "spills")]
    pub exhaustive: bool,
    /// Proves which line to the target has the fewest moves and which has the fewest laps
    #[arg(long, conflicts_with = "exhaustive")]
    pub shortest: bool,
    /// Proves the largest harvest by searching from both ends of the turn
    #[arg(long, group = "spills", conflicts_with_all = ["exhaustive", "shortest", "beam"])]
    pub prove_harvest: bool,
    /// Searches with a beam of WIDTH positions per layer, then with other beams until time is up
    #[arg(long, value_name = "WIDTH", conflicts_with_all = ["exhaustive", "shortest"],
          value_parser = number::<usize>(1..))]
    pub beam: Option<usize>,
    /// The random seed of beams
    #[arg(long, alias = "random", value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
    /// A line of the turn that the beams are to improve
    #[arg(long, hide_short_help = true, value_name = "MOVES", conflicts_with_all = ["exhaustive", "shortest"])]
    pub improve: Option<String>,
    /// Searches without the opening book
    #[arg(long)]
    pub fresh: bool,
    /// Maximum positions to examine, in all searches together
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    /// With --exhaustive or --prove-harvest: a folder for positions that do not fit into memory;
    /// after an interruption the same command continues from it
    #[arg(long, hide_short_help = true, value_name = "DIR", requires = "spills")]
    pub spill: Option<PathBuf>,
    #[command(flatten)]
    pub page: PageFile,
}

impl Turns {
    /// Whether the search is to prove something, however long it takes.
    pub const fn proves(&self) -> bool {
        self.exhaustive || self.shortest || self.prove_harvest
    }
}
