//! The arguments of `batch`.

use std::path::PathBuf;

use chongkak::batch::Shard;
use chongkak::control::MAX_DEPTH;
use clap::{Args, Subcommand};

use super::examples;

const LINES: &str = "\
A line of the input is a position, or a JSON object with a position and, if wanted, an id, the rules, \
and options under set. Empty lines and lines that begin with # are skipped. Results in records that \
this program has written are ignored. Write ./openings or ./export for files with these names.

Every result is stored before it is printed. If the store can't be written (a full disk), the result \
is printed all the same, and the exit code is 4. After an interruption or a kill the same command \
continues. Several processes on one machine may share a store. The limits --nodes, --time and \
--depth are for each position; a proven result holds under all limits.

Examples:
  chongkak batch positions.txt --rules kalah --format jsonl
  chongkak batch openings --rules conglak --holes 4 --format jsonl | chongkak batch - --time 10
  chongkak batch positions.txt --shard 2/4
  chongkak batch export positions.txt.*.sqlite --csv";

/// Many positions.
#[derive(Debug, Args)]
#[command(subcommand_negates_reqs = true, after_help = LINES)]
pub struct Batch {
    #[command(subcommand)]
    pub command: Option<BatchCommand>,
    #[command(flatten)]
    pub run: BatchRun,
}

#[derive(Debug, Subcommand)]
pub enum BatchCommand {
    /// Lists all openings of rounds under the rule set: A owns s to 2ns - s seeds, A or B starts.
    /// As text it prints the positions alone, as JSON lines with their rules
    #[command(after_help = examples::BATCH_OPENINGS)]
    Openings,
    /// Prints the results in stores, the best of each position
    Export(BatchExport),
}

#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct BatchRun {
    /// Positions, one a line; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// Evaluates instead of proving: the best line within the limits [default: 5 seconds]
    #[arg(long, conflicts_with = "winner")]
    pub eval: bool,
    /// Proves only who wins
    #[arg(long)]
    pub winner: bool,
    /// Maximum moves to look ahead
    #[arg(long, value_name = "N", requires = "eval",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,
    /// Maximum positions to visit in each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    pub nodes: Option<u64>,
    /// Uses the endgame tables in a folder (see `tables build`)
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// The store for results [default: FILE.sqlite, with --shard FILE.I-of-N.sqlite; none for
    /// standard input]
    #[arg(long, value_name = "FILE.sqlite")]
    pub store: Option<PathBuf>,
    /// Stores no results
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
    /// Prints results as they are found, not in the order of the input
    #[arg(long)]
    pub unordered: bool,
    /// Searches again the positions that reached these limits in an earlier run
    #[arg(long)]
    pub retry_open: bool,
    /// Does only part I of N parts of the input; a position is always in the same part
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Writes a summary of the run as JSON
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = examples::BATCH_EXPORT)]
pub struct BatchExport {
    /// Stores of batches, such as those of all shards
    #[arg(value_name = "STORE", required = true)]
    pub stores: Vec<PathBuf>,
    /// Prints comma-separated values with a line of headings, instead of --format
    #[arg(long)]
    pub csv: bool,
}
