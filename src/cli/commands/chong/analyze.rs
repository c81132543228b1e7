//! `chong analyze`: what each turn of a game cost, and the luck of its throw.

use chongkak::chong::findings::analysis::ChongAnalysisRecord;
use chongkak::chong::{
    ChongRecord, ChongTask, ChosenRules, JudgedBy, JudgedGame, ThrowGame, Throws,
};

use super::args::{Analyze, Chong};
use super::game::{expect_no_rules, read};
use super::{each, played, solve};
use crate::cli::{CliError, Session, Status, position_input, watched};

pub fn run(
    args: &Analyze,
    common: &Chong,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    if args.turns.is_empty() {
        let file = position_input::record_file(&args.place.position, "--turn TURN")?;
        expect_no_rules(common, session)?;
        return show(args, &read(file)?, session);
    }
    each(&args.place, chosen, session, |task, session| {
        let (first, turns) = (task.placed, played(task, &args.turns)?);
        let record = ChongRecord::new(chosen.profile, task.rules, first, Throws::Typed);
        show(args, &ChongRecord { turns, ..record }, session)
    })
}

/// Analyses a game and shows the result.
fn show(
    args: &Analyze,
    record: &ChongRecord,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let task = ChongTask::new(record.first, record.rules);
    let solved = match args.exact {
        true => Some(solve(&task, None, session)??),
        false => None,
    };
    let game = ThrowGame::new(&record.rules);
    let by = JudgedBy::of(solved.as_ref(), &game);
    let found = watched(session, |control| {
        JudgedGame::of(&record.rules, &record.first, &record.turns, by, control, &mut |_| {})
    })?;
    let found = ChongAnalysisRecord::new(record, solved.is_some(), found);
    session.out.record(&found)?;
    Ok(Status::after(found.stopped))
}
