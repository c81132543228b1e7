//! The shipped rule sets: the files in `shipped`, each with its options, the text it follows, and
//! the sentence of that text that supports each option.
//!
//! Sentences are short quotations. Where a text is silent or ambiguous, the note says how it was
//! read. `docs/RULES.md` explains all readings.

use std::sync::LazyLock;

use super::file::{self, one_of};
use super::preset::{Citation, Preset};
use crate::diagnostic;
use crate::language::Sentence;
use crate::text::Diagnostic;

/// The files, the default first. A base comes before the rule sets based on it.
const SHIPPED: [&str; 10] = [
    include_str!("shipped/overbeck.toml"),
    include_str!("shipped/conglak.toml"),
    include_str!("shipped/conglak-burnt.toml"),
    include_str!("shipped/congklak-six.toml"),
    include_str!("shipped/congklak.toml"),
    include_str!("shipped/congklak-bank.toml"),
    include_str!("shipped/sungka.toml"),
    include_str!("shipped/chonka.toml"),
    include_str!("shipped/dakon.toml"),
    include_str!("shipped/kalah.toml"),
];

/// Other names of the games, with the names of their rule sets.
const ALIASES: [(&str, &str); 7] = [
    ("chongka", "overbeck"),
    ("chongkak", "overbeck"),
    ("congkak", "congklak"),
    ("jongkak", "congklak"),
    ("tjongklak", "congklak"),
    ("dhakon", "dakon"),
    ("kalaha", "kalah"),
];

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let mut presets: Vec<Preset> = Vec::new();
    for text in SHIPPED {
        let file = file::read("", text, &presets).expect("the shipped rule sets are well-formed");
        let name: &'static str = file.name.leak();
        let mut citations = file.citations;
        citations.iter_mut().for_each(|citation| citation.shipped = Some(name));
        let base = file.base.into_iter();
        citations.extend(base.flat_map(|base| base.citations.iter().cloned()));
        let preset = Preset {
            name,
            title: file.title.leak(),
            base: file.base.map(|base| base.name),
            source: file.follows.expect("a shipped rule set names its text"),
            rules: file.rules,
            citations,
        };
        presets.push(preset);
    }
    presets
});

impl Preset {
    /// Returns all shipped rule sets, the default first.
    #[must_use]
    pub fn all() -> &'static [Preset] {
        &PRESETS
    }

    /// Returns the aliases that [`Preset::named`] accepts, each with the name of its rule set.
    #[must_use]
    pub const fn aliases() -> &'static [(&'static str, &'static str)] {
        &ALIASES
    }

    /// Returns the rule set with this name or alias.
    ///
    /// # Errors
    /// If the name is unknown. The message lists the known names and suggests a similar one.
    pub fn named(name: &str) -> Result<&'static Preset, Diagnostic> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let meant = alias.map_or(name, |(_, meant)| meant);
        if let Some(preset) = PRESETS.iter().find(|preset| preset.name == meant) {
            return Ok(preset);
        }
        let known: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        let (found, expected) = (Sentence::quoted(name), one_of(name, &known));
        Err(diagnostic!(UnknownName, "faults.rule-set", found = found => expected))
    }

    /// Returns the citation that supports an option of this rule set; `None` if there is no such
    /// option.
    #[must_use]
    pub fn citation(&self, option: &str) -> Option<&Citation> {
        Citation::of(&self.citations, option)
    }
}
