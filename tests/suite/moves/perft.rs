//! Perft of every rule set's opening, against numbers from an independent implementation.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use chongkak::board::Side;
use chongkak::control::{Control, Progress, StopReason, with_threads};
use chongkak::moves::{Game, divide, perft, reachable};
use chongkak::rules::{Preset, Rules};

use crate::support::{Reference, at_once, set, sized};

/// Leaves at depth 1, 2, … from the opening; computed by a slow program written apart from this
/// one, which also agrees with a public general game system; those of `sungka` and `chonka` by the
/// rules of `scripts/check-proof`.
const LEAVES: [(&str, &[u64]); 10] = [
    ("overbeck", &[9, 64, 542, 4337, 34341, 268_169]),
    ("conglak", &[7, 36, 230, 1406, 8293, 48263]),
    ("conglak-burnt", &[7, 36, 230, 1406, 8293, 48263]),
    ("congklak-six", &[6, 26, 142, 732, 3611, 17335]),
    ("congklak", &[7, 36, 230, 1408, 8329, 48814]),
    ("congklak-bank", &[7, 42, 231, 1200, 6117, 30610]),
    ("sungka", &[7, 36, 230, 1406, 8295, 48305]),
    ("chonka", &[7, 37, 217, 1237, 6943, 38441]),
    ("kalah", &[6, 35, 185, 942, 4690, 23233]),
    ("dakon", &[8, 50, 376, 2656, 18282]),
];

fn opening(name: &str) -> Game {
    Game::opening(&Preset::named(name).unwrap().rules, Side::A)
}

fn reference_perft(rules: &Rules, position: &Reference, depth: usize) -> u64 {
    if depth == 0 || position.mark == "over" {
        return 1;
    }
    let moves = position.moves(rules).into_iter();
    moves.map(|(.., told)| reference_perft(rules, &told.after, depth - 1)).sum()
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

/// The positions that the reference implementation reaches, those under way and those over.
#[test]
fn reachable_positions_are_those_of_the_reference_implementation() {
    let may = |rules: Rules| rules.with("store_last", "may").unwrap();
    for (name, rules) in [
        ("kalah", sized("kalah", 3, 2)),
        ("conglak", sized("conglak", 3, 2)),
        ("sungka", sized("sungka", 3, 2)),
        ("chonka", sized("chonka", 2, 3)),
        ("kalah with stops", may(sized("kalah", 3, 2))),
        ("sungka with stops", may(sized("sungka", 3, 2))),
    ] {
        let start = rules.opening(Side::A);
        let mut known = HashSet::from([Reference::read(&start.to_string())]);
        let mut left: Vec<Reference> = known.iter().cloned().collect();
        while let Some(position) = left.pop() {
            if position.mark == "over" {
                continue;
            }
            for (.., told) in position.moves(&rules) {
                let after = told.after;
                if known.insert(after.clone()) {
                    left.push(after);
                }
            }
        }
        let over = known.iter().filter(|position| position.mark == "over").count() as u64;
        let found = reachable(&Game::opening(&rules, Side::A), u32::MAX, Control::none());
        assert_eq!(
            (found.positions + found.over, found.over),
            (known.len() as u64, over),
            "{name}"
        );
        // A limit of nodes ends the count, and of moves too.
        let few =
            reachable(&Game::opening(&rules, Side::A), u32::MAX, Control::none().with_nodes(3));
        assert_eq!(few.stopped, Some(StopReason::Nodes));
        assert!(few.positions < found.positions);
        let none = reachable(&Game::opening(&rules, Side::A), 0, Control::none());
        assert_eq!((none.positions, none.over, none.stopped), (1, 0, None));
    }
}

#[test]
fn the_reference_counts_the_same_leaves() {
    for (name, leaves) in LEAVES {
        let rules = Preset::named(name).unwrap().rules;
        let opening = Reference::read(&rules.opening(Side::A).to_string());
        for (depth, &expected) in (1..6).zip(leaves) {
            assert_eq!(reference_perft(&rules, &opening, depth), expected, "{name} depth {depth}");
        }
    }
}

/// A move with a stop is a move of its own, also at the last ply.
#[test]
fn stops_are_counted_as_moves() {
    for preset in Preset::all() {
        let rules = preset.rules.sized(3, 3).unwrap().with("store_last", "may").unwrap();
        let opening = Game::opening(&rules, Side::A);
        let start = Reference::read(&opening.position().to_string());
        for depth in 1..6 {
            let expected = reference_perft(&rules, &start, depth);
            let counted = perft(&opening, depth as u32, Control::none());
            assert_eq!(counted, Ok(expected), "{} depth {depth}", preset.name);
            let parts = divide(&opening, depth as u32, Control::none()).unwrap();
            assert_eq!(parts.len(), start.moves(&rules).len());
            assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), expected);
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

/// Kalah has 942 lines of four moves. A limit leaves time for most of the lines of two moves, each
/// of which has few of them.
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
