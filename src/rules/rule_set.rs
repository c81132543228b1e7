//! A rule set that is either shipped or read from a file.

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
/// A stored result names a shipped rule set and the options that differ from it, so the file is not
/// needed again.
#[derive(Clone, Debug)]
pub enum RuleSet {
    /// A shipped rule set.
    Shipped(&'static Preset),
    /// A rule set from a file.
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

/// Extends the error for an unknown name to say that the path of a file is accepted too.
pub(super) fn or_a_file(unknown: Diagnostic) -> Diagnostic {
    let or_a_file = |expected: Sentence| sentence!("faults.or-a-file", expected = expected);
    let expected = unknown.expected.map(|expected| or_a_file(*expected).into());
    Diagnostic { message: or_a_file(unknown.message), expected, ..unknown }
}

/// Whether the name of a rule set is the path of a file: it ends in `.toml` or contains a path
/// separator, unlike the names of shipped rule sets.
#[must_use]
pub fn is_file(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(std::path::is_separator)
}

impl RuleSet {
    /// Parses the contents of a rule file. `path` is used in error messages.
    ///
    /// # Errors
    /// If the file is invalid. The message gives the place in the file, what was found and what was
    /// expected.
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
            let mistake = Diagnostic::at(end, "found invalid bytes", "UTF-8 text");
            wrong(&good, mistake.of_kind(ErrorKind::Syntax))
        })?;
        let file = file::read(path, text, Preset::all()).map_err(|mistake| wrong(text, mistake))?;
        Ok(RuleSet::Own(Arc::new(file)))
    }

    /// Returns all options.
    #[must_use]
    pub fn rules(&self) -> Rules {
        match self {
            RuleSet::Shipped(preset) => preset.rules,
            RuleSet::Own(file) => file.rules,
        }
    }

    /// Returns the shipped rule set that stored results name: this one, or for a file its base, or
    /// the default if it has none.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        match self {
            RuleSet::Shipped(preset) => preset,
            RuleSet::Own(file) => file.base.unwrap_or(&Preset::all()[0]),
        }
    }

    /// Returns the name of the rule set.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            RuleSet::Shipped(preset) => preset.name,
            RuleSet::Own(file) => &file.name,
        }
    }

    /// Returns the argument that selects this rule set: its name, or the path of its file.
    #[must_use]
    pub fn asked_as(&self) -> &str {
        match self {
            RuleSet::Shipped(preset) => preset.name,
            RuleSet::Own(file) => &file.path,
        }
    }

    /// Returns a description in a few words; may be empty.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            RuleSet::Shipped(preset) => preset.title,
            RuleSet::Own(file) => &file.title,
        }
    }

    /// Returns the text that the rule set follows, if it names one.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        match self {
            RuleSet::Shipped(preset) => Some(&preset.source),
            RuleSet::Own(file) => file.follows.as_ref(),
        }
    }

    /// Returns the text that supports the value of an option. If there is none, the note says why.
    /// `None` if there is no such option.
    #[must_use]
    pub fn basis(&self, option: &str) -> Option<Basis> {
        self.basis_in(option, Language::english())
    }

    /// Same as [`basis`](Self::basis), in a given language. Quotations and the texts of a user's
    /// file are not translated.
    #[doc(hidden)]
    #[must_use]
    pub fn basis_in(&self, option: &str, language: &Language) -> Option<Basis> {
        match (self.cited(option), self) {
            (Some((citation, usual)), _) => Some(Basis::of(citation, usual, language)),
            (None, RuleSet::Shipped(_)) => None,
            (None, RuleSet::Own(file)) => {
                Some(Basis::noted(file.note(option)?.in_language(language)))
            }
        }
    }

    /// Returns the [`title`](Self::title) in a given language. A file's title is not translated.
    #[doc(hidden)]
    #[must_use]
    pub fn title_in(&self, language: &Language) -> String {
        self.translated("title", self.title(), language)
    }

    /// Returns the text that the rule set follows, with author and title, in a given language;
    /// empty if it names none.
    #[doc(hidden)]
    #[must_use]
    pub fn source_told(&self, language: &Language) -> String {
        let translate = |source: &Source| self.translated("source", &source.full, language);
        self.source().map_or_else(String::new, translate)
    }

    /// Translates a text about a shipped rule set.
    fn translated(&self, part: &str, english: &str, language: &Language) -> String {
        match self {
            RuleSet::Shipped(preset) => {
                language.of_data(&format!("rule-sets.{}.{part}", preset.name), english)
            }
            RuleSet::Own(_) => english.to_owned(),
        }
    }

    /// Returns the citation for an option, with the short name of the text that applies if the
    /// citation names none. A file without its own citation uses its base's, if the value is the
    /// same.
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

    /// A basis without a text; the note says why.
    pub(crate) fn noted(note: String) -> Basis {
        Basis { note, ..Basis::default() }
    }
}

impl RuleFile<'static> {
    /// Returns the name of the text that the sentences are quoted from.
    pub(super) fn source(&self) -> &str {
        self.follows.as_ref().map_or(&self.name, |text| &text.short)
    }

    /// Returns why no sentence supports an option.
    fn note(&self, option: &str) -> Option<Sentence> {
        self.rules.value(option)?;
        let usual = |base: &Preset| base.rules.value(option).unwrap_or_default();
        Some(match self.base {
            Some(base) => {
                sentence!("rules.basis.unlike-base", base = base.name, value = usual(base))
            }
            None if self.set.contains(&option) => sentence!("rules.basis.set"),
            None => sentence!("rules.basis.not-set"),
        })
    }
}
