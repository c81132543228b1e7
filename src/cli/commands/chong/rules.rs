//! `chong rules`: the options, what the texts say to each, and the profiles.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::{CITATIONS, PROFILES, Rules};

use super::Chosen;
use crate::cli::commands::columns;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::session::Session;
use crate::cli::style::STRONG;

#[derive(Serialize)]
struct RulesRecord {
    profile: &'static str,
    title: &'static str,
    options: Vec<OptionRecord>,
    profiles: Vec<ProfileRecord>,
}

#[derive(Serialize)]
struct OptionRecord {
    option: &'static str,
    value: String,
    values: Vec<String>,
    source: &'static str,
    sentence: &'static str,
    note: &'static str,
}

#[derive(Serialize)]
struct ProfileRecord {
    name: &'static str,
    title: &'static str,
    changes: Vec<String>,
}

pub fn run(chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    let options = CITATIONS.iter().map(|citation| OptionRecord {
        option: citation.option,
        value: chosen.rules.value(citation.option).expect("a known option"),
        values: match Rules::values_of(citation.option) {
            Some(names) => names.iter().map(ToString::to_string).collect(),
            None => (1..=4).map(|dice| dice.to_string()).collect(),
        },
        source: citation.source,
        sentence: citation.sentence,
        note: citation.note,
    });
    let profiles = PROFILES.iter().map(|profile| ProfileRecord {
        name: profile.name,
        title: profile.title,
        changes: profile
            .changes
            .iter()
            .map(|(option, value)| format!("{option}={value}"))
            .collect(),
    });
    session.out.record(&RulesRecord {
        profile: chosen.profile.name,
        title: chosen.profile.title,
        options: options.collect(),
        profiles: profiles.collect(),
    })?;
    Ok(Status::Done)
}

impl Record for RulesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{STRONG}{}{STRONG:#}: {}\n", self.profile, self.title)?;
        for one in &self.options {
            let values = one.values.join(" | ");
            writeln!(
                text,
                "{STRONG}{} = {}{STRONG:#}  (of {values})",
                one.option, one.value
            )?;
            let said = if one.sentence.is_empty() {
                String::new()
            } else {
                format!("“{}” ({})", one.sentence, one.source)
            };
            for line in [said.as_str(), one.note] {
                let options = textwrap::Options::new(92)
                    .initial_indent("    ")
                    .subsequent_indent("    ");
                if !line.is_empty() {
                    writeln!(text, "{}", textwrap::fill(line, options))?;
                }
            }
        }
        let rows = self.profiles.iter().map(|profile| {
            let changes = profile.changes.join(" ");
            vec![profile.name.to_owned(), profile.title.to_owned(), changes]
        });
        let headings = ["profile", "", "differs from content in"];
        write!(text, "\n{}", columns(&headings, rows.collect(), &[]))
    }
}
