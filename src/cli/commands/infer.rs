//! `infer`: the rules that fit the known facts of a game.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, Error};

use chongkak::claims::{Claim, ClaimFile};
use chongkak::infer::{self, Evidence};
use chongkak::rules::{RuleSet, SIZE_OPTIONS};
use chongkak::sets::WrittenSet;

use super::set;
use super::verify::sources::{Source, expect_taken, given_rules, sources};
use crate::cli::records::InferRecord;
use crate::cli::{CliError, Session, Status, watched};

/// Finds the rules that fit claims and recorded sets
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak infer overbeck
  chongkak infer overbeck --examples
  chongkak infer record.txt --among capture,lone")]
pub struct Infer {
    /// Claim files, folders of claim files (*.toml), records of sets, and names of built-in claim
    /// files, such as overbeck; - reads a file from standard input
    #[arg(value_name = "FILE|NAME", required = true)]
    pub files: Vec<PathBuf>,
    /// The options to vary, separated by commas; the others stay as in each claim or record
    /// [default: all but the size of the board]
    #[arg(long, value_name = "OPTION", value_delimiter = ',',
          value_parser = OptionName)]
    pub among: Vec<String>,
    /// Uses only claims that are marked as worked examples of the source
    #[arg(long)]
    pub examples: bool,
    /// Shows all observations that would narrow the rules, with all their outcomes, instead of the
    /// two most informative ones (JSON always has all)
    #[arg(long)]
    pub all: bool,
}

/// Parses the name of an option, also after a space, as people write lists.
#[derive(Clone)]
pub struct OptionName;

impl TypedValueParser for OptionName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let name = value.to_str().map_or(value, |text| OsStr::new(text.trim()));
        PossibleValuesParser::new(infer::options()).parse_ref(command, arg, name)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(infer::options().map(PossibleValue::new)))
    }
}

/// The evidence of all files, and what it consists of.
#[derive(Default)]
struct Read {
    evidence: Evidence,
    claims: usize,
    records: usize,
    /// The number of claims that use the rules of the command line.
    taken: usize,
}

pub fn run(args: &Infer, session: &mut Session<'_>) -> Result<Status, CliError> {
    let given = given_rules(session)?;
    let mut read = Read::default();
    let mut status = Status::Done;
    for source in sources(&args.files, session)? {
        let added = read.file(&source, args.examples, given.as_ref());
        status = status.max(added.unwrap_or_else(|failure| failure.report()));
    }
    // Incomplete evidence could prove more or less than the whole.
    if status != Status::Done {
        return Ok(status);
    }
    expect_taken(read.taken, session)?;
    if read.claims + read.records == 0 {
        let found = "--examples: no claim is marked as an example of its source";
        return Err(CliError::unexpected(found, "a claim with example = true"));
    }
    let found = watched(session, |control| infer::infer(&read.evidence, &args.among, control))?;
    let found = found
        .map_err(CliError::input)?
        .map_err(|reason| CliError::stopped("infer", reason, "nothing is concluded"))?;
    let record = InferRecord {
        found,
        claims: read.claims,
        records: read.records,
        statements: read.evidence.statements(),
        values: read.evidence.values,
        all: args.all,
    };
    session.out.record(&record)?;
    Ok(match record.found.fit {
        0 => Status::Refuted,
        _ => Status::Done,
    })
}

impl Read {
    /// Adds the evidence of a file; reports errors of single claims.
    fn file(
        &mut self,
        source: &Source,
        examples: bool,
        given: Option<&RuleSet>,
    ) -> Result<Status, CliError> {
        let (name, text, rule_sets) = (source.name(), source.text()?, source.rule_sets());
        if WrittenSet::is_meant(&text) {
            if !examples {
                let written = WrittenSet::read_with(&text, &rule_sets);
                let wrong = |error| set::record_files::wrong(source.path(), &error);
                self.evidence.add_record(&name, &written.map_err(wrong)?);
                self.records += 1;
            }
            return Ok(Status::Done);
        }
        let file = ClaimFile::read_with(&text, &rule_sets);
        let mut file = file.map_err(|error| CliError::input(error.shown()).about(&name))?;
        if source.is_of_rule_set() {
            keep_own(&mut file, &name);
        }
        self.taken += given.map_or(0, |rules| file.under(rules));
        let mut status = Status::Done;
        let wanted = file.claims.iter().filter(|claim| claim.example || !examples);
        for claim in wanted {
            match self.evidence.add_claim(&name, claim) {
                Ok(()) => self.claims += 1,
                Err(error) => status = status.max(CliError::input(error).about(&name).report()),
            }
        }
        Ok(status)
    }
}

/// Keeps the claims about the rule set after which a built-in file is named: claims about other
/// rule sets or variations in the same source contradict them.
fn keep_own(file: &mut ClaimFile, rule_set: &str) {
    let is_size = |option: &String| SIZE_OPTIONS.contains(&option.as_str());
    let varied = |claim: &Claim| !claim.set.keys().all(is_size);
    file.claims.retain(|claim| claim.rules_name() == rule_set && !varied(claim));
}
