//! `chong play`: turns, checked move by move.

use chongkak::chong::findings::play::PlayRecord;
use chongkak::chong::findings::winner;
use chongkak::chong::{Chosen, TurnError};

use super::args::Play;
use super::{each, of_rules};
use crate::cli::{Failure, Session, Status};

pub fn run(args: &Play, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
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
        session.out.record(&PlayRecord {
            position: task.placed,
            turns,
            after: placed,
            winner: winner(&placed, &task.rules),
        })?;
        Ok(Status::Done)
    })
}

fn wrong(text: &str, error: &TurnError) -> Failure {
    match error {
        TurnError::Throw(error, span) => {
            Failure::input(format_args!("{}: {}", &text[span.clone()], of_rules(error)))
        }
        TurnError::Over(_) => Failure::input(format_args!("{text}: {error}")),
        _ => Failure::input(error),
    }
}
