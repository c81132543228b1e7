//! The rules that fit the evidence, and further observations that would narrow them.

use std::cmp::Reverse;
use std::fmt::Write;

use serde::Serialize;

use super::{Record, case_in_words};
use crate::infer::{Inference, Observation, OptionLeft, Statement};
use crate::show::words::counted;
use crate::text::joined;
use crate::text::style::{DIM, MOVE, PROVEN, STRONG, WRONG};

/// The answer of `chongkak infer`: what the evidence says about the rules.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct InferRecord {
    #[serde(flatten)]
    pub found: Inference,
    /// The number of claims read.
    pub claims: usize,
    /// The number of records read.
    pub records: usize,
    /// The number of statements in both.
    pub statements: usize,
    /// The number of claimed values that were left out, because they need a search.
    pub values: u64,
    /// Whether all of `decide` is shown.
    #[serde(skip)]
    pub all: bool,
}

impl InferRecord {
    /// Returns whether the statements come from several files, so that each file must be named.
    fn several_files(&self) -> bool {
        let excluded = self.found.options.iter().flat_map(|option| &option.excluded);
        let statements = excluded.map(|excluded| &excluded.by).chain(&self.found.conflict);
        let mut files = statements.map(|statement| &statement.file);
        let first = files.next();
        files.any(|file| Some(file) != first)
    }
}

impl Record for InferRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let from = [(self.claims, "claim"), (self.records, "record")].into_iter();
        let from = from.filter(|(number, _)| *number > 0);
        let from: Vec<_> = from.map(|(number, name)| counted(number as u64, name)).collect();
        let statements = counted(self.statements as u64, "statement");
        writeln!(text, "evidence      {statements} of {}", from.join(" and "))?;
        if self.values > 0 {
            let values = counted(self.values, "value");
            writeln!(text, "left out      {values} of positions: a value needs a search")?;
        }
        let Inference { fit, combinations, options, conflict, .. } = &self.found;
        let style = if *fit == 0 { WRONG } else { PROVEN };
        let combinations = counted(*combinations, "combination");
        writeln!(text, "fit           {style}{fit}{style:#} of {combinations}\n")?;
        let named = self.several_files();
        for option in options.iter().filter(|option| option.matters) {
            write_option(text, option, named)?;
        }
        let idle = options.iter().filter(|option| !option.matters);
        let idle: Vec<_> = idle.map(|option| option.name).collect();
        if !idle.is_empty() {
            writeln!(text, "{DIM}untouched     {}{DIM:#}", idle.join(", "))?;
        }
        match conflict.len() {
            0 => {}
            1 => {
                writeln!(text, "\n{WRONG}conflict{WRONG:#}      a statement that no rules satisfy")?
            }
            many => writeln!(
                text,
                "\n{WRONG}conflict{WRONG:#}      {many} statements that contradict each other"
            )?,
        }
        for statement in conflict {
            writeln!(text, "{INDENT}{}", in_words(statement, named))?;
        }
        self.write_further_observations(text)
    }
}

/// The numbers of observations and of their outcomes to show.
const SHOWN: (usize, usize) = (2, 4);

impl InferRecord {
    /// Lists further observations that would narrow the rules, most informative first.
    fn write_further_observations(&self, text: &mut String) -> std::fmt::Result {
        if self.found.decide.is_empty() {
            return Ok(());
        }
        writeln!(text, "\n{STRONG}to narrow further{STRONG:#}")?;
        let mut observations: Vec<&Observation> = self.found.decide.iter().collect();
        observations.sort_by_key(|one| Reverse(one.decides.len()));
        let (most, outcomes) = match self.all {
            true => (usize::MAX, usize::MAX),
            false => SHOWN,
        };
        for one in observations.iter().take(most) {
            write_observation(text, one, outcomes)?;
        }
        match observations.len().saturating_sub(most) {
            0 => Ok(()),
            left => writeln!(text, "  and {left} more (--all shows them)"),
        }
    }
}

const INDENT: &str = "              ";

fn write_option(text: &mut String, option: &OptionLeft, named: bool) -> std::fmt::Result {
    let allowed = match option.allowed.is_empty() {
        true => format!("{WRONG}none{WRONG:#}"),
        false => format!("{STRONG}{}{STRONG:#}", either(&option.allowed)),
    };
    writeln!(text, "{:<13} {allowed}", option.name)?;
    // Values with the same reason are listed together.
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    // A short fill without protected holes equals `closed`.
    let closed_fits = option.allowed.iter().any(|value| value == "closed");
    for excluded in &option.excluded {
        let value = match closed_fits && option.name == "short" && excluded.value == "ngacang" {
            true => format!("{} with a protected hole", excluded.value),
            false => excluded.value.clone(),
        };
        let reason = in_words(&excluded.by, named);
        match reasons.iter_mut().find(|known| known.0 == reason) {
            Some(known) => known.1.push(value),
            None => reasons.push((reason, vec![value])),
        }
    }
    for (reason, values) in reasons {
        writeln!(text, "{INDENT}{DIM}not {}: {reason}{DIM:#}", either(&values))?;
    }
    Ok(())
}

/// Formats values of an option; consecutive numbers become a range.
fn either(values: &[String]) -> String {
    let numbers: Option<Vec<u32>> = values.iter().map(|value| value.parse().ok()).collect();
    let Some(numbers) = numbers else {
        return values.join(" or ");
    };
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let part = |(first, last): (u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first} or {last}"),
        _ => format!("{first} to {last}"),
    };
    joined(parts.into_iter().map(part), " or ")
}

/// Formats a statement with its place: the claim, the move, the case.
fn in_words(statement: &Statement, named: bool) -> String {
    let mut words = match named {
        true => format!("{}, {}", statement.file, statement.claim),
        false => statement.claim.clone(),
    };
    if let (Some(number), Some(played)) = (statement.move_number, &statement.played) {
        words += &format!(", move {number}, {played}");
    }
    if !statement.case.is_empty() {
        words += &format!(" ({})", case_in_words(&statement.case).trim_end_matches(", "));
    }
    format!("{words}: {} {}", statement.what, statement.expected)
}

fn write_observation(
    text: &mut String,
    observation: &Observation,
    most: usize,
) -> std::fmt::Result {
    let position = &observation.position;
    let decides = observation.decides.join(", ");
    let of = match (&observation.played, observation.seeds) {
        (Some(played), _) => format!("play {MOVE}{played}{MOVE:#} in {position}"),
        (None, None) => format!("the round after {position}"),
        (None, Some(seeds)) => {
            format!("the round after {position} with {} a hole", counted(seeds, "seed"))
        }
    };
    writeln!(text, "  {decides}: {of}")?;
    for outcome in observation.outcomes.iter().take(most) {
        let lands = outcome.lands.as_ref().map_or(String::new(), |cells| format!("{cells}: "));
        let each = outcome.values.iter();
        let each = each.map(|(option, values)| format!("{option} {}", either(values)));
        let meaning = match outcome.values.is_empty() {
            true => "nothing new".to_owned(),
            false => joined(each, ", "),
        };
        writeln!(text, "    {lands}{} {DIM}means{DIM:#} {meaning}", outcome.after)?;
    }
    match observation.outcomes.len().saturating_sub(most) {
        0 => Ok(()),
        left => {
            let left = counted(left as u64, "other outcome");
            writeln!(text, "    or {left} (--all shows them)")
        }
    }
}
