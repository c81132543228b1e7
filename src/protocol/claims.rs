//! `claims`: what sources say about the game, with lines that show it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::claims::{CaseShown, Claim, ClaimFile, MOST_SHOWN, SHIPPED, Verdict, check_lines};
use crate::control::{Control, Instant, Stop};
use crate::language::Language;
use crate::moves::Move;
use crate::rules::RuleSets;
use crate::text::{Diagnostic, ErrorKind};

use super::error::{Data, RpcError, byte_at};
use super::game_request::GameParams;
use super::params::{Params, rule_sets};

/// Maximum number of cases and moves to check per request, so that the answer comes at once.
const MOST: u64 = 20_000;

/// Maximum time to check them, because a claim may contain slow cases.
const TIME: Duration = Duration::from_secs(2);

/// The list of claim files, or one file.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Claims {
    Files(FileList),
    File(FileRecord),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "Listed"))]
pub struct FileList {
    /// The files that ship with the program.
    files: Vec<FileSummary>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "FileListed"))]
struct FileSummary {
    /// The name of the file.
    file: &'static str,
    /// The title.
    title: String,
    /// The source of the claims.
    source: String,
    /// The number of claims.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    claims: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "FileTold"))]
pub struct FileRecord {
    /// The name of the file if it ships with the program; otherwise null.
    file: Option<String>,
    /// The title.
    title: String,
    /// The source of the claims.
    source: String,
    /// The claims.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    claims: Vec<ClaimRecord>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "ClaimTold"))]
struct ClaimRecord {
    /// The unique name of the claim in the file.
    id: String,
    /// The place in the source.
    section: String,
    /// The words of the source.
    quote: String,
    /// How the words are interpreted.
    note: String,
    /// True if the source itself works out this example.
    example: bool,
    /// The rule set as named by the claim.
    rules: String,
    #[serde(flatten)]
    verdict: Verdict,
    /// The cases shown.
    #[cfg_attr(feature = "schemas", schemars(length(max = 100)))]
    cases: Vec<CaseRecord>,
    /// The number of further cases.
    left_out: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "CaseTold"))]
struct CaseRecord {
    /// The parameters of the case with their values.
    case: BTreeMap<String, i64>,
    /// The parameters of a request for this game.
    game: GameParams,
    /// The value that the claim states for the end of the line; null if none.
    value: Option<i64>,
}

/// A request for the list of shipped claim files, one of them, or another file given as text.
pub struct Question {
    file: Option<String>,
    text: Option<String>,
    /// True if the request may name files on this machine.
    files: bool,
    /// The language of reasons.
    language: &'static Language,
}

impl Question {
    /// Parses the parameters.
    pub fn take(params: &mut Params) -> Result<Question, RpcError> {
        let file = params.text("file", "The name of a shipped claim file.")?;
        let text = params.alone("text", "The text of a claim file, in TOML.")?;
        if let (Some(_), Some(text)) = (&file, &text) {
            let problem = RpcError::value("text", &text.as_str().into(), "no text with a file");
            return Err(problem.of_kind(ErrorKind::Conflict));
        }
        Ok(Question { file, text, files: params.files, language: params.language })
    }

    /// Returns the list of files, or the claims of one.
    pub fn answer(&self, stop: &Stop) -> Result<Claims, RpcError> {
        let text = match (&self.file, &self.text) {
            (_, Some(text)) => text.as_str(),
            (Some(name), None) => shipped_text(name)?,
            (None, None) => return Ok(Claims::Files(list_files(self.language))),
        };
        let of = (&rule_sets(self.files), self.language);
        Ok(Claims::File(file_record(self.file.clone(), text, of, stop)?))
    }
}

fn list_files(language: &Language) -> FileList {
    let files = SHIPPED.map(|(file, text)| {
        let read = ClaimFile::read(text).expect("a shipped file is well formed");
        let read = read.translated(file, language);
        FileSummary { file, title: read.title, source: read.source, claims: read.claims.len() }
    });
    FileList { files: files.into() }
}

fn shipped_text(name: &str) -> Result<&'static str, RpcError> {
    let file = SHIPPED.iter().find(|(known, _)| *known == name);
    file.map(|(_, text)| *text).ok_or_else(|| {
        let known = SHIPPED.map(|(name, _)| name).join(", ");
        let problem = RpcError::value("file", &name.into(), format!("one of {known}"));
        problem.of_kind(ErrorKind::UnknownName)
    })
}

fn file_record(
    file: Option<String>,
    text: &str,
    (rule_sets, language): (&RuleSets, &Language),
    stop: &Stop,
) -> Result<FileRecord, RpcError> {
    let wrong =
        |message: String, expected: &str| RpcError::wrong("text", None, None, message, expected);
    let read = ClaimFile::read_with(text, rule_sets).map_err(|error| {
        let expected = "a claim file, in TOML";
        if error.line == 0 {
            return wrong(error.to_string(), expected);
        }
        let data = Data {
            param: "text".to_owned(),
            // Omit the excerpt; the client has the text.
            problem: error.to_string(),
            at: Some(byte_at(text, error.line, error.column)),
            expected: Some(expected.to_owned()),
            ..Data::default()
        };
        RpcError::param(error.shown(), data).of_kind(error.kind)
    })?;
    let read = match &file {
        Some(name) => read.translated(name, language),
        None => read,
    };
    let (mut left, end) = (MOST, Instant::now() + TIME);
    let mut claims = Vec::new();
    for claim in read.claims {
        let control = Control {
            time: end.saturating_duration_since(Instant::now()),
            ..Control::stopped_by(stop)
        };
        // For a rule file, report only the place of the error, since its content must not reach the
        // client.
        rule_sets.named(claim.rules_name()).map_err(|error| {
            let message = format!("claim {:?}, rules: {error}", claim.id);
            wrong(message, &error.expected()).of_kind(error.kind)
        })?;
        let record = ClaimRecord::new(claim, &mut left, control, language).map_err(|error| {
            match error.kind {
                ErrorKind::Data => error.into(),
                _ => wrong(error.to_string(), "a well-formed claim"),
            }
        })?;
        claims.push(record);
    }
    Ok(FileRecord { file, title: read.title, source: read.source, claims })
}

impl ClaimRecord {
    /// Checks the lines of a claim while `left` allows, and creates its record.
    fn new(
        claim: Claim,
        left: &mut u64,
        control: Control<'_>,
        language: &Language,
    ) -> Result<ClaimRecord, Diagnostic> {
        let rule_set = claim.rule_set()?;
        let (mut cases, mut all, mut seen) = (Vec::new(), 0, 0);
        let verdict = check_lines(&claim, *left, control, language, &mut |case: CaseShown<'_>| {
            all += 1;
            seen += 1 + case.line.len() as u64;
            // Always keep the last case, which may be the refuted one.
            cases.truncate(MOST_SHOWN - 1);
            let line = case.line.iter().map(|trace| trace.played);
            let line: Vec<Move> = line.collect();
            cases.push(CaseRecord {
                case: case.parameters.clone(),
                game: GameParams::new(rule_set.preset(), case.start, line),
                value: case.value,
            });
        })?;
        *left = left.saturating_sub(seen);
        let rules = claim.rules_name().to_owned();
        Ok(ClaimRecord {
            left_out: all - cases.len(),
            id: claim.id,
            section: claim.section,
            quote: claim.quote,
            note: claim.note,
            example: claim.example,
            rules,
            verdict,
            cases,
        })
    }
}
