//! The two forms of a rule set where one is named: a shipped one, or a file.

use super::Source;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Rules;
use super::file;
use super::preset::{Citation, Preset, RuleFile};
use crate::language::{Language, Sentence};
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind};

/// A rule set, shipped or from a file.
///
/// A kept result names the shipped rule set that it rests on and the options that differ, so that
/// the file is not needed again.
#[derive(Clone, Debug)]
pub enum RuleSet {
    /// A shipped one.
    Shipped(&'static Preset),
    /// One from a file.
    Own(Arc<RuleFile<'static>>),
}

/// The text on which the value of an option rests. Each part is empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Basis {
    /// The text that it rests on.
    pub source: String,
    /// The place in the text.
    pub section: String,
    /// The words of the text.
    pub sentence: String,
    /// A note on how they are read.
    pub note: String,
}

/// The error of a name where that of a file may stand too.
pub(super) fn or_a_file(unknown: Diagnostic) -> Diagnostic {
    let or_a_file = |expected: Sentence| sentence!("faults.or-a-file", expected = expected);
    let expected = unknown.expected.map(|expected| or_a_file(*expected).into());
    Diagnostic { message: or_a_file(unknown.message), expected, ..unknown }
}

/// Tells whether a text in the place of a name means a file: it ends in `.toml` or has a separator
/// of paths in it, as no name of a rule set has.
#[must_use]
pub fn is_file(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(std::path::is_separator)
}

impl RuleSet {
    /// The rule set of a name, or of the text of a file: its path stands in messages.
    ///
    /// # Errors
    /// With the place in the file, what was found and what was expected.
    ///
    /// # Examples
    /// ```
    /// use chongkak::rules::{LapCondition, RuleSet};
    /// let text = "name = 'ours'\nbase = 'congklak'\nset.lap = 'circuit'\n";
    /// let ours = RuleSet::read("ours.toml", text.as_bytes()).unwrap();
    /// assert_eq!(ours.rules().lap, LapCondition::Circuit);
    /// assert_eq!(ours.preset().name, "congklak");
    /// let error = RuleSet::read("ours.toml", b"name = 'ours'\nset.lap = 'twice'\n").unwrap_err();
    /// assert!(error.to_string().starts_with("ours.toml: line 2, column 11: lap: found \"twice\""));
    /// ```
    pub fn read(path: &str, bytes: &[u8]) -> Result<RuleSet, Diagnostic> {
        let wrong = |text: &str, mistake: Diagnostic| {
            let wrong = mistake.in_line_of(text);
            let message = format!("{path}: {}{}", wrong.place(), wrong.message);
            wrong.telling(message)
        };
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let end = good.len()..good.len();
            let mistake = Diagnostic::at(end, "found bytes that are no text", "UTF-8 text");
            wrong(&good, mistake.of_kind(ErrorKind::Syntax))
        })?;
        let file = file::read(path, text, Preset::all()).map_err(|mistake| wrong(text, mistake))?;
        Ok(RuleSet::Own(Arc::new(file)))
    }

    /// Its options, complete.
    #[must_use]
    pub fn rules(&self) -> Rules {
        match self {
            RuleSet::Shipped(preset) => preset.rules,
            RuleSet::Own(file) => file.rules,
        }
    }

    /// The shipped rule set by which it is kept: itself, the base of the file, or the default one.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        match self {
            RuleSet::Shipped(preset) => preset,
            RuleSet::Own(file) => file.base.unwrap_or(&Preset::all()[0]),
        }
    }

    /// Its own name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            RuleSet::Shipped(preset) => preset.name,
            RuleSet::Own(file) => &file.name,
        }
    }

    /// Returns what stands for it where a rule set is named: its name, or the path of its file.
    #[must_use]
    pub fn asked_as(&self) -> &str {
        match self {
            RuleSet::Shipped(preset) => preset.name,
            RuleSet::Own(file) => &file.path,
        }
    }

    /// A description in a few words; may be empty.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            RuleSet::Shipped(preset) => preset.title,
            RuleSet::Own(file) => &file.title,
        }
    }

    /// The text that it follows, if it names one.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        match self {
            RuleSet::Shipped(preset) => Some(&preset.source),
            RuleSet::Own(file) => file.follows.as_ref(),
        }
    }

    /// Returns what the value of an option rests on; where no text says anything the note tells
    /// why. `None` for an option that does not exist.
    #[must_use]
    pub fn ground(&self, option: &str) -> Option<Basis> {
        self.ground_told(option, Language::english())
    }

    /// The same in the language of whoever is told: the words of the text stay as they are, and so
    /// does what a file of one's own says.
    #[doc(hidden)]
    #[must_use]
    pub fn ground_told(&self, option: &str, language: &Language) -> Option<Basis> {
        match (self.cited(option), self) {
            (Some((citation, usual)), _) => Some(Basis::of(citation, usual, language)),
            (None, RuleSet::Shipped(_)) => None,
            (None, RuleSet::Own(file)) => {
                Some(Basis::noted(file.note(option)?.in_language(language)))
            }
        }
    }

    /// The description in a few words, in a language; a file's own stays as it is.
    #[doc(hidden)]
    #[must_use]
    pub fn title_told(&self, language: &Language) -> String {
        self.told("title", self.title(), language)
    }

    /// The text that it follows with author and title, in a language; empty if it names none.
    #[doc(hidden)]
    #[must_use]
    pub fn source_told(&self, language: &Language) -> String {
        self.source().map_or_else(String::new, |source| self.told("source", &source.full, language))
    }

    /// One of the texts about a rule set that ships.
    fn told(&self, part: &str, english: &str, language: &Language) -> String {
        match self {
            RuleSet::Shipped(preset) => {
                language.of_data(&format!("rule-sets.{}.{part}", preset.name), english)
            }
            RuleSet::Own(_) => english.to_owned(),
        }
    }

    /// The sentence that an option rests on, with the short name of the text that it is of if the
    /// citation names none. A file's own; else that of its base, where the value is the base's.
    pub(super) fn cited(&self, option: &str) -> Option<(&Citation, &str)> {
        let of_preset = |preset: &'static Preset| {
            let source: &str = &preset.source.short;
            Some((preset.citation(option)?, source))
        };
        match self {
            RuleSet::Shipped(preset) => of_preset(preset),
            RuleSet::Own(file) => match Citation::of(&file.citations, option) {
                Some(own) => Some((own, file.source())),
                None => {
                    let same =
                        |base: &&Preset| base.rules.value(option) == file.rules.value(option);
                    of_preset(file.base.filter(same)?)
                }
            },
        }
    }
}

impl Basis {
    fn of(citation: &Citation, usual: &str, language: &Language) -> Basis {
        let Citation { options, section, sentence, note, source, shipped } = citation;
        let source = if source.is_empty() { usual } else { source };
        let [source, section, note] = match shipped {
            None => [source, section, note].map(str::to_owned),
            Some(rule_set) => {
                let key = format!("rule-sets.{rule_set}.notes.{}", options[0]);
                let note = language.of_data(&key, note);
                [language.place(source), language.place(section), note]
            }
        };
        Basis { source, section, sentence: sentence.clone(), note }
    }

    /// No text, and why.
    pub(crate) fn noted(note: String) -> Basis {
        Basis { note, ..Basis::default() }
    }
}

impl RuleFile<'static> {
    /// Returns the name of the text that its sentences are from.
    pub(super) fn source(&self) -> &str {
        self.follows.as_ref().map_or(&self.name, |text| &text.short)
    }

    /// Returns why there is no sentence that an option rests on.
    fn note(&self, option: &str) -> Option<Sentence> {
        self.rules.value(option)?;
        let usual = |base: &Preset| base.rules.value(option).unwrap_or_default();
        Some(match self.base {
            Some(base) => {
                sentence!("rules.ground.unlike-base", base = base.name, value = usual(base))
            }
            None if self.set.contains(&option) => sentence!("rules.ground.set"),
            None => sentence!("rules.ground.not-set"),
        })
    }
}
