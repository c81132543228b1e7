//! The named rule sets: files of `shipped`, each with its options, the text it follows, and the
//! sentence of it that each option rests on.
//!
//! Sentences are short quotations. Where a text is silent, or says two things, the note tells how
//! it was read. `docs/RULES.md` gives the readings in one piece.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use strsim::jaro_winkler;
use thiserror::Error;

use super::{
    Capture, Count, Fill, FirstRound, LapCondition, Lone, Occupied, RoundEnd, Rules, Short,
    Starter, StoreLast, StorePlace,
};
use crate::options::Number;

/// The files, the default first; a base comes before those that rest on it.
const SHIPPED: [&str; 8] = [
    include_str!("shipped/overbeck.toml"),
    include_str!("shipped/conglak.toml"),
    include_str!("shipped/conglak-burnt.toml"),
    include_str!("shipped/congklak-six.toml"),
    include_str!("shipped/congklak.toml"),
    include_str!("shipped/congklak-bank.toml"),
    include_str!("shipped/dakon.toml"),
    include_str!("shipped/kalah.toml"),
];

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let mut presets: Vec<Preset> = Vec::new();
    for text in SHIPPED {
        let file: File = toml::from_str(text).expect("the shipped rule sets are well-formed");
        presets.push(file.preset(&presets));
    }
    presets
});

/// A named rule set.
#[derive(Debug)]
#[non_exhaustive]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in a few words.
    pub title: &'static str,
    /// The text it follows.
    pub source: Source,
    /// Its options.
    pub rules: Rules,
    /// The sentences that options rest on; those of its base follow its own.
    citations: Vec<Citation>,
}

/// A text that describes a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Short name, for tables.
    pub short: String,
    /// Author, title, place.
    pub full: String,
}

/// The sentence that one or more options rest on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// The options.
    pub options: Vec<String>,
    /// The place in the source; empty if it has no sections.
    #[serde(default)]
    pub section: String,
    /// The words of the source; empty where it is silent.
    #[serde(default)]
    pub sentence: String,
    /// How they were read; empty where they are plain.
    #[serde(default)]
    pub note: String,
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no rule set {name:?}: expected one of {known}{hint}")]
pub struct UnknownPreset {
    /// The name given.
    pub name: String,
    known: String,
    hint: String,
}

/// A rule set as its file has it: the options in which it differs from its base.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    title: String,
    base: Option<String>,
    source: Source,
    #[serde(default)]
    set: BTreeMap<String, toml::Value>,
    #[serde(default, rename = "ground")]
    grounds: Vec<Citation>,
}

impl File {
    fn preset(self, known: &[Preset]) -> Preset {
        let base = self.base.map(|name| {
            let base = known.iter().find(|preset| preset.name == name);
            base.expect("a base comes before those that rest on it")
        });
        let mut rules = base.map_or(PLAIN, |base| base.rules);
        for (name, value) in self.set {
            let text = value.as_str().map(str::to_owned);
            let set = rules.set(&name, &text.unwrap_or_else(|| value.to_string()));
            set.expect("the shipped options are known");
        }
        let mut citations = self.grounds;
        citations.extend(base.iter().flat_map(|base| base.citations.iter().cloned()));
        Preset {
            name: self.name.leak(),
            title: self.title.leak(),
            source: self.source,
            rules,
            citations,
        }
    }
}

/// The values of options that no file sets.
const PLAIN: Rules = Rules {
    holes: Count::new(7).unwrap(),
    seeds: Count::new(7).unwrap(),
    store: StorePlace::Near,
    store_last: StoreLast::Again,
    occupied: Occupied::Relay,
    capture: Capture::Both,
    lone: Lone::Stay,
    lap: LapCondition::None,
    end: RoundEnd::Stalled,
    short: Short::Closed,
    max_protected: Number::new(3).unwrap(),
    fill: Fill::Near,
    starter: Starter::LastMover,
    first_round: FirstRound::Together,
};

impl Preset {
    /// All rule sets; the first is the default.
    #[must_use]
    pub fn all() -> &'static [Preset] {
        &PRESETS
    }

    /// The rule set with a name.
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones and the one that was probably meant.
    pub fn named(name: &str) -> Result<&'static Preset, UnknownPreset> {
        if let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) {
            return Ok(preset);
        }
        let near = PRESETS
            .iter()
            .map(|preset| (jaro_winkler(preset.name, name), preset.name))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(likeness, _)| *likeness > 0.7);
        let known: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        Err(UnknownPreset {
            name: name.to_owned(),
            known: known.join(", "),
            hint: near.map_or(String::new(), |(_, near)| {
                format!(" (did you mean {near}?)")
            }),
        })
    }

    /// The sentence that an option of this rule set rests on; `None` for an option that does not
    /// exist.
    #[must_use]
    pub fn citation(&self, option: &str) -> Option<&Citation> {
        let names = |citation: &&Citation| citation.options.iter().any(|name| name == option);
        self.citations.iter().find(names)
    }
}
