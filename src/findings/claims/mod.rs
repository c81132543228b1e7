//! Claims and their verdicts.

mod verdict_table;

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::Record;
use crate::claims::{Checked, Claim, ClaimFile, Refutation, Verdict};
use crate::show::picture::wrapped;
use crate::show::words::{counted, counted_as};
use crate::text::style::{self, DIM, Style};

pub use verdict_table::{ClaimRow, MatrixRecord};

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
    /// The text that it is from.
    source: String,
    /// The place in the text.
    section: String,
    /// The words of the text.
    quote: String,
}

impl ClaimOrigin {
    /// The origin of a claim of this file, which is called so.
    pub fn of(name: &str, file: &ClaimFile, claim: &Claim) -> ClaimOrigin {
        ClaimOrigin {
            file: name.to_owned(),
            source: file.source.clone(),
            section: claim.section.clone(),
            quote: claim.quote.clone(),
        }
    }
}

impl ClaimOrigin {
    /// Tells whether the claim is a sentence of a text.
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
    /// Counts the claims of each verdict.
    pub fn summary(&self) -> String {
        let count = |wanted: &str| {
            let names = self.claims.iter().map(|claim| meaning(&claim.verdict).0);
            names.filter(|name| *name == wanted).count() as u64
        };
        let (holds, refuted, open) = (count("holds"), count("refuted"), count("open"));
        let all = counted(self.claims.len() as u64, "claim");
        let hold = counted_as(holds, "holds", "hold");
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
                let case = case_told(&evidence.case);
                writeln!(text, "{head}\n         {case}{}", evidence.reason)
            }
        }
    }
}

/// The name of a verdict, and its style.
const fn meaning(verdict: &Verdict) -> (&'static str, Style) {
    match verdict {
        Verdict::Holds(_) => ("holds", style::PROVEN),
        Verdict::Refuted(_) => ("refuted", style::WRONG),
        Verdict::Open(_) => ("open", style::BOUNDS),
    }
}

/// Says how much was checked.
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
    writeln!(text, "{indent}{}{at}{}", case_told(&evidence.case), evidence.what)?;
    writeln!(text, "{indent}  claimed   {}", evidence.expected)?;
    writeln!(text, "{indent}  happened  {}", evidence.found)?;
    writeln!(text, "{indent}  in        {}", evidence.position)
}

/// The parameters of a case, as `k = 7, `.
pub fn case_told(parameters: &BTreeMap<String, i64>) -> String {
    let each = parameters.iter().map(|(name, value)| format!("{name} = {value}, "));
    each.collect()
}
