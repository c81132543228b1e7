//! `verify`: files of documented claims.

pub mod sources;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use chongkak::ask::{CheckClaim, Outcome, Ready, Tried};
use chongkak::claims::{CaseShown, Claim, ClaimFile, MOST_SHOWN, Verdict};
use chongkak::control::Control;
use chongkak::language::Language;
use chongkak::rules::RuleSet;
use chongkak::sets::WrittenSet;
use chongkak::text::{Diagnostic, ErrorKind};

use crate::cli::args::{PageFile, WithTables, number};
use crate::cli::page::{Note, Scene, Title};
use crate::cli::records::{
    ClaimOrigin, ClaimRecord, ClaimRow, MatrixRecord, VerifyRecord, case_in_words,
};
use crate::cli::{CliError, Session, Status, interrupt, page, table_folder, watched};
use sources::{expect_taken, given_rules, sources};

/// Checks claims of the sources: plays their moves and compares the results
///
/// With --rules all, each claim is tried under every rule set, and a table shows where it holds.
/// The position, the size of the board, and the options that a claim sets stay the same. The exit
/// code is 1 only if a claim fails under its own rule set, and 3 if a claim is open under any.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak verify
  chongkak verify overbeck --html claims.html
  chongkak verify --rules all congklak
  chongkak verify claims.toml --rules congklak")]
pub struct Verify {
    /// Claim files, folders of claim files (*.toml), or names of built-in claim files, such as
    /// overbeck; - reads a file from standard input [default: all built-in claims]
    #[arg(value_name = "FILE|NAME")]
    pub files: Vec<PathBuf>,
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..), help = format!(
        "Maximum positions to visit for each value that a claim states [default: {}]",
        CheckClaim::NODES
    ))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub with: WithTables,
    #[command(flatten)]
    pub page: PageFile,
}

/// A claim file with its name.
type Named = (String, ClaimFile);

pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<Status, CliError> {
    if session.all_rules {
        return under_all_rules(args, session);
    }
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let page = page::file_beside(&args.page, &inputs, session)?;
    let (files, mut status) = read(args, session)?;
    let mut scenes = Vec::new();
    let question = question(args, session);
    let (claims, checked) = each_claim(args, &files, session, |file, claim, ready, control| {
        let (mut shown, mut all) = (Vec::new(), 0);
        let mut show = |case: CaseShown<'_>| {
            if page.is_some() {
                all += 1;
                // The last case stays, since it may be the refuted one.
                shown.truncate(MOST_SHOWN - 1);
                shown.push((case.parameters.clone(), scene_of(file, claim, case)));
            }
        };
        let verdict = question.answer(claim, ready, control, &mut show)?;
        let left_out = all - shown.len();
        scenes.extend(shown.into_iter().map(|(parameters, scene)| {
            let mut scene = scene?;
            decide(&mut scene, &claim.id, &parameters, &verdict);
            if left_out > 0 {
                scene.fact("cases", format_args!("{left_out} more are not shown"));
            }
            Ok::<_, CliError>(scene)
        }));
        Ok(verdict)
    })?;
    status = status.max(checked);
    if claims.is_empty() && status == Status::Input {
        return Ok(status);
    }
    let claims = claims.into_iter().map(|(id, verdict, from)| {
        status = status.max(match &verdict {
            Verdict::Holds(_) => Status::Done,
            Verdict::Refuted(_) => Status::Refuted,
            Verdict::Open(_) => Status::Limit,
        });
        ClaimRecord { id, verdict, from }
    });
    let record = VerifyRecord { claims: claims.collect() };
    let scenes: Vec<_> = scenes.into_iter().collect::<Result<_, _>>()?;
    session.out.record(&record)?;
    // Without any scene there is no page.
    if let Some(file) = page.filter(|_| !scenes.is_empty()) {
        let title = Title {
            result: record.summary(),
            rules: "each claim names its rules and its position".to_owned(),
            position: None,
        };
        file.write(&page::html(&title, scenes, None, Language::english()))?;
    }
    Ok(status)
}

/// Returns a case as a scene of a page.
fn scene_of(file: &ClaimFile, claim: &Claim, case: CaseShown<'_>) -> Result<Scene, CliError> {
    let name = format!("{}{}", case_in_words(case.parameters), claim.id);
    let (start, english) = (case.start, Language::english());
    let mut scene = Scene::new(&name, start.rules(), start.position(), case.line, english)?;
    for (quote, text) in [(true, &claim.quote), (false, &claim.note)] {
        if !text.is_empty() {
            let text = text.clone();
            scene.notes.push(Note { quote, text });
        }
    }
    scene.fact("source", &file.source);
    if !claim.section.is_empty() {
        scene.fact("place", &claim.section);
    }
    scene.fact("rules", claim.rules_name());
    Ok(scene)
}

/// Adds the verdict of a claim, and of this case, to a scene.
fn decide(scene: &mut Scene, id: &str, case: &BTreeMap<String, i64>, verdict: &Verdict) {
    match verdict {
        Verdict::Holds(_) => scene.answer = format!("{id}: holds"),
        Verdict::Refuted(evidence) if evidence.case == *case => {
            scene.name = format!("refuted: {}", scene.name);
            scene.answer = format!("{id}: refuted");
            let claimed = format_args!("{}: {}", evidence.what, evidence.expected);
            scene.fact("claimed", claimed);
            scene.fact("happened", &evidence.found);
        }
        Verdict::Refuted(_) => scene.answer = format!("{id}: refuted by another case"),
        Verdict::Open(evidence) => scene.answer = format!("{id}: open, {}", evidence.reason),
    }
}

/// `verify --rules all`: checks every claim under every rule set.
fn under_all_rules(args: &Verify, session: &mut Session<'_>) -> Result<Status, CliError> {
    if args.page.html.is_some() {
        let found = format_args!("{}: a page shows claims under their own rules", page::HTML);
        return Err(CliError::unexpected(found, "no --rules all"));
    }
    let (files, mut status) = read(args, session)?;
    let rule_sets = CheckClaim::rule_sets(files.iter().flat_map(|(_, file)| &file.claims));
    let question = question(args, session);
    let (claims, checked) = each_claim(args, &files, session, |_, claim, ready, control| {
        question.answer_under(claim, &rule_sets, ready, control)
    })?;
    status = status.max(checked);
    if claims.is_empty() && status == Status::Input {
        return Ok(status);
    }
    let claims = claims.into_iter().map(|(id, tried, from)| {
        let own = tried.iter().find(|tried| tried.own);
        ClaimRow { id, rules: own.map_or_else(String::new, |own| own.rules.clone()), tried, from }
    });
    let record = MatrixRecord {
        rule_sets: (rule_sets.iter().map(|set| set.asked_as().to_owned())).collect(),
        claims: claims.collect(),
    };
    session.out.record(&record)?;
    let ends = record.claims.iter().map(status_of_row);
    Ok(ends.fold(status, Status::max))
}

/// Returns the status of a claim. A failure under another rule set is a normal answer.
fn status_of_row(claim: &ClaimRow) -> Status {
    let of = |tried: &Tried| match &tried.outcome {
        Outcome::Refuted(_) if tried.own => Status::Refuted,
        Outcome::Open(_) => Status::Limit,
        _ => Status::Done,
    };
    claim.tried.iter().map(of).max().unwrap_or(Status::Done)
}

/// Builds the question for each claim.
fn question(args: &Verify, session: &Session<'_>) -> CheckClaim {
    let question = CheckClaim::default();
    let limits = question.limits.with_memory(session.memory());
    question.with_limits(limits.with_nodes(args.nodes.or(limits.nodes)))
}

/// Reads the files, with their names. Unreadable files are reported and do not stop the others.
fn read(args: &Verify, session: &Session<'_>) -> Result<(Vec<Named>, Status), CliError> {
    let given = given_rules(session)?;
    let (mut taken, mut status) = (0, Status::Done);
    let mut files = Vec::new();
    for source in sources(&args.files, session)? {
        let file = source.text().and_then(|text| {
            let file = ClaimFile::read_with(&text, &source.rule_sets());
            file.map_err(|error| {
                let name = source.name();
                let (found, expected) = if WrittenSet::is_meant(&text) {
                    let expected = format!(
                        "`set replay {name}` checks it, `analyze {name}` shows what its turns cost, \
                         `infer {name}` the rules that fit it"
                    );
                    ("the record of a set", expected)
                } else if RuleSet::read(&name, text.as_bytes()).is_ok() {
                    let expected =
                        format!("`rules {name}` explains it, `--rules {name}` plays by it");
                    ("a rule file", expected)
                } else {
                    return CliError::input(error.shown()).about(name);
                };
                let found = format_args!("{name}: found {found}");
                CliError::unexpected(found, format_args!("claims. {expected}"))
            })
        });
        match file {
            Ok(mut file) => {
                taken += given.as_ref().map_or(0, |rules| file.under(rules));
                files.push((source.name(), file));
            }
            Err(failure) => status = status.max(failure.report()),
        }
    }
    if !files.is_empty() {
        expect_taken(taken, session)?;
    }
    Ok((files, status))
}

/// Answers, each with the name of its claim and its origin.
type Answers<T> = Vec<(String, T, ClaimOrigin)>;

/// Calls `ask` for each claim of the files and returns the answers. A malformed claim is reported
/// and does not stop the others.
fn each_claim<T>(
    args: &Verify,
    files: &[Named],
    session: &Session<'_>,
    mut ask: impl FnMut(&ClaimFile, &Claim, &Ready<'_>, Control<'_>) -> Result<T, Diagnostic>,
) -> Result<(Answers<T>, Status), CliError> {
    let tables = table_folder::from_option(args.with.tables.as_deref());
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
                table_folder::report_problem(&tables, session.common.quiet);
                match answer {
                    Ok(answer) => {
                        let from = ClaimOrigin::of(name, file, claim);
                        answers.push((claim.id.clone(), answer, from));
                    }
                    Err(error) if error.kind == ErrorKind::BadValue => {
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
