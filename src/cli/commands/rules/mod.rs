//! `rules`: the rule sets, the sources of their options, and the effect of options.

pub mod diff;

use std::fmt::Write;

use serde::Serialize;

use chongkak::ask::Variant;
use chongkak::language::Language;
use chongkak::rules::{Preset, Question, RuleSet, RuleSets};

use crate::cli::args::Rules as Arguments;
use crate::cli::output::Format;
use crate::cli::picture::wrapped;
use crate::cli::records::{RulesRecord, columns};
use crate::cli::{CliError, Record, Session, Status};

/// A summary of all rule sets.
#[derive(Serialize)]
#[serde(transparent)]
struct Overview {
    rule_sets: Vec<RulesRecord>,
}

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, CliError> {
    if let Some(command) = &args.command {
        return diff::run(command, session);
    }
    let named = args.name.as_deref().map(|name| RuleSets::new().named(name));
    let named = named.transpose()?;
    // `--rules`, `--set` and `--toml` also select one rule set.
    let given = session.common.rules.is_some() || !session.variant.options_set().is_empty();
    let chosen = named.or_else(|| (given || args.toml).then(|| session.variant.rule_set().clone()));
    let Some(chosen) = chosen else {
        let all = Preset::all().iter().map(RuleSet::Shipped);
        let overview = Overview {
            rule_sets: all
                .map(|set| RulesRecord::new(&Variant::new(set), Language::english()))
                .collect(),
        };
        session.out.record_or_parts(&overview, &overview.rule_sets)?;
        return Ok(Status::Done);
    };
    let mut variant = Variant::new(chosen);
    for option in session.variant.options_set() {
        let value = session.variant.rules().value(option).expect("an option that was set");
        variant.set(option, &value).map_err(CliError::input)?;
    }
    if !args.toml {
        session.out.record(&RulesRecord::new(&variant, Language::english()))?;
    } else if session.common.format == Format::Text {
        session.out.expect_lines();
        let text = variant.rule_set().written(variant.rules());
        session.out.line(text.trim_end())?;
    } else {
        let found = "--toml: it prints TOML";
        return Err(CliError::unexpected(found, "no other --format"));
    }
    Ok(Status::Done)
}

impl Record for Overview {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.rule_sets.iter().map(|set| {
            let value = |name| {
                let option = set.options.iter().find(|o| o.option == name);
                option.map_or(String::new(), |o| o.value.clone())
            };
            let source = &set.options[0].basis.source;
            row![&set.name, value("holes"), value("seeds"), &set.title, source]
        });
        let headings = ["rules", "holes", "seeds", "game", "source"];
        let table = columns(&headings, rows.collect(), &[1, 2]);
        writeln!(text, "{table}\nWhich rules are mine? Ask yourself:")?;
        // The first question is about the board, which is in the table.
        for (number, question) in Question::ALL.iter().enumerate().skip(1) {
            writeln!(text, "\n{}", wrapped("", &question.text(Language::english())))?;
            let mut named: Vec<(&str, Vec<&str>)> = Vec::new();
            for set in &self.rule_sets {
                let answer = set.answers[number].answer.as_str();
                match named.iter_mut().find(|(known, _)| *known == answer) {
                    Some((_, names)) => names.push(&set.name),
                    None => named.push((answer, vec![&set.name])),
                }
            }
            for (answer, names) in named {
                writeln!(text, "{}", wrapped(&format!("  {answer:<27}"), &names.join(", ")))?;
            }
        }
        let aliases = Preset::aliases().iter();
        let aliases: Vec<String> =
            aliases.map(|(alias, name)| format!("{alias} ({name})")).collect();
        let aliases = wrapped("", &format!("Aliases: {}.", aliases.join(", ")));
        writeln!(
            text,
            "\n{aliases}\n`chongkak rules NAME` shows every option and the sentence it \
             rests on."
        )
    }
}
