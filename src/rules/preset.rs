//! The data of a rule set: options, title, source and citations.

use serde::{Deserialize, Serialize};

use super::Rules;

/// A named rule set.
#[derive(Debug)]
#[non_exhaustive]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in a few words.
    pub title: &'static str,
    /// The rule set that this one is based on.
    pub base: Option<&'static str>,
    /// The text that the rule set follows.
    pub source: Source,
    /// The options.
    pub rules: Rules,
    /// The sentences that support the options. The rule set's own come first, then its base's.
    pub(super) citations: Vec<Citation>,
}

/// A text that describes a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Short name, for tables.
    pub short: String,
    /// Author, title, place.
    pub full: String,
}

/// The sentence that supports the values of one or more options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Citation {
    /// The options.
    pub options: Vec<String>,
    /// The place in the source; empty if it has no sections.
    pub section: String,
    /// The words of the source; empty where it is silent.
    pub sentence: String,
    /// A note on how the words were read; empty where they are unambiguous.
    pub note: String,
    /// The short name of the text, if it is not the one that the rule set follows; else empty.
    pub source: String,
    /// The shipped rule set whose file contains the citation; `None` for a user's file.
    pub(super) shipped: Option<&'static str>,
}

impl Citation {
    /// Returns the first citation for an option.
    pub(super) fn of<'a>(all: &'a [Citation], option: &str) -> Option<&'a Citation> {
        all.iter().find(|citation| citation.options.iter().any(|name| name == option))
    }
}

/// A rule set from a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuleFile<'a> {
    /// The path that the file was read from.
    pub path: String,
    /// The name of the rule set, as given in the file.
    pub name: String,
    /// A description in a few words; may be empty.
    pub title: String,
    /// The rule set that this one is based on, if the file names one.
    pub base: Option<&'a Preset>,
    /// The text that the rule set follows, if the file names one.
    pub follows: Option<Source>,
    /// All options.
    pub rules: Rules,
    /// The options that the file itself sets.
    pub(super) set: Vec<&'static str>,
    pub(super) citations: Vec<Citation>,
}
