//! Rules by name.

use chongkak::rules::{Preset, Rules};

/// A named rule set on another board.
pub fn sized(name: &str, holes: u8, seeds: u8) -> Rules {
    let rules = Preset::named(name).unwrap().rules;
    rules.sized(holes, seeds).unwrap()
}

/// Overbeck's opening against seven filled holes.
pub const SEVEN: &str = "9,9,9,9,9,9,9,9,9/18 x,x,9,9,9,9,9,9,9/0 A";
