//! Writes a rule set as the text of a rule file, as a starting point for editing.

use toml::Value;

use super::{OPTION_NAMES, RuleSet, Rules, SIZE_OPTIONS};

impl RuleSet {
    /// Returns the text of a rule file with `rules`, which were derived from this rule set. It sets
    /// every option, and cites the source of those that have the same value as in this rule set.
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
        // A changed value has no source.
        for name in OPTION_NAMES.into_iter().filter(|name| rules.value(name) == own.value(name)) {
            if let Some((cited, of)) = self.cited(name) {
                let follows = if cited.source.is_empty() { of } else { &cited.source };
                let follows = if follows == usual { "" } else { follows };
                sources += "\n[[source]]\n";
                sources += &line("option", name.into());
                sources += &text_line("text", &cited.sentence);
                sources += &text_line("reference", &cited.section);
                sources += &(text_line("follows", follows) + &text_line("note", &cited.note));
            }
        }
        let mut written = line("name", self.name().into());
        written += &(text_line("title", self.title()) + &text_line("base", base));
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

/// Returns the line for a text field, or nothing if the text is empty.
fn text_line(field: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { line(field, text.into()) }
}
