//! Draws the board as A sees it.

use super::NOBODY;
use crate::{Dice, PlacedPosition, Player};
use chongkak_base::language::Language;
use chongkak_base::say;
use chongkak_base::text::joined;
use chongkak_base::text::style::{MOVE, STRONG};

/// Draws the three rows, B's on top. Above each hole is its number on the path of the player to
/// throw, which moves use.
///
/// A's path runs along the bottom row to the right, along the middle row to the left, and along B's
/// row to the right; B's runs the same way from the other end.
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

/// Draws the board with its caption.
pub fn captioned(placed: &PlacedPosition, winner: Option<&str>) -> String {
    let caption = caption(placed, winner, Language::english());
    format!("{}\n{caption}\n", board(placed))
}

/// Names the player to throw and those who may not move yet, or the winner.
pub fn caption(placed: &PlacedPosition, winner: Option<&str>, language: &Language) -> String {
    let (strong, plain) = (STRONG, format!("{STRONG:#}"));
    match winner {
        Some(NOBODY) => say!(language, "chong.nobody-has-won", strong = strong, plain = plain),
        Some(winner) => {
            say!(language, "chong.has-won", strong = strong, plain = plain, player = winner,)
        }
        None => player_with_task(placed, "chong.to-throw", "", language),
    }
}

/// Names the player who is to play a throw, and those who may not move yet.
pub fn to_play(placed: &PlacedPosition, throw: Dice, language: &Language) -> String {
    player_with_task(placed, "chong.to-play", &throw.to_string(), language)
}

/// Names the player to move with a task, given by its key, and those who may not move yet. The
/// drawing numbers the cells of this player's path.
fn player_with_task(
    placed: &PlacedPosition,
    key: &str,
    throw: &str,
    language: &Language,
) -> String {
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

/// Formats a probability in percent.
pub fn percent(probability: f64) -> String {
    format!("{:.2} %", 100.0 * probability)
}
