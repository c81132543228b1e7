//! `rules`: the rule sets, what each option rests on, and what options change.

mod diff;
mod effect;

use std::fmt::Write;

use serde::Serialize;

use chongkak::rules::{OPTION_NAMES, Preset, Question, RuleSet, RuleSets, Rules};

use crate::cli::args::{Format, Rules as Arguments, RulesCommand};
use crate::cli::commands::columns;
use crate::cli::picture::wrapped;
use crate::cli::style::{DIM, STRONG};
use crate::cli::{Failure, Record, Session, Status};

/// A rule set with all its options.
#[derive(Serialize)]
pub struct RulesRecord {
    name: String,
    title: String,
    /// The rule set that it rests on.
    base: Option<&'static str>,
    /// The text that it follows; empty if a file names none.
    source: String,
    options: Vec<OptionRecord>,
    /// What tells it from others.
    answers: Vec<Answer>,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

#[derive(Default, Serialize)]
struct OptionRecord {
    option: &'static str,
    value: String,
    source: String,
    section: String,
    sentence: String,
    note: String,
}

/// What the rules say to one of the questions that tell rule sets apart.
#[derive(Serialize)]
struct Answer {
    /// The question in a word or two, for tables.
    short: &'static str,
    question: &'static str,
    answer: String,
}

/// All rule sets in short.
#[derive(Serialize)]
#[serde(transparent)]
struct Overview {
    rule_sets: Vec<RulesRecord>,
}

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, Failure> {
    if let Some(RulesCommand::Diff(args)) = &args.command {
        return diff::run(args, session);
    }
    let named = args.name.as_deref().map(|name| RuleSets::new().named(name));
    let named = named.transpose()?;
    // Whatever else chooses or changes a rule set asks for that one, and a file is of one.
    let given = session.common.rules.is_some() || !session.set.is_empty();
    let chosen = named.or_else(|| (given || args.toml).then(|| session.rule_set.clone()));
    let Some(chosen) = chosen else {
        let all = Preset::all().iter().map(RuleSet::Shipped);
        let overview = Overview {
            rule_sets: all
                .map(|set| RulesRecord::new(&set, &set.rules(), &[]))
                .collect(),
        };
        session.out.whole(&overview, &overview.rule_sets)?;
        return Ok(Status::Done);
    };
    let mut rules = chosen.rules();
    for option in &session.set {
        let value = session.rules.value(option).expect("an option that was set");
        rules.set(option, &value).map_err(Failure::input)?;
    }
    if !args.toml {
        session
            .out
            .record(&RulesRecord::new(&chosen, &rules, &session.set))?;
    } else if session.common.format == Format::Text {
        session.out.expect_lines();
        session.out.line(chosen.written(&rules).trim_end())?;
    } else {
        let found = "--toml: the form of the file is TOML";
        return Err(Failure::unexpected(found, "no other --format"));
    }
    Ok(Status::Done)
}

impl RulesRecord {
    /// The rules as they were made from a rule set by setting these options.
    pub fn new(rule_set: &RuleSet, rules: &Rules, set: &[String]) -> RulesRecord {
        let (base, file) = match rule_set {
            RuleSet::Shipped(preset) => (preset.base, None),
            RuleSet::Own(own) => (own.base.map(|base| base.name), Some(own.path.clone())),
        };
        let usual = rule_set.rules();
        let option = |option: &'static str| {
            let value = rules.value(option).expect("a known option");
            let before = usual.value(option).expect("a known option");
            if value != before && set.iter().any(|name| name == option) {
                let note = format!("set on top of the rule set, which has {before}");
                return OptionRecord {
                    option,
                    value,
                    note,
                    ..OptionRecord::default()
                };
            }
            let ground = rule_set.ground(option).expect("a known option");
            OptionRecord {
                option,
                value,
                source: ground.source.to_owned(),
                section: ground.section.to_owned(),
                sentence: ground.sentence.to_owned(),
                note: ground.note.into_owned(),
            }
        };
        let source = rule_set.source();
        RulesRecord {
            name: rule_set.name().to_owned(),
            title: rule_set.title().to_owned(),
            base,
            source: source.map_or_else(String::new, |source| source.full.clone()),
            options: OPTION_NAMES.map(option).into_iter().collect(),
            answers: Question::ALL
                .map(|question| Answer {
                    short: question.short,
                    question: question.text,
                    answer: question.answer(rules),
                })
                .into(),
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
            let base = self
                .base
                .map_or_else(String::new, |base| format!(", based on {base}"));
            writeln!(text, "{}", wrapped("", &format!("from {file}{base}")))?;
        }
        writeln!(text)?;
        for option in &self.options {
            let (name, value) = (option.option, &option.value);
            writeln!(text, "{STRONG}{name} = {value}{STRONG:#}")?;
            if !option.sentence.is_empty() {
                let colon = if option.section.is_empty() { "" } else { ": " };
                let sentence = format!("{}{colon}“{}”", option.section, option.sentence);
                writeln!(text, "{}", wrapped("    ", &sentence))?;
            }
            if !option.note.is_empty() {
                write!(text, "{DIM}{}\n{DIM:#}", wrapped("    ", &option.note))?;
            }
        }
        Ok(())
    }
}

impl Record for Overview {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.rule_sets.iter().map(|set| {
            let value = |name| {
                let option = set.options.iter().find(|o| o.option == name);
                option.map_or(String::new(), |o| o.value.clone())
            };
            let source = &set.options[0].source;
            row![
                &set.name,
                value("holes"),
                value("seeds"),
                &set.title,
                source
            ]
        });
        let headings = ["rules", "holes", "seeds", "game", "source"];
        let table = columns(&headings, rows.collect(), &[1, 2]);
        writeln!(text, "{table}\nWhich rules are mine? Ask yourself:\n")?;
        for Question {
            short,
            text: question,
            ..
        } in &Question::ALL[1..]
        {
            writeln!(text, "{}", wrapped(&format!("{short:<18}"), question))?;
        }
        // The board is in the first table.
        let heads = Question::ALL[1..].iter().map(|question| question.short);
        let heads: Vec<&str> = std::iter::once("rules").chain(heads).collect();
        let rows = self.rule_sets.iter().map(|set| {
            let answers = set.answers[1..].iter().map(|answer| answer.answer.clone());
            std::iter::once(set.name.clone()).chain(answers).collect()
        });
        let table = columns(&heads, rows.collect(), &[]);
        let aliases = Preset::aliases().iter();
        let aliases: Vec<String> = aliases
            .map(|(alias, name)| format!("{alias} ({name})"))
            .collect();
        let aliases = wrapped(
            "",
            &format!("Other names are known too: {}.", aliases.join(", ")),
        );
        writeln!(
            text,
            "\n{table}\n{aliases}\n`chongkak rules NAME` shows every option and the sentence it \
             rests on."
        )
    }
}
