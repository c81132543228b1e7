//! The arguments of `tables`.

use std::path::PathBuf;

use clap::Subcommand;

use chongkak::tables::MAX_SEEDS;

use super::number_arguments::{bytes, number};
use super::shared::PositionArgs;

#[derive(Debug, Subcommand)]
pub enum Tables {
    /// Builds the tables of the built-in boards for all commands to use; run again, it checks them
    #[command(after_help = "Examples:
  chongkak tables install
  chongkak tables install --rules congklak --max-bytes 20MB")]
    Install {
        /// Builds the tables of all built-in rule sets, as without --rules, --set and --holes
        #[arg(long)]
        all: bool,
        /// Maximum size of a table in bytes, on disk and, while it is built, in memory; larger
        /// tables cover more seeds in play
        #[arg(long, value_name = "N", default_value_t = 200_000_000,
              value_parser = |text: &str| bytes(text, 1000))]
        max_bytes: u64,
        /// Builds a gigabyte or more without asking (it asks only on a terminal)
        #[arg(long, short)]
        yes: bool,
    },
    /// Builds the table for a position's rules and hole states, or continues to build it
    #[command(after_help = "Examples:
  chongkak tables build tables --max 12 --rules conglak --holes 4
  chongkak tables build tables --max 17 --rules kalah")]
    Build {
        /// The folder, which is created if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Maximum seeds in open holes; a table takes one byte per position, on disk and in memory
        #[arg(long, value_name = "N", value_parser = number::<u32>(0..=MAX_SEEDS.into()))]
        max: u32,
        #[command(flatten)]
        place: PositionArgs,
    },
    /// Checks tables: each value must follow from the values after its moves
    #[command(after_help = "Examples:
  chongkak tables verify tables
  chongkak tables verify tables --all --format jsonl")]
    Verify {
        /// The folder [default: that of the installed tables]
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
        /// Positions to check in each table; the sample is always the same
        #[arg(long, value_name = "N", default_value_t = 1_000_000, conflicts_with = "all",
              value_parser = number::<u64>(1..))]
        sample: u64,
        /// Checks every position
        #[arg(long)]
        all: bool,
    },
    /// Lists the tables in a folder, or the installed tables
    #[command(after_help = "Examples:
  chongkak tables info
  chongkak tables info tables
  chongkak tables info tables --format json")]
    Info {
        /// The folder [default: that of the installed tables]
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Looks up the exact value of a position
    #[command(after_help = "Examples:
  chongkak tables probe '0,0,1,2,0,0,0/40 1,0,2,0,0,0,0/52 A' --rules conglak
  chongkak tables probe tables '0,0,1,2/8 1,0,2,0/10 A' --rules conglak
  chongkak tables probe tables - --rules conglak --format jsonl")]
    Probe {
        /// The folder, which may be omitted [default: that of the installed tables]
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
        #[command(flatten)]
        place: PositionArgs,
    },
}
