//! The arguments of `rules`, and names of rule sets, in whose place a file can stand.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Args, Error, Subcommand};

use chongkak::ask::CompareRules;
use chongkak::rules::{Preset, is_file};

use super::number_arguments::number;
use super::shared::{Place, WithTables};

/// Lists the rule sets, or shows every option of one with the sentence it rests on
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
    /// The rule set, or a rule file; without it, a list of all
    #[arg(value_name = "NAME|FILE", value_parser = NameOrFile { or_all: false })]
    pub name: Option<String>,
    /// Prints the rule set as a rule file with every option and its sentence, to start from
    #[arg(long)]
    pub toml: bool,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Shows what the options change in which two rule sets differ: for each alone the shortest
    /// line at whose end the rules part
    ///
    /// The line begins at the opening of X, or at the position. If an option changes the opening
    /// itself, the rules part at once. --set, --holes and --seeds change both rule sets alike. The
    /// exit code is 3 if a limit ended the search of a line.
    #[command(after_help = "Examples:
  chongkak rules diff kalah overbeck --holes 3 --seeds 3 --values
  chongkak rules diff conglak congklak
  chongkak rules diff congklak ours.toml '1,0,3/0 0,5,1/0 A'")]
    Diff {
        /// The first rule set, whose options are changed one by one; or a rule file
        #[arg(value_name = "X", value_parser = NameOrFile { or_all: false })]
        x: String,
        /// The second rule set, from which the values come; or a rule file
        #[arg(value_name = "Y", value_parser = NameOrFile { or_all: false })]
        y: String,
        #[command(flatten)]
        place: Place,
        #[arg(long, value_name = "N", value_parser = number::<u64>(1..), help = format!(
            "Maximum moves to play in the search of each line, and positions to visit for each \
             value [default: {}]",
            CompareRules::NODES
        ))]
        nodes: Option<u64>,
        /// Shows the value of the position and the best move under X, under Y, and under X with each
        /// option of Y alone
        #[arg(long)]
        values: bool,
        #[command(flatten)]
        with: WithTables,
    },
}

/// The word that `--rules` takes in place of a name where a command tries all rule sets.
pub const ALL: &str = "all";

/// Takes the name of a rule set, or what means a file; and the word for all of them, if that is
/// one.
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

/// Says how a file is named, to people who meant one.
fn or_a_file(mut error: Error) -> Error {
    let tip = StyledStr::from("a rule file ends in '.toml', or its name has a slash in it");
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    error
}

/// Takes the name of a shipped rule set.
pub fn names() -> impl TypedValueParser<Value = String> {
    one_of(Preset::all().iter().map(|preset| preset.name))
}

/// Takes one of these names, which help texts and completions list, or an alias of one that is a
/// rule set's.
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
