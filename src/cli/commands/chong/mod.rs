//! `chong`: the dice game of Sakhalin.

mod analyze;
mod eval;
mod game;
mod games;
mod play;
mod solve;

use chongkak::chong::findings::rules::ChongRulesRecord;
use chongkak::chong::findings::turns::ChongShowRecord;
use chongkak::chong::findings::turns::{ThrowMovesRecord, ThrowsRecord};
use chongkak::chong::{
    ChongRules, ChongTask, ChosenRules, Dice, FULL_COLUMNS, PlacedPosition, Profile,
};
use chongkak::text::Diagnostic;

use self::args::{Chong, ChongCommand, Place};
use crate::cli::args::chong as args;
use crate::cli::session::apply_set;
use crate::cli::{CliError, Session, Status, position_input};

pub fn run(args: &Chong, session: &mut Session<'_>) -> Result<Status, CliError> {
    let chosen = chosen(args, session)?;
    match &args.command {
        ChongCommand::Show(place) => each(place, &chosen, session, |task, session| {
            session.out.record(&ChongShowRecord::new(task))?;
            Ok(Status::Done)
        }),
        ChongCommand::Moves(args) => moves(args, &chosen, session),
        ChongCommand::Game(game) => game::run(game, args, &chosen, session),
        ChongCommand::Play(args) => play::run(args, &chosen, session),
        ChongCommand::Analyze(analyze) => analyze::run(analyze, args, &chosen, session),
        ChongCommand::Eval(args) => eval::run(args, &chosen, session),
        ChongCommand::Solve(args) => solve::run(args, &chosen, session),
        ChongCommand::Rollout(args) => games::rollout(args, &chosen, session),
        ChongCommand::Match(args) => games::contest(args, &chosen, session),
        ChongCommand::Rules => {
            session.out.record(&ChongRulesRecord::new(&chosen))?;
            Ok(Status::Done)
        }
    }
}

fn chosen(args: &Chong, session: &Session<'_>) -> Result<ChosenRules, CliError> {
    let common = session.common;
    if let Some(name) = &common.rules {
        let message = format!(
            "--rules {name}: a rule set of the sowing games, expected --profile with one of chong's"
        );
        return Err(CliError::input(message));
    }
    if let Some(seeds) = &common.seeds {
        let message = format!("--seeds {seeds}: chong is played with soldiers, one a hole");
        return Err(CliError::input(message));
    }
    let profile = Profile::named(args.profile.as_deref().unwrap_or("content"));
    let profile = profile.map_err(CliError::input)?;
    let mut rules = profile.rules(FULL_COLUMNS).map_err(CliError::input)?;
    apply_set(&common.set, "king_path=advance", |option, value| rules.set(option, value))?;
    if let Some(dice) = &args.dice {
        let result = rules.set("dice", dice);
        result.map_err(|error| CliError::input(error).about(format_args!("--dice {dice}")))?;
    }
    if let Some(holes) = &common.holes {
        let result = rules.set_columns(holes);
        result.map_err(|error| CliError::input(error).about(format_args!("--holes {holes}")))?;
    }
    Ok(ChosenRules { profile, rules, columns: common.holes.as_ref().map(|_| rules.columns.get()) })
}

fn moves(
    args: &args::Moves,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        match given {
            Some(throw) => session.out.record(&ThrowMovesRecord::new(task, throw))?,
            None => session.out.record(&ThrowsRecord::new(task))?,
        }
        Ok(Status::Done)
    })
}

/// Does something for every position that was asked for: one, or those of standard input.
fn each(
    place: &Place,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
    mut work: impl FnMut(&ChongTask, &mut Session<'_>) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    position_input::each_text(&place.position, session, |text, session| {
        work(&task(text, chosen)?, session)
    })
}

/// The position of a text, or the start.
fn task(text: Option<&str>, chosen: &ChosenRules) -> Result<ChongTask, CliError> {
    let Some(text) = text else {
        let start = PlacedPosition::start(&chosen.rules);
        return Ok(ChongTask::new(start, chosen.rules));
    };
    let placed = PlacedPosition::parse(text, &chosen.rules).map_err(|error| {
        let span = error.span.clone().unwrap_or(0..0);
        let column = text[..span.start].chars().count() + 1;
        let failure = CliError::input_at(format_args!("position: {error}"), text, &span);
        failure.in_column(column).expecting(error.expected())
    })?;
    if let Some(columns) = chosen.columns.filter(|columns| *columns != placed.columns) {
        let found = format_args!("the position has {} holes a row", placed.columns);
        let expected = format_args!("{columns} (--holes)");
        return Err(CliError::unexpected(found, expected));
    }
    let rules = chosen.rules.on(placed.columns).map_err(CliError::input)?;
    Ok(ChongTask::new(placed, rules))
}

/// The throw that `--throw` gives, if it does.
fn given_throw(text: Option<&str>, rules: &ChongRules) -> Result<Option<Dice>, CliError> {
    let read = |text: &str| {
        let wrong = |error| CliError::input(format_args!("--throw {text}: {}", of_rules(&error)));
        rules.throw(text).map_err(wrong)
    };
    text.map(read).transpose()
}

/// Says what is wrong with a throw, with the option that says how many dice it has.
fn of_rules(error: &Diagnostic) -> String {
    match error.number {
        0 => format!("{error} (--dice)"),
        _ => error.to_string(),
    }
}
