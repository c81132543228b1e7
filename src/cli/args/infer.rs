//! Arguments of `infer`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use chongkak::infer;

#[derive(Debug, Args)]
pub struct Infer {
    /// Claim files, folders of them (*.toml), and records of sets; - reads one from standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The options that vary, with commas; the others stay as each claim or record has them
    /// [default: all but the size of the board]
    #[arg(long, value_name = "OPTION", value_delimiter = ',',
          value_parser = PossibleValuesParser::new(infer::options()))]
    pub among: Vec<String>,
    /// Takes only claims that are marked as an example which the source itself works out
    #[arg(long)]
    pub examples: bool,
}
