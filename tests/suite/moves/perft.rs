//! Perft of every rule set's opening, against figures from an independent implementation.

use std::num::NonZeroUsize;

use chongkak::board::Side;
use chongkak::control::{Control, Progress, StopReason, with_threads};
use chongkak::moves::{Game, divide, perft};
use chongkak::rules::{Preset, Rules};

use crate::support::{Twin, at_once, set, sized};

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

fn opening(name: &str) -> Game {
    Game::opening(&Preset::named(name).unwrap().rules, Side::A)
}

fn twin_perft(rules: &Rules, position: &Twin, depth: usize) -> u64 {
    if depth == 0 || position.mark == "over" {
        return 1;
    }
    let choices = position.choices(position.mover);
    let below =
        choices.iter().map(|&h| twin_perft(rules, &position.play(rules, h).after, depth - 1));
    below.sum()
}

#[test]
fn openings_have_the_known_number_of_leaves() {
    for (name, leaves) in LEAVES {
        let opening = opening(name);
        assert_eq!(perft(&opening, 0, Control::none()), Ok(1));
        for (depth, &expected) in (1..).zip(leaves) {
            assert_eq!(
                perft(&opening, depth, Control::none()),
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
            assert_eq!(twin_perft(&rules, &opening, depth), expected, "{name} depth {depth}");
        }
    }
}

#[test]
fn both_starters_have_as_many_lines() {
    for preset in Preset::all() {
        let count = |side| perft(&Game::opening(&preset.rules, side), 4, Control::none());
        assert_eq!(count(Side::A), count(Side::B));
    }
}

#[test]
fn divide_splits_the_count_by_first_move() {
    for preset in Preset::all() {
        let opening = opening(preset.name);
        let parts = divide(&opening, 4, Control::none()).unwrap();
        let holes = opening.position().shape().holes();
        assert_eq!(parts.len(), holes);
        let sum: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(Ok(sum), perft(&opening, 4, Control::none()));
    }
}

#[test]
fn a_limit_ends_the_count_and_is_named() {
    for (control, reason) in at_once(&set()) {
        let unfinished = perft(&opening("overbeck"), 30, control).unwrap_err();
        assert_eq!((unfinished.reason, unfinished.finished), (reason, Vec::new()));
    }
}

/// Kalah has 942 lines of four moves. A limit leaves time for most of the lines of two moves, each of
/// which has few of them.
#[test]
fn what_was_counted_before_a_limit_counts() {
    let opening = opening("kalah");
    for limit in [200, 500, 941] {
        let progress = Progress::new();
        let control = Control::none().with_nodes(limit).with_progress(&progress);
        let counted = with_threads(NonZeroUsize::MIN, || perft(&opening, 4, control));
        let unfinished = counted.unwrap().unwrap_err();
        let finished: u64 = unfinished.finished.iter().map(|(_, leaves)| leaves).sum();
        assert!((finished..=limit).contains(&unfinished.counted));
        assert!(2 * unfinished.counted > limit, "{limit}: {unfinished:?}");
        let standing = progress.standing();
        assert!((1..standing.of.unwrap()).contains(&standing.done), "{standing:?}");
    }
}

#[test]
fn a_count_deeper_than_any_round_ends_too() {
    let control = Control::none().with_nodes(1_000);
    let unfinished = perft(&opening("kalah"), 1_000_000, control).unwrap_err();
    assert_eq!(unfinished.reason, StopReason::Nodes);
    let small = Game::opening(&sized("kalah", 2, 2), Side::A);
    let [whole, deeper] = [100, 1_000_000].map(|depth| perft(&small, depth, Control::none()));
    assert_eq!(whole, deeper);
    assert!(whole.unwrap() > 1);
}

#[test]
fn progress_counts_the_lines_of_two_moves() {
    let progress = Progress::new();
    let control = Control::none().with_progress(&progress);
    perft(&opening("kalah"), 4, control).unwrap();
    let standing = progress.standing();
    assert_eq!((standing.done, standing.of), (35, Some(35)));
}
