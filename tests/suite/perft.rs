//! Perft of every rule set's opening, against figures from an independent implementation.

use std::sync::atomic::AtomicBool;

use chongkak::board::Side;
use chongkak::moves::{divide, perft};
use chongkak::rules::{Preset, Rules};

use crate::support::Twin;

/// Leaves at depth 1, 2, … from the opening; computed by a slow program written apart from this
/// one, which also agrees with a public general game system.
const LEAVES: [(&str, &[u64]); 8] = [
    ("overbeck", &[9, 64, 542, 4337, 34341, 268_169]),
    ("conglak", &[7, 36, 230, 1406, 8293, 48263]),
    ("conglak-burnt", &[7, 36, 230, 1406, 8293, 48263]),
    ("congklak-six", &[6, 26, 142, 732, 3611, 17335]),
    ("congklak", &[7, 36, 230, 1408, 8329, 48814]),
    ("congklak-bank", &[7, 42, 231, 1200, 6117, 30610]),
    ("kalah", &[6, 35, 185, 942, 4690, 23233]),
    ("dakon", &[8, 50, 376, 2656, 18282]),
];

fn go() -> AtomicBool {
    AtomicBool::new(false)
}

fn twin_perft(rules: &Rules, position: &Twin, depth: usize) -> u64 {
    if depth == 0 || position.mark == "over" {
        return 1;
    }
    let choices = position.choices(position.mover);
    let below = choices
        .iter()
        .map(|&h| twin_perft(rules, &position.play(rules, h).after, depth - 1));
    below.sum()
}

#[test]
fn openings_have_the_known_number_of_leaves() {
    for (name, leaves) in LEAVES {
        let rules = Preset::named(name).unwrap().rules;
        let opening = rules.opening(Side::A);
        assert_eq!(perft(&rules, &opening, 0, &go()), Ok(1));
        for (depth, &expected) in (1..).zip(leaves) {
            assert_eq!(
                perft(&rules, &opening, depth, &go()),
                Ok(expected),
                "{name} depth {depth}"
            );
        }
    }
}

#[test]
fn the_twin_counts_the_same_leaves() {
    for (name, leaves) in LEAVES {
        let rules = Preset::named(name).unwrap().rules;
        let opening = Twin::read(&rules.opening(Side::A).to_string());
        for (depth, &expected) in (1..6).zip(leaves) {
            assert_eq!(
                twin_perft(&rules, &opening, depth),
                expected,
                "{name} depth {depth}"
            );
        }
    }
}

#[test]
fn both_starters_have_as_many_lines() {
    for preset in Preset::all() {
        let rules = preset.rules;
        let count = |side| perft(&rules, &rules.opening(side), 4, &go());
        assert_eq!(count(Side::A), count(Side::B));
    }
}

#[test]
fn divide_splits_the_count_by_first_move() {
    for preset in Preset::all() {
        let rules = preset.rules;
        let opening = rules.opening(Side::A);
        let parts = divide(&rules, &opening, 4, &go()).unwrap();
        assert_eq!(parts.len(), usize::from(rules.holes));
        let sum: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(Ok(sum), perft(&rules, &opening, 4, &go()));
    }
}

#[test]
fn a_set_stop_flag_ends_the_count() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let stop = AtomicBool::new(true);
    assert!(perft(&rules, &rules.opening(Side::A), 30, &stop).is_err());
}
