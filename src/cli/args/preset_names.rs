//! Names of shipped rule sets as arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use chongkak::rules::Preset;

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
