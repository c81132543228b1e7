//! `set replay`: a record put to the test.

use std::fmt::Write;

use chongkak::board::Side;
use chongkak::moves::Game;
use chongkak::rules::Preset;
use chongkak::sets::{PlayedRound, SetRecord, Tag};
use chongkak::start::{Lockstep, Reached, Tie, play_joint_line};

use super::record;
use crate::cli::args::SetReplay;
use crate::cli::page::{self, Columns, Scene, Title};
use crate::cli::records::SetOutput;
use crate::cli::records::columns;
use crate::cli::style::STRONG;
use crate::cli::words::counted;
use crate::cli::{Failure, NewFile, Session, Status};

pub fn run(args: &SetReplay, session: &mut Session<'_>) -> Result<Status, Failure> {
    session.expect_no_rules("the record says by which rules it was played")?;
    let page = NewFile::asked(page::HTML, args.page.html.as_deref())?;
    let written = record::read(&args.file)?;
    let played = written.replay();
    let played = played.map_err(|error| record::wrong(&args.file, &error))?;
    let mut text = String::new();
    write_in_short(&mut text, &played).expect("a string takes text");
    session.out.record(&SetOutput::new(&played, None, text))?;
    if let Some(page) = page {
        page.write(&page::html(&title(&played), scenes(&played)?))?;
    }
    Ok(Status::Done)
}

const HEADINGS: [&str; 7] = ["round", "starts", "holes", "turns", "moves", "A", "B"];

fn rows(played: &SetRecord) -> Vec<Vec<String>> {
    let rounds = (1..).zip(&played.rounds);
    rounds.map(|(number, round)| row(number, round)).collect()
}

/// The rounds in a table, and how the set stands.
fn write_in_short(text: &mut String, played: &SetRecord) -> std::fmt::Result {
    for Tag { name, text: said } in &played.tags {
        writeln!(text, "{name}: {said}")?;
    }
    let table = columns(&HEADINGS, rows(played), &[0, 3, 4, 5, 6]);
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

/// The result, the rules of the record, and the first opening.
fn title(played: &SetRecord) -> Title {
    let rounds = counted(played.rounds.len() as u64, "round");
    let result = match played.winner {
        Some(winner) => format!("The set is won by {winner} in {rounds}"),
        None => format!("The set is unfinished after {rounds}"),
    };
    let preset = Preset::named(played.preset).expect("the record has been replayed");
    Title {
        result,
        rules: page::rules(preset, &played.rules),
        position: played.rounds.first().map(|round| round.opening.to_string()),
    }
}

/// Every round, with all of them in a table.
fn scenes(played: &SetRecord) -> Result<Vec<Scene>, Failure> {
    let table = Columns {
        caption: "The rounds; A and B: the seeds that they own after each".to_owned(),
        heads: HEADINGS.map(str::to_owned).to_vec(),
        rows: rows(played),
        plays: (0..played.rounds.len()).collect(),
    };
    let rounds = (1..).zip(&played.rounds);
    let scenes = rounds.map(|(number, round)| {
        let mut scene = scene(number, round, played)?;
        scene.answer = format!("Round {number}: {}", page::standing(&round.after));
        scene.facts.extend(
            played
                .tags
                .iter()
                .map(|tag| [tag.name.to_owned(), tag.text.clone()]),
        );
        scene.table = Some(table.clone());
        Ok(scene)
    });
    scenes.collect()
}

/// The moves of a round, and before them the turn with which both began it together.
fn scene(number: usize, round: &PlayedRound, played: &SetRecord) -> Result<Scene, Failure> {
    let fault = |error: &dyn std::fmt::Display| Failure::fault(&round.opening, error);
    let game = Game::new(&played.rules, &round.opening).map_err(|error| fault(&error))?;
    let name = format!("round {number}");
    let line = round.turns.concat();
    let Some(start) = &round.start else {
        return Ok(Scene::of_line(&name, &game, &line)?);
    };
    let model = Lockstep::new(&game, Tie::Coin).map_err(|error| fault(&error))?;
    let (ticks, reached) = play_joint_line(&model, start).map_err(|error| fault(&error))?;
    let mut scene = Scene::of_joint_line(&name, &model, &ticks)?;
    if let Reached::Done(after) = reached {
        let game = Game::new(&played.rules, &after).map_err(|error| fault(&error))?;
        scene.go_on(&game, &line)?;
    }
    Ok(scene)
}
