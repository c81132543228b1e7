//! Chong: rules, notation, exact values, search, games, commands.

mod analysis;
mod any_value;
mod ceiling;
mod command;
mod exact;
mod examples;
mod game;
mod game_kept;
mod lookahead;
mod luck;
mod luck_estimated;
mod net;
mod notation;
mod outlook;
mod play;
mod record;
mod reference;
mod samples;
mod search;
mod session;
mod text_output;
mod training;

use chongkak::chong::{ChongRules, OPTION_NAMES, Profile};
use proptest::prelude::*;

/// Rules of a small board: a profile with some options changed.
pub fn any_rules(columns: std::ops::RangeInclusive<u8>) -> impl Strategy<Value = ChongRules> {
    let profile = prop::sample::select(vec!["content", "content", "blocked", "dlp"]);
    let changes = prop::collection::vec((1..OPTION_NAMES.len(), 0..4_usize), 0..5);
    (profile, columns, 1..=4_u8, changes).prop_map(|(profile, columns, dice, changes)| {
        let mut rules = Profile::named(profile).unwrap().rules(columns).unwrap();
        rules.set("dice", &dice.to_string()).unwrap();
        for (option, value) in changes {
            let option = OPTION_NAMES[option];
            let values = ChongRules::values_of(option).unwrap();
            rules.set(option, values[value % values.len()]).unwrap();
        }
        rules
    })
}
