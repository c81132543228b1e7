//! `chong play`: turns, checked move by move.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::{Placed, PlayedTurn, TurnError};

use super::args::Play;
use super::{Chosen, each, in_words, of_rules, picture, winner};
use crate::cli::{Failure, Record, Session, Status};

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayRecord<T = PlayedTurn> {
    /// The position before the turns.
    pub position: Placed,
    /// The turns.
    pub turns: Vec<T>,
    /// The position after them.
    pub after: Placed,
    /// Who has won; null while the game goes on; nobody if neither can ever move again.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    pub winner: Option<String>,
}

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

impl Record for PlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        *text += &picture::board(&self.position);
        for (number, turn) in (1..).zip(&self.turns) {
            let (player, throw, way) = (turn.player, turn.throw, in_words(&turn.way));
            let board = picture::board(&turn.after);
            write!(
                text,
                "\n{number:>3}. {player} throws {throw}: {way}\n\n{board}"
            )?;
        }
        let caption = picture::caption(&self.after, self.winner.as_deref());
        writeln!(text, "\n{caption}\n{}", self.after)
    }
}
