//! `verify`: files of documented claims.

mod scenes;
pub mod sources;
mod verdict_table;

use std::path::{Path, PathBuf};

use clap::Args;

use chongkak::ask::{CheckClaim, NotChecked, Ready};
use chongkak::claims::{CaseShown, CheckError, Claim, ClaimFile, Verdict};
use chongkak::control::Control;
use chongkak::language::Language;
use chongkak::rules::RuleSet;
use chongkak::sets::WrittenSet;

use crate::cli::args::{Counts, PageFile, WithTables};
use crate::cli::page::Title;
use crate::cli::records::{ClaimOrigin, ClaimRecord, VerifyRecord};
use crate::cli::{CliError, Session, Status, interrupt, page, table_folder, watched};
use scenes::Shown;
use sources::{Given, Source, sources};

#[derive(Debug, Args)]
#[command(mut_args(|it| match it.get_id().as_str() {
    "nodes" => it.help(format!(
        "Maximum positions to visit for each value that a claim states [default: {}]",
        CheckClaim::NODES
    )),
    _ => it,
}))]
pub struct Verify {
    /// Claim files, folders of them (*.toml), or names of those that ship with the program, such as
    /// overbeck; - reads one from standard input [default: all that ship with the program]
    #[arg(value_name = "FILE|NAME")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub counts: Counts,
    #[command(flatten)]
    pub with: WithTables,
    #[command(flatten)]
    pub page: PageFile,
}

/// A file of claims that was read, with what it is called.
type Named = (String, ClaimFile);

pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<Status, CliError> {
    if session.all_rules {
        return verdict_table::run(args, session);
    }
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let page = page::file_beside(&args.page, &inputs, session)?;
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
        status = status.max(status_of(&verdict));
        ClaimRecord { id, verdict, from }
    });
    let record = VerifyRecord { claims: claims.collect() };
    let scenes: Vec<_> = scenes.into_iter().collect::<Result<_, _>>()?;
    session.out.record(&record)?;
    // Where no claim could be shown there is no page.
    if let Some(file) = page.filter(|_| !scenes.is_empty()) {
        let title = Title {
            result: record.summary(),
            rules: "each claim names its rules and its position".to_owned(),
            position: None,
        };
        file.write(&page::html(&title, scenes, Language::english()))?;
    }
    Ok(status)
}

/// Makes the question that is asked of each claim.
fn question(args: &Verify, session: &Session<'_>) -> CheckClaim {
    let question = CheckClaim::default();
    let limits = question.limits.with_memory(session.memory());
    question.with_limits(args.counts.within(limits))
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
            file.map_err(|error| {
                if WrittenSet::is_meant(&text) {
                    return a_record(&source);
                }
                match RuleSet::read(&source.name(), text.as_bytes()) {
                    Ok(_) => rules_alone(&source),
                    Err(_) => CliError::input(error).about(source.name()),
                }
            })
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

fn a_record(source: &Source) -> CliError {
    let name = source.name();
    let found = format_args!("{name}: found the record of a set");
    let expected = format_args!(
        "claims. `set replay {name}` checks it, `analyze {name}` tells what its turns cost, `infer \
         {name}` by which rules it can have been played"
    );
    CliError::unexpected(found, expected)
}

fn rules_alone(source: &Source) -> CliError {
    let name = source.name();
    let found = format_args!("{name}: found a rule file");
    let expected = format_args!("claims. `rules {name}` explains it, `--rules {name}` plays by it");
    CliError::unexpected(found, expected)
}

/// Answers with the name of the claim before them, and where it is from behind.
type Answers<T> = Vec<(String, T, ClaimOrigin)>;

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
    let all: u64 = files.iter().map(|(_, file)| file.claims.len() as u64).sum();
    watched(session, |control| {
        control.progress.start_phase("", Some(all));
        for (name, file) in files {
            for claim in &file.claims {
                if control.stop.is_set() {
                    return Ok(());
                }
                control.progress.announce(format!("{name}: {}", claim.id));
                let answer = ask(file, claim, &ready, control.quietly());
                table_folder::remark(&tables, session.common.quiet);
                match answer {
                    Ok(answer) => {
                        let from = ClaimOrigin::of(name, file, claim);
                        answers.push((claim.id.clone(), answer, from));
                    }
                    Err(NotChecked::Check(CheckError::Malformed(error))) => {
                        status = CliError::input(error).about(name).report();
                    }
                    Err(error) => return Err(CliError::from(error)),
                }
                control.progress.add(1);
            }
        }
        Ok(())
    })??;
    if interrupt::happened() {
        status = Status::Interrupted;
    }
    Ok((answers, status))
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

/// Says how the program ends with a verdict.
const fn status_of(verdict: &Verdict) -> Status {
    match verdict {
        Verdict::Holds(_) => Status::Done,
        Verdict::Refuted(_) => Status::Refuted,
        Verdict::Open(_) => Status::Limit,
    }
}
