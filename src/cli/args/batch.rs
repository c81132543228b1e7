//! The arguments of `batch`.

use std::path::PathBuf;

use chongkak::batch::Shard;
use chongkak::control::MAX_DEPTH;
use clap::{Args, Subcommand};

use super::examples;

const LINES: &str = "\
A line of the input is a position, or a JSON object with a position and what goes with it: an id, \
the rules, options under set. Empty lines and lines that begin with # are passed over, and so is what \
the program's own records say of results. A file called openings or export is ./openings, ./export.

Every result is in the store before it is printed; if the store can't take it, on a full disk, it is \
printed all the same and the run ends with 4. A run that was interrupted or killed goes on \
where it was with the same command; several may share a store on one machine. With --nodes, --time \
and --depth each position has its limits; a result that is proven holds under all of them.

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
    /// Lists every round opening of the rule set: A owns s to 2ns - s seeds, A or B starts. As text
    /// the positions alone, as JSON lines with their rules
    #[command(after_help = examples::BATCH_OPENINGS)]
    Openings,
    /// Prints the results that stores have, the best of each position
    Export(BatchExport),
}

#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct BatchRun {
    /// Positions, one a line; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// Evaluates instead of proving: the best line within the limits (5 seconds without any)
    #[arg(long, conflicts_with = "winner")]
    pub eval: bool,
    /// Proves only who wins
    #[arg(long)]
    pub winner: bool,
    /// Moves to look ahead
    #[arg(long, value_name = "N", requires = "eval",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,
    /// Positions to visit for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    pub nodes: Option<u64>,
    /// Uses the endgame tables in a folder (see `tables build`)
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Where results are kept [default: FILE.sqlite, with --shard FILE.I-of-N.sqlite; none for
    /// standard input]
    #[arg(long, value_name = "FILE.sqlite")]
    pub store: Option<PathBuf>,
    /// Keeps no results
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
    /// Prints results as they are found, not in the order of the input
    #[arg(long)]
    pub unordered: bool,
    /// Searches positions again that reached these limits in an earlier run
    #[arg(long)]
    pub retry_open: bool,
    /// Does only the Ith of N parts of the input; a position is always of the same part
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Writes the summary as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = examples::BATCH_EXPORT)]
pub struct BatchExport {
    /// Stores of batches, such as those of all shards
    #[arg(value_name = "STORE", required = true)]
    pub stores: Vec<PathBuf>,
    /// Comma separated values with a line of headings, in the place of --format
    #[arg(long)]
    pub csv: bool,
}
