//! The arguments of `batch`.

use std::path::PathBuf;

use chongkak::ask::Limits;
use chongkak::batch::{Ask, Form, Method, Shard};
use chongkak::control::MAX_DEPTH;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::number_arguments::number;
use super::shared::WithTables;

/// Solves or evaluates many positions and stores the results; run again, it does what is left
///
/// A line of the input is a position, or a JSON object with a position and, if you like, an id, the
/// rules, and options under set. With at_least the batch proves whether the value is at least that;
/// max_nodes is the limit of this line. Empty lines and lines that begin with # are skipped. The
/// input may also be a table (CSV, TSV) with these headings. Other fields and columns are passed
/// through, and results in records that this program has written are ignored. For files with the
/// names openings and export write ./openings and ./export.
///
/// Every result is stored before it is printed. If the store can't be written (a full disk), the
/// result is printed all the same, and the exit code is 4. After an interruption or a kill the same
/// command continues. Several processes on one machine may share a store. The limits --nodes,
/// --time and --depth are for each position; a proven result holds under all limits.
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
    /// Lists all openings of rounds under the rule set: A owns s to 2ns - s seeds, A or B starts.
    /// As text it prints the positions alone, as JSON lines with their rules
    #[command(after_help = "Examples:
  chongkak batch openings --rules conglak --holes 4 --seeds 3
  chongkak batch openings --rules dakon --format jsonl > openings.jsonl")]
    Openings,
    /// Prints the results in stores, the best of each position
    ///
    /// With --rows the output is that of the batch: a record for each row, of the question and
    /// within the limits that the options say. The options of the batch may all be repeated; those
    /// that say how to search are passed over. Nothing is searched: a row without a result has an
    /// error in its place, and the exit code is 4.
    #[command(after_help = "Examples:
  chongkak batch export positions.txt.sqlite --format jsonl
  chongkak batch export positions.txt.*.sqlite --csv > results.csv
  chongkak batch export list.csv.*.sqlite --rows list.csv --rules dakon --csv > results.csv")]
    Export(BatchExport),
}

#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct BatchRun {
    /// Positions, one a line, or a table with a heading `position`; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub asked: BatchAsked,
    /// The store for results [default: FILE.sqlite, with --shard FILE.I-of-N.sqlite; none for
    /// standard input]
    #[arg(long, value_name = "FILE.sqlite")]
    pub store: Option<PathBuf>,
    /// Stores no results
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
    /// Does only part I of N parts of the input; a position is always in the same part
    #[arg(long, hide_short_help = true, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Writes a summary of the run as JSON
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Replaces the file that is there
    #[arg(long)]
    pub force: bool,
}

/// What a batch asks of each row of its input, and how it searches.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct BatchAsked {
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
    /// Maximum positions to visit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub with: WithTables,
    /// Searches without the values and first turns that ship with the program
    #[arg(long)]
    pub fresh: bool,
    /// Prints results as they are found, not in the order of the input
    #[arg(long, hide_short_help = true)]
    pub unordered: bool,
    /// Searches again the positions that reached these limits in an earlier run
    #[arg(long, hide_short_help = true)]
    pub retry_open: bool,
}

impl BatchAsked {
    /// The question for every row that asks no other one.
    pub const fn method(&self) -> Method {
        match (self.eval, self.winner) {
            (true, _) => Method::Eval,
            (_, true) => Method::Winner,
            _ => Method::Solve,
        }
    }

    /// The same with its limits: these, and those of a batch alone.
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
    /// Stores of batches, such as those of all shards
    #[arg(value_name = "STORE", required = true)]
    pub stores: Vec<PathBuf>,
    /// Prints comma-separated values with a line of headings, as --format csv does
    #[arg(long)]
    pub csv: bool,
    /// The input of the batch: prints a record for each of its rows, with its id and its own fields,
    /// in its order
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Options of the batch, with --rows")]
    pub asked: BatchAsked,
}
