//! The arguments of `rules`, and parsers of the names of rule sets and rule files.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Args, Error, Subcommand};

use chongkak::ask::CompareRules;
use chongkak::rules::{Preset, is_file};

use super::number_arguments::number;
use super::shared::{PositionArgs, WithTables};

/// Lists the rule sets, or shows every option of one with the sentence behind it
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak rules
  chongkak rules overbeck
  chongkak rules congklak --set lap=circuit
  chongkak rules congklak --toml > ours.toml
  chongkak rules ours.toml")]
#[command(args_conflicts_with_subcommands = true)]
pub struct Rules {
    #[command(subcommand)]
    pub command: Option<RulesCommand>,
    /// The rule set or rule file; without it, all rule sets are listed
    #[arg(value_name = "NAME|FILE", value_parser = NameOrFile { or_all: false })]
    pub name: Option<String>,
    /// Prints the rule set as a rule file, with every option and its sentence
    #[arg(long)]
    pub toml: bool,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Compares two rule sets: shows, for each option that differs, the shortest line it changes
    ///
    /// Each option of X is changed on its own to its value in Y. The line starts at the position,
    /// or at the opening of X; an option that changes the opening itself needs no line. --set,
    /// --holes and --seeds change both rule sets. The exit code is 3 if a limit ended the search
    /// for a line.
    #[command(after_help = "Examples:
  chongkak rules diff kalah overbeck --holes 3 --seeds 3 --values
  chongkak rules diff conglak congklak
  chongkak rules diff congklak ours.toml '1,0,3/0 0,5,1/0 A'")]
    Diff {
        /// The rule set, or rule file, whose options are changed one by one
        #[arg(value_name = "X", value_parser = NameOrFile { or_all: false })]
        x: String,
        /// The rule set, or rule file, that supplies the new values
        #[arg(value_name = "Y", value_parser = NameOrFile { or_all: false })]
        y: String,
        #[command(flatten)]
        place: PositionArgs,
        #[arg(long, value_name = "N", value_parser = number::<u64>(1..), help = format!(
            "Maximum moves to play in the search for each line, and positions to visit for each \
             value [default: {}]",
            CompareRules::NODES
        ))]
        nodes: Option<u64>,
        /// Shows the position's value and best move under X, under Y, and under X with each single
        /// option of Y
        #[arg(long)]
        values: bool,
        #[command(flatten)]
        with: WithTables,
    },
}

/// The value of `--rules` for all rule sets, where a command can try them all.
pub const ALL: &str = "all";

/// Accepts the name of a rule set, the path of a rule file, and [`ALL`] if `or_all` is set.
#[derive(Clone)]
pub struct NameOrFile {
    pub or_all: bool,
}

impl TypedValueParser for NameOrFile {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        match value.to_str() {
            Some(ALL) if self.or_all => Ok(ALL.to_owned()),
            Some(file) if is_file(file) => Ok(file.to_owned()),
            _ => names().parse_ref(command, arg, value).map_err(or_a_file),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Preset::all().iter().map(|preset| preset.name);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// Adds a tip on how a rule file must be named.
fn or_a_file(mut error: Error) -> Error {
    let tip = StyledStr::from("a rule file ends in '.toml', or its name has a slash in it");
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    error
}

/// Accepts the name of a built-in rule set.
pub fn names() -> impl TypedValueParser<Value = String> {
    one_of(Preset::all().iter().map(|preset| preset.name))
}

/// Accepts one of `names`, or an alias of a rule set among them. Help and completions list the
/// names only.
pub fn one_of(names: impl Iterator<Item = &'static str>) -> impl TypedValueParser<Value = String> {
    let values = names.map(|name| {
        let aliases = Preset::aliases().iter().filter(|(_, meant)| *meant == name);
        PossibleValue::new(name).aliases(aliases.map(|(alias, _)| *alias))
    });
    let values: Vec<PossibleValue> = values.collect();
    PossibleValuesParser::new(values).map(|name| match Preset::named(&name) {
        Ok(preset) => preset.name.to_owned(),
        Err(_) => name,
    })
}
