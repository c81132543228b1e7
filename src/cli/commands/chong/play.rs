//! `chong play`: turns, checked move by move.

use chongkak::chong::findings::turns::ChongPlayRecord;
use chongkak::chong::findings::winner;
use chongkak::chong::{ChongTask, ChosenRules, PlayedTurn};
use chongkak::text::Diagnostic;

use super::args::Play;
use super::{each, of_rules};
use crate::cli::{CliError, Session, Status};

pub fn run(
    args: &Play,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    each(&args.place, chosen, session, |task, session| {
        let turns = turns(task, &args.turns)?;
        let placed = turns.last().map_or(task.placed, |turn| turn.after);
        session.out.record(&ChongPlayRecord {
            position: task.placed,
            turns,
            after: placed,
            winner: winner(&placed, &task.rules),
        })?;
        Ok(Status::Done)
    })
}

/// The turns that `--turn` gives, played one after the other.
pub fn turns(task: &ChongTask, texts: &[String]) -> Result<Vec<PlayedTurn>, CliError> {
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
