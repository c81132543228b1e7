//! Names of rule sets as arguments, in whose place a file can stand.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};

use chongkak::rules::{Preset, is_file};

/// What `--rules` takes in the place of a name where a command tries all rule sets.
pub const ALL: &str = "all";

/// The names of the shipped rule sets, which help texts and completions list.
pub fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(Preset::all().iter().map(|preset| preset.name))
}

/// Takes the name of a rule set, or what means a file.
#[derive(Clone)]
pub struct NameOrFile;

/// The same, or the word for all of them.
#[derive(Clone)]
pub struct NameFileOrAll;

impl TypedValueParser for NameOrFile {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Read {
        match value.to_str() {
            Some(file) if is_file(file) => Ok(file.to_owned()),
            _ => names().parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        shown()
    }
}

impl TypedValueParser for NameFileOrAll {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Read {
        match value.to_str() {
            Some(ALL) => Ok(ALL.to_owned()),
            _ => NameOrFile.parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        shown()
    }
}

type Read = Result<String, Error>;

fn shown() -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
    let names = Preset::all()
        .iter()
        .map(|preset| PossibleValue::new(preset.name));
    Some(Box::new(names))
}
