//! The search of a turn against the reference implementation, which tries everything.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use chongkak::board::{Position, Setup, Side};
use chongkak::control::{Control, Stop, StopReason};
use chongkak::moves::{Game, Move};
use chongkak::record::replay_line;
use chongkak::rules::{Occupied, Preset, Rules, StoreLast, StorePlace};
use chongkak::search::{Evaluator, Goal, Solution, Solver, Value};
use chongkak::turns::{Turn, search_turn};
use proptest::prelude::*;

use crate::support::{Reference, any_board, any_threads, any_turn_rules, game, sized, within};

/// Returns the mover's certain seeds: the store and protected holes, and in a finished round the
/// row.
fn safe(position: &Reference, player: usize) -> u32 {
    let kept = |state| state == 'p' || position.mark == "over";
    let row = position.rows[player].iter();
    let row: u32 = row.filter(|h| kept(h.state)).map(|h| h.seeds).sum();
    row + position.stores[player]
}

/// The maximum gain of the moves of one turn, by brute force.
fn most(rules: &Rules, position: &Reference, known: &mut HashMap<Reference, u32>) -> u32 {
    if let Some(&seeds) = known.get(position) {
        return seeds;
    }
    let player = position.mover;
    let mut best = safe(position, player);
    for hole in position.choices(player) {
        let told = position.play(rules, hole);
        let seeds = if told.outcome == "again" {
            most(rules, &told.after, known)
        } else {
            safe(&told.after, player)
        };
        best = best.max(seeds);
    }
    known.insert(position.clone(), best);
    best
}

/// Returns the gain of a line by the reference implementation; every move except the last must
/// continue the turn.
fn harvest_of(rules: &Rules, position: &Reference, line: &[Move]) -> u32 {
    let player = position.mover;
    let mut at = position.clone();
    for (number, played) in line.iter().enumerate() {
        assert_eq!(played.side.index(), player);
        assert!(at.choices(player).contains(&played.hole.index()));
        let told = at.play(rules, played.hole.index());
        assert!(number + 1 == line.len() || told.outcome == "again");
        at = told.after;
    }
    safe(&at, player)
}

fn searched(rules: &Rules, position: &Position, width: usize, enough: u32) -> Turn {
    search_turn(&game(rules, position), width, enough, Control::none())
}

fn won(rules: &Rules, position: &Position, threads: usize) -> Solution {
    let solver = Solver::new()
        .with_memory(4)
        .with_threads(NonZeroUsize::new(threads).unwrap())
        .with_goal(Goal::Winner);
    let control = Control::none().with_nodes(2_000);
    solver.solve(&game(rules, position), control).unwrap()
}

/// The rule sets with long turns.
fn relaying() -> impl Iterator<Item = &'static Preset> {
    let all = Preset::all().iter().filter(|preset| preset.rules.store_last == StoreLast::Again);
    all.filter(|preset| preset.rules.occupied != Occupied::Stop)
}

#[test]
fn full_openings_are_won_in_the_first_turn() {
    for preset in relaying() {
        for side in Side::BOTH {
            let (rules, opening) = (&preset.rules, preset.rules.opening(side));
            let found = won(rules, &opening, 1);
            let reference = Reference::read(&opening.to_string());
            let harvest = harvest_of(rules, &reference, &found.line);
            assert!(2 * harvest > reference.total(), "{} {side}", preset.name);
            let sure = 2 * harvest.cast_signed() - reference.total().cast_signed();
            assert_eq!([found.bounds.lower, -found.bounds.upper][side.index()], sure);
            assert_eq!(found, won(rules, &opening, 2));
        }
    }
}

/// As many seeds as holes, as these games are played on boards of other sizes.
#[test]
fn openings_of_every_size_are_won_in_the_first_turn() {
    for preset in relaying() {
        for holes in 4..=18 {
            let rules = sized(preset.name, holes, holes);
            let opening = rules.opening(Side::B);
            let reference = Reference::read(&opening.to_string());
            let found = searched(&rules, &opening, 16, reference.total() / 2 + 1);
            let harvest = harvest_of(&rules, &reference, &found.line);
            assert_eq!(harvest, found.harvest);
            assert!(2 * harvest > reference.total(), "{} ({holes})", preset.name);
            assert!(found.nodes < 6_000, "{} ({holes})", preset.name);
        }
    }
}

#[test]
fn whole_turns_of_small_openings_are_what_the_reference_finds() {
    for preset in relaying() {
        for (holes, seeds) in [(2, 2), (3, 3), (3, 5), (4, 4), (5, 3), (7, 2)] {
            let rules = sized(preset.name, holes, seeds);
            let opening = rules.opening(Side::A);
            let reference = Reference::read(&opening.to_string());
            let found = searched(&rules, &opening, usize::MAX, u32::MAX);
            let expected = most(&rules, &reference, &mut HashMap::new());
            assert_eq!(found.harvest, expected, "{} ({holes}, {seeds})", preset.name);
            assert!(found.complete);
            assert_eq!(harvest_of(&rules, &reference, &found.line), expected);
        }
    }
}

/// A board whose turns the reference implementation can enumerate.
fn any_board_for_turns() -> impl Strategy<Value = Position> {
    any_board(5, 6)
}

proptest! {
    #![proptest_config(crate::support::law(3_000))]

    #[test]
    fn a_beam_without_bounds_finds_the_best_turn((rules, position) in (any_turn_rules(), any_board_for_turns())) {
        let reference = Reference::read(&position.to_string());
        let expected = most(&rules, &reference, &mut HashMap::new());
        let found = searched(&rules, &position, usize::MAX, u32::MAX);
        prop_assert_eq!(found.harvest, expected, "{:?} {}", rules, position);
        prop_assert!(found.complete && found.stopped.is_none());
        prop_assert_eq!(harvest_of(&rules, &reference, &found.line), expected);
        // A requested gain is found where it exists.
        for enough in [reference.total() / 2 + 1, expected, expected + 1] {
            let found = searched(&rules, &position, usize::MAX, enough);
            prop_assert_eq!(found.harvest >= enough, expected >= enough);
            prop_assert_eq!(harvest_of(&rules, &reference, &found.line), found.harvest);
            prop_assert!(found.harvest >= enough || found.complete);
        }
    }

    #[test]
    fn a_narrow_beam_claims_only_what_there_is(
        (rules, position, width) in (any_turn_rules(), any_board_for_turns(), 1..5usize)
    ) {
        let reference = Reference::read(&position.to_string());
        let expected = most(&rules, &reference, &mut HashMap::new());
        let found = searched(&rules, &position, width, u32::MAX);
        prop_assert_eq!(harvest_of(&rules, &reference, &found.line), found.harvest);
        prop_assert!(found.harvest <= expected);
        prop_assert!(found.harvest == expected || !found.complete);
    }
}

/// Boards with enough seeds that turns inside the search are searched separately.
fn any_crowded_board() -> impl Strategy<Value = Position> {
    let pit = prop_oneof![8 => (3..=9u32).prop_map(|seeds| seeds.to_string()), 1 => Just("x".to_owned()),
        1 => (0..=4u32).prop_map(|seeds| format!("{seeds}p"))];
    let row = || prop::collection::vec(pit.clone(), 3);
    let board = (row(), row(), any::<bool>());
    board.prop_filter_map("playable", |(a, b, a_moves)| {
        let (a, b) = (a.join(","), b.join(","));
        let mover = if a_moves { "A" } else { "B" };
        let setup: Setup = format!("{a}/2 {b}/1 {mover}").parse().unwrap();
        let position = Position::new(&setup).ok()?;
        (position.total() >= 30).then_some(position)
    })
}

proptest! {
    #![proptest_config(crate::support::law(200))]

    #[test]
    fn turns_inside_the_search_change_no_value(
        (rules, position, count) in (any_turn_rules(), any_crowded_board(), any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, occupied: Occupied::Relay, ..rules };
        let game = game(&rules, &position);
        let evaluator = Evaluator::new().with_memory(8);
        let control = Control::none().with_nodes(300_000);
        let known = evaluator.evaluate(&game, control).unwrap();
        if let Value::Exact(value) = known.value {
            let solved = |goal| {
                let threads = NonZeroUsize::new(count).unwrap();
                let solver = Solver::new().with_memory(8).with_threads(threads).with_goal(goal);
                solver.solve(&game, Control::none()).unwrap()
            };
            let found = solved(Goal::Value);
            prop_assert_eq!(found.value(), Some(value), "{:?} {}", rules, position);
            let end = replay_line(&crate::support::game(&rules, &position), &found.line).unwrap();
            prop_assert_eq!((end.is_over(), end.standing()), (true, value));
            let found = solved(Goal::Winner);
            let decided = [found.bounds.lower.signum(), found.bounds.upper.signum()];
            prop_assert_eq!(decided, [value.signum(); 2], "{:?} {}", rules, position);
        }
    }
}

/// The bound of a turn, and a search that can't finish.
#[test]
fn a_harvest_bounds_the_value_from_the_start() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let solver = Solver::new().with_memory(4);
    let control = Control::none().with_nodes(50_000);
    let found = solver.solve(&Game::opening(&rules, Side::B), control).unwrap();
    assert_eq!(found.stopped, Some(StopReason::Nodes));
    assert!(found.bounds.upper <= -140 && found.line.is_empty(), "{found:?}");
}

#[test]
fn every_limit_ends_the_search_of_a_turn() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let game = Game::opening(&rules, Side::A);
    let ended = |control| {
        let found = search_turn(&game, usize::MAX, u32::MAX, control);
        assert!(!found.complete);
        let reference = Reference::read(&game.position().to_string());
        assert_eq!(harvest_of(&rules, &reference, &found.line), found.harvest);
        (found.stopped.unwrap(), found.nodes)
    };
    let none = Control::none();
    for nodes in [1, 2, 600, 3_000] {
        assert_eq!(ended(within(nodes)), (StopReason::Nodes, nodes));
    }
    let started = Instant::now();
    let time = Duration::from_millis(50);
    assert_eq!(ended(none.with_time(time)).0, StopReason::Time);
    assert!(started.elapsed() < Duration::from_secs(2));
    let stop = Stop::new();
    stop.set();
    let stopped = Control::stopped_by(&stop);
    assert_eq!(ended(stopped), (StopReason::Interrupted, 0));
}

/// The lap condition allows too few captures for the starter to win it at once.
#[test]
fn an_opening_that_no_first_turn_wins() {
    let rules = sized("congklak", 3, 3);
    let found = searched(&rules, &rules.opening(Side::A), usize::MAX, u32::MAX);
    assert!(found.complete && 2 * found.harvest <= 18, "{found:?}");
    assert!(won(&rules, &rules.opening(Side::A), 1).bounds.lower > 0);
}
