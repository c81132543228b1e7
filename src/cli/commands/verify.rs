//! `verify`: files of documented claims.

pub mod matrix;
mod scenes;
pub mod sources;

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use chongkak::ask::{CheckClaim, Limits, NotChecked, Ready};
use chongkak::claims::{CaseShown, CheckError, Checked, Claim, ClaimFile, Refutation, Verdict};
use chongkak::control::Control;
use chongkak::language::Language;

use crate::cli::args::Verify;
use crate::cli::page::Title;
use crate::cli::style::{self, DIM, Style};
use crate::cli::words::{counted, counted_as};
use crate::cli::{
    CliError, NewFile, Record, Session, Status, interrupt, page, table_folder, watched,
};
use scenes::Shown;
use sources::{Given, sources};

/// The answer of `chongkak verify`: claims and their verdicts.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct VerifyRecord {
    /// The claims, in the order of their files.
    claims: Vec<ClaimRecord>,
}

/// A claim with its verdict.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ClaimRecord {
    /// The name of the claim in its file.
    id: String,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(flatten)]
    from: Source,
}

/// The origin of a claim.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Source {
    /// The file of the claim.
    file: String,
    /// The text that it is from.
    source: String,
    /// The place in the text.
    section: String,
    /// The words of the text.
    quote: String,
}

/// A file of claims that was read, with what it is called.
type Named = (String, ClaimFile);

pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<Status, CliError> {
    if session.all_rules {
        return matrix::run(args, session);
    }
    let page = NewFile::asked(page::HTML, args.page.html.as_deref())?;
    let (files, mut status) = read(args, session)?;
    let mut scenes = Vec::new();
    let question = question(args, session);
    let (claims, checked) = each_claim(args, &files, session, |file, claim, ready, control| {
        let mut shown = Shown::new(file, claim);
        let mut show = |case: CaseShown<'_>| {
            if page.is_some() {
                shown.add(case);
            }
        };
        let verdict = question.answer(claim, ready, control, &mut show)?;
        scenes.extend(shown.scenes(&verdict));
        Ok(verdict)
    })?;
    status = status.max(checked);
    if claims.is_empty() && status == Status::Input {
        return Ok(status);
    }
    let claims = claims.into_iter().map(|(id, verdict, from)| {
        status = status.max(meaning(&verdict).2);
        ClaimRecord { id, verdict, from }
    });
    let record = VerifyRecord {
        claims: claims.collect(),
    };
    let scenes: Vec<_> = scenes.into_iter().collect::<Result<_, _>>()?;
    session.out.record(&record)?;
    // Where no claim could be shown there is no page.
    if let Some(file) = page.filter(|_| !scenes.is_empty()) {
        let title = Title {
            result: summary(&record.claims),
            rules: "each claim names its rules and its position".to_owned(),
            position: None,
        };
        file.write(&page::html(&title, scenes, Language::english()))?;
    }
    Ok(status)
}

/// Makes the question that is asked of each claim.
fn question(args: &Verify, session: &Session<'_>) -> CheckClaim {
    CheckClaim::default().with_limits(
        Limits::default()
            .with_nodes(args.nodes)
            .with_memory(session.memory()),
    )
}

/// The files that can be read, with their names; what is wrong with one is reported, and does not
/// stop the others.
fn read(args: &Verify, session: &Session<'_>) -> Result<(Vec<Named>, Status), CliError> {
    let mut given = Given::new(session)?;
    let mut status = Status::Done;
    let mut files = Vec::new();
    for source in sources(&args.files, session)? {
        let file = source.text().and_then(|text| {
            let file = ClaimFile::read_with(&text, &source.rule_sets());
            file.map_err(|error| CliError::input(error).about(source.name()))
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

/// Answers with the name of the claim before them, and where it is from behind.
type Answers<T> = Vec<(String, T, Source)>;

/// Asks of each claim of the files; the claims with their names and the answers. One that is not
/// well formed is reported and does not stop the others.
fn each_claim<T>(
    args: &Verify,
    files: &[Named],
    session: &Session<'_>,
    mut ask: impl FnMut(&ClaimFile, &Claim, &Ready<'_>, Control<'_>) -> Result<T, NotChecked>,
) -> Result<(Answers<T>, Status), CliError> {
    let tables = table_folder::asked(args.with.tables.as_deref());
    let ready = Ready::default().with_tables(&tables);
    let (mut answers, mut status) = (Vec::new(), Status::Done);
    for (name, file) in files {
        watched(session, |control| {
            control
                .progress
                .start_phase("", Some(file.claims.len() as u64));
            for claim in &file.claims {
                if control.stop.is_set() {
                    break;
                }
                control.progress.announce(format!("{name}: {}", claim.id));
                let answer = ask(file, claim, &ready, control.quietly());
                table_folder::remark(&tables, session.common.quiet);
                match answer {
                    Ok(answer) => {
                        answers.push((claim.id.clone(), answer, Source::of(name, file, claim)));
                    }
                    Err(NotChecked::Check(CheckError::Malformed(error))) => {
                        status = CliError::input(error).about(name).report();
                    }
                    Err(error) => return Err(CliError::from(error)),
                }
                control.progress.add(1);
            }
            Ok(())
        })??;
        if interrupt::happened() {
            status = Status::Interrupted;
            break;
        }
    }
    Ok((answers, status))
}

impl Source {
    fn of(name: &str, file: &ClaimFile, claim: &Claim) -> Source {
        Source {
            file: name.to_owned(),
            source: file.source.clone(),
            section: claim.section.clone(),
            quote: claim.quote.clone(),
        }
    }
}

impl From<NotChecked> for CliError {
    fn from(error: NotChecked) -> CliError {
        match error {
            NotChecked::Check(CheckError::ResourceError(shortage)) => shortage.into(),
            NotChecked::Table(error) => error.into(),
            error => CliError::input(error),
        }
    }
}

impl Record for VerifyRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let mut file = "";
        let widths = self.claims.iter().map(|claim| claim.id.chars().count());
        let width = widths.max().unwrap_or(0);
        for claim in &self.claims {
            if claim.from.file != file {
                file = &claim.from.file;
                let gap = if text.is_empty() { "" } else { "\n" };
                writeln!(text, "{gap}{DIM}{file}: {}{DIM:#}", claim.from.source)?;
            }
            claim.write_line(text, width)?;
        }
        writeln!(text, "\n{}", summary(&self.claims))
    }
}

/// Counts the claims of each verdict.
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
