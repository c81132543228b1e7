//! `chong`: the dice game of Sakhalin.

mod analyze;
mod eval;
mod game;
mod games;

use chongkak::chong::findings::rules::ChongRulesRecord;
use chongkak::chong::findings::solve::SolveRecord;
use chongkak::chong::findings::turns::{
    ChongPlayRecord, ChongShowRecord, ThrowMovesRecord, ThrowsRecord,
};
use chongkak::chong::findings::winner;
use chongkak::chong::{
    BoardSolver, BoardValues, ChongRules, ChongTask, ChosenRules, Dice, FULL_COLUMNS,
    MAX_SOLVED_COLUMNS, PlacedPosition, PlayedTurn, Profile, SOLVER_MEMORY, Unsolved,
};
use chongkak::language::Language;
use chongkak::sentence;
use chongkak::text::Diagnostic;

use self::args::{Chong, ChongCommand, PositionArgs};
use crate::cli::args::chong as args;
use crate::cli::session::apply_set;
use crate::cli::{CliError, Session, Status, position_input, watched};

pub fn run(args: &Chong, session: &mut Session<'_>) -> Result<Status, CliError> {
    let chosen = chosen(args, session)?;
    match &args.command {
        ChongCommand::Show(place) => each(place, &chosen, session, |task, session| {
            session.out.record(&ChongShowRecord::new(task))?;
            Ok(Status::Done)
        }),
        ChongCommand::Moves { place, throw } => {
            let given = given_throw(throw.as_deref(), &chosen.rules)?;
            each(place, &chosen, session, |task, session| {
                match given {
                    Some(throw) => session.out.record(&ThrowMovesRecord::new(task, throw))?,
                    None => session.out.record(&ThrowsRecord::new(task))?,
                }
                Ok(Status::Done)
            })
        }
        ChongCommand::Game(game) => game::run(game, args, &chosen, session),
        ChongCommand::Play { place, turns } => each(place, &chosen, session, |task, session| {
            let turns = played(task, turns)?;
            let after = turns.last().map_or(task.placed, |turn| turn.after);
            let (position, winner) = (task.placed, winner(&after, &task.rules));
            session.out.record(&ChongPlayRecord { position, turns, after, winner })?;
            Ok(Status::Done)
        }),
        ChongCommand::Analyze(analyze) => analyze::run(analyze, args, &chosen, session),
        ChongCommand::Eval(args) => eval::run(args, &chosen, session),
        ChongCommand::Solve(place) => each(place, &chosen, session, |task, session| {
            let record = SolveRecord::new(task, solve(task, None, session)?)?;
            session.out.record(&record)?;
            Ok(Status::after(record.stopped))
        }),
        ChongCommand::Rollout(args) => games::rollout(args, &chosen, session),
        ChongCommand::Match(args) => games::contest(args, &chosen, session),
        ChongCommand::Rules => {
            session.out.record(&ChongRulesRecord::new(&chosen, Language::english()))?;
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
        let message =
            format!("--seeds {seeds}: chong has no seeds; it is played with one soldier per hole");
        return Err(CliError::input(message));
    }
    let profile = Profile::named(args.profile.as_deref().unwrap_or("content"));
    let profile = profile.map_err(|error| CliError::input_sentence(error.message))?;
    let mut rules = profile.rules(FULL_COLUMNS).map_err(CliError::input)?;
    apply_set(&common.set, "king_path=advance", |option, value| rules.set(option, value))?;
    if let Some(dice) = &args.dice {
        let result = rules.set("dice", dice);
        result.map_err(|error| {
            CliError::input_sentence(error.message).about(format_args!("--dice {dice}"))
        })?;
    }
    if let Some(holes) = &common.holes {
        let result = rules.set_columns(holes);
        result.map_err(|error| {
            CliError::input_sentence(error.message).about(format_args!("--holes {holes}"))
        })?;
    }
    Ok(ChosenRules { profile, rules, columns: common.holes.as_ref().map(|_| rules.columns.get()) })
}

/// Calls `work` for every position: the one in the arguments, or those of standard input.
fn each(
    place: &PositionArgs,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
    mut work: impl FnMut(&ChongTask, &mut Session<'_>) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    position_input::each_text(&place.position, session, |text, session| {
        work(&task(text, chosen)?, session)
    })
}

/// Parses a position, defaulting to the start.
fn task(text: Option<&str>, chosen: &ChosenRules) -> Result<ChongTask, CliError> {
    let Some(text) = text else {
        let start = PlacedPosition::start(&chosen.rules);
        return Ok(ChongTask::new(start, chosen.rules));
    };
    let placed = PlacedPosition::parse(text, &chosen.rules).map_err(|error| {
        let span = error.span.clone().unwrap_or(0..0);
        let column = text[..span.start].chars().count() + 1;
        let failure = CliError::input_at("", text, &span)
            .with_message(sentence!("faults.position.whole", problem = error.message.clone()));
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

/// Parses `--throw`, if given.
fn given_throw(text: Option<&str>, rules: &ChongRules) -> Result<Option<Dice>, CliError> {
    let read = |text: &str| {
        let wrong = |error| CliError::input(format_args!("--throw {text}: {}", of_rules(&error)));
        rules.throw(text).map_err(wrong)
    };
    text.map(read).transpose()
}

/// Formats the error of a throw; a wrong number of dice mentions `--dice`.
fn of_rules(error: &Diagnostic) -> String {
    match error.number {
        0 => format!("{error} (--dice)"),
        _ => error.to_string(),
    }
}

/// Plays the turns of `--turn` one after another.
fn played(task: &ChongTask, texts: &[String]) -> Result<Vec<PlayedTurn>, CliError> {
    let mut placed = task.placed;
    let turns = (1..).zip(texts).map(|(number, text)| {
        let turn = task.rules.read_turn(&placed, text);
        let turn =
            turn.map_err(|error| wrong(text, &error).about(format_args!("--turn {number}")))?;
        placed = turn.after;
        Ok(turn)
    });
    turns.collect()
}

fn wrong(text: &str, error: &Diagnostic) -> CliError {
    match &error.span {
        Some(span) if error.subject.is_some() => {
            CliError::input(format_args!("{}: {}", &text[span.clone()], of_rules(error)))
        }
        Some(_) => CliError::input(error),
        None => CliError::input(format_args!("{text}: {error}")),
    }
}

/// The number of columns from which no board has been solved: hundreds of millions of positions or
/// more.
const LARGE: u8 = 6;

/// Solves a board within the limits of the session and at most `nodes` states, with progress.
fn solve(
    task: &ChongTask,
    nodes: Option<u64>,
    session: &Session<'_>,
) -> Result<Result<BoardValues, Unsolved>, CliError> {
    let (rules, memory) = (&task.rules, session.memory_or(SOLVER_MEMORY));
    if (LARGE..=MAX_SOLVED_COLUMNS).contains(&rules.columns.get()) {
        session.message(format_args!(
            "a board of 3 x {} has hundreds of millions of positions or more (3 x 5 with one die: \
             14 to 44 million, about 40 bytes each): this will probably reach the limit of {memory} MiB \
             (--memory)",
            rules.columns
        ));
    }
    let solver = BoardSolver::new(rules, memory);
    watched(session, |control| {
        let control = control.with_nodes(nodes.unwrap_or(u64::MAX));
        solver.solve(&task.placed.position, control)
    })
}
