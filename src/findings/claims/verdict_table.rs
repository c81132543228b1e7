//! Claims under all rule sets.

use std::fmt::Write;

use serde::Serialize;

use super::ClaimOrigin;
use crate::ask::{Outcome, Tried};
use crate::claims::Refutation;
use crate::findings::{Record, columns};
use crate::text::style::DIM;

/// Claims by rule sets, as `chongkak verify --rules all` tries them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatrixRecord {
    /// The shipped rule sets, then the files that claims name.
    pub rule_sets: Vec<String>,
    /// The claims, in the order of their files.
    pub claims: Vec<ClaimRow>,
}

/// A claim, and what became of it under each rule set.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClaimRow {
    /// The name of the claim in its file.
    pub id: String,
    /// The rule set that the claim names.
    pub rules: String,
    /// Under each rule set in turn.
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

/// Says where a claim fails: the number of the move and what is said of it.
fn place(evidence: &Refutation) -> String {
    let what = &evidence.what;
    let number = evidence.move_number;
    number.map_or_else(|| what.clone(), |number| format!("{number} {what}"))
}

impl Record for MatrixRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let numbers: Vec<String> = (1..=self.rule_sets.len()).map(|n| n.to_string()).collect();
        let mut headings = vec!["claim"];
        headings.extend(numbers.iter().map(String::as_str));
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
             2 gain  fails: at its second move, in what it says of the gain\n\
             ?       open: a limit was reached\n\
             -       can't be tried: the claim speaks of what these rules do not have"
        )
    }
}

impl MatrixRecord {
    /// A rule set with the numbers of claims by what became of them.
    fn sums(&self, number: usize) -> Vec<String> {
        let mut sums = [0; 4];
        for claim in &self.claims {
            sums[match &claim.tried[number].outcome {
                Outcome::Holds(_) => 0,
                Outcome::Refuted(_) => 1,
                Outcome::Open(_) => 2,
                Outcome::Untried { .. } => 3,
            }] += 1;
        }
        let name = self.rule_sets[number].clone();
        let sums = sums.into_iter().map(|sum: u32| sum.to_string());
        [(number + 1).to_string(), name].into_iter().chain(sums).collect()
    }
}
