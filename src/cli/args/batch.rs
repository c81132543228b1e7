//! The arguments of `batch`.

use std::path::PathBuf;

use chongkak::ask::Limits;
use chongkak::batch::{Ask, Form, Method, Shard};
use chongkak::control::MAX_DEPTH;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::number_arguments::number;
use super::shared::WithTables;

/// Solves or evaluates many positions and stores the results; run again, it continues
///
/// Each line of the input is a position, or a JSON object with a position and optionally an id, the
/// rules, and options under set. With at_least the batch proves whether the value is at least that
/// number; max_nodes limits the search of this line. Empty lines and lines that begin with # are
/// skipped. The input may also be a table (CSV, TSV) with these names as headings. Other fields and
/// columns are copied to the output; results in records of this program are ignored. Files named
/// openings or export must be written ./openings or ./export.
///
/// Each result is stored before it is printed. If the store can't be written (a full disk), the
/// result is still printed, and the exit code is 4. After an interruption the same command
/// continues. Several processes on one machine may share a store. The limits --nodes, --time and
/// --depth apply to each position; a proven result holds under any limits.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak batch positions.txt --rules kalah --format jsonl
  chongkak batch list.csv --format csv > results.csv
  chongkak batch openings --rules conglak --holes 4 --format jsonl | chongkak batch - --time 10
  chongkak batch positions.txt --shard 2/4
  chongkak batch export positions.txt.*.sqlite --csv")]
#[command(subcommand_negates_reqs = true)]
pub struct Batch {
    #[command(subcommand)]
    pub command: Option<BatchCommand>,
    #[command(flatten)]
    pub run: BatchRun,
}

#[derive(Debug, Subcommand)]
pub enum BatchCommand {
    /// Lists all openings of a round under the rule set
    ///
    /// With n holes in a row and s seeds in a full hole, A owns s to 2ns - s seeds, and A or B
    /// starts. Text output has only the positions, JSON lines have their rules too.
    #[command(after_help = "Examples:
  chongkak batch openings --rules conglak --holes 4 --seeds 3
  chongkak batch openings --rules dakon --format jsonl > openings.jsonl")]
    Openings,
    /// Prints the stored results, the best one of each position
    ///
    /// With --rows the output is that of the batch: one record for each row of its input, with the
    /// question and the limits that the options give. All options of the batch are accepted; those
    /// that control the search are ignored. Nothing is searched: a row without a result becomes an
    /// error, and the exit code is 4.
    #[command(after_help = "Examples:
  chongkak batch export positions.txt.sqlite --format jsonl
  chongkak batch export positions.txt.*.sqlite --csv > results.csv
  chongkak batch export list.csv.*.sqlite --rows list.csv --rules dakon --csv > results.csv")]
    Export(BatchExport),
}

#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct BatchRun {
    /// Positions, one per line, or a table with a column `position`; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub asked: BatchAsked,
    /// The file that stores the results [default: FILE.sqlite, or FILE.I-of-N.sqlite with --shard;
    /// none for standard input]
    #[arg(long, value_name = "FILE.sqlite")]
    pub store: Option<PathBuf>,
    /// Does not store the results
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
    /// Works only on part I of N of the input; a position always belongs to the same part
    #[arg(long, hide_short_help = true, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Writes a summary of the run to FILE as JSON
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Overwrites an existing file
    #[arg(long)]
    pub force: bool,
}

/// The question that a batch asks of each row, and the options of its search.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct BatchAsked {
    /// The input format: `lines` (a position or a JSON object per line), `csv` (commas or
    /// semicolons) or `tsv` (tabs) [default: by the file's name, else by its first line]
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(Form::ALL.iter().map(|form| form.name()))
          .try_map(|name| name.parse::<Form>()))]
    pub input: Option<Form>,
    /// Evaluates instead of proving: finds the best line within the limits [default: 5 seconds]
    #[arg(long, conflicts_with = "winner")]
    pub eval: bool,
    /// Proves only who wins
    #[arg(long)]
    pub winner: bool,
    /// Maximum moves to look ahead
    #[arg(long, value_name = "N", requires = "eval",
          value_parser = number::<u32>(1..=MAX_DEPTH.into()))]
    pub depth: Option<u32>,
    /// Maximum positions to visit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub with: WithTables,
    /// Searches without the built-in values and first turns
    #[arg(long)]
    pub fresh: bool,
    /// Prints results as soon as they are found, not in the order of the input
    #[arg(long, hide_short_help = true)]
    pub unordered: bool,
    /// Repeats the searches that ended at these limits in an earlier run
    #[arg(long, hide_short_help = true)]
    pub retry_open: bool,
}

impl BatchAsked {
    /// The question asked of each row that has none of its own.
    pub const fn method(&self) -> Method {
        match (self.eval, self.winner) {
            (true, _) => Method::Eval,
            (_, true) => Method::Winner,
            _ => Method::Solve,
        }
    }

    /// The question with `limits` and the limits that only a batch has.
    pub fn ask(&self, limits: Limits) -> Ask {
        let (method, given) = (self.method(), limits.with_depth(self.depth).with_nodes(self.nodes));
        let limits = match method {
            Method::Eval => given.or_usual(),
            _ => given,
        };
        Ask { method, limits, fresh: self.fresh }
    }
}

#[derive(Debug, Args)]
pub struct BatchExport {
    /// The stores to read, such as those of all shards
    #[arg(value_name = "STORE", required = true)]
    pub stores: Vec<PathBuf>,
    /// Prints comma-separated values with a header line, like --format csv
    #[arg(long)]
    pub csv: bool,
    /// The input of the batch: prints one record per row, in its order, with its id and its other
    /// fields
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Options of the batch (with --rows)")]
    pub asked: BatchAsked,
}
