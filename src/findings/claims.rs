//! Claims and their verdicts.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::{Record, columns};
use crate::ask::{Outcome, Tried};
use crate::claims::{Checked, Claim, ClaimFile, Refutation, Verdict};
use crate::show::picture::wrapped;
use crate::show::words::{counted, counted_as};
use crate::text::style::{self, DIM, Style};

/// The answer of `chongkak verify`: claims and their verdicts.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct VerifyRecord {
    /// The claims, in the order of their files.
    pub claims: Vec<ClaimRecord>,
}

/// A claim with its verdict.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClaimRecord {
    /// The name of the claim in its file.
    pub id: String,
    #[serde(flatten)]
    pub verdict: Verdict,
    #[serde(flatten)]
    pub from: ClaimOrigin,
}

/// The origin of a claim.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClaimOrigin {
    /// The file of the claim.
    file: String,
    /// The source text.
    source: String,
    /// The place in the source.
    section: String,
    /// The quotation from the source.
    quote: String,
}

impl ClaimOrigin {
    /// Returns the origin of a claim in the named file.
    pub fn of(name: &str, file: &ClaimFile, claim: &Claim) -> ClaimOrigin {
        ClaimOrigin {
            file: name.to_owned(),
            source: file.source.clone(),
            section: claim.section.clone(),
            quote: claim.quote.clone(),
        }
    }

    /// Returns whether the claim quotes a source.
    const fn quotes(&self) -> bool {
        !self.quote.is_empty()
    }
}

impl Record for VerifyRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let widths = self.claims.iter().map(|claim| claim.id.chars().count());
        let width = widths.max().unwrap_or(0);
        for claims in self.claims.chunk_by(|one, other| one.from.file == other.from.file) {
            let ClaimOrigin { file, source, .. } = &claims[0].from;
            let gap = if text.is_empty() { "" } else { "\n" };
            writeln!(text, "{gap}{DIM}{file}: {source}{DIM:#}")?;
            let (quoting, others): (Vec<_>, Vec<_>) =
                claims.iter().partition(|claim| claim.from.quotes());
            for claim in &quoting {
                claim.write_line(text, width)?;
                let quote = format!("\u{201c}{}\u{201d}", claim.from.quote);
                writeln!(text, "{DIM}{}{DIM:#}", wrapped("         ", &quote))?;
            }
            if !others.is_empty() {
                writeln!(text, "{DIM}without a sentence of a source:{DIM:#}")?;
            }
            others.iter().try_for_each(|claim| claim.write_line(text, width))?;
        }
        writeln!(text, "\n{}", self.summary())
    }
}

impl VerifyRecord {
    /// Returns the number of claims with each verdict, in words.
    pub fn summary(&self) -> String {
        let count = |wanted: &str| {
            let verdicts = self.claims.iter().map(|claim| meaning(&claim.verdict).0);
            verdicts.filter(|verdict| *verdict == wanted).count() as u64
        };
        let all = counted(self.claims.len() as u64, "claim");
        let hold = counted_as(count("holds"), "holds", "hold");
        let (refuted, open) = (count("refuted"), count("open"));
        let ours = self.claims.iter().filter(|claim| !claim.from.quotes()).count() as u64;
        let ours = match ours {
            0 => String::new(),
            _ => format!("; {ours} without a sentence of a source"),
        };
        format!("{all}: {hold}, {refuted} refuted, {open} open{ours}")
    }
}

impl ClaimRecord {
    fn write_line(&self, text: &mut String, width: usize) -> std::fmt::Result {
        let (verdict, style) = meaning(&self.verdict);
        let id = &self.id;
        let section = &self.from.section;
        let gap = if section.is_empty() { "" } else { "  " };
        let place = format_args!("{gap}{section}");
        let head = format!("{style}{verdict:<7}{style:#}  {id:<width$}{place}");
        let head = head.trim_end();
        match &self.verdict {
            Verdict::Holds(evidence) => {
                writeln!(text, "{head}{DIM}  ({}){DIM:#}", amount(evidence))
            }
            Verdict::Refuted(evidence) => {
                writeln!(text, "{head}")?;
                write_refutation(text, evidence)
            }
            Verdict::Open(evidence) => {
                let case = case_in_words(&evidence.case);
                writeln!(text, "{head}\n         {case}{}", evidence.reason)
            }
        }
    }
}

/// Returns the name of a verdict and its style.
const fn meaning(verdict: &Verdict) -> (&'static str, Style) {
    match verdict {
        Verdict::Holds(_) => ("holds", style::PROVEN),
        Verdict::Refuted(_) => ("refuted", style::WRONG),
        Verdict::Open(_) => ("open", style::BOUNDS),
    }
}

/// Describes how much was checked.
fn amount(checked: &Checked) -> String {
    let mut parts = Vec::new();
    if checked.cases > 1 {
        parts.push(counted(checked.cases, "case"));
    }
    if checked.moves > 0 {
        parts.push(counted(checked.moves, "move"));
    }
    parts.push(counted(checked.statements, "check"));
    parts.join(", ")
}

fn write_refutation(text: &mut String, evidence: &Refutation) -> std::fmt::Result {
    let indent = "         ";
    let at = match (&evidence.move_number, &evidence.played) {
        (Some(number), Some(played)) => format!("move {number}, {played}: "),
        _ => String::new(),
    };
    writeln!(text, "{indent}{}{at}{}", case_in_words(&evidence.case), evidence.what)?;
    writeln!(text, "{indent}  claimed   {}", evidence.expected)?;
    writeln!(text, "{indent}  happened  {}", evidence.found)?;
    writeln!(text, "{indent}  in        {}", evidence.position)
}

/// Formats the parameters of a case, as `k = 7, `.
pub fn case_in_words(parameters: &BTreeMap<String, i64>) -> String {
    let each = parameters.iter().map(|(name, value)| format!("{name} = {value}, "));
    each.collect()
}

/// The verdicts of claims by rule set, as found by `chongkak verify --rules all`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatrixRecord {
    /// The built-in rule sets, then the rule files that claims name.
    pub rule_sets: Vec<String>,
    /// The claims, in the order of their files.
    pub claims: Vec<ClaimRow>,
}

/// A claim and its outcome under each rule set.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClaimRow {
    /// The name of the claim in its file.
    pub id: String,
    /// The rule set that the claim names.
    pub rules: String,
    /// The outcomes, in the order of the rule sets.
    pub tried: Vec<Tried>,
    #[serde(flatten)]
    pub from: ClaimOrigin,
}

fn cell(tried: &Tried) -> String {
    let mark = if tried.own { "*" } else { "" };
    match &tried.outcome {
        Outcome::Holds(_) => format!("holds{mark}"),
        Outcome::Refuted(evidence) => format!("{}{mark}", place(evidence)),
        Outcome::Open(_) => format!("?{mark}"),
        Outcome::Untried { .. } => "-".to_owned(),
    }
}

/// Describes where a claim fails: the number of the move and the wrong statement.
fn place(evidence: &Refutation) -> String {
    let what = &evidence.what;
    let number = evidence.move_number;
    number.map_or_else(|| what.clone(), |number| format!("{number} {what}"))
}

impl Record for MatrixRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let numbers = (1..=self.rule_sets.len()).map(|n| n.to_string());
        let headings: Vec<_> = std::iter::once("claim".to_owned()).chain(numbers).collect();
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        for rows in self.claims.chunk_by(|one, next| one.from.file == next.from.file) {
            let ClaimOrigin { file, source, .. } = &rows[0].from;
            writeln!(text, "{DIM}{file}: {source}{DIM:#}")?;
            let row = |claim: &ClaimRow| {
                let cells = claim.tried.iter().map(cell);
                std::iter::once(claim.id.clone()).chain(cells).collect()
            };
            writeln!(text, "{}", columns(&headings, rows.iter().map(row).collect(), &[]))?;
        }
        let sums = (0..self.rule_sets.len()).map(|number| self.sums(number));
        let headings = ["", "rules", "hold", "refuted", "open", "not tried"];
        let table = columns(&headings, sums.collect(), &[0, 2, 3, 4, 5]);
        writeln!(
            text,
            "{table}\nholds   under these rules; * marks the rule set that the claim names\n\
             2 gain  fails at its second move, in its gain\n\
             ?       open: a limit was reached\n\
             -       not tried: these rules lack something that the claim mentions"
        )
    }
}

impl MatrixRecord {
    /// Returns a row with a rule set and its number of claims by outcome.
    fn sums(&self, number: usize) -> Vec<String> {
        let mut sums = [0_u32; 4];
        for claim in &self.claims {
            sums[match &claim.tried[number].outcome {
                Outcome::Holds(_) => 0,
                Outcome::Refuted(_) => 1,
                Outcome::Open(_) => 2,
                Outcome::Untried { .. } => 3,
            }] += 1;
        }
        let [hold, refuted, open, untried] = sums;
        row![number + 1, self.rule_sets[number], hold, refuted, open, untried]
    }
}
