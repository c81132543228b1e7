//! The board drawn in text, as the players see it: each store at its owner's left hand.

use crate::board::{Cell, Hole, HoleState, Mark, Position, Side};

pub use crate::text::layout::wrapped;
use crate::text::numbers::{counted, signed};
use crate::text::style::{DIM, MOVE};

/// The board and who is to move, several lines.
pub fn board(position: &Position) -> String {
    let holes = position.shape().holes();
    let row = |side| -> Vec<Hole> {
        let row = position.shape().row();
        // A sows right to left along the lower row, B left to right along the upper one.
        match side {
            Side::A => row.rev().collect(),
            Side::B => row.collect(),
        }
    };
    let width = cell_width(position);
    let store = |side| {
        let seeds = position.store(side).to_string();
        format!("{DIM}R{side}{DIM:#} {}", styled(&seeds, position, side))
    };
    let margin = format!("RA {}", position.store(Side::A)).len();
    let blank = " ".repeat(margin);
    let line = |left: &str, middle: &str, right: &str| {
        let cells = vec!["─".repeat(width + 2); holes].join(middle);
        format!("{left}{cells}{right}")
    };
    let names = |side| {
        let name = |hole: &Hole| format!("{:>w$}", format!("{side}{hole}"), w = width + 1);
        let names: Vec<String> = row(side).iter().map(name).collect();
        format!("{blank}   {DIM}{}{DIM:#}", names.join("  "))
    };
    let seeds = |side| {
        let cell = |hole: &Hole| {
            let text = format!("{:>width$}", content(position, side, *hole));
            format!(" {} ", styled(&text, position, side))
        };
        let cells: Vec<String> = row(side).iter().map(cell).collect();
        format!("{blank}  │{}│", cells.join("│"))
    };
    let upper = format!("{blank}  {}", line("┌", "┬", "┐"));
    let lower = format!("{blank}  {}", line("└", "┴", "┘"));
    let [a, b] = Side::BOTH;
    let middle = format!("{}  {}  {}", store(a), line("├", "┼", "┤"), store(b));
    let [names_a, names_b] = [names(a), names(b)];
    let lines = [names_b, upper, seeds(b), middle, seeds(a), lower, names_a];
    lines.map(|line| format!("{}\n", line.trim_end())).concat()
}

/// The board, and below it who is to move.
pub fn captioned(position: &Position) -> String {
    format!("{}\n{}\n", board(position), caption(position))
}

/// Says who is to move and what lies in the stores, or how the round ended.
pub fn standing(position: &Position) -> String {
    let [a, b] = Side::BOTH.map(|side| match position.is_over() {
        true => position.owned(side),
        false => position.store(side),
    });
    match position.is_over() {
        true => format!("the round is over, A {a} : B {b} seeds"),
        false => format!("{} to move, stores A {a} : B {b}", position.mover()),
    }
}

/// The player to move, or the result.
pub fn caption(position: &Position) -> String {
    let mover = position.mover();
    let [a, b] = Side::BOTH.map(|side| position.owned(side));
    let mut text = match position.mark() {
        Mark::None => format!("{mover} to move"),
        Mark::Final => format!("{mover} to move, a final turn"),
        Mark::Over => {
            let standing = position.standing();
            format!(
                "round over, {mover} moved last; A {a} : B {b} ({})",
                signed(standing)
            )
        }
    };
    let field = position.field();
    let cells = 0..position.shape().cells();
    for (state, name) in [
        (HoleState::Closed, "x closed"),
        (HoleState::Protected, "p protected"),
    ] {
        if cells.clone().any(|cell| field.state(cell) == state) {
            text += &format!(" · {name}");
        }
    }
    text
}

/// The meaning of a value.
pub fn result_in_words(value: i32) -> String {
    match value {
        0 => "a draw".to_owned(),
        1.. => format!("A ends {} ahead", counted(value.unsigned_abs(), "seed")),
        _ => format!("B ends {} ahead", counted(value.unsigned_abs(), "seed")),
    }
}

fn cell_width(position: &Position) -> usize {
    let cells = Side::BOTH
        .iter()
        .flat_map(|&side| position.shape().row().map(move |hole| (side, hole)));
    let widths = cells.map(|(side, hole)| content(position, side, hole).len());
    widths.max().unwrap_or(1).max(2)
}

pub fn content(position: &Position, side: Side, hole: Hole) -> String {
    let seeds = position.seeds(Cell::Hole(side, hole));
    let index = position.shape().first(side) + hole.index();
    match position.field().state(index) {
        HoleState::Open => seeds.to_string(),
        HoleState::Closed => "x".to_owned(),
        HoleState::Protected => format!("{seeds}p"),
    }
}

fn styled(text: &str, position: &Position, side: Side) -> String {
    if position.mover() == side && !position.is_over() {
        format!("{MOVE}{text}{MOVE:#}")
    } else {
        text.to_owned()
    }
}
