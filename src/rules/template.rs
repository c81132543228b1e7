//! Rule sets as the text of a file, to start from.

use toml::Value;

use super::{OPTION_NAMES, RuleSet, Rules, SIZE_OPTIONS};

impl RuleSet {
    /// The text of a rule file with these rules, which were made from the rule set: every option,
    /// and what it rests on where that is still so.
    ///
    /// # Panics
    /// Never: the options are known.
    #[must_use]
    pub fn written(&self, rules: &Rules) -> String {
        let (own, base, usual) = match self {
            RuleSet::Shipped(preset) => (preset.rules, preset.name, &*preset.source.short),
            RuleSet::Own(file) => {
                (file.rules, file.base.map_or("", |base| base.name), file.source())
            }
        };
        let option = |option| {
            let text = rules.value(option).expect("an option");
            let number = text.parse::<u8>();
            line(option, number.map_or(Value::String(text), |number| Value::Integer(number.into())))
        };
        let mut sources = String::new();
        // A value that was changed rests on nothing.
        for name in OPTION_NAMES.into_iter().filter(|name| rules.value(name) == own.value(name)) {
            if let Some((cited, of)) = self.cited(name) {
                let follows = if cited.source.is_empty() { of } else { &cited.source };
                let follows = if follows == usual { "" } else { follows };
                sources += "\n[[source]]\n";
                sources += &line("option", name.into());
                sources += &said("text", &cited.sentence);
                sources += &said("reference", &cited.section);
                sources += &(said("follows", follows) + &said("note", &cited.note));
            }
        }
        let mut written = line("name", self.name().into());
        written += &(said("title", self.title()) + &said("base", base));
        written.extend(SIZE_OPTIONS.map(option));
        if sources.is_empty() {
            written += "source = []\n";
        }
        if let Some(text) = self.source() {
            written += "\n[follows]\n";
            written += &line("short", (&*text.short).into());
            written += &line("full", (&*text.full).into());
        }
        written += "\n[set]\n";
        let played = OPTION_NAMES.into_iter().filter(|name| !SIZE_OPTIONS.contains(name));
        written.extend(played.map(option));
        written += &sources;
        written
    }
}

fn line(field: &str, value: Value) -> String {
    format!("{field} = {value}\n")
}

/// The line of a text; nothing if it is empty.
fn said(field: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { line(field, text.into()) }
}
