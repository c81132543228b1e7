//! Rules as text: every option spelled out, which is what results are kept by, and the rule set
//! with what was changed, which is what people read.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::rules::{OPTION_NAMES, Preset, Rules};

/// Every option with its value, in the order of [`OPTION_NAMES`]: `holes=4 seeds=4 store=near …`.
pub(super) fn spelled(rules: &Rules) -> String {
    let options = OPTION_NAMES.map(|name| format!("{name}={}", value(rules, name)));
    options.join(" ")
}

/// The rules that a text of [`spelled`] stands for.
pub(super) fn read(text: &str) -> Option<Rules> {
    let mut rules = Preset::all()[0].rules;
    for option in text.split(' ') {
        let (name, value) = option.split_once('=')?;
        rules.set(name, value).ok()?;
    }
    (spelled(&rules) == text).then_some(rules)
}

/// The options that differ from those of a rule set; numbers as numbers.
pub(super) fn changed(rules: &Rules, preset: &Preset) -> BTreeMap<String, Value> {
    let differs = |name: &&str| value(rules, name) != value(&preset.rules, name);
    OPTION_NAMES
        .into_iter()
        .filter(differs)
        .map(|name| {
            let text = value(rules, name);
            let value = text.parse::<u8>().map_or(text.into(), Value::from);
            (name.to_owned(), value)
        })
        .collect()
}

fn value(rules: &Rules, name: &str) -> String {
    rules.value(name).expect("an option")
}
