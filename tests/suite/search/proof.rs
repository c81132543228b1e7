//! Proofs, checked by the same law with the reference implementation.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use chongkak::board::{Position, Side};
use chongkak::control::{Control, Stop, StopReason};
use chongkak::moves::Game;
use chongkak::rules::{Rules, StorePlace};
use chongkak::search::{Goal, Solver, Unproven};
use proptest::prelude::*;

use crate::support::{
    Proven, Reference, any_rules, any_small_board, any_threads, follows, game, minimax, sized,
};

fn prove(rules: &Rules, position: &Position, goal: Goal, threads: usize, most: usize) -> Proven {
    let solver = Solver::new()
        .with_memory(1)
        .with_goal(goal)
        .with_threads(NonZeroUsize::new(threads).unwrap());
    let game = game(rules, position);
    solver.prove(&game, Control::none(), most).unwrap()
}

proptest! {
    #![proptest_config(crate::support::law(1_000))]

    #[test]
    fn proofs_follow_the_law(
        (rules, position, winner, threads) in (any_rules(), any_small_board(), any::<bool>(), any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let goal = if winner { Goal::Winner } else { Goal::Value };
        let proven = prove(&rules, &position, goal, threads, 100_000);
        let value = minimax(&rules, &Reference::read(&position.to_string()), &mut HashMap::new());
        prop_assert!(winner || proven.0.value() == Some(value));
        follows(&rules, &position, proven);
    }
}

/// With a tiny table the search has forgotten most results, and finds them again.
#[test]
fn larger_proofs_follow_the_law() {
    for (name, holes, seeds) in [("kalah", 4, 3), ("congklak", 5, 3), ("overbeck", 5, 4)] {
        let rules = sized(name, holes, seeds);
        let opening = rules.opening(Side::B);
        let count = follows(&rules, &opening, prove(&rules, &opening, Goal::Value, 2, 100_000));
        assert!(count > 100, "{name}: {count} positions");
    }
}

#[test]
fn limits_end_a_proof() {
    let rules = sized("kalah", 4, 3);
    let opening = rules.opening(Side::A);
    let count = prove(&rules, &opening, Goal::Value, 1, usize::MAX).1.unwrap().len();
    let with = |most| prove(&rules, &opening, Goal::Value, 1, most).1;
    assert_eq!(with(count).unwrap().len(), count);
    assert_eq!(with(count - 1).unwrap_err(), Unproven::Positions(count - 1));
    let stop = Stop::new();
    stop.set();
    let (game, control) = (Game::opening(&rules, Side::A), Control::stopped_by(&stop));
    let (found, proof) = Solver::new().prove(&game, control, usize::MAX).unwrap();
    assert_eq!(found.stopped, Some(StopReason::Interrupted));
    assert_eq!(proof.unwrap_err(), Unproven::Stopped(StopReason::Interrupted));
}
