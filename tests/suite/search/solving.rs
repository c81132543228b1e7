//! The solver against full minimax by the reference implementation, on one thread and on several.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use chongkak::board::{Position, Setup, Side};
use chongkak::control::{Control, Progress, Stop, StopReason};
use chongkak::moves::Game;
use chongkak::record::replay_line;
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{
    Evaluator, Goal, NoValue, Solution, SolveError, Solver, Technique, Techniques,
};
use proptest::prelude::*;

use crate::support::{
    EMPTY_CAPTURE, Reference, THREADS, VALUES, any_rules, any_small_board, any_threads, endgame,
    game, minimax, sized,
};

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn empty_capture(holes: u8, seeds: u8) -> Rules {
    let mut rules = sized("kalah", holes, seeds);
    rules.set("lone", "bank").unwrap();
    rules
}

fn solved(rules: &Rules, position: &Position, count: usize, goal: Goal) -> Solution {
    let solver = Solver::new().with_memory(4).with_threads(threads(count)).with_goal(goal);
    within(solver, rules, position, Control::none())
}

fn within(
    solver: Solver<'_>,
    rules: &Rules,
    position: &Position,
    control: Control<'_>,
) -> Solution {
    let game = game(rules, position);
    solver.solve(&game, control).unwrap()
}

#[test]
fn small_boards_have_the_known_values_on_any_number_of_threads() {
    for (name, holes, seeds, value) in VALUES {
        let rules = sized(name, holes, seeds);
        let opening = rules.opening(Side::A);
        for count in THREADS {
            let found = solved(&rules, &opening, count, Goal::Value);
            assert_eq!(found.value(), Some(value), "{name} ({holes}, {seeds})");
            assert_eq!(found.stopped, None);
            let end = replay_line(&crate::support::game(&rules, &opening), &found.line).unwrap();
            assert!(end.is_over());
            assert_eq!(end.standing(), value);
        }
    }
    for (holes, seeds, value) in EMPTY_CAPTURE {
        let rules = empty_capture(holes, seeds);
        let found = solved(&rules, &rules.opening(Side::A), 2, Goal::Value);
        assert_eq!(found.value(), Some(value), "({holes}, {seeds})");
    }
}

proptest! {
    #![proptest_config(crate::support::law(2_000))]

    #[test]
    fn the_solver_says_whether_a_value_is_at_least_a_number(
        (rules, position, least, count) in
            (any_rules(), any_small_board(), -30..=30, any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let reference = Reference::read(&position.to_string());
        let value = minimax(&rules, &reference, &mut HashMap::new());
        for least in [least, value, value + 1] {
            let found = solved(&rules, &position, count, Goal::AtLeast(least));
            prop_assert_eq!(found.stopped, None);
            prop_assert!((found.bounds.lower..=found.bounds.upper).contains(&value), "{:?} {}", found, value);
            let answer = [found.bounds.lower >= least, found.bounds.upper >= least];
            prop_assert_eq!(answer, [value >= least; 2], "{:?} {} {}", rules, position, least);
            let end = replay_line(&game(&rules, &position), &found.line).unwrap();
            // Owned seeds can be all that the player needs.
            let own = Side::BOTH.map(|side| position.mover() == side && !found.line.is_empty());
            if own[0] && found.value().is_none() {
                prop_assert!(value >= least, "{}", end);
            }
            if own[1] && found.value().is_none() {
                prop_assert!(value < least, "{}", end);
            }
        }
    }

    #[test]
    fn the_solver_finds_what_minimax_finds(
        (rules, position, count) in (any_rules(), any_small_board(), any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let reference = Reference::read(&position.to_string());
        let mut known = HashMap::new();
        let value = minimax(&rules, &reference, &mut known);
        let found = solved(&rules, &position, count, Goal::Value);
        prop_assert_eq!(found.value(), Some(value), "{:?} {}", rules, position);
        let best: Vec<_> = found.best.iter().map(|m| (m.hole.index(), m.stops)).collect();
        let moves = reference.moves(&rules).into_iter();
        let reach = moves.filter(|(.., told)| minimax(&rules, &told.after, &mut known) == value);
        let expected: Vec<_> = reach.map(|(hole, stops, _)| (hole, stops)).collect();
        prop_assert_eq!(best, expected);
        let end = replay_line(&crate::support::game(&rules, &position), &found.line).unwrap();
        prop_assert!(end.is_over());
        prop_assert_eq!(end.standing(), value);
    }

    #[test]
    fn an_endgame_table_changes_nothing(
        (rules, position, seeds, count) in
            (any_rules(), any_small_board(), 0..=6u32, any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let value = minimax(&rules, &Reference::read(&position.to_string()), &mut HashMap::new());
        let table = endgame(&rules, position.field(), seeds, Control::none()).unwrap();
        let solver = Solver::new().with_memory(1).with_endgame(&table).with_threads(threads(count));
        let found = within(solver, &rules, &position, Control::none());
        prop_assert_eq!(found.value(), Some(value), "{:?} {}", rules, position);
        let end = replay_line(&crate::support::game(&rules, &position), &found.line).unwrap();
        prop_assert!(end.is_over());
        prop_assert_eq!(end.standing(), value);
    }

    #[test]
    fn the_winner_is_who_minimax_says(
        (rules, position, count) in (any_rules(), any_small_board(), any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let value = minimax(&rules, &Reference::read(&position.to_string()), &mut HashMap::new());
        let found = solved(&rules, &position, count, Goal::Winner);
        prop_assert!(found.bounds.lower <= value && value <= found.bounds.upper);
        let decided = [found.bounds.lower.signum(), found.bounds.upper.signum()];
        prop_assert_eq!(decided, [value.signum(); 2], "{:?} {} {:?}", rules, position, found);
    }

    #[test]
    fn bounds_within_a_limit_hold(
        (rules, position, nodes, count) in
            (any_rules(), any_small_board(), 1..4_000u64, any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let solver = Solver::new().with_memory(1).with_threads(threads(count));
        let found = within(solver, &rules, &position, Control::none().with_nodes(nodes));
        let value = minimax(&rules, &Reference::read(&position.to_string()), &mut HashMap::new());
        prop_assert!(found.bounds.lower <= value && value <= found.bounds.upper, "{} in {:?}", value, found);
    }
}

/// Each technique switched off, and all of them: the values stay the same, and the nodes differ
/// somewhere.
#[test]
fn a_technique_switched_off_changes_no_value() {
    let all = || Technique::ALL.iter().copied();
    let one_by_one = all().map(|technique| Techniques::ALL.without(technique));
    let none = all().fold(Techniques::ALL, Techniques::without);
    for techniques in one_by_one.into_iter().chain([none]) {
        let mut nodes_differ = techniques == Techniques::ALL.without(Technique::Spreading);
        let games = VALUES.map(|(name, holes, seeds, value)| {
            let small = holes * seeds <= 8;
            (sized(name, holes, seeds), small, value)
        });
        // Large enough for an estimate.
        let large = (empty_capture(4, 4), false, 2);
        for (rules, small, value) in games.into_iter().chain([large]) {
            if techniques == none && !small {
                continue;
            }
            let plain = Solver::new().with_memory(4);
            let solver = plain.with_techniques(techniques);
            let solved = |solver| within(solver, &rules, &rules.opening(Side::A), Control::none());
            let found = solved(solver);
            assert_eq!(found.value(), Some(value), "{rules:?}");
            nodes_differ |= found.nodes != solved(plain).nodes;
        }
        assert!(nodes_differ, "{techniques:?}");
    }
}

/// Full openings that the starter wins. The reference implementation plays the line: it is the
/// first turn, or its beginning; in Overbeck's game this turn gains more than half of the seeds.
#[test]
fn full_openings_are_won_by_the_starter() {
    for name in ["overbeck", "congklak-six", "congklak-bank"] {
        let rules = Preset::named(name).unwrap().rules;
        for side in Side::BOTH {
            let opening = rules.opening(side);
            let control = Control::none().with_nodes(1_000_000);
            let solver =
                Solver::new().with_memory(16).with_threads(threads(2)).with_goal(Goal::Winner);
            let found = within(solver, &rules, &opening, control);
            assert!(
                side.sign() * [found.bounds.lower, found.bounds.upper][side.index()] > 0,
                "{name}: {found:?}"
            );
            let mut position = Reference::read(&opening.to_string());
            for (number, played) in found.line.iter().enumerate() {
                let told = position.play(&rules, played.hole.index());
                assert!(number + 1 == found.line.len() || told.outcome == "again");
                position = told.after;
            }
            let store = position.stores[side.index()];
            let decided = 2 * store > position.total();
            assert!(decided || name != "overbeck", "{name}: {store} seeds");
            assert!(!found.line.is_empty());
        }
    }
}

#[test]
fn limits_end_the_solver_with_bounds() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let opening = rules.opening(Side::A);
    let none = Control::none();
    let ended = |control| {
        let solver = Solver::new().with_memory(8).with_threads(threads(2));
        within(solver, &rules, &opening, control)
    };
    let by_nodes = ended(none.with_nodes(50_000));
    assert_eq!(by_nodes.stopped, Some(StopReason::Nodes));
    assert!(by_nodes.bounds.lower < by_nodes.bounds.upper && by_nodes.line.is_empty());
    let by_time = ended(none.with_time(Duration::from_millis(50)));
    assert_eq!(by_time.stopped, Some(StopReason::Time));
    let stop = Stop::new();
    stop.set();
    let by_flag = ended(Control::stopped_by(&stop));
    assert_eq!(by_flag.stopped, Some(StopReason::Interrupted));
}

/// A search long enough to build a table.
#[test]
fn a_table_built_on_the_way_changes_nothing() {
    for (name, holes, seeds) in [("kalah", 4, 4), ("congklak", 5, 3), ("overbeck", 6, 4)] {
        let rules = sized(name, holes, seeds);
        let opening = rules.opening(Side::A);
        let solved = |endgame_after, count| {
            let solver = Solver::new()
                .with_memory(16)
                .with_endgame_after(endgame_after)
                .with_threads(threads(count));
            within(solver, &rules, &opening, Control::none())
        };
        let without = solved(u64::MAX, 1);
        assert!(without.nodes > 5_000, "{name}: {} nodes", without.nodes);
        for count in THREADS {
            let with = solved(5_000, count);
            let found = (with.value(), &with.best);
            assert_eq!(found, (without.value(), &without.best), "{name}, {count} threads");
        }
    }
}

#[test]
fn nodes_are_counted_where_somebody_looks_on() {
    let (progress, game) = (Progress::new(), Game::opening(&sized("kalah", 4, 4), Side::A));
    let control = Control::none().with_nodes(50_000_000).with_progress(&progress);
    let found = Solver::new().solve(&game, control).unwrap();
    let standing = progress.standing();
    assert_eq!(found.stopped, None);
    assert_eq!((standing.done, standing.of), (found.nodes, Some(50_000_000)));
    assert!(standing.stage.contains("proving the value, "), "{standing:?}");
}

/// With any numbers from a caller.
#[test]
fn nothing_panics_at_the_ends_of_its_range() {
    let small = Game::opening(&sized("kalah", 2, 2), Side::A);
    let large = Game::opening(&sized("overbeck", 18, 18), Side::A);
    for game in [small, large] {
        for memory in [0, 1, usize::MAX] {
            for (nodes, time) in
                [(0, Duration::MAX), (u64::MAX, Duration::ZERO), (1, Duration::MAX)]
            {
                let control = Control::none().with_nodes(nodes).with_time(time);
                for (endgame_after, depth) in [(0, 0), (u64::MAX, u32::MAX)] {
                    let solver = Solver::new()
                        .with_memory(memory)
                        .with_endgame_after(endgame_after)
                        .with_threads(threads(2));
                    let found = solver.solve(&game, control).unwrap();
                    assert!(found.bounds.lower <= found.bounds.upper);
                    let (_, proof) = solver.prove(&game, control, 0).unwrap();
                    assert!(proof.is_err());
                    let evaluator = Evaluator::new().with_memory(memory).with_depth(depth);
                    let found = evaluator.evaluate(&game, control).unwrap();
                    let looked = found.depth >= 1 || found.stopped == Some(StopReason::Nodes);
                    assert!(looked && found.best().is_some());
                }
            }
        }
    }
}

#[test]
fn values_are_of_positions_of_the_round() {
    let opening = Game::opening(&sized("kalah", 3, 2), Side::A);
    let position = |text: &str| Position::new(&text.parse::<Setup>().unwrap()).unwrap();
    let values = Solver::new().with_round_values(&opening, Control::none(), u64::MAX, |values| {
        assert_eq!(values.value(opening.position()), Ok(4));
        assert_eq!(values.value(&position("1,0,2/1 0,0,0/3 B over")), Ok(1));
        for other in ["2,2/0 2,2/0 A", "2,x,2/0 2,2,2/0 A", "3,2,2/0 2,2,2/0 A"] {
            assert_eq!(values.value(&position(other)), Err(NoValue::Foreign), "{other}");
        }
        // Also from a thread with an ordinary stack.
        std::thread::scope(|scope| {
            let value = scope.spawn(|| values.value(&position("1,0,2/1 2,2,2/2 B")));
            assert!(value.join().unwrap().is_ok());
        });
    });
    assert_eq!(values, Ok(()));
    let over = game(opening.rules(), &position("1,0,2/1 0,0,0/3 B over"));
    let values = Solver::new().with_round_values(&over, Control::none(), 1, |_| ());
    assert_eq!(values, Err(SolveError::Over));
}

#[test]
fn a_finished_round_is_solved() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let setup: Setup = "1,0,2p/5 0,0,0/3 B over".parse().unwrap();
    let found = solved(&rules, &Position::new(&setup).unwrap(), 1, Goal::Value);
    assert_eq!((found.value(), found.line.len()), (Some(5), 0));
}

#[test]
fn rules_where_positions_recur_are_refused() {
    let mut rules = Preset::named("overbeck").unwrap().rules;
    rules.set("store", "far").unwrap();
    let game = Game::opening(&rules, Side::A);
    let error = Solver::new().solve(&game, Control::none()).unwrap_err();
    assert!(error.to_string().contains("positions can recur"));
}
