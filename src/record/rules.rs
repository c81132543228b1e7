//! The rules of a result, for people and programs.

use std::collections::BTreeMap;
#[cfg(feature = "protocol")]
use std::fmt;

use serde::Serialize;
use serde_json::Value;

#[cfg(feature = "protocol")]
use crate::language::Language;
use crate::rules::{Preset, Rules, SIZE_OPTIONS};
#[cfg(feature = "protocol")]
use crate::say;

/// The rules of a result: the rule set, the size of the board, and the changed options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RulesRecord {
    /// The name of the rule set.
    pub name: &'static str,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    pub holes: u8,
    /// Seeds that fill a hole.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    pub seeds: u8,
    /// The other options that differ from the rule set; numbers as numbers.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("additionalProperties" = {"type": ["string", "integer"]}))
    )]
    pub set: BTreeMap<String, Value>,
}

impl RulesRecord {
    /// The record of an unchanged rule set.
    #[must_use]
    pub fn of(preset: &Preset) -> RulesRecord {
        RulesRecord::new(preset, &preset.rules)
    }

    /// The record of rules that are based on a rule set.
    #[must_use]
    pub fn new(preset: &Preset, rules: &Rules) -> RulesRecord {
        let mut set = changed(rules, preset);
        set.retain(|name, _| !SIZE_OPTIONS.contains(&name.as_str()));
        RulesRecord { name: preset.name, holes: rules.holes.into(), seeds: rules.seeds.into(), set }
    }
}

#[cfg(feature = "protocol")]
impl fmt::Display for RulesRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Language::english()))
    }
}

/// Formats the rules in a language.
#[cfg(feature = "protocol")]
impl RulesRecord {
    pub fn told(&self, language: &Language) -> String {
        let (name, holes) = (self.name, self.holes);
        let seeds = say!(language, "page.count.seeds"; self.seeds);
        let mut text = say!(language, "words.rules", name = name, holes = holes, seeds = seeds,);
        for (option, value) in &self.set {
            let value = value.as_str().map_or(value.to_string(), str::to_owned);
            text += &format!("; {option} = {value}");
        }
        text
    }
}

/// Lists the options that differ from a rule set; numbers as numbers.
pub(crate) fn changed(rules: &Rules, preset: &Preset) -> BTreeMap<String, Value> {
    let value = |name: &str| option_value(&rules.value(name).expect("an option"));
    let differing = preset.rules.differing(*rules);
    differing.map(|name| (name.to_owned(), value(name))).collect()
}

/// Converts the value of an option to JSON; numbers as numbers.
pub fn option_value(text: &str) -> Value {
    text.parse::<u8>().map_or(text.into(), Value::from)
}
