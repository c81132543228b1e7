//! `chong play`: turns, checked move by move.

use chongkak::chong::findings::play::ChongPlayRecord;
use chongkak::chong::findings::winner;
use chongkak::chong::{ChosenRules, TurnError};

use super::args::Play;
use super::{each, of_rules};
use crate::cli::{CliError, Session, Status};

pub fn run(
    args: &Play,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    each(&args.place, chosen, session, |task, session| {
        let mut placed = task.placed;
        let mut turns = Vec::new();
        for (number, text) in (1..).zip(&args.turns) {
            let turn = task.rules.read_turn(&placed, text);
            let turn =
                turn.map_err(|error| wrong(text, &error).about(format_args!("--turn {number}")))?;
            placed = turn.after;
            turns.push(turn);
        }
        session.out.record(&ChongPlayRecord {
            position: task.placed,
            turns,
            after: placed,
            winner: winner(&placed, &task.rules),
        })?;
        Ok(Status::Done)
    })
}

fn wrong(text: &str, error: &TurnError) -> CliError {
    match error {
        TurnError::Throw(error, span) => {
            CliError::input(format_args!("{}: {}", &text[span.clone()], of_rules(error)))
        }
        TurnError::Over(_) => CliError::input(format_args!("{text}: {error}")),
        _ => CliError::input(error),
    }
}
