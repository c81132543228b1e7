//! The stages of a move: its laps, the capture by its last seed, and the seeds left at the end of
//! the round.

use super::{Action, Stage, carry, fault, few, seeds, with_hands};
use crate::board::{Cell, Position, Shape, Side};
use crate::language::Language;
use crate::moves::{Ending, MoveTrace, after_each_lap, sowing_order};
use crate::rules::{Rest, Rules};
use crate::say;
use crate::show::words;
use crate::text::Diagnostic;

/// Returns the laps of a move, the capture at its end and what happens to the seeds left when it ends
/// the round. The result is checked against the plain rules.
pub(super) fn stages(
    rules: &Rules,
    before: &Position,
    trace: &MoveTrace,
    language: &Language,
) -> Result<Vec<Stage>, Diagnostic> {
    let shape = before.shape();
    let side = trace.played.side;
    let path = sowing_order(before.field(), side, rules.store);
    let boards = after_each_lap(rules, before, trace.played.hole);
    let mut lying = seeds(before);
    let mut stages = Vec::new();
    for (index, (lap, board)) in trace.laps.iter().zip(&boards).enumerate() {
        let hand = shape.cells() + side.index();
        let from = number(shape, lap.from);
        let at = path.iter().position(|&cell| cell == lap.from);
        let at = at.ok_or_else(|| fault(before, format_args!("{} is not sown", lap.from)))?;
        let handful = few(lap.seeds);
        let sown = path.iter().cycle().skip(at + 1).take(handful);
        let mut ticks = vec![vec![[from, hand, handful]]];
        ticks.extend(sown.map(|&cell| vec![[hand, number(shape, cell), 1]]));
        carry(&mut lying, &ticks);
        let expected: Vec<usize> = with_hands(board.iter().copied());
        if lying != expected {
            let what = format!("lap {} of {}", index + 1, trace.played);
            return Err(fault(before, what));
        }
        stages.push(Stage {
            what: "sowing",
            text: lap_in_words(trace, index, language),
            ticks,
            lands: vec![number(shape, lap.last)],
            seeds: lying.clone(),
        });
    }
    if let Some(stage) = taking(before, trace, &mut lying, language) {
        stages.push(stage);
    }
    if trace.after.is_over() {
        stages.extend(left(rules.rest, &trace.after, &mut lying, language));
    }
    if lying != seeds(&trace.after) {
        return Err(fault(before, format_args!("the end of {}", trace.played)));
    }
    Ok(stages)
}

/// Describes a lap of a move; the first lap has index 0.
fn lap_in_words(trace: &MoveTrace, index: usize, language: &Language) -> String {
    let lap = &trace.laps[index];
    let seeds = say!(language, "page.count.seeds"; lap.seeds);
    let end = words::lap_ending(trace, index, language);
    match index {
        0 => format!("{seeds}, {end}"),
        _ => say!(language, "words.lap.further", from = lap.from, seeds = seeds, end = end,),
    }
}

/// Returns the index of a cell of this board.
fn number(shape: Shape, cell: Cell) -> usize {
    shape.index(cell).expect("a move stays on its board")
}

/// Returns the stage of the capture by the last seed, if there is one.
fn taking(
    before: &Position,
    trace: &MoveTrace,
    lying: &mut [usize],
    language: &Language,
) -> Option<Stage> {
    let shape = before.shape();
    let last = trace.laps.last().expect("a move has a lap").last;
    let side = trace.played.side;
    let taken = taken(trace.ending, last);
    if taken.is_empty() {
        return None;
    }
    let ticks = vec![to_store(&taken, shape, side)];
    carry(lying, &ticks);
    Some(Stage {
        what: "taking",
        text: taken_in_words(&taken, side, language),
        ticks,
        lands: Vec::new(),
        seeds: lying.to_vec(),
    })
}

/// Returns the stage in which seeds left in the rows at the end of a round go to a store, or out of
/// the game; `None` if all stay.
pub(super) fn left(
    rest: Rest,
    over: &Position,
    lying: &mut [usize],
    language: &Language,
) -> Option<Stage> {
    let shape = over.shape();
    let stay = seeds(over);
    let is_left =
        |&cell: &usize| matches!(shape.cell(cell), Cell::Hole(..)) && lying[cell] > stay[cell];
    let rows: Vec<usize> = (0..shape.cells()).filter(is_left).collect();
    let (mut words, mut actions) = (Vec::new(), Vec::new());
    for receiver in [Some(Side::A), Some(Side::B), None] {
        let theirs = |cell: &usize| rest.goes_to(shape.side_of(*cell), over.mover()) == receiver;
        let cells: Vec<usize> = rows.iter().copied().filter(theirs).collect();
        if cells.is_empty() {
            continue;
        }
        let all: usize = cells.iter().map(|&cell| lying[cell]).sum();
        let counted = say!(language, "page.count.seeds"; all);
        let Some(side) = receiver else {
            words.push(say!(language, "words.lap.left-out", seeds = counted));
            cells.iter().for_each(|&cell| lying[cell] = 0);
            continue;
        };
        words.push(say!(language, "words.lap.left", seeds = counted, side = side));
        actions.extend(cells.iter().map(|&cell| [cell, shape.store(side), lying[cell]]));
    }
    let ticks = if actions.is_empty() { Vec::new() } else { vec![actions] };
    carry(lying, &ticks);
    (!rows.is_empty()).then(|| Stage {
        what: "left",
        text: words.join("; "),
        ticks,
        lands: Vec::new(),
        seeds: lying.to_vec(),
    })
}

/// Returns the seeds that go to the store after the last seed: from where, and how many.
pub(super) fn taken(ending: Ending, last: Cell) -> Vec<(Cell, u32)> {
    match ending {
        Ending::Captured { from, seeds, with_last } => {
            std::iter::once((from, seeds)).chain(with_last.then_some((last, 1))).collect()
        }
        Ending::Banked { seeds } => vec![(last, seeds)],
        Ending::LoneBanked => vec![(last, 1)],
        Ending::Store
        | Ending::Protected
        | Ending::Occupied
        | Ending::OwnEmpty(_)
        | Ending::OpponentEmpty => Vec::new(),
    }
}

/// Converts captured seeds to transfers.
pub(super) fn to_store(taken: &[(Cell, u32)], shape: Shape, side: Side) -> Vec<Action> {
    let taken = taken.iter();
    let action = taken.map(|&(from, seeds)| [number(shape, from), shape.store(side), few(seeds)]);
    action.collect()
}

pub(super) fn taken_in_words(taken: &[(Cell, u32)], side: Side, language: &Language) -> String {
    let counted = |seeds: u32| say!(language, "page.count.seeds"; seeds);
    let (from, seeds) = taken[0];
    let seeds = counted(seeds);
    match taken.get(1) {
        None => say!(language, "words.lap.taken", seeds = seeds, from = from, side = side,),
        Some(&(last, more)) => say!(
            language,
            "words.lap.taken-both",
            seeds = seeds,
            from = from,
            more = counted(more),
            last = last,
            side = side,
        ),
    }
}
