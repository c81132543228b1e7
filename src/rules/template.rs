//! Rule sets as the text of a file, to start from.

use serde::{Serialize, Serializer};
use toml::Value;

use super::{OPTION_NAMES, RuleSet, Rules, SIZE_OPTIONS, Source};

/// A file with every option spelled out. In the order in which TOML has them: tables last.
#[derive(Serialize)]
struct Written<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<&'static str>,
    holes: u8,
    seeds: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<&'a Source>,
    set: InOrder,
    source: Vec<WrittenSource<'a>>,
}

#[derive(Serialize)]
struct WrittenSource<'a> {
    option: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    reference: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    follows: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
}

/// Options with their values, in the order in which they are shown.
struct InOrder(Vec<(&'static str, Value)>);

impl Serialize for InOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(option, value)| (option, value)))
    }
}

impl RuleSet {
    /// The text of a rule file with these rules, which were made from the rule set: every option,
    /// and what it rests on where that is still so.
    ///
    /// # Panics
    /// Never: texts and numbers have a form in TOML.
    #[must_use]
    pub fn written(&self, rules: &Rules) -> String {
        let value = |option| {
            let text = rules.value(option).expect("an option");
            let number = text.parse::<u8>();
            number.map_or(Value::String(text), |number| Value::Integer(number.into()))
        };
        let is_size = |option: &&str| SIZE_OPTIONS.contains(option);
        let options = OPTION_NAMES.into_iter().filter(|option| !is_size(option));
        let written = Written {
            name: self.name(),
            title: self.title(),
            base: match self {
                RuleSet::Shipped(preset) => Some(preset.name),
                RuleSet::Own(file) => file.base.map(|base| base.name),
            },
            holes: rules.holes.get(),
            seeds: rules.seeds.get(),
            follows: self.source(),
            set: InOrder(options.map(|option| (option, value(option))).collect()),
            source: self.sources(rules),
        };
        toml::to_string(&written).expect("texts and numbers have a form in TOML")
    }

    /// Returns what the source says; a value that was changed has none.
    fn sources(&self, rules: &Rules) -> Vec<WrittenSource<'_>> {
        let own = self.rules();
        let kept = |option: &&str| rules.value(option) == own.value(option);
        let usual = match self {
            RuleSet::Shipped(preset) => &preset.source.short,
            RuleSet::Own(file) => file.source(),
        };
        let source = |option: &'static str| {
            let (cited, of) = self.cited(option)?;
            let follows = if cited.source.is_empty() { of } else { &cited.source };
            Some(WrittenSource {
                option,
                text: &cited.sentence,
                reference: &cited.section,
                follows: if follows == usual { "" } else { follows },
                note: &cited.note,
            })
        };
        OPTION_NAMES.into_iter().filter(kept).filter_map(source).collect()
    }
}
