//! A rule set with the source of each option.

use std::fmt::Write;

use serde::Serialize;

use crate::ask::Variant;
use crate::language::Language;
use crate::rules::{Basis, OPTION_NAMES, Question, RuleSet, Rules};
use crate::say;

use super::Record;
use crate::text::layout::wrapped;
use crate::text::style::{DIM, STRONG};

/// A rule set with all its options.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RulesRecord {
    /// The name of the rule set.
    pub name: String,
    /// A one-line description.
    pub title: String,
    /// The rule set on which it is based; null if there is none.
    base: Option<&'static str>,
    /// The source text; empty if a rule file names none.
    source: String,
    /// The options.
    pub options: Vec<OptionRecord>,
    /// The answers that distinguish it from other rule sets.
    pub answers: Vec<Answer>,
    /// The path, for a rule set from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// An option with its value and the source of the value.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OptionRecord {
    /// The option.
    pub option: &'static str,
    /// Its value.
    pub value: String,
    /// The possible values; empty for a number.
    values: &'static [&'static str],
    #[serde(flatten)]
    pub basis: Basis,
}

/// An answer to one of the questions that distinguish rule sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// A short form of the question, for tables.
    short: String,
    /// The question.
    question: String,
    /// The answer.
    pub answer: String,
}

impl RulesRecord {
    /// Creates the record of a rule set with its changed options.
    pub fn new(variant: &Variant, language: &Language) -> RulesRecord {
        let (rule_set, rules) = (variant.rule_set(), variant.rules());
        let (base, file) = match rule_set {
            RuleSet::Shipped(preset) => (preset.base, None),
            RuleSet::Own(own) => (own.base.map(|base| base.name), Some(own.path.clone())),
        };
        let usual = rule_set.rules();
        let option = |option: &'static str| {
            let value = rules.value(option).expect("a known option");
            let before = usual.value(option).expect("a known option");
            let basis = match value != before && variant.sets(option) {
                true => Basis::noted(say!(language, "rules.basis.on-top", value = before)),
                false => rule_set.basis_in(option, language).expect("a known option"),
            };
            OptionRecord {
                option,
                value,
                values: Rules::values_of(option).expect("a known option"),
                basis,
            }
        };
        let answer = |question: Question| Answer {
            short: question.short(language),
            question: question.text(language),
            answer: question.answer(rules, language),
        };
        RulesRecord {
            name: rule_set.name().to_owned(),
            title: rule_set.title_in(language),
            base,
            source: rule_set.source_told(language),
            options: OPTION_NAMES.map(option).into_iter().collect(),
            answers: Question::ALL.map(answer).into(),
            file,
        }
    }
}

impl Record for RulesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let colon = if self.title.is_empty() { "" } else { ": " };
        writeln!(text, "{STRONG}{}{STRONG:#}{colon}{}", self.name, self.title)?;
        if !self.source.is_empty() {
            writeln!(text, "{}", wrapped("", &self.source))?;
        }
        if let Some(file) = &self.file {
            let base = self.base.map_or_else(String::new, |base| format!(", based on {base}"));
            writeln!(text, "{}", wrapped("", &format!("from {file}{base}")))?;
        }
        writeln!(text)?;
        for OptionRecord { option, value, values, basis } in &self.options {
            write!(text, "{STRONG}{option} = {value}{STRONG:#}")?;
            let others = values.iter().filter(|other| *other != value).copied();
            match others.collect::<Vec<_>>().join(", ") {
                others if others.is_empty() => writeln!(text)?,
                others => writeln!(text, "  {DIM}(or {others}){DIM:#}")?,
            }
            if !basis.sentence.is_empty() {
                let colon = if basis.section.is_empty() { "" } else { ": " };
                let sentence = format!("{}{colon}“{}”", basis.section, basis.sentence);
                writeln!(text, "{}", wrapped("    ", &sentence))?;
            }
            if !basis.note.is_empty() {
                write!(text, "{DIM}{}\n{DIM:#}", wrapped("    ", &basis.note))?;
            }
        }
        writeln!(text)?;
        for Answer { question, answer, .. } in &self.answers {
            writeln!(text, "{}", wrapped("", &format!("{question} {answer}")))?;
        }
        Ok(())
    }
}
