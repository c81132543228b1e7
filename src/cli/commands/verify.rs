//! `verify`: files of documented claims.

pub mod matrix;
mod scenes;
pub mod sources;

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use chongkak::board::Side;
use chongkak::claims::{CheckError, Checked, ClaimFile, Refutation, Verdict, check};
use chongkak::control::Control;
use chongkak::search::Evaluator;
use chongkak::tables::Shelf;

use crate::cli::args::Verify;
use crate::cli::page::{Scene, Title};
use crate::cli::style::{self, DIM, Style};
use crate::cli::words::{counted, counted_as};
use crate::cli::{Failure, NewFile, Record, Session, Status, interrupt, page, shelf, watched};
use scenes::check_into;
use sources::{Given, sources};

#[derive(Serialize)]
struct VerifyRecord {
    claims: Vec<ClaimRecord>,
}

#[derive(Serialize)]
struct ClaimRecord {
    id: String,
    #[serde(flatten)]
    verdict: Verdict,
    file: String,
    source: String,
    section: String,
    quote: String,
}

pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<Status, Failure> {
    if session.all_rules {
        return matrix::run(args, session);
    }
    let page = NewFile::asked(page::HTML, args.page.html.as_deref())?;
    let tables = shelf::asked(args.with.tables.as_deref());
    let (files, mut status) = read(args, session)?;
    let mut claims = Vec::new();
    let mut shown = page.as_ref().map(|_| Vec::new());
    for (name, file) in &files {
        let checked = check_file(args, name, file, &tables, session, &mut claims, &mut shown);
        status = status.max(checked?);
        if interrupt::happened() {
            status = Status::Interrupted;
            break;
        }
    }
    if claims.is_empty() && status == Status::Input {
        return Ok(status);
    }
    for claim in &claims {
        status = status.max(meaning(&claim.verdict).2);
    }
    let record = VerifyRecord { claims };
    session.out.record(&record)?;
    // Where no claim could be shown there is no page.
    let shown = shown.filter(|scenes| !scenes.is_empty());
    if let (Some(file), Some(scenes)) = (page, shown) {
        let title = Title {
            result: summary(&record.claims),
            rules: "each claim names its rules and its position".to_owned(),
            position: None,
        };
        file.write(&page::html(&title, scenes))?;
    }
    Ok(status)
}

/// The files that can be read, with their names; what is wrong with one is reported, and does not
/// stop the others.
fn read(
    args: &Verify,
    session: &Session<'_>,
) -> Result<(Vec<(String, ClaimFile)>, Status), Failure> {
    let mut given = Given::new(session)?;
    let mut status = Status::Done;
    let mut files = Vec::new();
    for source in sources(&args.files, session)? {
        let file = source.text().and_then(|text| {
            let file = ClaimFile::read_with(&text, &source.rule_sets());
            file.map_err(|error| Failure::input(error).about(source.name()))
        });
        match file {
            Ok(mut file) => {
                given.to(&mut file);
                files.push((source.name(), file));
            }
            Err(failure) => status = status.max(failure.report()),
        }
    }
    if !files.is_empty() {
        given.expect_taken(session)?;
    }
    Ok((files, status))
}

/// Checks the claims of a file. One that is not well formed is reported and does not stop the
/// others.
fn check_file(
    args: &Verify,
    name: &str,
    file: &ClaimFile,
    tables: &Shelf,
    session: &Session<'_>,
    records: &mut Vec<ClaimRecord>,
    shown: &mut Option<Vec<Scene>>,
) -> Result<Status, Failure> {
    watched(session, |control| {
        let nodes = args.nodes;
        let control = Control { nodes, ..control };
        let mut status = Status::Done;
        control.progress.begin("", Some(file.claims.len() as u64));
        for claim in &file.claims {
            if control.stop.is_set() {
                break;
            }
            control.progress.say(format!("{name}: {}", claim.id));
            // What is wrong with the rules is said when the claim is checked.
            let endgame = match claim.rules() {
                Ok(rules) => {
                    let field = rules.opening(Side::A).field();
                    shelf::endgame_of(tables, &rules, field, session.common.quiet)?
                }
                Err(_) => None,
            };
            let evaluator = Evaluator {
                memory: session.memory(),
                endgame: endgame.as_deref(),
                ..Evaluator::new()
            };
            let verdict = match shown {
                Some(scenes) => check_into(scenes, file, claim, &evaluator, control.quietly())?,
                None => check(claim, &evaluator, control.quietly()),
            };
            match verdict {
                Ok(verdict) => records.push(ClaimRecord {
                    id: claim.id.clone(),
                    verdict,
                    file: name.to_owned(),
                    source: file.source.clone(),
                    section: claim.section.clone(),
                    quote: claim.quote.clone(),
                }),
                Err(CheckError::Shortage(shortage)) => return Err(shortage.into()),
                Err(error) => status = Failure::input(error).about(name).report(),
            }
            control.progress.add(1);
        }
        Ok(status)
    })?
}

impl Record for VerifyRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let mut file = "";
        let widths = self.claims.iter().map(|claim| claim.id.chars().count());
        let width = widths.max().unwrap_or(0);
        for claim in &self.claims {
            if claim.file != file {
                file = &claim.file;
                let gap = if text.is_empty() { "" } else { "\n" };
                writeln!(text, "{gap}{DIM}{file}: {}{DIM:#}", claim.source)?;
            }
            claim.write_line(text, width)?;
        }
        writeln!(text, "\n{}", summary(&self.claims))
    }
}

/// How many claims have which verdict.
fn summary(claims: &[ClaimRecord]) -> String {
    let count = |wanted: &str| {
        let names = claims.iter().map(|claim| meaning(&claim.verdict).0);
        names.filter(|name| *name == wanted).count() as u64
    };
    let (holds, refuted, open) = (count("holds"), count("refuted"), count("open"));
    let all = counted(claims.len() as u64, "claim");
    let hold = counted_as(holds, "holds", "hold");
    format!("{all}: {hold}, {refuted} refuted, {open} open")
}

impl ClaimRecord {
    fn write_line(&self, text: &mut String, width: usize) -> std::fmt::Result {
        let (verdict, style, _) = meaning(&self.verdict);
        let id = &self.id;
        let gap = if self.section.is_empty() { "" } else { "  " };
        let place = format_args!("{gap}{}", self.section);
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
                let case = case(&evidence.case);
                writeln!(text, "{head}\n         {case}{}", evidence.reason)
            }
        }
    }
}

/// The name of a verdict, its style, and how the program ends with it.
const fn meaning(verdict: &Verdict) -> (&'static str, Style, Status) {
    match verdict {
        Verdict::Holds(_) => ("holds", style::PROVEN, Status::Done),
        Verdict::Refuted(_) => ("refuted", style::WRONG, Status::Refuted),
        Verdict::Open(_) => ("open", style::BOUNDS, Status::Limit),
    }
}

/// How much was checked, in words.
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
    writeln!(
        text,
        "{indent}{}{at}{}",
        case(&evidence.case),
        evidence.what
    )?;
    writeln!(text, "{indent}  claimed   {}", evidence.expected)?;
    writeln!(text, "{indent}  happened  {}", evidence.found)?;
    writeln!(text, "{indent}  in        {}", evidence.position)
}

/// The parameters of a case, as `k = 7, `.
fn case(parameters: &BTreeMap<String, i64>) -> String {
    let each = parameters
        .iter()
        .map(|(name, value)| format!("{name} = {value}, "));
    each.collect()
}
