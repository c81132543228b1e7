//! Rules as text with every option spelled out: what results are kept by.

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

fn value(rules: &Rules, name: &str) -> String {
    rules.value(name).expect("an option")
}
