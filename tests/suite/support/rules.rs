//! Rules by name, and their games.

use chongkak::board::Position;
use chongkak::moves::Game;
use chongkak::rules::{Preset, Rules};
use chongkak::start::{Lockstep, Tie};
use chongkak::text::Diagnostic;

/// A named rule set on another board.
pub fn sized(name: &str, holes: u8, seeds: u8) -> Rules {
    let rules = Preset::named(name).unwrap().rules;
    rules.sized(holes, seeds).unwrap()
}

/// A position under rules of any size.
pub fn game(rules: &Rules, position: &Position) -> Game {
    Game::new(&rules.fitted_to(position), position).unwrap()
}

/// Overbeck's opening against seven filled holes.
pub const SEVEN: &str = "9,9,9,9,9,9,9,9,9/18 x,x,9,9,9,9,9,9,9/0 A";

/// The model of a joint start.
pub fn lockstep(rules: &Rules, position: &Position, tie: Tie) -> Result<Lockstep, Diagnostic> {
    Lockstep::new(&Game::new(rules, position).unwrap(), tie)
}

/// A file in which every field is used.
pub const OURS: &str = r#"
name = "ours"
title = "congklak as played in our village"
base = "congklak"
holes = 5

[follows]
short = "Village 2020"
full = "what the elders of the village said, 2020"

[set]
lap = "none"
short = "closed"
max_protected = 0x0

[[source]]
option = ["lap", "capture"]
text = "An empty house takes what lies across, always."
reference = "first evening"

[[source]]
option = "holes"
note = "counted on the board"
"#;
