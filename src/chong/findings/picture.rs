//! The board as A sees it.

use std::fmt::Write;

use crate::chong::{PlacedPosition, Player};
use crate::text::style::{MOVE, STRONG};

/// The three rows, B's on top. Over each hole stands its number on the path of the player to throw,
/// by which moves name it.
///
/// A's path goes along the lowest row to the right, along the middle row to the left, and along
/// B's row to the right; B's goes the same way from the other end.
pub fn board(placed: &PlacedPosition) -> String {
    let n = placed.columns;
    let rows: [Vec<u8>; 3] = [
        (2 * n..3 * n).collect(),
        (n..2 * n).rev().collect(),
        (0..n).collect(),
    ];
    let shared = (0..3 * n).any(|cell| placed.hole(cell).len() > 1);
    let width = if shared { 5 } else { 3 };
    let mut text = String::new();
    let corners = [("┌", "┬", "┐"), ("├", "┼", "┤"), ("├", "┼", "┤")];
    for ((name, cells), (left, middle, right)) in ["B", " ", "A"].iter().zip(&rows).zip(corners) {
        let number = |cell: &u8| match placed.player {
            Player::A => *cell,
            Player::B => 3 * n - 1 - cell,
        };
        let numbers: Vec<String> = (cells.iter())
            .map(|cell| format!("{:─^width$}", number(cell)))
            .collect();
        let holes: Vec<String> = (cells.iter())
            .map(|cell| format!("{:^width$}", placed.hole(*cell)))
            .collect();
        text += &format!("  {left}{}{right}\n", numbers.join(middle));
        text += &format!("{name} │{}│\n", holes.join("│"));
    }
    let bars = vec!["─".repeat(width); n.into()];
    text + &format!("  └{}┘\n", bars.join("┴"))
}

/// The board with its caption.
pub fn captioned(placed: &PlacedPosition, winner: Option<&str>) -> String {
    format!("{}\n{}\n", board(placed), caption(placed, winner))
}

/// The player to throw and those who may not move yet, or the winner.
pub fn caption(placed: &PlacedPosition, winner: Option<&str>) -> String {
    if let Some(winner) = winner {
        return format!("{STRONG}{winner} has won{STRONG:#}");
    }
    doing(placed, "to throw")
}

/// The player whose turn it is with what he has to do, and those who may not move yet. The cells
/// that the drawing numbers are those of his path.
pub fn doing(placed: &PlacedPosition, what: &str) -> String {
    let player = placed.player;
    let mut text = format!("{MOVE}{player} {what}{MOVE:#} (the numbers are {player}'s cells)");
    for (army, player) in placed.armies().into_iter().zip([Player::A, Player::B]) {
        if !army.opened() {
            let words = "can't move before a Chong is thrown";
            write!(text, " · {player} {words}").expect("a string takes text");
        }
    }
    text
}

/// A probability for people.
pub fn percent(probability: f64) -> String {
    format!("{:.2} %", 100.0 * probability)
}
