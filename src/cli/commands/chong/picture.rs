//! The board as A sees it.

use std::fmt::Write;

use crate::cli::style::{MOVE, STRONG};
use chongkak::chong::{Placed, Player};

/// The three rows, B's on top, with the numbers of A's cells below and of B's above.
///
/// A's path goes along the lowest row to the right, along the middle row to the left, and along
/// B's row to the right; B's goes the same way from the other end.
pub fn board(placed: &Placed) -> String {
    let n = placed.columns;
    let rows = [
        (2 * n..3 * n).collect::<Vec<u8>>(),
        (n..2 * n).rev().collect(),
        (0..n).collect(),
    ];
    let holes: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| placed.hole(*cell)).collect())
        .collect();
    let shared = holes.iter().flatten().any(|hole| hole.len() > 1);
    let width = if shared { 4 } else { 2 };
    let mut text = String::new();
    let numbers = |cells: &[u8]| -> String {
        let cell = |cell: &u8| format!("{cell:^width$} ", width = width + 1);
        format!("   {}", cells.iter().map(cell).collect::<String>())
            .trim_end()
            .to_owned()
    };
    let b_home: Vec<u8> = rows[0].iter().map(|cell| 3 * n - 1 - cell).collect();
    let line = |left: &str, middle: &str, right: &str| {
        let bar = "─".repeat(width + 1);
        let bars = vec![bar.as_str(); n.into()].join(middle);
        format!("  {left}{bars}{right}\n")
    };
    writeln!(text, "{}", numbers(&b_home)).expect("a string takes text");
    text.push_str(&line("┌", "┬", "┐"));
    for (index, row) in holes.iter().enumerate() {
        let name = ["B", " ", "A"][index];
        write!(text, "{name} │").expect("a string takes text");
        for hole in row {
            write!(text, "{hole:^width$}│", width = width + 1).expect("a string takes text");
        }
        text.push('\n');
        text.push_str(&match index {
            2 => line("└", "┴", "┘"),
            _ => line("├", "┼", "┤"),
        });
    }
    writeln!(text, "{}", numbers(&rows[2])).expect("a string takes text");
    text
}

/// The board with its caption.
pub fn captioned(placed: &Placed, winner: Option<&str>) -> String {
    format!("{}\n{}\n", board(placed), caption(placed, winner))
}

/// Who is to throw and who may not move yet, or who has won.
pub fn caption(placed: &Placed, winner: Option<&str>) -> String {
    if let Some(winner) = winner {
        return format!("{STRONG}{winner} has won{STRONG:#}");
    }
    let mut text = format!("{MOVE}{} to throw{MOVE:#}", placed.player);
    for (army, player) in placed.armies().into_iter().zip([Player::A, Player::B]) {
        if !army.opened() {
            write!(text, " · {player} waits for a Chong").expect("a string takes text");
        }
    }
    text
}

/// A probability for people.
pub fn percent(probability: f64) -> String {
    format!("{:.2} %", 100.0 * probability)
}
