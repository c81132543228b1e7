//! `claims`: what sources say of the game, with the lines that show it.

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

/// Most cases and moves that are looked at for an answer, so that it comes at once.
const MOST: u64 = 20_000;

/// The longest time that may take: a text may make a case long work without meaning to.
const TIME: Duration = Duration::from_secs(2);

/// All files of claims, or one.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Claims {
    Files(Listed),
    File(FileTold),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Listed {
    /// The files that ship with the program.
    files: Vec<FileListed>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct FileListed {
    /// Its name.
    file: &'static str,
    /// Its title.
    title: String,
    /// The text that the claims are from.
    source: String,
    /// The number of its claims.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    claims: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FileTold {
    /// Its name, if it ships with the program; else null.
    file: Option<String>,
    /// Its title.
    title: String,
    /// The text that the claims are from.
    source: String,
    /// Its claims.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    claims: Vec<ClaimTold>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ClaimTold {
    /// Its name in the file.
    id: String,
    /// The place in the source.
    section: String,
    /// The words of the source.
    quote: String,
    /// The way they are read.
    note: String,
    /// True if the source works it out.
    example: bool,
    /// The rule set, as the claim names it.
    rules: String,
    #[serde(flatten)]
    verdict: Verdict,
    /// The cases that are shown.
    #[cfg_attr(feature = "schemas", schemars(length(max = 100)))]
    cases: Vec<CaseTold>,
    /// Cases beyond these.
    left_out: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct CaseTold {
    /// The parameters of the family with their values.
    case: BTreeMap<String, i64>,
    /// The parameters that ask for it.
    game: GameParams,
    /// The worth of the end of the line as the claim says it; null if it does not.
    value: Option<i64>,
}

/// A question about claims: of all files that ship with the program, one of them, or the text of
/// another one.
pub struct Question {
    file: Option<String>,
    text: Option<String>,
    /// True if files of this machine may be named.
    files: bool,
    /// The language of reasons.
    language: &'static Language,
}

impl Question {
    /// Takes the parameters.
    pub fn take(params: &mut Params) -> Result<Question, RpcError> {
        let file = params.text("file", "One that ships with the program.")?;
        let text = params.alone("text", "A claim file, in TOML.")?;
        if let (Some(_), Some(text)) = (&file, &text) {
            let problem = RpcError::value("text", &text.as_str().into(), "none beside a file");
            return Err(problem.of_kind(ErrorKind::Conflict));
        }
        Ok(Question { file, text, files: params.files, language: params.language })
    }

    /// The files, or the claims of one.
    pub fn found(&self, stop: &Stop) -> Result<Claims, RpcError> {
        let text = match (&self.file, &self.text) {
            (_, Some(text)) => text.as_str(),
            (Some(name), None) => shipped(name)?,
            (None, None) => return Ok(Claims::Files(listed(self.language))),
        };
        let of = (&rule_sets(self.files), self.language);
        Ok(Claims::File(told(self.file.clone(), text, of, stop)?))
    }
}

fn listed(language: &Language) -> Listed {
    let files = SHIPPED.map(|(file, text)| {
        let read = ClaimFile::read(text).expect("a shipped file is well formed");
        let read = read.told(file, language);
        FileListed { file, title: read.title, source: read.source, claims: read.claims.len() }
    });
    Listed { files: files.into() }
}

fn shipped(name: &str) -> Result<&'static str, RpcError> {
    let file = SHIPPED.iter().find(|(known, _)| *known == name);
    file.map(|(_, text)| *text).ok_or_else(|| {
        let known = SHIPPED.map(|(name, _)| name).join(", ");
        let problem = RpcError::value("file", &name.into(), format!("one of {known}"));
        problem.of_kind(ErrorKind::UnknownName)
    })
}

fn told(
    file: Option<String>,
    text: &str,
    (rule_sets, language): (&RuleSets, &Language),
    stop: &Stop,
) -> Result<FileTold, RpcError> {
    let wrong =
        |message: String, expected: &str| RpcError::wrong("text", None, None, message, expected);
    let read = ClaimFile::read_with(text, rule_sets).map_err(|error| {
        let expected = "a claim file, in TOML";
        if error.line == 0 {
            return wrong(error.to_string(), expected);
        }
        let data = Data {
            param: "text".to_owned(),
            // The text around it is the client's.
            problem: error.to_string(),
            at: Some(byte_at(text, error.line, error.column)),
            expected: Some(expected.to_owned()),
            ..Data::default()
        };
        RpcError::param(error.shown(), data).of_kind(error.kind)
    })?;
    let read = match &file {
        Some(name) => read.told(name, language),
        None => read,
    };
    let (mut left, end) = (MOST, Instant::now() + TIME);
    let mut claims = Vec::new();
    for claim in read.claims {
        let control = Control {
            time: end.saturating_duration_since(Instant::now()),
            ..Control::stopped_by(stop)
        };
        // Of a rule file only the place is said: what it holds is nobody's business here.
        rule_sets.named(claim.rules_name()).map_err(|error| {
            let message = format!("claim {:?}, rules: {error}", claim.id);
            wrong(message, &error.expected()).of_kind(error.kind)
        })?;
        let told =
            ClaimTold::new(claim, &mut left, control, language).map_err(|error| {
                match error.kind {
                    ErrorKind::Data => error.into(),
                    _ => wrong(error.to_string(), "a claim that is well formed"),
                }
            })?;
        claims.push(told);
    }
    Ok(FileTold { file, title: read.title, source: read.source, claims })
}

impl ClaimTold {
    /// A claim whose lines are checked, as far as so much is left to look at.
    fn new(
        claim: Claim,
        left: &mut u64,
        control: Control<'_>,
        language: &Language,
    ) -> Result<ClaimTold, Diagnostic> {
        let rule_set = claim.rule_set()?;
        let (mut cases, mut all, mut seen) = (Vec::new(), 0, 0);
        let verdict = check_lines(&claim, *left, control, language, &mut |case: CaseShown<'_>| {
            all += 1;
            seen += 1 + case.line.len() as u64;
            // The last one stays: it may be the one that is refuted.
            cases.truncate(MOST_SHOWN - 1);
            let line = case.line.iter().map(|trace| trace.played);
            let line: Vec<Move> = line.collect();
            cases.push(CaseTold {
                case: case.parameters.clone(),
                game: GameParams::new(rule_set.preset(), case.start, line),
                value: case.value,
            });
        })?;
        *left = left.saturating_sub(seen);
        let rules = claim.rules_name().to_owned();
        Ok(ClaimTold {
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
