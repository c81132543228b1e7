//! The bounds that trees prove of a joint start are correct on boards with known values.

use std::num::NonZeroUsize;
use std::time::Duration;

use chongkak::ask::{Limits, Ready, SolveStart, StartBy, StartFound};
use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::search::Solver;
use chongkak::start::{JointProof, JointSearch, Tie};

use super::values::solved;
use crate::support::{lockstep, sized};

/// A symmetric start is worth 0, however early the work ends; statements about pairs of choices are
/// true, and the exchanged pair has the opposite value.
#[test]
fn an_even_start_is_worth_nothing_whatever_the_limits() {
    for (name, holes, seeds) in [("congklak", 4, 3), ("overbeck", 4, 3), ("dakon", 3, 3)] {
        let rules = sized(name, holes, seeds);
        let opening = rules.opening(Side::A);
        let model = lockstep(&rules, &opening, Tie::Coin).unwrap();
        let exact = solved(&rules, &opening, Tie::Coin, true);
        for nodes in [0, 1, 10, 100] {
            let control = Control::none().with_nodes(nodes);
            let found = JointProof::new(Solver::new()).prove(&model, control).unwrap();
            let value = found.value;
            assert!(value.is_exact() && value.middle().abs() < 1e-9, "{value:?}");
            let entries = found.solved.entries.iter().flatten();
            for (bounds, exact) in entries.zip(exact.entries.iter().flatten()) {
                let exact = exact.middle();
                let holds = bounds.lower <= exact + 1e-9 && exact - 1e-9 <= bounds.upper;
                assert!(holds, "{name}, {nodes} nodes: {exact} {bounds:?}");
            }
            for (row, entries) in found.solved.entries.iter().enumerate() {
                for (column, entry) in entries.iter().enumerate() {
                    let other = found.solved.entries[column][row].negated();
                    assert!((entry.lower - other.lower).abs() < 1e-9, "{name}, {nodes}");
                }
            }
        }
    }
}

#[test]
fn bounds_of_trees_hold_and_say_something() {
    let (mut open, mut reach) = (0, 0.0);
    for (name, holes, seeds, tie) in [
        ("overbeck", 5, 4, Tie::Coin),
        ("overbeck", 4, 4, Tie::A),
        ("congklak", 6, 3, Tie::Coin),
        ("congklak-six", 5, 4, Tie::Coin),
        ("kalah", 4, 4, Tie::B),
    ] {
        let rules = sized(name, holes, seeds);
        let opening = rules.opening(Side::A);
        // On one thread, to be reproducible; with few nodes, so that much stays open.
        let search = JointSearch {
            trees: 4,
            plays: 200,
            nodes: 400,
            seed: 1,
            solver: Solver::new().with_threads(NonZeroUsize::MIN).with_memory(4),
        };
        let model = lockstep(&rules, &opening, tie).unwrap();
        let found = search.search(&model, Control::none()).unwrap();
        let exact = solved(&rules, &opening, tie, true);
        assert_eq!(found.solved.options, exact.options);
        let value = exact.equilibrium.value.middle();
        let within = [(value, found.value), (value, found.solved.equilibrium.value)];
        let entries = exact.entries.iter().flatten().map(|entry| entry.middle());
        let bounds = found.solved.entries.iter().flatten().copied();
        for (exact, bounds) in entries.zip(bounds.clone()).chain(within) {
            let holds = bounds.lower <= exact + 1e-9 && exact - 1e-9 <= bounds.upper;
            assert!(holds, "{name} {holes} {seeds}: {exact} {bounds:?}");
        }
        let total = 2.0 * f64::from(holes) * f64::from(seeds);
        for bounds in bounds.filter(|bounds| !bounds.is_exact()) {
            open += 1;
            reach += bounds.width() / 2.0 / total;
        }
    }
    // Half of the possible range to either side, with so few nodes.
    assert!(open >= 40 && reach / f64::from(open) < 0.55, "{reach} for {open}");
}

/// For any question about a joint start, however early it ends, the value is between the bounds.
#[test]
fn a_question_finds_the_value_or_bounds_around_it() {
    let rules = sized("kalah", 4, 2);
    let model = lockstep(&rules, &rules.opening(Side::A), Tie::A).unwrap();
    let ask = |by, control| {
        let question = SolveStart::default()
            .with_by(by)
            .with_lines(0)
            .with_trees(2)
            .with_plays(20)
            .with_seed(1)
            .with_limits(Limits::default().with_nodes(200));
        let found = question.answer(&model, &Ready::nothing(), control);
        found.unwrap()
    };
    let value = |by, control| match ask(by, control) {
        StartFound::Proven(found) => (found.value, "proof"),
        StartFound::Bounded(found) if found.trees > 0 => (found.value, "trees"),
        StartFound::Bounded(found) => (found.value, "nothing"),
    };
    let unlimited = Control::none();
    let at_once = unlimited.with_time(Duration::ZERO);
    let (exact, by) = value(StartBy::Value, unlimited);
    assert!(exact.is_exact() && by == "proof", "{exact:?} by {by}");
    for (asked, control, way) in [
        (StartBy::Either, unlimited, "proof"),
        (StartBy::Bounds, unlimited, "trees"),
        (StartBy::Value, at_once, "proof"),
        (StartBy::Either, at_once, "proof"),
        (StartBy::Bounds, at_once, "nothing"),
    ] {
        let (found, by) = value(asked, control);
        assert_eq!(by, way, "{asked:?}");
        let holds = found.lower <= exact.middle() + 1e-9 && exact.middle() - 1e-9 <= found.upper;
        assert!(holds, "{asked:?}: {exact:?} {found:?}");
    }
}
