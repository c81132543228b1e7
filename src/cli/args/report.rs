//! The arguments of `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use chongkak::board::Side;

use super::shared::{Place, side};

const EXAMPLES: &str = "\
Examples:
  chongkak report openings --holes 4 --seeds 3 --html openings.html
  chongkak report turns --holes 5 --seeds 6 --html turns.html
  chongkak report set --rules kalah --html set.html
  chongkak report turns --holes 4 --seeds 4 --format json";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Report {
    #[command(subcommand)]
    pub command: ReportCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReportCommand {
    /// What every opening is worth, by the seeds that A owns
    #[command(after_help = EXAMPLES)]
    Openings(ReportOpenings),
    /// All turns from a position: how many bring how much, and how many positions they go through
    #[command(after_help = EXAMPLES)]
    Turns(ReportTurns),
    /// Who wins the set, by the seeds that A owns
    #[command(after_help = EXAMPLES)]
    Set(ReportSet),
}

#[derive(Debug, Args)]
pub struct PlotFile {
    /// Writes a page with the plots and their numbers; one file for any browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReportOpenings {
    /// Who starts [default: A]
    #[arg(long, value_name = "A|B", value_parser = side)]
    pub mover: Option<Side>,
    /// Positions to visit for each opening; what is not proven by then has bounds, or is open. A
    /// --time is for all of them together
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    #[command(flatten)]
    pub page: PlotFile,
}

#[derive(Debug, Args)]
pub struct ReportTurns {
    #[command(flatten)]
    pub place: Place,
    /// Positions to work off
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub page: PlotFile,
}

#[derive(Debug, Args)]
pub struct ReportSet {
    /// Who starts; without it, a plot for either
    #[arg(long, value_name = "A|B", value_parser = side)]
    pub mover: Option<Side>,
    /// Solves the set anew, as where options differ from the rule set's, and visits so many positions
    /// for all openings together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub page: PlotFile,
}
