//! The record of `chong rules`: options, their sources, and profiles.

use std::fmt::Write;

use serde::Serialize;

use crate::{ChongRules, ChosenRules, MAX_DICE, OptionCitation, Profile};
use chongkak_base::language::Language;
use chongkak_base::text::Record;
use chongkak_base::text::layout::columns;
use chongkak_base::text::style::STRONG;

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChongRulesRecord {
    /// The name of the profile.
    profile: &'static str,
    /// A one-line title.
    title: &'static str,
    /// Its options.
    options: Vec<OptionRecord>,
    /// All profiles.
    profiles: &'static [Profile],
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct OptionRecord {
    /// The option.
    option: &'static str,
    /// Its value.
    value: String,
    /// All values of the option.
    values: Vec<String>,
    #[serde(flatten)]
    citation: OptionCitation,
}

impl ChongRulesRecord {
    pub fn new(chosen: &ChosenRules, language: &Language) -> ChongRulesRecord {
        let options = OptionCitation::all().iter().map(|citation| OptionRecord {
            option: &citation.option,
            value: chosen.rules.value(&citation.option).expect("a known option"),
            values: match ChongRules::values_of(&citation.option) {
                Some([]) | None => (1..=MAX_DICE).map(|dice| dice.to_string()).collect(),
                Some(names) => names.iter().map(ToString::to_string).collect(),
            },
            citation: citation.translated(language),
        });
        ChongRulesRecord {
            profile: &chosen.profile.name,
            title: &chosen.profile.title,
            options: options.collect(),
            profiles: Profile::all(),
        }
    }
}

impl Record for ChongRulesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{STRONG}{}{STRONG:#}: {}\n", self.profile, self.title)?;
        for one in &self.options {
            let values = one.values.join(" | ");
            writeln!(text, "{STRONG}{} = {}{STRONG:#}  (of {values})", one.option, one.value)?;
            let OptionCitation { source, sentence, note, .. } = &one.citation;
            let said = if sentence.is_empty() {
                String::new()
            } else {
                format!("“{sentence}” ({source})")
            };
            for line in [&said, note] {
                let options =
                    textwrap::Options::new(92).initial_indent("    ").subsequent_indent("    ");
                if !line.is_empty() {
                    writeln!(text, "{}", textwrap::fill(line, options))?;
                }
            }
        }
        let rows = self.profiles.iter().map(|profile| {
            let changes = profile.changes.join(" ");
            vec![profile.name.clone(), profile.title.clone(), changes]
        });
        let headings = ["profile", "", "differs from content in"];
        write!(text, "\n{}", columns(&headings, rows.collect(), &[]))
    }
}
