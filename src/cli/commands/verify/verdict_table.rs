//! `verify --rules all`: every claim under every rule set, to see who agrees with the source.

use chongkak::ask::{CheckClaim, Outcome, Tried};

use super::{Verify, each_claim, question, read};
use crate::cli::records::{ClaimRow, MatrixRecord};
use crate::cli::{CliError, Session, Status, page};

pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<Status, CliError> {
    if args.page.html.is_some() {
        let found = format_args!("{}: a page is of claims under their own rules", page::HTML);
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
    let ends = record.claims.iter().map(status_of);
    Ok(ends.fold(status, Status::max))
}

/// Says how the program ends with a claim: another rule set that fails is an answer like any other.
fn status_of(claim: &ClaimRow) -> Status {
    let of = |tried: &Tried| match &tried.outcome {
        Outcome::Refuted(_) if tried.own => Status::Refuted,
        Outcome::Open(_) => Status::Limit,
        _ => Status::Done,
    };
    claim.tried.iter().map(of).max().unwrap_or(Status::Done)
}
