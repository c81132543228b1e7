//! `puzzles`: positions with a question that has exactly one answer.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use chongkak::board::Side;
use chongkak::control::StopReason;
use chongkak::moves::Game;
use chongkak::puzzles::{
    Candidate, FindPuzzles, Kind, NoPuzzle, Puzzle, Rechecked, shipped, worksheet,
};
use chongkak::rules::Preset;
use chongkak::text::{Diagnostic, joined};

use super::analyze::input::{self, InputRecord};
use super::game::puzzle;
use crate::cli::args::{FindArgs, PuzzleSet, Puzzles};
use crate::cli::new_file::STANDARD;
use crate::cli::words::counted;
use crate::cli::{CliError, NewFile, Record, Session, Status, page, position_input, watched};

pub fn run(command: &Puzzles, session: &mut Session<'_>) -> Result<Status, CliError> {
    match command {
        Puzzles::Find(args) => find(args, session),
        Puzzles::Make { from, asked, played } => {
            let question = asked.question().with_asked(*played);
            position_input::each_after(from, session, |game, _, session| {
                let preset = session.variant.preset();
                let made = watched(session, |control| question.answer(preset, game, control))??;
                let puzzle = made.map_err(|why| {
                    let status = match why {
                        NoPuzzle::Unproven { stopped, .. } => stopped.into(),
                        _ => Status::Refuted,
                    };
                    CliError::new(status, format_args!("{}: {why}", game.position())).passing()
                })?;
                session.out.record(&puzzle)?;
                Ok(Status::Done)
            })
        }
        Puzzles::Check { source, nodes } => check(source, *nodes, session),
        Puzzles::Play(set) if set.source == Path::new(STANDARD) => Err(CliError::unexpected(
            STANDARD,
            "a rule set or a file: the answers come from standard input",
        )),
        Puzzles::Play(set) => puzzle::run(&asked(set, session)?, set.from - 1, session),
        Puzzles::Page { puzzles: set, page, count, force } => {
            let file = NewFile::new("page", page, &page::ENDINGS, *force, &[set.source.as_path()])?;
            let mut puzzles = asked(set, session)?.split_off(set.from - 1);
            puzzles.truncate(count.unwrap_or(usize::MAX));
            file.write(&worksheet(&puzzles, session.language))?;
            Ok(Status::Done)
        }
    }
}

fn find(args: &FindArgs, session: &mut Session<'_>) -> Result<Status, CliError> {
    let asked = args.asked.question();
    if let (Kind::Keep, Some(length)) = (asked.kind, args.length) {
        let found = format_args!("--length {length}");
        return Err(CliError::unexpected(found, "with --question keep the option --turns"));
    }
    let question = FindPuzzles::new(asked)
        .with_count(args.count)
        .with_length(args.length)
        .with_in_play(args.in_play)
        .with_rounds(args.rounds)
        .with_seed(args.seed);
    let mut status = Status::Done;
    let (found, tried) = if args.records.is_empty() {
        let (preset, start) =
            (session.variant.preset(), Game::opening(session.variant.rules(), Side::A));
        (watched(session, |control| question.answer(preset, &start, control))??, "round")
    } else {
        session.expect_no_rules("the record names its rules")?;
        let mut records = input::read_all(&args.records);
        for record in &mut records {
            let mut wrong = input::report(record, "searching", session);
            let rules = record.played.as_ref().map(|played| *played.set.game().rules());
            if let Some(Err(error)) = rules.map(|rules| asked.expect_rules(&rules)) {
                let place = format_args!("{}, game {}: {error}", record.file, record.game);
                CliError::input(place).report();
                (record.played, wrong) = (None, true);
            }
            if wrong {
                status = Status::Input;
            }
        }
        let candidates: Vec<Candidate> = records.iter().flat_map(candidates).collect();
        (watched(session, |control| question.answer_in(&candidates, control))??, "position")
    };
    session.out.expect_many();
    found.puzzles.iter().try_for_each(|puzzle| session.out.record(puzzle))?;
    let (number, wanted) = (found.puzzles.len(), args.count);
    let mut message =
        format!("{number} of {wanted} puzzles, after {}", counted(found.tried, tried));
    if found.undecided > 0 {
        message += &format!(", {} undecided", found.undecided);
    }
    match found.stopped {
        None if number < wanted && found.undecided > 0 => {
            CliError::new(Status::Limit, message).report();
            status = status.max(Status::Limit);
        }
        // The records have no more.
        None if number < wanted => session.message(message),
        None => {}
        Some(StopReason::Nodes) => {
            CliError::new(Status::Limit, message).report();
        }
        Some(stopped) => {
            CliError::stopped("puzzles", stopped, message).report();
        }
    }
    Ok(status.max(Status::after(found.stopped)))
}

/// Returns the positions before the turns of a record, up to its first error.
fn candidates(record: &InputRecord) -> Vec<Candidate> {
    let played = record.played.as_ref();
    let all =
        played.map(|one| Candidate::all(one.preset, one.set.game(), &record.file, record.game));
    all.unwrap_or_default()
}

/// Reads a set that has a puzzle with the number of the first.
fn asked(set: &PuzzleSet, session: &Session<'_>) -> Result<Vec<Puzzle>, CliError> {
    let puzzles = read(&set.source, session)?;
    if set.from > puzzles.len() {
        let found = format_args!("--from {}", set.from);
        return Err(CliError::unexpected(found, format_args!("1 to {}", puzzles.len())));
    }
    Ok(puzzles)
}

/// Reads the puzzles of a shipped set or a file, which name their rules.
fn read(file: &Path, session: &Session<'_>) -> Result<Vec<Puzzle>, CliError> {
    session.expect_no_rules("each puzzle names its rules")?;
    if let Some(puzzles) = file.to_str().and_then(shipped) {
        return Ok(puzzles);
    }
    if file != Path::new(STANDARD) && !file.exists() {
        let known = joined(Preset::all().iter().map(|preset| preset.name), ", ");
        let found = format_args!("{}: no such file", file.display());
        return Err(CliError::unexpected(found, format_args!("a file, or one of {known}")));
    }
    let text = position_input::text_of(file)?;
    Puzzle::read_all(&text).map_err(|error| wrong(file, &error))
}

/// Returns the error of a file, with the place underlined.
fn wrong(file: &Path, error: &Diagnostic) -> CliError {
    let about = format!("{}: {}", position_input::name(file), error.place());
    let span = error.span.clone().unwrap_or(0..0);
    CliError::input_at(format_args!("{about}{error}"), &error.text, &span).of_kind(error.kind)
}

/// The result of checking a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PuzzleCheck<'a> {
    /// The puzzle.
    id: &'a str,
    /// Whether the answer is right and the only one; null if a limit was reached first.
    confirmed: Option<bool>,
    /// What is wrong; null if nothing is known to be.
    wrong: Option<String>,
    /// The limit that was reached first; null if none was.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = ["time", "nodes", "memory", "interrupted", null]))
    )]
    stopped: Option<StopReason>,
}

impl Record for PuzzleCheck<'_> {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let id = self.id;
        match (&self.wrong, self.stopped) {
            (Some(wrong), _) => writeln!(text, "{id}  wrong: {wrong}"),
            (None, Some(stopped)) => writeln!(text, "{id}  not decided: stopped by {stopped}"),
            (None, None) => writeln!(text, "{id}  confirmed"),
        }
    }
}

fn check(set: &Path, nodes: u64, session: &mut Session<'_>) -> Result<Status, CliError> {
    let puzzles = read(set, session)?;
    session.out.expect_lines();
    let mut status = Status::Done;
    for puzzle in &puzzles {
        let found = watched(session, |control| puzzle.recheck(nodes, control))??;
        let (confirmed, wrong, stopped) = match found {
            Rechecked::Confirmed => (Some(true), None, None),
            Rechecked::Wrong(wrong) => (Some(false), Some(wrong), None),
            Rechecked::Stopped(stopped) => (None, None, Some(stopped)),
        };
        status = status.max(match confirmed {
            Some(false) => Status::Refuted,
            _ => Status::after(stopped),
        });
        session.out.record(&PuzzleCheck { id: &puzzle.id, confirmed, wrong, stopped })?;
        if stopped == Some(StopReason::Interrupted) {
            break;
        }
    }
    Ok(status)
}
