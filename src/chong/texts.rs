//! The named profiles, and the sentence of the texts that each option rests on: both from
//! `texts.toml`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::options::OptionError;
use super::rules::ChongRules;
use crate::language::Sentence;
use crate::sentence;

static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    toml::from_str(include_str!("texts.toml")).expect("the shipped file is well-formed")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    #[serde(rename = "profile")]
    profiles: Vec<Profile>,
    #[serde(rename = "citation")]
    citations: Vec<OptionCitation>,
}

/// A named choice of options.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The options in which it differs from the defaults, as `option=value`.
    pub changes: Vec<String>,
}

/// The sentence that an option rests on, and how it is read. Records name the option themselves.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct OptionCitation {
    /// The option.
    #[serde(skip_serializing)]
    pub option: String,
    /// The source of the sentence; empty if no text says anything.
    pub source: String,
    /// The sentence.
    pub sentence: String,
    /// A note on how it is read.
    pub note: String,
}

/// A name that no profile has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
pub struct UnknownProfile {
    /// The name given.
    pub name: String,
}

impl UnknownProfile {
    /// Returns what was expected in its place.
    #[doc(hidden)]
    #[must_use]
    pub fn expected() -> Sentence {
        let known = Profile::names().collect::<Vec<_>>().join(", ");
        sentence!("faults.one-of", known = known)
    }

    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let (found, expected) = (Sentence::quoted(&self.name), UnknownProfile::expected());
        sentence!("faults.chong.profile", found = found, expected = expected)
    }
}

impl Profile {
    /// All profiles, the default first.
    #[must_use]
    pub fn all() -> &'static [Profile] {
        &TEXTS.profiles
    }

    /// The names of all profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Profile::all().iter().map(|profile| profile.name.as_str())
    }

    /// The profile of this name.
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones.
    pub fn named(name: &str) -> Result<&'static Profile, UnknownProfile> {
        let found = Profile::all().iter().find(|profile| profile.name == name);
        found.ok_or_else(|| UnknownProfile { name: name.to_owned() })
    }

    /// Its rules on a board with so many columns.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn rules(&self, columns: u8) -> Result<ChongRules, OptionError> {
        let mut rules = ChongRules::new(columns)?;
        for (option, value) in self.changes.iter().filter_map(|set| set.split_once('=')) {
            rules.set(option, value)?;
        }
        Ok(rules)
    }
}

impl OptionCitation {
    /// The sentences of all options, in the order of the options.
    #[must_use]
    pub fn all() -> &'static [OptionCitation] {
        &TEXTS.citations
    }
}
