//! The board as text, as the players see it: each store at its owner's left hand.

use crate::board::{Cell, Hole, HoleState, Mark, Position, Side};
use crate::language::Language;
use crate::say;

use crate::text::joined;
pub use crate::text::layout::wrapped;
use crate::text::numbers_in_words::signed;
use crate::text::style::{DIM, MOVE};

/// Draws the board in several lines.
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
        format!("{blank}   {DIM}{}{DIM:#}", joined(row(side).iter().map(name), "  "))
    };
    let seeds = |side| {
        let cell = |hole: &Hole| {
            let text = format!("{:>width$}", content(position, side, *hole));
            format!(" {} ", styled(&text, position, side))
        };
        format!("{blank}  │{}│", joined(row(side).iter().map(cell), "│"))
    };
    let upper = format!("{blank}  {}", line("┌", "┬", "┐"));
    let lower = format!("{blank}  {}", line("└", "┴", "┘"));
    let [a, b] = Side::BOTH;
    let middle = format!("{}  {}  {}", store(a), line("├", "┼", "┤"), store(b));
    let [names_a, names_b] = [names(a), names(b)];
    let lines = [names_b, upper, seeds(b), middle, seeds(a), lower, names_a];
    lines.map(|line| format!("{}\n", line.trim_end())).concat()
}

/// Draws the board with a caption that says who is to move.
pub fn captioned(position: &Position, language: &Language) -> String {
    format!("{}\n{}\n", board(position), caption(position, language))
}

/// Returns who is to move, or the result.
pub fn caption(position: &Position, language: &Language) -> String {
    let mover = position.mover();
    let [a, b] = Side::BOTH.map(|side| position.owned(side));
    let mut text = match position.mark() {
        Mark::None => say!(language, "words.board.to-move", mover = mover),
        Mark::Final => say!(language, "words.board.to-move-last", mover = mover),
        Mark::Over => {
            let standing = signed(position.standing());
            say!(language, "words.board.over", mover = mover, a = a, b = b, standing = standing,)
        }
    };
    let field = position.field();
    let cells = 0..position.shape().cells();
    for (state, key) in
        [(HoleState::Closed, "words.board.closed"), (HoleState::Protected, "words.board.protected")]
    {
        if cells.clone().any(|cell| field.state(cell) == state) {
            text = say!(language, key, caption = text);
        }
    }
    text
}

/// Describes the meaning of a value.
pub fn result_in_words(value: i32, language: &Language) -> String {
    let side = match value {
        0 => return say!(language, "words.value.draw"),
        1.. => Side::A,
        _ => Side::B,
    };
    let seeds = say!(language, "page.count.seeds"; value.unsigned_abs());
    say!(language, "words.value.ahead", side = side, seeds = seeds)
}

fn cell_width(position: &Position) -> usize {
    let cells =
        Side::BOTH.iter().flat_map(|&side| position.shape().row().map(move |hole| (side, hole)));
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
