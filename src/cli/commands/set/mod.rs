//! `set`: sets of rounds.

mod play;
pub mod record_files;

use std::path::Path;
use std::time::Instant;

use chongkak::ask::{FindReplies, SolveSet};
use chongkak::board::Side;
use chongkak::language::Language;
use chongkak::rules::Preset;
use chongkak::sets::{self, NotLost};
use chongkak::text::ErrorKind;

use crate::cli::args::{PageFile, PositionArgs, Set};
use crate::cli::page::{self, Title};
use crate::cli::records::{ReplyRecord, SetOutput, SetSolveRecord, SetTableRecord};
use crate::cli::{CliError, Session, Status, position_input, watched};
pub use play::given;

pub fn run(command: &Set, session: &mut Session<'_>) -> Result<Status, CliError> {
    match command {
        Set::Play(args) => play::run(args, session),
        Set::Replay { file, page } => replay(file, page, session),
        Set::Solve { owned, mover, nodes, known, nodes_each } => {
            let known = known.then_some(*nodes_each);
            solve((*owned, *mover), *nodes, known, session)
        }
        Set::Reply { place, ends, lines } => reply(place, *ends, *lines, session),
        Set::Table { name, owned, lines } => table(name.as_deref(), *owned, *lines, session),
    }
}

/// Replays and checks a record.
fn replay(file: &Path, page: &PageFile, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.expect_no_rules("the record names its rules")?;
    let page = page::file_beside(page, &[file], session)?;
    let written = record_files::read(file)?;
    let played = written.replay();
    let played = played.map_err(|error| record_files::wrong(file, &error))?;
    let record = SetOutput::new(&played, None, true);
    session.out.record(&record)?;
    if let Some(page) = page {
        let preset = Preset::named(played.preset).expect("the record has been replayed");
        let title = Title {
            result: record.title(),
            rules: page::rules(preset, &played.rules),
            position: played.rounds.first().map(|round| round.opening.to_string()),
        };
        page.write(&page::html(&title, record.scenes()?, None, Language::english()))?;
    }
    Ok(Status::Done)
}

/// Solves the openings of a set, or one of them, within the limits. With `known` it uses the known
/// winners of later rounds, searching that many positions for each.
fn solve(
    (owned, mover): (Option<u32>, Option<Side>),
    nodes: Option<u64>,
    known: Option<u64>,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let memory = session.memory_or(SolveSet::MEMORY);
    let limits = session.limits().with_memory(memory).with_nodes(nodes);
    let question = SolveSet::default()
        .with_owned(owned)
        .with_mover(mover.unwrap_or(Side::A))
        .with_known(known)
        .with_limits(limits);
    let (started, variant) = (Instant::now(), &session.variant);
    let values = watched(session, |control| question.answer(variant, control))??;
    session.remark_effort(values.nodes, started);
    let provenance = session.provenance_of_rules();
    let record = SetSolveRecord::new(&question, variant.rules(), &values, provenance);
    let status = match values.stopped.map(Status::from) {
        // The requested value may be known anyway.
        Some(Status::Limit) if !record.is_open() => Status::Done,
        // A question was abandoned.
        None if record.is_open() && known.is_some() => Status::Limit,
        status => status.unwrap_or(Status::Done),
    };
    session.out.record(&record)?;
    Ok(status)
}

/// Finds a reply that wins the set for every turn of the player to move.
fn reply(
    place: &PositionArgs,
    ends: usize,
    lines: bool,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let question = FindReplies::default().with_most_ends(ends);
    position_input::each(place, session, |task, session| {
        position_input::expect_under_way(task)?;
        let position = task.position();
        let found = watched(session, |control| question.answer(task, control))?;
        let found = found.map_err(|error| match error.kind {
            ErrorKind::BadValue => CliError::input(error).about(position),
            _ => error.into(),
        })?;
        let status = match &found {
            Ok(_) => Status::Done,
            Err(NotLost::Stopped(reason)) => Status::from(*reason),
            Err(NotLost::Unanswered(_) | NotLost::Ends(_)) => Status::Limit,
        };
        let record = ReplyRecord::new(position, found, lines);
        session.out.record(&record)?;
        Ok(status)
    })
}

/// Lists the winner of the set for each number of seeds that the starter owns.
fn table(
    name: Option<&str>,
    owned: Option<u32>,
    lines: bool,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let name = name.unwrap_or(session.variant.preset().name);
    let other = session.common.rules.as_deref();
    if let Some(other) = other.filter(|_| session.variant.preset().name != name) {
        let message = format!("{name}, --rules {other}: expected one rule set");
        return Err(CliError::input(message));
    }
    if let Some(option) = session.variant.options_changed().first() {
        let message = format!(
            "the table of {name} covers the unchanged rule set: expected no {option} (`set solve` \
             solves sets of small boards)"
        );
        return Err(CliError::input(message));
    }
    let all = sets::table(name).expect("a table for every rule set");
    let (least, most) = (all[0].owned, all[all.len() - 1].owned);
    let chosen = all.into_iter();
    let openings = chosen.filter(|entry| owned.is_none_or(|owned| owned == entry.owned));
    let openings: Vec<_> = openings.collect();
    if let (Some(owned), true) = (owned, openings.is_empty()) {
        let message = format!("--owned {owned}: expected {least} to {most} seeds in {name}");
        return Err(CliError::input(message));
    }
    let preset = Preset::named(name).expect("a rule set");
    let record = SetTableRecord::new(preset, openings, lines);
    session.out.record_or_parts(&record, &record.openings)?;
    Ok(Status::Done)
}
