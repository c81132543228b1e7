//! The joint start: exact values, and invariants.

use chongkak::board::{Position, Setup, Side};
use chongkak::control::{Control, StopReason};
use chongkak::math::{Certified, solve_matrix};
use chongkak::rules::{Preset, Rules, StoreLast, StorePlace};
use chongkak::search::Solver;
use chongkak::start::{JointProof, JointSearch, Proven, Solved, Tie};
use proptest::prelude::*;

use crate::support::{
    JointReference, Reference, Trying, any_game, any_tie, at_once, count_states, game_value,
    lockstep, next_threads, set, sized,
};

/// A solver with a small table, each with another number of threads.
fn solver() -> Solver<'static> {
    Solver::new().with_threads(next_threads()).with_memory(4)
}

/// The first choice by the library's induction.
pub fn solved(rules: &Rules, position: &Position, tie: Tie, symmetry: bool) -> Solved {
    let proof = JointProof { symmetry, lines: 0, ..JointProof::new(solver()) };
    let model = lockstep(rules, position, tie).unwrap();
    let found = proof.prove(&model, Control::none()).unwrap();
    assert_eq!(found.stopped, None);
    found.solved
}

#[test]
fn what_a_limit_leaves_are_bounds_that_hold() {
    let rules = sized("overbeck", 4, 4);
    let opening = rules.opening(Side::A);
    let exact = solved(&rules, &opening, Tie::A, true);
    let (mut widths, mut enough) = (Vec::new(), false);
    let model = lockstep(&rules, &opening, Tie::A).unwrap();
    let within = |states, control: Control<'_>| -> Proven {
        let proof = JointProof { states, ..JointProof::new(solver()) };
        proof.prove(&model, control).unwrap()
    };
    let set = set();
    let at_once = at_once(&set).map(|(control, reason)| (usize::MAX, control, Some(reason)));
    let few = [0, 1, 3, 10, 30, 100_000].map(|states| {
        let reason = (states < 100_000).then_some(StopReason::Memory);
        (states, Control::none(), reason)
    });
    for (states, control, reason) in at_once.into_iter().chain(few) {
        let found = within(states, control);
        assert_eq!(found.stopped, reason, "{states}");
        let (found, complete) = (found.solved, found.stopped.is_none());
        let (bounds, value) = (found.equilibrium.value, exact.equilibrium.value);
        assert!(bounds.lower <= value.upper && value.lower <= bounds.upper, "{states}");
        for (bounds, value) in found.entries.iter().flatten().zip(exact.entries.iter().flatten()) {
            assert!(bounds.lower <= value.upper && value.lower <= bounds.upper);
        }
        assert!(!complete || bounds.is_exact(), "{states}");
        widths.push(bounds.width());
        enough = complete;
    }
    assert!(enough && widths[0] > 1.0, "{widths:?}");
}

#[test]
fn a_search_that_is_stopped_has_what_it_has_grown() {
    let rules = sized("overbeck", 4, 4);
    let model = lockstep(&rules, &rules.opening(Side::A), Tie::Coin).unwrap();
    let search = JointSearch { trees: 1, plays: 2, nodes: 200, seed: 1, solver: solver() };
    for (control, reason) in at_once(&set()) {
        // There may be some trees, but not for all pairs.
        let found = search.search(&model, control).unwrap();
        assert_eq!((found.trees, found.stopped), (0, Some(reason)));
    }
    let found = search.search(&model, Control::none()).unwrap();
    assert_eq!((found.trees, found.stopped), (1, None));
    // As many values of rounds as the first trees took: some of them have been computed.
    let more = JointSearch { trees: 50, ..search };
    let nodes = 2 * found.leaves as u64;
    let limited = Control::none().with_nodes(nodes);
    let found = more.search(&model, limited).unwrap();
    assert_eq!(found.stopped, Some(StopReason::Nodes));
    assert!((1..50).contains(&found.trees), "{}", found.trees);
}

fn middles(solved: &Solved) -> Vec<Vec<f64>> {
    let rows = solved.entries.iter();
    rows.map(|row| row.iter().map(|entry| entry.middle()).collect()).collect()
}

fn firsts(tie: Tie) -> &'static [usize] {
    match tie {
        Tie::A => &[0],
        Tie::B => &[1],
        Tie::Coin => &[0, 1],
    }
}

#[test]
fn matrices_and_values_from_independent_implementations() {
    let openings: [(&str, u8, u8, &[&[i32]]); 4] = [
        ("overbeck", 2, 1, &[&[0, -2], &[2, 0]]),
        ("overbeck", 2, 2, &[&[0, 2], &[-2, 0]]),
        ("overbeck", 3, 2, &[&[0, -4, -6], &[4, 0, 1], &[6, -1, 0]]),
        ("congklak-six", 3, 1, &[&[0, 0, -2], &[0, 0, -4], &[2, 4, 0]]),
    ];
    for (name, holes, seeds, matrix) in openings {
        let rules = sized(name, holes, seeds);
        let solved = solved(&rules, &rules.opening(Side::A), Tie::Coin, false);
        let value = solved.equilibrium.value;
        assert!(value.is_exact() && value.middle().abs() < 1e-9, "{value:?}");
        for (row, expected) in solved.entries.iter().zip(matrix) {
            for (entry, expected) in row.iter().zip(*expected) {
                assert!((entry.middle() - f64::from(*expected)).abs() < 1e-9, "{name} {entry:?}");
                assert!(entry.is_exact());
            }
        }
    }
    for (holes, seeds, value) in [(2, 2, 2.0), (3, 2, 26.0 / 7.0)] {
        let rules = sized("overbeck", holes, seeds);
        let opening = rules.opening(Side::A);
        let a = solved(&rules, &opening, Tie::A, true).equilibrium.value;
        let b = solved(&rules, &opening, Tie::B, true).equilibrium.value;
        assert!(a.is_exact() && (a.middle() - value).abs() < 1e-9, "{a:?}");
        // Only the player who is first in a tie has changed.
        assert!((a.middle() + b.middle()).abs() < 1e-9, "{b:?}");
    }
}

#[test]
fn states_are_as_many_as_counted_independently() {
    for (holes, seeds, states) in [(2, 2, 29), (3, 3, 884), (4, 4, 40_344)] {
        let rules = sized("overbeck", holes, seeds);
        let start = JointReference::start(&Reference::read(&rules.opening(Side::A).to_string()));
        assert_eq!(count_states(&rules, &start), states);
    }
}

/// The library's first matrix equals that of brute force with the reference implementation.
fn agrees_with_trying(rules: &Rules, position: &Position, tie: Tie) {
    let found = solved(rules, position, tie, true);
    let mut trying = Trying::new(rules, firsts(tie));
    let start = JointReference::start(&Reference::read(&position.to_string()));
    let matrix = trying.matrix(&start);
    for (row, expected) in middles(&found).iter().zip(&matrix) {
        assert_eq!(row.len(), expected.len());
        for (entry, expected) in row.iter().zip(expected) {
            assert!((entry - expected).abs() < 1e-6, "{position} {tie}: {entry} {expected}");
        }
    }
    let (value, expected) = (found.equilibrium.value, game_value(&matrix));
    assert!((value.middle() - expected).abs() < 1e-6, "{position} {tie}");
    assert!(value.is_exact());
}

#[test]
fn small_openings_are_worth_what_trying_everything_says() {
    for preset in Preset::all() {
        for (holes, seeds) in [(1, 2), (2, 1), (2, 2), (2, 3), (3, 1)] {
            let rules = sized(preset.name, holes, seeds);
            for &tie in Tie::ALL {
                agrees_with_trying(&rules, &rules.opening(Side::A), tie);
            }
        }
    }
}

prop_compose! {
    fn any_small_start()(
        (rules, _) in any_game(),
        pits in prop::collection::vec((0..8u8, 0..4u32), 4),
        stores in [0..3u32, 0..3u32],
    ) -> Option<(Rules, Position)> {
        let cell = |(state, seeds): (u8, u32)| match state {
            0 => "x".to_owned(),
            1 => format!("{seeds}p"),
            _ => seeds.to_string(),
        };
        let cells: Vec<String> = pits.into_iter().map(cell).collect();
        let text = format!(
            "{},{}/{} {},{}/{} A", cells[0], cells[1], stores[0], cells[2], cells[3], stores[1]
        );
        let position = Position::new(&text.parse::<Setup>().unwrap()).ok()?;
        let mut rules = Rules { store: StorePlace::Near, ..rules }.with("holes", 2).unwrap();
        if rules.store_last == StoreLast::May {
            rules.store_last = StoreLast::Again;
        }
        position.can_move(Side::B).then_some((rules, position))
    }
}

proptest! {
    #![proptest_config(crate::support::law(150))]

    #[test]
    fn boards_in_any_state_are_worth_what_trying_everything_says(
        start in any_small_start().prop_filter_map("both can start", |start| start),
        tie in any_tie(),
    ) {
        agrees_with_trying(&start.0, &start.1, tie);
    }
}

#[test]
fn the_first_matrix_of_equal_rows_is_antisymmetric_and_the_game_fair() {
    for preset in Preset::all() {
        for (holes, seeds) in [(3, 2), (3, 3)] {
            let rules = sized(preset.name, holes, seeds);
            // Without the symmetry in the induction, where it would hold by construction.
            let found = solved(&rules, &rules.opening(Side::A), Tie::Coin, false);
            let matrix = middles(&found);
            for (i, row) in matrix.iter().enumerate() {
                for (j, entry) in row.iter().enumerate() {
                    assert!((entry + matrix[j][i]).abs() < 1e-9, "{}", preset.name);
                }
            }
            let value = found.equilibrium.value;
            assert!(value.is_exact() && value.middle().abs() < 1e-9);
        }
    }
}

#[test]
fn the_exchange_of_players_changes_no_value() {
    for (name, holes, seeds) in [("overbeck", 3, 3), ("congklak", 3, 2), ("kalah", 3, 3)] {
        let rules = sized(name, holes, seeds);
        let opening = rules.opening(Side::A);
        let [with, without] = [true, false].map(|on| solved(&rules, &opening, Tie::Coin, on));
        for (a, b) in middles(&with).iter().flatten().zip(middles(&without).iter().flatten()) {
            assert!((a - b).abs() < 1e-9);
        }
    }
}

fn any_matrix() -> impl Strategy<Value = Vec<Vec<i32>>> {
    (1..=5usize, 1..=5usize, prop_oneof![Just(2), Just(9), Just(200)]).prop_flat_map(
        |(rows, columns, most)| {
            prop::collection::vec(prop::collection::vec(-most..=most, columns), rows)
        },
    )
}

proptest! {
    #![proptest_config(crate::support::law(2000))]

    #[test]
    fn matrix_games_have_the_value_of_a_square_part(matrix in any_matrix()) {
        let entries: Vec<Vec<Certified>> = matrix
            .iter()
            .map(|row| row.iter().map(|&n| Certified::exactly(n)).collect())
            .collect();
        let solved = solve_matrix(&entries).unwrap();
        let plain: Vec<Vec<f64>> = matrix
            .iter()
            .map(|row| row.iter().map(|&n| f64::from(n)).collect())
            .collect();
        let value = game_value(&plain);
        let bounds = solved.value;
        prop_assert!(bounds.lower <= value + 1e-9 && value - 1e-9 <= bounds.upper);
        prop_assert!(bounds.is_exact(), "{bounds:?}");
        for strategy in [&solved.rows, &solved.columns] {
            prop_assert!(strategy.iter().all(|p| *p >= 0.0));
            prop_assert!((strategy.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
