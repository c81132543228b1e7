//! The arguments of `batch`.

use std::path::PathBuf;

use chongkak::batch::{Form, Shard};
use chongkak::control::MAX_DEPTH;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::number_arguments::number;
use super::shared::{Counts, Force, WithTables};

/// Many positions.
#[derive(Debug, Args)]
#[command(subcommand_negates_reqs = true)]
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
    Openings,
    /// Prints the results in stores, the best of each position
    Export(BatchExport),
}

#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct BatchRun {
    /// Positions, one a line, or a table with a heading `position`; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// The form: `lines` (a position or a JSON object a line), `csv` (commas or semicolons) or `tsv`
    /// (tabs) [default: as the file's name says, else its first line]
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(Form::ALL.iter().map(|form| form.name()))
          .try_map(|name| name.parse::<Form>()))]
    pub input: Option<Form>,
    /// Evaluates instead of proving: the best line within the limits [default: 5 seconds]
    #[arg(long, conflicts_with = "winner")]
    pub eval: bool,
    /// Proves only who wins
    #[arg(long)]
    pub winner: bool,
    /// Maximum moves to look ahead
    #[arg(long, value_name = "N", requires = "eval",
          value_parser = number::<u32>(1..=MAX_DEPTH.into()))]
    pub depth: Option<u32>,
    #[command(flatten)]
    pub counts: Counts,
    #[command(flatten)]
    pub with: WithTables,
    /// Searches without the values and first turns that ship with the program
    #[arg(long)]
    pub fresh: bool,
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
    #[command(flatten)]
    pub force: Force,
}

#[derive(Debug, Args)]
pub struct BatchExport {
    /// Stores of batches, such as those of all shards
    #[arg(value_name = "STORE", required = true)]
    pub stores: Vec<PathBuf>,
    /// Prints comma-separated values with a line of headings, as --format csv does
    #[arg(long)]
    pub csv: bool,
}
