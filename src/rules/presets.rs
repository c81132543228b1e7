//! The named rule sets: files of `shipped`, each with its options, the text it follows, and the
//! sentence of it that each option rests on.
//!
//! Sentences are short quotations. Where a text is silent, or says two things, the note tells how
//! it was read. `docs/RULES.md` gives the readings in one piece.

use std::sync::LazyLock;

use super::file::{self, one_of};
use super::preset::{Citation, Preset};
use crate::diagnostic;
use crate::language::Sentence;
use crate::text::Diagnostic;

/// The files, the default first; a base comes before those that rest on it.
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

/// Other names under which the games go, with the rule sets that are meant.
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
    /// All rule sets; the first is the default.
    #[must_use]
    pub fn all() -> &'static [Preset] {
        &PRESETS
    }

    /// Other names that [`Preset::named`] takes, each with the name of the rule set that is meant.
    #[must_use]
    pub const fn aliases() -> &'static [(&'static str, &'static str)] {
        &ALIASES
    }

    /// The rule set with a name, or with an alias.
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones and the one that was probably meant.
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

    /// The sentence that an option of this rule set rests on; `None` for an option that does not
    /// exist.
    #[must_use]
    pub fn citation(&self, option: &str) -> Option<&Citation> {
        Citation::of(&self.citations, option)
    }
}
