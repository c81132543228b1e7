//! The board as A sees it.

use super::NOBODY;
use crate::{Dice, PlacedPosition, Player};
use chongkak_base::language::Language;
use chongkak_base::say;
use chongkak_base::text::joined;
use chongkak_base::text::style::{MOVE, STRONG};

/// The three rows, B's on top. Over each hole stands its number on the path of the player to throw,
/// by which moves name it.
///
/// A's path goes along the lowest row to the right, along the middle row to the left, and along
/// B's row to the right; B's goes the same way from the other end.
pub fn board(placed: &PlacedPosition) -> String {
    let n = placed.columns;
    let rows: [Vec<u8>; 3] =
        [(2 * n..3 * n).collect(), (n..2 * n).rev().collect(), (0..n).collect()];
    let shared = (0..3 * n).any(|cell| placed.hole(cell).len() > 1);
    let width = if shared { 5 } else { 3 };
    let mut text = String::new();
    let corners = [("┌", "┬", "┐"), ("├", "┼", "┤"), ("├", "┼", "┤")];
    for ((name, cells), (left, middle, right)) in ["B", " ", "A"].iter().zip(&rows).zip(corners) {
        let number = |cell: &u8| match placed.player {
            Player::A => *cell,
            Player::B => 3 * n - 1 - cell,
        };
        let numbers = cells.iter().map(|cell| format!("{:─^width$}", number(cell)));
        let holes = cells.iter().map(|cell| format!("{:^width$}", placed.hole(*cell)));
        text += &format!("  {left}{}{right}\n", joined(numbers, middle));
        text += &format!("{name} │{}│\n", joined(holes, "│"));
    }
    let bars = vec!["─".repeat(width); n.into()];
    text + &format!("  └{}┘\n", bars.join("┴"))
}

/// The board with its caption.
pub fn captioned(placed: &PlacedPosition, winner: Option<&str>) -> String {
    let caption = caption(placed, winner, Language::english());
    format!("{}\n{caption}\n", board(placed))
}

/// The player to throw and those who may not move yet, or the winner.
pub fn caption(placed: &PlacedPosition, winner: Option<&str>, language: &Language) -> String {
    let (strong, plain) = (STRONG, format!("{STRONG:#}"));
    match winner {
        Some(NOBODY) => say!(language, "chong.nobody-has-won", strong = strong, plain = plain),
        Some(winner) => {
            say!(language, "chong.has-won", strong = strong, plain = plain, player = winner,)
        }
        None => doing(placed, "chong.to-throw", "", language),
    }
}

/// The player who is to play a throw, and those who may not move yet.
pub fn to_play(placed: &PlacedPosition, throw: Dice, language: &Language) -> String {
    doing(placed, "chong.to-play", &throw.to_string(), language)
}

/// The player whose turn it is with what he has to do, by a key, and those who may not move yet.
/// The cells that the drawing numbers are those of his path.
fn doing(placed: &PlacedPosition, key: &str, throw: &str, language: &Language) -> String {
    let mut text = say!(
        language,
        key,
        move = MOVE,
        plain = format!("{MOVE:#}"),
        player = placed.player,
        throw = throw,
    );
    for (army, player) in placed.armies().into_iter().zip([Player::A, Player::B]) {
        if !army.opened() {
            text = say!(language, "chong.not-yet", caption = text, player = player);
        }
    }
    text
}

/// A probability for people.
pub fn percent(probability: f64) -> String {
    format!("{:.2} %", 100.0 * probability)
}
