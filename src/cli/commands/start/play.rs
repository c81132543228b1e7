//! `start play`: a line of joint choices, told tick by tick.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Cell, Position, Shape, Side};
use chongkak::moves::Ending;
use chongkak::start::{
    Deed, Joint, Landing, Lockstep, Next, Phase, Reached, TickTrace, Tie, play_joint_line,
};

use super::args::StartPlay;
use super::lockstep;
use crate::cli::page::{self, Scene};
use crate::cli::records::columns;
use crate::cli::words::ticks;
use crate::cli::{Failure, Record, Session, Status, Terms, input, picture};

#[derive(Serialize)]
struct PlayRecord {
    position: Position,
    tie: Tie,
    ticks: Vec<TickRecord>,
    /// The next decision: `choice`, `coin`, or null when both have stopped.
    waits_for: Option<&'static str>,
    /// The holes that may be chosen next.
    choices: Vec<Cell>,
    /// Null until both have stopped.
    after: Option<Position>,
    #[serde(flatten)]
    terms: Terms,
}

#[derive(Serialize)]
struct TickRecord {
    tick: usize,
    a: DeedRecord,
    b: DeedRecord,
    /// The first player, where a coin decided it.
    coin: Option<Side>,
    board: String,
    /// Seeds in the hands of A and of B after the tick; null for a player who does not sow.
    hands: [Option<u32>; 2],
}

#[derive(Serialize)]
struct DeedRecord {
    lifts: Option<Cell>,
    seeds: Option<u32>,
    drops: Option<Cell>,
    lands: Option<&'static str>,
    captured: u32,
    stops: bool,
    #[serde(skip)]
    in_words: String,
}

pub fn run(args: &StartPlay, tie: Tie, session: &mut Session<'_>) -> Result<Status, Failure> {
    let page = page::file(&args.page, &args.place)?;
    input::each(&args.place, session, |task, session| {
        let model = lockstep(task, tie)?;
        let played = play_joint_line(&model, &args.line);
        let (ticks, reached) = played.map_err(|error| {
            Failure::input_at(format_args!("--line, {error}"), &args.line, &error.span)
        })?;
        let terms = session.terms(task);
        let record = record(&model, &ticks, &reached, terms);
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            let scene = Scene::of_joint_line("", &model, &ticks)?;
            let title = match &reached {
                Reached::Done(_) => page::played(&args.line, 1, task.position()),
                Reached::Choice(_) | Reached::Coin(_) => {
                    format!(
                        "Both start together: {}",
                        if ticks.is_empty() {
                            "nobody has chosen"
                        } else {
                            &args.line
                        }
                    )
                }
            };
            Ok((title, vec![scene]))
        })?;
        Ok(Status::Done)
    })
}

fn record(model: &Lockstep, ticks: &[TickTrace], reached: &Reached, terms: Terms) -> PlayRecord {
    let (waits_for, choices, after) = match reached {
        Reached::Choice(joint) => (Some("choice"), choices(model, joint), None),
        Reached::Coin(_) => (Some("coin"), Vec::new(), None),
        Reached::Done(position) => (None, Vec::new(), Some(*position)),
    };
    let ticks = (1..).zip(ticks);
    PlayRecord {
        position: *model.game().position(),
        tie: model.tie(),
        ticks: ticks
            .map(|(tick, trace)| tick_record(model, tick, trace))
            .collect(),
        waits_for,
        choices,
        after,
        terms,
    }
}

fn choices(model: &Lockstep, joint: &Joint) -> Vec<Cell> {
    let holes = |side| joint.choices(model.field(), side);
    let cells = |side| holes(side).map(move |hole| Cell::Hole(side, hole));
    Side::BOTH.into_iter().flat_map(cells).collect()
}

fn tick_record(model: &Lockstep, tick: usize, trace: &TickTrace) -> TickRecord {
    let shape = model.field().shape();
    let [a, b] = trace
        .ticked
        .deeds
        .each_ref()
        .map(|deed| deed_record(deed, shape));
    let (board, hands) = match trace.ticked.next {
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
    TickRecord {
        tick,
        a,
        b,
        coin: trace.coin,
        board,
        hands,
    }
}

fn deed_record(deed: &Deed, shape: Shape) -> DeedRecord {
    let captured = match deed.lands {
        Some(Landing::Ended(Ending::Captured { seeds, .. })) => seeds,
        _ => 0,
    };
    DeedRecord {
        lifts: deed.lifts.map(|(cell, _)| shape.cell(cell)),
        seeds: deed.lifts.map(|(_, seeds)| seeds),
        drops: deed.drops.map(|cell| shape.cell(cell)),
        lands: deed.lands.map(|landing| landing_name(&landing)),
        captured,
        stops: deed.stops,
        in_words: ticks::in_words(deed, shape),
    }
}

/// How a hand ended, by name.
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
pub fn told(model: &Lockstep, first: usize, ticks: &[TickTrace]) -> String {
    let ticks = (first..).zip(ticks);
    let records = ticks.map(|(tick, trace)| tick_record(model, tick, trace));
    table(&records.collect::<Vec<_>>(), false)
}

/// Ticks in a table, with the board after each if it is to be there.
fn table(ticks: &[TickRecord], with_board: bool) -> String {
    let rows = ticks.iter().map(|tick| {
        let hand = |hand: &Option<u32>| hand.map_or_else(String::new, |n| n.to_string());
        let [a, b] = tick.hands.each_ref().map(hand);
        let coin = tick.coin.map_or(String::new(), |side| side.to_string());
        let [in_a, in_b] = [&tick.a, &tick.b].map(|deed| &deed.in_words);
        let mut row = row![tick.tick, in_a, in_b, coin, a, b];
        row.extend(with_board.then(|| tick.board.to_string()));
        row
    });
    let headings = ["tick", "A", "B", "coin", "A has", "B has", "board"];
    let shown = if with_board { 7 } else { 6 };
    columns(&headings[..shown], rows.collect(), &[0, 4, 5])
}

impl Record for PlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (rules, board) = (self.terms.rules_line(), picture::board(&self.position));
        writeln!(text, "{rules}\n\n{board}")?;
        text.push_str(&table(&self.ticks, true));
        let end = match (&self.after, self.waits_for) {
            (Some(end), _) => format!(
                "\n{}\n{}\n{end}\n",
                picture::board(end),
                picture::caption(end)
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
