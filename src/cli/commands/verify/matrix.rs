//! `verify --rules all`: every claim under every rule set, to see who agrees with the source.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::Side;
use chongkak::claims::{
    CheckError, Checked, Claim, ClaimFile, Refutation, Undecided, Verdict, check_under,
};
use chongkak::control::Control;
use chongkak::rules::{Preset, RuleSet};
use chongkak::search::Evaluator;
use chongkak::tables::Shelf;

use super::read;
use crate::cli::args::Verify;
use crate::cli::records::columns;
use crate::cli::style::DIM;
use crate::cli::{Failure, Record, Session, Status, interrupt, page, shelf, watched};

/// Claims by rule sets, as `chongkak verify --rules all` tries them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatrixRecord {
    /// The shipped rule sets, then the files that claims name.
    rule_sets: Vec<String>,
    /// The claims, in the order of their files.
    claims: Vec<ClaimRow>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ClaimRow {
    /// The name of the claim in its file.
    id: String,
    /// The rule set that the claim names.
    rules: String,
    /// Under each rule set in turn.
    tried: Vec<Tried>,
    /// The file of the claim.
    file: String,
    /// The text that it is from.
    source: String,
    /// Where in the text.
    section: String,
    /// The words of the text.
    quote: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Tried {
    /// The rule set.
    rules: String,
    /// Whether the claim names it.
    own: bool,
    #[serde(flatten)]
    outcome: Outcome,
}

/// What became of a claim, and what is known of it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", content = "evidence", rename_all = "lowercase")]
enum Outcome {
    /// Every case is as claimed.
    Holds(Checked),
    /// A case is not.
    Refuted(Refutation),
    /// A limit was reached before it was decided.
    Open(Undecided),
    /// It speaks of something that the rules do not have.
    Untried {
        /// What that is.
        reason: String,
    },
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Outcome {
        match verdict {
            Verdict::Holds(checked) => Outcome::Holds(checked),
            Verdict::Refuted(refutation) => Outcome::Refuted(refutation),
            Verdict::Open(undecided) => Outcome::Open(undecided),
        }
    }
}

pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<Status, Failure> {
    if args.page.html.is_some() {
        let found = format_args!("{}: a page is of claims under their own rules", page::HTML);
        return Err(Failure::unexpected(found, "no --rules all"));
    }
    let (read_files, mut status) = read(args, session)?;
    let rule_sets = rule_sets(read_files.iter().flat_map(|(_, file)| &file.claims));
    let tables = shelf::asked(args.with.tables.as_deref());
    let mut claims = Vec::new();
    for (name, file) in &read_files {
        let work = Work {
            args,
            rule_sets: &rule_sets,
            tables: &tables,
            session,
        };
        status = status.max(work.file(name, file, &mut claims)?);
    }
    if claims.is_empty() && status == Status::Input {
        return Ok(status);
    }
    if interrupt::happened() {
        status = Status::Interrupted;
    }
    for claim in &claims {
        status = status.max(claim.status());
    }
    let rule_sets = rule_sets.into_iter().map(|(name, _)| name).collect();
    session.out.record(&MatrixRecord { rule_sets, claims })?;
    Ok(status)
}

/// The shipped rule sets, then the files that claims name, each with what it is called.
fn rule_sets<'a>(claims: impl Iterator<Item = &'a Claim>) -> Vec<(String, RuleSet)> {
    let shipped = Preset::all().iter();
    let shipped = shipped.map(|preset| (preset.name.to_owned(), RuleSet::Shipped(preset)));
    let mut all: Vec<_> = shipped.collect();
    for claim in claims {
        // What is wrong with the name is said when the claim is checked.
        let Ok(own) = claim.rule_set() else { continue };
        let name = called(&own);
        if !all.iter().any(|(other, _)| *other == name) {
            all.push((name, own));
        }
    }
    all
}

/// A file by its path, which no other one has.
fn called(rule_set: &RuleSet) -> String {
    match rule_set {
        RuleSet::Shipped(preset) => preset.name.to_owned(),
        RuleSet::Own(file) => file.path.clone(),
    }
}

struct Work<'a> {
    args: &'a Verify,
    rule_sets: &'a [(String, RuleSet)],
    tables: &'a Shelf,
    session: &'a Session<'a>,
}

impl Work<'_> {
    /// Tries the claims of a file. One that is not well formed is reported and does not stop the
    /// others.
    fn file(
        &self,
        name: &str,
        file: &ClaimFile,
        rows: &mut Vec<ClaimRow>,
    ) -> Result<Status, Failure> {
        watched(self.session, |control| {
            let nodes = self.args.nodes;
            let control = Control { nodes, ..control };
            let mut status = Status::Done;
            control.progress.begin("", Some(file.claims.len() as u64));
            for claim in &file.claims {
                if control.stop.is_set() {
                    break;
                }
                control.progress.say(format!("{name}: {}", claim.id));
                match self.claim(claim, control.quietly()) {
                    Ok((rules, tried)) => rows.push(ClaimRow {
                        id: claim.id.clone(),
                        rules,
                        tried,
                        file: name.to_owned(),
                        source: file.source.clone(),
                        section: claim.section.clone(),
                        quote: claim.quote.clone(),
                    }),
                    Err(Fault::Failure(failure)) => return Err(failure),
                    Err(Fault::Malformed(error)) => {
                        status = Failure::input(error).about(name).report();
                    }
                }
                control.progress.add(1);
            }
            Ok(status)
        })?
    }

    /// What becomes of a claim under each rule set, with the name of its own.
    fn claim(&self, claim: &Claim, control: Control<'_>) -> Result<(String, Vec<Tried>), Fault> {
        let own = called(&claim.rule_set().map_err(CheckError::from)?);
        let mut tried = Vec::new();
        for (name, rule_set) in self.rule_sets {
            let is_own = *name == own;
            let outcome = match self.under(claim, rule_set, control) {
                Ok(verdict) => verdict.into(),
                // Under its own rules nothing but the claim can be to blame.
                Err(Fault::Malformed(CheckError::Malformed(error))) if !is_own => {
                    let reason = format!("{}: {}", error.field, error.problem);
                    Outcome::Untried { reason }
                }
                Err(fault) => return Err(fault),
            };
            tried.push(Tried {
                rules: name.clone(),
                own: is_own,
                outcome,
            });
        }
        Ok((own, tried))
    }

    fn under(
        &self,
        claim: &Claim,
        rule_set: &RuleSet,
        control: Control<'_>,
    ) -> Result<Verdict, Fault> {
        let rules = claim.rules_under(rule_set).map_err(CheckError::from)?;
        let field = rules.opening(Side::A).field();
        let endgame = shelf::endgame_of(self.tables, &rules, field, self.session.common.quiet)?;
        let evaluator = Evaluator {
            memory: self.session.memory(),
            endgame: endgame.as_deref(),
            ..Evaluator::new()
        };
        Ok(check_under(claim, &rules, &evaluator, control)?)
    }
}

/// Why a claim can't be tried.
enum Fault {
    Malformed(CheckError),
    Failure(Failure),
}

impl From<CheckError> for Fault {
    fn from(error: CheckError) -> Fault {
        match error {
            CheckError::Shortage(shortage) => Fault::Failure(shortage.into()),
            error => Fault::Malformed(error),
        }
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        Fault::Failure(failure)
    }
}

impl ClaimRow {
    /// How the program ends with it: another rule set that fails is an answer like any other.
    fn status(&self) -> Status {
        let of = |tried: &Tried| match &tried.outcome {
            Outcome::Refuted(_) if tried.own => Status::Refuted,
            Outcome::Open(_) => Status::Limit,
            _ => Status::Done,
        };
        self.tried.iter().map(of).max().unwrap_or(Status::Done)
    }
}

impl Tried {
    fn cell(&self) -> String {
        let mark = if self.own { "*" } else { "" };
        match &self.outcome {
            Outcome::Holds(_) => format!("holds{mark}"),
            Outcome::Refuted(evidence) => format!("{}{mark}", place(evidence)),
            Outcome::Open(_) => format!("?{mark}"),
            Outcome::Untried { .. } => "-".to_owned(),
        }
    }
}

/// Where a claim fails: the number of the move and what is said of it.
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
        for rows in self.claims.chunk_by(|one, next| one.file == next.file) {
            let ClaimRow { file, source, .. } = &rows[0];
            writeln!(text, "{DIM}{file}: {source}{DIM:#}")?;
            let row = |claim: &ClaimRow| {
                let cells = claim.tried.iter().map(Tried::cell);
                std::iter::once(claim.id.clone()).chain(cells).collect()
            };
            writeln!(
                text,
                "{}",
                columns(&headings, rows.iter().map(row).collect(), &[])
            )?;
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
        [(number + 1).to_string(), name]
            .into_iter()
            .chain(sums)
            .collect()
    }
}
