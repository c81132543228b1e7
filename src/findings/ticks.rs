//! A line of joint choices, told tick by tick.

use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, columns};
use crate::board::{Cell, Position, Shape, Side};
use crate::language::Language;
use crate::moves::Ending;
use crate::say;
use crate::show::picture;
use crate::show::words::ticks;
use crate::start::{Joint, Landing, Lockstep, Next, Phase, PlayerActions, Reached, TickTrace, Tie};

/// The ways in which a hand can end.
#[cfg(feature = "schemas")]
const LANDINGS: [Option<&str>; 11] = [
    Some("store"),
    Some("relay"),
    Some("protected"),
    Some("occupied"),
    Some("banked"),
    Some("captured"),
    Some("lone-banked"),
    Some("own-empty"),
    Some("opponent-empty"),
    Some("nothing"),
    None,
];

/// A line that `chongkak start play` plays.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_never))]
pub struct JointPlayRecord {
    /// The position where it begins.
    position: Position,
    /// The player who is first in a tie.
    #[cfg_attr(feature = "schemas", schemars(with = "String", extend("enum" = ["a", "b", "coin"])))]
    tie: Tie,
    /// Its ticks.
    ticks: Vec<TickRecord>,
    /// The next decision; null when both have stopped.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["choice", "coin", null])))]
    waits_for: Option<&'static str>,
    /// The holes that may be chosen next.
    choices: Vec<Cell>,
    /// The position with which the round goes on; null until both have stopped.
    after: Option<Position>,
    #[serde(flatten)]
    terms: Provenance,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct TickRecord {
    /// Its number.
    tick: usize,
    /// The actions of A.
    a: DeedRecord,
    /// The actions of B.
    b: DeedRecord,
    /// The first player, if a coin decided it.
    coin: Option<Side>,
    /// The board after it.
    board: String,
    /// Seeds in the hands of A and of B after it; null for a player who does not sow.
    hands: [Option<u32>; 2],
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct DeedRecord {
    /// The hole that he chooses.
    lifts: Option<Cell>,
    /// The seeds in it.
    seeds: Option<u32>,
    /// The cell that gets a seed.
    drops: Option<Cell>,
    /// The way in which a hand ended that is empty now; null if none is.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = LANDINGS))
    )]
    lands: Option<&'static str>,
    /// Seeds taken from the opponent's hole.
    captured: u32,
    /// True if he stops.
    stops: bool,
    #[serde(skip)]
    in_words: String,
}

impl JointPlayRecord {
    /// The record of a line.
    pub fn new(
        model: &Lockstep,
        ticks: &[TickTrace],
        reached: &Reached,
        terms: Provenance,
    ) -> JointPlayRecord {
        let (waits_for, choices, after) = match reached {
            Reached::Choice(joint) => (Some("choice"), choices(model, joint), None),
            Reached::Coin(_) => (Some("coin"), Vec::new(), None),
            Reached::Done(position) => (None, Vec::new(), Some(*position)),
        };
        JointPlayRecord {
            position: *model.game().position(),
            tie: model.tie(),
            ticks: records(model, 1, ticks, Language::english()),
            waits_for,
            choices,
            after,
            terms,
        }
    }
}

fn records(
    model: &Lockstep,
    first: usize,
    ticks: &[TickTrace],
    language: &Language,
) -> Vec<TickRecord> {
    let ticks = (first..).zip(ticks);
    ticks.map(|(tick, trace)| tick_record(model, tick, trace, language)).collect()
}

fn choices(model: &Lockstep, joint: &Joint) -> Vec<Cell> {
    let holes = |side| joint.choices(model.field(), side);
    let cells = |side| holes(side).map(move |hole| Cell::Hole(side, hole));
    Side::BOTH.into_iter().flat_map(cells).collect()
}

fn tick_record(
    model: &Lockstep,
    tick: usize,
    trace: &TickTrace,
    language: &Language,
) -> TickRecord {
    let shape = model.field().shape();
    let [a, b] =
        trace.played_tick.actions.each_ref().map(|action| deed_record(action, shape, language));
    let (board, hands) = match trace.played_tick.next {
        Next::Tick(joint) => {
            let hand = |side| match joint.phase(side) {
                Phase::Sowing(_) => Some(joint.in_hand(side)),
                Phase::Choosing | Phase::Stopped => None,
            };
            (joint.board(model.field()), Side::BOTH.map(hand))
        }
        Next::Done(position) => {
            let text = position.to_string();
            let board: Vec<&str> = text.split(' ').take(2).collect();
            (board.join(" "), [None; 2])
        }
    };
    TickRecord { tick, a, b, coin: trace.coin, board, hands }
}

fn deed_record(action: &PlayerActions, shape: Shape, language: &Language) -> DeedRecord {
    let captured = match action.lands {
        Some(Landing::Ended(Ending::Captured { seeds, .. })) => seeds,
        _ => 0,
    };
    DeedRecord {
        lifts: action.lifts.map(|(cell, _)| shape.cell(cell)),
        seeds: action.lifts.map(|(_, seeds)| seeds),
        drops: action.drops.map(|cell| shape.cell(cell)),
        lands: action.lands.map(|landing| landing_name(&landing)),
        captured,
        stops: action.stops,
        in_words: ticks::in_words(action, shape, language),
    }
}

/// Names the way in which a hand ended.
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

/// Ticks in words, the first of which has this number, without the board after each: of a large
/// board that is too wide for a line, and a game draws it in the end.
pub fn ticks_told(
    model: &Lockstep,
    first: usize,
    ticks: &[TickTrace],
    language: &Language,
) -> String {
    table(&records(model, first, ticks, language), false, language)
}

/// Ticks in a table, with the board after each if it is to be there.
fn table(ticks: &[TickRecord], with_board: bool, language: &Language) -> String {
    let rows = ticks.iter().map(|tick| {
        let hand = |hand: &Option<u32>| hand.map_or_else(String::new, |n| n.to_string());
        let [a, b] = tick.hands.each_ref().map(hand);
        let coin = tick.coin.map_or(String::new(), |side| side.to_string());
        let [in_a, in_b] = [&tick.a, &tick.b].map(|action| &action.in_words);
        let mut row = row![tick.tick, in_a, in_b, coin, a, b];
        row.extend(with_board.then(|| tick.board.to_string()));
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
        let (rules, board) = (self.terms.rules_line(), self.terms.drawing(&self.position));
        write!(text, "{rules}\n\n{board}")?;
        if board.is_empty() {
            writeln!(text, "board   {}\n", self.position)?;
        }
        text.push_str(&table(&self.ticks, true, Language::english()));
        let end = match (&self.after, self.waits_for) {
            (Some(end), _) => format!(
                "\n{}{}\n{end}\n",
                self.terms.drawing(end),
                picture::caption(end, Language::english())
            ),
            (None, Some("coin")) => {
                "\nit matters who is first in the next tick: coin A or coin B\n".to_owned()
            }
            (None, _) => {
                let choices: Vec<String> = self.choices.iter().map(Cell::to_string).collect();
                format!("\nto be chosen next: {}\n", choices.join(" "))
            }
        };
        text.push_str(&end);
        Ok(())
    }
}
