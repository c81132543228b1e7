//! The intervals of an estimated joint start hold what they say on boards whose values are known.

use std::num::NonZeroUsize;

use chongkak::control::Control;
use chongkak::math::Interval;
use chongkak::rules::Rules;
use chongkak::search::Solver;
use chongkak::start::{Estimated, JointSearch, Tie};

use super::start::solved;
use crate::support::{lockstep, sized};
use chongkak::board::Side;

/// Boards by which nothing was calibrated (`scripts/measure-start` lists those that were).
const BOARDS: [(&str, u8, u8); 5] = [
    ("overbeck", 5, 4),
    ("overbeck", 6, 3),
    ("congklak", 6, 3),
    ("congklak-six", 5, 4),
    ("kalah", 4, 4),
];

/// On one thread, so that it is the same each time; with so few nodes that much is estimated.
fn estimated(rules: &Rules, trees: u32) -> Estimated {
    let search = JointSearch {
        trees,
        plays: 200,
        nodes: 100,
        seed: 1,
        solver: Solver {
            threads: NonZeroUsize::MIN,
            memory: 4,
            ..Solver::new()
        },
    };
    let model = lockstep(rules, &rules.opening(Side::A), Tie::Coin).unwrap();
    search.search(&model, Control::none()).unwrap()
}

/// The exact entries of a board beside the estimated ones.
fn entries(rules: &Rules, found: &Estimated) -> Vec<(f64, Interval)> {
    let exact = solved(rules, &rules.opening(Side::A), Tie::Coin, true);
    let exact = exact.entries.iter().flatten().map(|entry| entry.middle());
    exact.zip(found.entries.iter().flatten().copied()).collect()
}

#[test]
fn intervals_hold_what_they_say_and_points_are_proven() {
    let (mut open, mut held, mut reach) = (0, 0, 0.0);
    for (name, holes, seeds) in BOARDS {
        let rules = sized(name, holes, seeds);
        let found = estimated(&rules, 8);
        let all = found.evidence.iter().flatten();
        for ((exact, entry), evidence) in entries(&rules, &found).into_iter().zip(all) {
            let place = format!("{name} {holes} {seeds}: {exact} {entry:?} {evidence:?}");
            let bounds = evidence.bounds;
            // What is proven is true, and no interval goes beyond it.
            assert!(
                bounds.lower <= exact + 1e-9 && exact - 1e-9 <= bounds.upper,
                "{place}"
            );
            assert!(
                bounds.lower <= entry.low && entry.high <= bounds.upper + 1e-9,
                "{place}"
            );
            assert!(
                entry.low <= entry.mean && entry.mean <= entry.high,
                "{place}"
            );
            if entry.high - entry.low <= 1e-9 {
                assert!(
                    bounds.is_exact() && (entry.mean - exact).abs() < 1e-9,
                    "{place}"
                );
                continue;
            }
            open += 1;
            held += u32::from(entry.low - 1e-9 <= exact && exact <= entry.high + 1e-9);
            let total = 2.0 * f64::from(holes) * f64::from(seeds);
            reach += (entry.high - entry.low) / 2.0 / total;
        }
    }
    assert!(open >= 60, "{open}");
    assert!(
        f64::from(held) >= 0.93 * f64::from(open),
        "{held} of {open}"
    );
    // And they say something: half of all that is possible to either side, with so few nodes.
    assert!(reach / f64::from(open) < 0.55, "{reach} for {open}");
}

#[test]
fn a_single_tree_has_the_interval_that_it_proves() {
    let rules = sized("overbeck", 5, 4);
    let found = estimated(&rules, 1);
    let all = found.entries.iter().flatten();
    let mut open = 0;
    for (entry, evidence) in all.zip(found.evidence.iter().flatten()) {
        let bounds = evidence.bounds;
        assert!((entry.low - bounds.lower).abs() < 1e-9, "{entry:?}");
        assert!((entry.high - bounds.upper).abs() < 1e-9, "{entry:?}");
        open += u32::from(entry.high > entry.low + 1.0);
    }
    assert!(open > 0);
}
