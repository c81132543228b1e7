//! `rules`: the rule sets, and what each option rests on.

use std::fmt::Write;

use serde::Serialize;

use chongkak::rules::{OPTION_NAMES, Preset, Rules};

use super::columns;
use crate::cli::args::Rules as Arguments;
use crate::cli::picture::wrapped;
use crate::cli::style::{DIM, STRONG};
use crate::cli::{Failure, Record, Session, Status};

/// A rule set with all its options.
#[derive(Serialize)]
struct RulesRecord {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    options: Vec<OptionRecord>,
}

#[derive(Default, Serialize)]
struct OptionRecord {
    option: &'static str,
    value: String,
    source: &'static str,
    section: &'static str,
    sentence: &'static str,
    note: String,
}

/// All rule sets in short.
#[derive(Serialize)]
#[serde(transparent)]
struct Overview {
    rule_sets: Vec<RulesRecord>,
}

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, Failure> {
    let named = args.name.as_deref().map(Preset::named).transpose();
    let named = named.map_err(Failure::input)?;
    // Whatever else chooses or changes a rule set asks for that one.
    let meant = session.common.rules.is_some() || !session.changed.is_empty();
    let chosen = named.or_else(|| meant.then_some(session.preset));
    match chosen {
        Some(preset) => {
            let mut rules = preset.rules;
            for option in &session.changed {
                let value = session.rules.value(option).expect("an option that was set");
                rules.set(option, &value).map_err(Failure::input)?;
            }
            session
                .out
                .record(&record(preset, &rules, &session.changed))?;
        }
        None => {
            let all = Preset::all().iter();
            let overview = Overview {
                rule_sets: all.map(|p| record(p, &p.rules, &[])).collect(),
            };
            session.out.whole(&overview, &overview.rule_sets)?;
        }
    }
    Ok(Status::Done)
}

fn record(preset: &'static Preset, rules: &Rules, changed: &[String]) -> RulesRecord {
    let option = |option: &'static str| {
        let value = rules.value(option).expect("a known option");
        if changed.iter().any(|name| name == option) {
            let usual = preset.rules.value(option).expect("a known option");
            let note = format!("set on the command line; the rule set has {usual}");
            return OptionRecord {
                option,
                value,
                note,
                ..OptionRecord::default()
            };
        }
        let cited = preset.citation(option).expect("a known option");
        OptionRecord {
            option,
            value,
            source: &preset.source.short,
            section: &cited.section,
            sentence: &cited.sentence,
            note: cited.note.clone(),
        }
    };
    RulesRecord {
        name: preset.name,
        title: preset.title,
        source: &preset.source.full,
        options: OPTION_NAMES.map(option).into_iter().collect(),
    }
}

impl Record for RulesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{STRONG}{}{STRONG:#}: {}", self.name, self.title)?;
        writeln!(text, "{}\n", wrapped("", self.source))?;
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
            let source = set.options[0].source;
            row![set.name, value("holes"), value("seeds"), set.title, source]
        });
        let headings = ["rules", "holes", "seeds", "game", "source"];
        let table = columns(&headings, rows.collect(), &[1, 2]);
        writeln!(
            text,
            "{table}\n`chongkak rules NAME` shows every option and the sentence it rests on."
        )
    }
}
