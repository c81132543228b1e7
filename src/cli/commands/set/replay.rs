//! `set replay`: a record put to the test.

use std::fmt::Write;

use chongkak::board::Side;
use chongkak::sets::{PlayedRound, SetRecord, Tag};

use super::record::{self, SetOutput};
use crate::cli::args::SetReplay;
use crate::cli::commands::columns;
use crate::cli::style::STRONG;
use crate::cli::words::counted;
use crate::cli::{Failure, Session, Status};

pub fn run(args: &SetReplay, session: &mut Session<'_>) -> Result<Status, Failure> {
    session.expect_no_rules("the record says by which rules it was played")?;
    let written = record::read(&args.file)?;
    let played = written.replay();
    let played = played.map_err(|error| record::wrong(&args.file, &error))?;
    let mut text = String::new();
    write_in_short(&mut text, &played).expect("a string takes text");
    session.out.record(&SetOutput::new(&played, None, text))?;
    Ok(Status::Done)
}

/// The rounds in a table, and how the set stands.
fn write_in_short(text: &mut String, played: &SetRecord) -> std::fmt::Result {
    for Tag { name, text: said } in &played.tags {
        writeln!(text, "{name}: {said}")?;
    }
    let rows = (1..)
        .zip(&played.rounds)
        .map(|(number, round)| row(number, round));
    let headings = ["round", "starts", "holes", "turns", "moves", "A", "B"];
    let table = columns(&headings, rows.collect(), &[0, 3, 4, 5, 6]);
    writeln!(text, "{table}")?;
    let rounds = counted(played.rounds.len() as u64, "round");
    let standing = played.standing();
    let length = match played.winner {
        Some(_) => format!(" in {rounds}"),
        None => format!("; {rounds} so far"),
    };
    writeln!(text, "set     {STRONG}{standing}{STRONG:#}{length}")?;
    writeln!(
        text,
        "record  every move is legal, and everything it says is so"
    )
}

fn row(number: usize, round: &PlayedRound) -> Vec<String> {
    let opening = &round.opening;
    let moves: usize = round.turns.iter().map(Vec::len).sum();
    let filled = |side| opening.field().open_holes(side).count_ones();
    let [a, b] = Side::BOTH.map(|side| round.after.owned(side));
    let unfinished = if round.after.is_over() {
        ""
    } else {
        " (under way)"
    };
    let starts = match round.start {
        Some(_) => "both".to_owned(),
        None => opening.mover().to_string(),
    };
    let holes = format!("{} : {}", filled(Side::A), filled(Side::B));
    let b = format!("{b}{unfinished}");
    row![number, starts, holes, round.turns.len(), moves, a, b]
}
