//! Arguments of `infer`.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, Error};

use chongkak::infer;

#[derive(Debug, Args)]
pub struct Infer {
    /// Claim files, folders of them (*.toml), records of sets, and names of claim files that ship
    /// with the program, such as overbeck; - reads one from standard input
    #[arg(value_name = "FILE|NAME", required = true)]
    pub files: Vec<PathBuf>,
    /// The options that vary, with commas; the others stay as each claim or record has them
    /// [default: all but the size of the board]
    #[arg(long, value_name = "OPTION", value_delimiter = ',',
          value_parser = OptionName)]
    pub among: Vec<String>,
    /// Takes only claims that are marked as an example which the source itself works out
    #[arg(long)]
    pub examples: bool,
    /// Shows all observations that would decide more, with all that can happen; without it the two
    /// that tell most. JSON has all
    #[arg(long)]
    pub all: bool,
}

/// Takes the name of an option, also behind a space, as people write lists.
#[derive(Clone)]
pub struct OptionName;

impl TypedValueParser for OptionName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let name = value.to_str().map_or(value, |text| OsStr::new(text.trim()));
        PossibleValuesParser::new(infer::options()).parse_ref(command, arg, name)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(infer::options().map(PossibleValue::new)))
    }
}
