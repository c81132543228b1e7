//! Rules by name.

use chongkak::rules::{Preset, Rules};

/// A named rule set on another board.
pub fn sized(name: &str, holes: u8, seeds: u8) -> Rules {
    Rules {
        holes,
        seeds,
        ..Preset::named(name).unwrap().rules
    }
}
