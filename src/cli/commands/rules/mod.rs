//! `rules`: the rule sets, what each option rests on, and what options change.

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

/// All rule sets in short.
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
    // Whatever else chooses or changes a rule set asks for that one, and a file is of one.
    let given = session.common.rules.is_some() || !session.variant.options_set().is_empty();
    let chosen = named.or_else(|| (given || args.toml).then(|| session.variant.rule_set().clone()));
    let Some(chosen) = chosen else {
        let all = Preset::all().iter().map(RuleSet::Shipped);
        let overview = Overview {
            rule_sets: all
                .map(|set| RulesRecord::new(&Variant::new(set), Language::english()))
                .collect(),
        };
        session.out.whole(&overview, &overview.rule_sets)?;
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
        let found = "--toml: the form of the file is TOML";
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
            let source = &set.options[0].ground.source;
            row![&set.name, value("holes"), value("seeds"), &set.title, source]
        });
        let headings = ["rules", "holes", "seeds", "game", "source"];
        let table = columns(&headings, rows.collect(), &[1, 2]);
        writeln!(text, "{table}\nWhich rules are mine? Ask yourself:\n")?;
        let english = Language::english();
        for question in &Question::ALL[1..] {
            let short = format!("{:<18}", question.short(english));
            writeln!(text, "{}", wrapped(&short, &question.text(english)))?;
        }
        // The board is in the first table.
        let heads: Vec<String> =
            Question::ALL[1..].iter().map(|question| question.short(english)).collect();
        let heads = heads.iter().map(String::as_str);
        let heads: Vec<&str> = std::iter::once("rules").chain(heads).collect();
        let rows = self.rule_sets.iter().map(|set| {
            let answers = set.answers[1..].iter().map(|answer| answer.answer.clone());
            std::iter::once(set.name.clone()).chain(answers).collect()
        });
        let table = columns(&heads, rows.collect(), &[]);
        let aliases = Preset::aliases().iter();
        let aliases: Vec<String> =
            aliases.map(|(alias, name)| format!("{alias} ({name})")).collect();
        let aliases = wrapped("", &format!("Other names are known too: {}.", aliases.join(", ")));
        writeln!(
            text,
            "\n{table}\n{aliases}\n`chongkak rules NAME` shows every option and the sentence it \
             rests on."
        )
    }
}
