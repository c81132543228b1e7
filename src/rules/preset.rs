//! Rule sets as they are described, shipped or from a file.

use serde::{Deserialize, Serialize};

use super::Rules;

/// A named rule set.
#[derive(Debug)]
#[non_exhaustive]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in a few words.
    pub title: &'static str,
    /// The rule set that it rests on.
    pub base: Option<&'static str>,
    /// The text it follows.
    pub source: Source,
    /// Its options.
    pub rules: Rules,
    /// The sentences that options rest on; those of its base follow its own.
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

/// The sentence that one or more options rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Citation {
    /// The options.
    pub options: Vec<String>,
    /// The place in the source; empty if it has no sections.
    pub section: String,
    /// The words of the source; empty where it is silent.
    pub sentence: String,
    /// A note on how they were read; empty where they are plain.
    pub note: String,
    /// The short name of the text, if it is not the one that the rule set follows; else empty.
    pub source: String,
    /// The shipped rule set whose file has it; none of a file of one's own.
    pub(super) shipped: Option<&'static str>,
}

impl Citation {
    /// The citation of an option.
    pub(super) fn of<'a>(all: &'a [Citation], option: &str) -> Option<&'a Citation> {
        all.iter().find(|citation| citation.options.iter().any(|name| name == option))
    }
}

/// A rule set from a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuleFile<'a> {
    /// The path under which it was read.
    pub path: String,
    /// The name that it gives itself.
    pub name: String,
    /// A description in a few words; may be empty.
    pub title: String,
    /// The rule set that it rests on, if it names one.
    pub base: Option<&'a Preset>,
    /// The text that it follows, if it names one.
    pub follows: Option<Source>,
    /// Its options, complete.
    pub rules: Rules,
    /// The options that it sets itself.
    pub(super) set: Vec<&'static str>,
    pub(super) citations: Vec<Citation>,
}
