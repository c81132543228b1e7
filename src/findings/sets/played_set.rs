//! A set as it was played.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::{Record, columns};
use crate::board::Side;
use crate::control::Failed;
use crate::language::Language;
use crate::moves::Game;
use crate::sets::{PlayedRound, SetRecord, Tag};
use crate::show::page::standing;
use crate::show::picture::wrapped;
use crate::show::scene::{Columns, Scene};
use crate::show::words::counted;
use crate::start::{Lockstep, Reached, Tie, play_joint_line};
use crate::text::style::STRONG;

/// The record of a set, as `chongkak set play` and `chongkak set replay` print it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SetOutput<'a> {
    /// The name of the rule set.
    rules: &'static str,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    holes: u8,
    /// Seeds that fill a hole.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    seeds: u8,
    /// The options that are not those of the named rule set.
    options: BTreeMap<&'static str, String>,
    /// The remarks at the head of the record.
    tags: &'a [Tag],
    /// The rounds that were begun.
    rounds: Vec<RoundOutput<'a>>,
    /// The winner of the set; null while it goes on.
    winner: Option<Side>,
    /// The limit that ended the play, or who is to move; null at the set's end.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = [
            "rounds", "time", "interrupted", "A is to move", "B is to move", null
        ]))
    )]
    stopped: Option<String>,
    #[serde(skip)]
    record: &'a SetRecord,
    /// True if the text has a table of the rounds in place of the record.
    #[serde(skip)]
    in_short: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RoundOutput<'a> {
    #[serde(flatten)]
    round: &'a PlayedRound,
    /// The seeds of A and B when the round is over; null while it isn't.
    #[cfg_attr(feature = "schemas", schemars(inner(range(max = 1023))))]
    result: Option<[u32; 2]>,
}

impl<'a> SetOutput<'a> {
    /// A set, and why its play ended before it did.
    pub fn new(record: &'a SetRecord, stopped: Option<String>) -> SetOutput<'a> {
        let rounds =
            record.rounds.iter().map(|round| RoundOutput { round, result: round.result() });
        SetOutput {
            rules: record.preset,
            holes: record.rules.holes.get(),
            seeds: record.rules.seeds.get(),
            options: record.changed_options().collect(),
            tags: &record.tags,
            rounds: rounds.collect(),
            winner: record.winner,
            stopped,
            record,
            in_short: false,
        }
    }

    /// The same with a text that tells the rounds in short.
    pub fn in_short(self) -> SetOutput<'a> {
        SetOutput { in_short: true, ..self }
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let rounds = (1..).zip(&self.record.rounds);
        rounds.map(|(number, round)| row(number, round)).collect()
    }

    /// The result, for the heading of the page.
    pub fn title(&self) -> String {
        let rounds = counted(self.rounds.len() as u64, "round");
        match self.winner {
            Some(winner) => format!("The set is won by {winner} in {rounds}"),
            None => format!("The set is unfinished after {rounds}"),
        }
    }

    /// Every round, with all of them in a table.
    ///
    /// # Errors
    /// If a round is not what the rules say.
    pub fn scenes(&self) -> Result<Vec<Scene>, Failed> {
        let table = Columns {
            caption: "The rounds; A and B: the seeds that they own after each".to_owned(),
            heads: HEADINGS.map(str::to_owned).to_vec(),
            rows: self.rows(),
            plays: (0..self.record.rounds.len()).collect(),
        };
        let rounds = (1..).zip(&self.record.rounds);
        let scenes = rounds.map(|(number, round)| {
            let mut scene = self.scene(number, round)?;
            scene.answer =
                format!("Round {number}: {}", standing(&round.after, Language::english()));
            scene.facts.extend(self.tags.iter().map(|tag| [tag.name.to_owned(), tag.text.clone()]));
            for remark in &round.remarks {
                scene.fact(&round.place_of(remark), remark.text.clone());
            }
            scene.table = Some(table.clone());
            Ok(scene)
        });
        scenes.collect()
    }

    /// The moves of a round, and before them the turn with which both began it together.
    fn scene(&self, number: usize, round: &PlayedRound) -> Result<Scene, Failed> {
        let fault = |error: &dyn std::fmt::Display| Failed::fault(round.opening, error);
        let game = Game::new(&self.record.rules, &round.opening).map_err(|error| fault(&error))?;
        let name = format!("round {number}");
        let line = round.turns.concat();
        let Some(start) = &round.start else {
            return Scene::of_line(&name, &game, &line);
        };
        let model = Lockstep::new(&game, Tie::Coin).map_err(|error| fault(&error))?;
        let (ticks, reached) = play_joint_line(&model, start).map_err(|error| fault(&error))?;
        let mut scene = Scene::of_joint_line(&name, &model, &ticks, Language::english())?;
        if let Reached::Done(after) = reached {
            let game = Game::new(&self.record.rules, &after).map_err(|error| fault(&error))?;
            scene.go_on(&game, &line)?;
        }
        Ok(scene)
    }
}

fn row(number: usize, round: &PlayedRound) -> Vec<String> {
    let opening = &round.opening;
    let moves: usize = round.turns.iter().map(Vec::len).sum();
    let filled = |side| opening.field().open_holes(side).count_ones();
    let [a, b] = Side::BOTH.map(|side| round.after.owned(side));
    let unfinished = if round.after.is_over() { "" } else { " (under way: stores and rows)" };
    let starts = match round.start {
        Some(_) => "both".to_owned(),
        None => opening.mover().to_string(),
    };
    let holes = format!("{} : {}", filled(Side::A), filled(Side::B));
    let b = format!("{b}{unfinished}");
    row![number, starts, holes, round.turns.len(), moves, a, b]
}

impl Record for SetOutput<'_> {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        if !self.in_short {
            return write!(text, "{}", self.record);
        }
        for Tag { name, text: said } in self.tags {
            writeln!(text, "{name}: {said}")?;
        }
        let table = columns(&HEADINGS, self.rows(), &[0, 3, 4, 5, 6]);
        writeln!(text, "{table}")?;
        let rounds = (1..).zip(&self.record.rounds);
        for (number, round, remark) in rounds.flat_map(|(number, round)| {
            let remarks = round.remarks.iter();
            remarks.map(move |remark| (number, round, remark))
        }) {
            let place = format!("round {number}, {}: ", round.place_of(remark));
            writeln!(text, "{}", wrapped(&place, &remark.text))?;
        }
        let rounds = counted(self.rounds.len() as u64, "round");
        let standing = self.record.standing();
        let length = match self.winner {
            Some(_) => format!(" in {rounds}"),
            None => format!("; {rounds} so far"),
        };
        writeln!(text, "set     {STRONG}{standing}{STRONG:#}{length}")?;
        writeln!(text, "record  every move is legal, and everything it says is so")
    }
}

const HEADINGS: [&str; 7] = ["round", "starts", "holes", "turns", "moves", "A", "B"];
