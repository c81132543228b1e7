//! The arguments of `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use chongkak::board::Side;

use super::numbers::number;
use super::shared::{Place, WithTables, side};

#[derive(Debug, Subcommand)]
pub enum Report {
    /// Plots the values of all openings, by the seeds that A owns
    Openings(ReportOpenings),
    /// Plots all turns from a position: how many win how much, and the positions on the way
    Turns(ReportTurns),
    /// Plots who wins the set, by the seeds that A owns
    Set(ReportSet),
}

#[derive(Debug, Args)]
pub struct PlotFile {
    /// Writes an HTML page with the plots and their numbers; one file for any browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReportOpenings {
    /// The player who starts [default: A]
    #[arg(long, value_name = "A|B", value_parser = side)]
    pub mover: Option<Side>,
    /// Maximum positions to visit for each opening; if that is too few for a proof, bounds are
    /// shown. --time is for all openings together
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = number::<u64>(1..))]
    pub nodes: u64,
    #[command(flatten)]
    pub with: WithTables,
    #[command(flatten)]
    pub page: PlotFile,
}

#[derive(Debug, Args)]
pub struct ReportTurns {
    #[command(flatten)]
    pub place: Place,
    /// Maximum positions to examine
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub page: PlotFile,
}

#[derive(Debug, Args)]
pub struct ReportSet {
    /// The player who starts; without it, a plot for each
    #[arg(long, value_name = "A|B", value_parser = side)]
    pub mover: Option<Side>,
    /// Solves the set anew, visiting at most this many positions for all openings together (as is
    /// done anyway where options differ from the rule set's)
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub page: PlotFile,
}
