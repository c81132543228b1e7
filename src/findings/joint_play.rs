//! A line of joint choices, tick by tick.

use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, columns, written};
use crate::board::{Cell, Position, Shape, Side};
use crate::language::Language;
use crate::moves::{Ending, Move};
use crate::say;
use crate::show::picture;
use crate::show::words::ticks;
use crate::start::{JointTurn, Landing, Lockstep, Next, Phase, PlayedTick, PlayerActions, Tie};

/// The ways in which a handful can end.
#[cfg(feature = "schemas")]
fn landings() -> Vec<Option<&'static str>> {
    let names = "store relay protected occupied banked captured lone-banked own-empty \
                 opponent-empty nothing";
    names.split(' ').map(Some).chain([None]).collect()
}

/// A line played by `chongkak start play`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct JointPlayRecord {
    /// The position in which the line begins.
    position: Position,
    /// The player who is first in a tie.
    #[cfg_attr(feature = "schemas", schemars(with = "String", extend("enum" = ["a", "b", "coin"])))]
    tie: Tie,
    /// The ticks.
    ticks: Vec<TickRecord>,
    /// The pending decision; null when both players have stopped.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["choice", "coin", null])))]
    waits_for: Option<&'static str>,
    /// The holes that can be chosen next.
    choices: Vec<Cell>,
    /// The position in which alternate turns begin; null until both players have stopped.
    after: Option<Position>,
    #[serde(flatten)]
    provenance: Provenance,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct TickRecord {
    /// The number of the tick.
    tick: usize,
    /// What A does.
    a: ActionRecord,
    /// What B does.
    b: ActionRecord,
    /// The player who was first, if a coin decided it.
    coin: Option<Side>,
    /// The board after the tick.
    board: String,
    /// Seeds in the hands of A and B after the tick; null for a player who is not sowing.
    hands: [Option<u32>; 2],
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ActionRecord {
    /// The chosen hole.
    lifts: Option<Cell>,
    /// The seeds lifted from it.
    seeds: Option<u32>,
    /// The cell that receives a seed.
    drops: Option<Cell>,
    /// How the handful ended; null if it did not.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = landings())))]
    lands: Option<&'static str>,
    /// Seeds taken from the opponent's hole.
    captured: u32,
    /// True if the player stops.
    stops: bool,
    #[serde(skip)]
    in_words: String,
}

impl JointPlayRecord {
    /// Creates the record of a line.
    pub fn new(turn: &JointTurn, provenance: Provenance) -> JointPlayRecord {
        let model = &turn.model;
        let (waits_for, after) = match (turn.next, turn.coin) {
            (Next::Tick(_), None) => (Some("choice"), None),
            (Next::Tick(_), Some(_)) => (Some("coin"), None),
            (Next::Done(position), _) => (None, Some(position)),
        };
        JointPlayRecord {
            position: *model.game.position(),
            tie: model.tie,
            ticks: records(model, 1, &turn.ticks, Language::english()),
            waits_for,
            choices: turn.choices().map(|Move { side, hole, .. }| Cell::Hole(side, hole)).collect(),
            after,
            provenance,
        }
    }
}

/// Creates the records of ticks, numbered from `first`.
fn records(
    model: &Lockstep,
    first: usize,
    ticks: &[PlayedTick],
    language: &Language,
) -> Vec<TickRecord> {
    let shape = model.field.shape();
    let record = |(number, tick): (usize, &PlayedTick)| {
        let actions = tick.actions.each_ref();
        let [a, b] = actions.map(|action| action_record(action, shape, language));
        let hand = |side| match &tick.next {
            Next::Tick(joint) => {
                let sows = matches!(joint.phase(side), Phase::Sowing { .. });
                sows.then(|| joint.in_hand(side))
            }
            Next::Done(_) => None,
        };
        let (board, hands) = (tick.next.board(model.field), Side::BOTH.map(hand));
        TickRecord { tick: number, a, b, coin: tick.coin, board, hands }
    };
    (first..).zip(ticks).map(record).collect()
}

fn action_record(action: &PlayerActions, shape: Shape, language: &Language) -> ActionRecord {
    let captured = match action.lands {
        Some(Landing::Ended(Ending::Captured { seeds, .. })) => seeds,
        _ => 0,
    };
    ActionRecord {
        lifts: action.lifts.map(|(cell, _)| shape.cell(cell)),
        seeds: action.lifts.map(|(_, seeds)| seeds),
        drops: action.drops.map(|cell| shape.cell(cell)),
        lands: action.lands.map(|landing| landing_name(&landing)),
        captured,
        stops: action.stops,
        in_words: ticks::in_words(action, shape, language),
    }
}

/// Names how a handful ended.
const fn landing_name(landing: &Landing) -> &'static str {
    match landing {
        Landing::Relay { .. } => "relay",
        Landing::Nothing => "nothing",
        Landing::Ended(ending) => match ending {
            Ending::Store => "store",
            Ending::Protected => "protected",
            Ending::Occupied => "occupied",
            Ending::Banked { .. } => "banked",
            Ending::Captured { .. } => "captured",
            Ending::LoneBanked => "lone-banked",
            Ending::OwnEmpty(_) => "own-empty",
            Ending::OpponentEmpty => "opponent-empty",
        },
    }
}

/// Formats ticks, numbered from `first`, without their boards: on a large board these are too wide
/// for a line, and a game draws the last one anyway.
pub fn ticks_in_words(
    model: &Lockstep,
    first: usize,
    ticks: &[PlayedTick],
    language: &Language,
) -> String {
    table(&records(model, first, ticks, language), false, language)
}

/// Formats ticks as a table, optionally with their boards.
fn table(ticks: &[TickRecord], with_board: bool, language: &Language) -> String {
    let rows = ticks.iter().map(|tick| {
        let [a, b] = tick.hands.map(|hand| hand.map_or_else(String::new, |n| n.to_string()));
        let coin = tick.coin.map_or_else(String::new, |side| side.to_string());
        let [in_a, in_b] = [&tick.a, &tick.b].map(|action| &action.in_words);
        let mut row = row![tick.tick, in_a, in_b, coin, a, b];
        row.extend(with_board.then(|| tick.board.clone()));
        row
    });
    let [tick, coin, board] =
        ["words.together.tick", "words.together.thrown", "words.together.board"]
            .map(|key| say!(language, key));
    let [a, b] = Side::BOTH.map(|side| say!(language, "words.together.has", side = side));
    let headings = [&tick, "A", "B", &coin, &a, &b, &board];
    let shown = if with_board { 7 } else { 6 };
    columns(&headings[..shown], rows.collect(), &[0, 4, 5])
}

impl Record for JointPlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let english = Language::english();
        self.provenance.write_start(&self.position, text)?;
        text.push_str(&table(&self.ticks, true, english));
        match (&self.after, self.waits_for) {
            (Some(end), _) => {
                let (board, caption) =
                    (self.provenance.drawing(end), picture::caption(end, english));
                writeln!(text, "\n{board}{caption}\n{end}")
            }
            (None, Some("coin")) => {
                writeln!(text, "\nthe next tick depends on who is first: coin A or coin B")
            }
            (None, _) => {
                writeln!(text, "\nnext choices: {}", written(&self.choices))
            }
        }
    }
}
