//! The evaluator against full minimax by the reference implementation, and against known values.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use chongkak::board::{Position, Setup, Side};
use chongkak::control::{Control, Progress, Stop, StopReason};
use chongkak::moves::{Game, Move, Round};
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{Evaluation, Evaluator, Value};
use chongkak::turns::search_turn;
use proptest::prelude::*;

use crate::support::{
    EMPTY_CAPTURE, Reference, VALUES, any_rules, any_small_board, any_threads, endgame, game,
    minimax, sized, worth,
};

fn full_search(rules: &Rules, position: &Position) -> Evaluation {
    let evaluator = Evaluator::new().with_memory(16);
    evaluated(evaluator, rules, position, Control::none())
}

fn evaluated(
    evaluator: Evaluator<'_>,
    rules: &Rules,
    position: &Position,
    control: Control<'_>,
) -> Evaluation {
    let game = game(rules, position);
    evaluator.evaluate(&game, control).unwrap()
}

/// The same where positions can recur: the path to a position is part of it.
pub fn minimax_along(
    rules: &Rules,
    position: &Reference,
    path: &mut Vec<Reference>,
    work: &mut u32,
) -> Option<i32> {
    let stripped = Reference { stores: [0, 0], ..position.clone() };
    if position.mark == "over" || path.contains(&stripped) {
        return Some(position.result());
    }
    *work = work.checked_sub(1)?;
    path.push(stripped);
    let mut values = Vec::new();
    for (.., told) in position.moves(rules) {
        values.push(minimax_along(rules, &told.after, path, work)?);
    }
    path.pop();
    if position.mover == 0 { values.into_iter().max() } else { values.into_iter().min() }
}

/// Returns the result of a line by the plain rules; it must end the round.
fn result_of_line(rules: &Rules, position: &Position, found: &Evaluation) -> i32 {
    let mut round = Round::new(&crate::support::game(rules, position));
    for m in &found.line {
        assert_eq!(round.position().mover(), m.side);
        round.play(*m).unwrap();
    }
    assert!(round.position().is_over(), "the line of {position} stops at {}", round.position());
    round.position().standing()
}

#[test]
fn small_boards_have_the_known_values() {
    for (name, holes, seeds, value) in VALUES {
        let rules = sized(name, holes, seeds);
        let found = full_search(&rules, &rules.opening(Side::A));
        assert_eq!(found.value, Value::Exact(value), "{name} ({holes}, {seeds})");
        assert_eq!(result_of_line(&rules, &rules.opening(Side::A), &found), value);
    }
}

#[test]
fn kalah_with_empty_capture_has_the_published_values() {
    for (holes, seeds, value) in EMPTY_CAPTURE {
        let mut rules = sized("kalah", holes, seeds);
        rules.set("lone", "bank").unwrap();
        let found = full_search(&rules, &rules.opening(Side::A));
        assert_eq!(found.value, Value::Exact(value), "({holes}, {seeds})");
    }
}

proptest! {
    #![proptest_config(crate::support::law(3_000))]

    #[test]
    fn the_search_finds_what_minimax_finds((rules, position) in (any_rules(), any_small_board())) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let reference = Reference::read(&position.to_string());
        let mut known = HashMap::new();
        let value = minimax(&rules, &reference, &mut known);
        let found = full_search(&rules, &position);
        prop_assert_eq!(found.value, Value::Exact(value), "{:?} {}", rules, position);
        prop_assert_eq!(result_of_line(&rules, &position, &found), value);
        let mut reach_it = Vec::new();
        for m in &found.moves {
            let after = reference.sown(&rules, m.played.hole.index(), m.played.stops).after;
            let of_move = minimax(&rules, &after, &mut known);
            prop_assert!((m.bounds.lower..=m.bounds.upper).contains(&of_move), "{:?} {}", m, of_move);
            prop_assert_eq!(m.value.is_exact(), m.bounds.lower == m.bounds.upper);
            reach_it.extend((of_move == value).then_some(m.played));
        }
        // On so small a board the nodes are enough to find all tied moves.
        let ties: Vec<_> = found.ties().map(|m| m.played).collect();
        prop_assert_eq!(ties, reach_it);
        prop_assert_eq!(found.open_ties().count(), 0);
    }

    /// Some of the moves have the values that they have among all.
    #[test]
    fn some_moves_have_their_values(
        (rules, position) in (any_rules(), any_small_board()), which in any::<u32>(),
    ) {
        let rules = rules.with("store_last", "may").unwrap();
        let rules = Rules { store: StorePlace::Near, ..rules };
        let every_move = Evaluator::new().with_memory(16).with_every_move(true);
        let all = evaluated(every_move, &rules, &position, Control::none());
        let chosen = all.moves.iter().zip(0..).filter(|(_, number)| which >> number & 1 == 1);
        let chosen: Vec<_> = chosen.map(|(one, _)| (one.played, one.value)).collect();
        let only: Vec<Move> = chosen.iter().map(|(played, _)| *played).collect();
        let some = evaluated(every_move.with_only(&only), &rules, &position, Control::none());
        let found: Vec<_> = some.moves.iter().map(|one| (one.played, one.value)).collect();
        prop_assert!(found == chosen || only.is_empty(), "{found:?}, {chosen:?}");
    }

    #[test]
    fn what_a_limited_search_calls_exact_is_exact(
        (rules, position, depth, count) in
            (any_rules(), any_small_board(), 1..12u32, any_threads())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let evaluator = Evaluator::new().with_depth(depth).with_memory(1);
        let evaluator = evaluator.with_threads(NonZeroUsize::new(count).unwrap());
        let found = evaluated(evaluator, &rules, &position, Control::none());
        let mut known = HashMap::new();
        let reference = Reference::read(&position.to_string());
        for m in &found.moves {
            let after = reference.sown(&rules, m.played.hole.index(), m.played.stops).after;
            let value = minimax(&rules, &after, &mut known);
            prop_assert!((m.bounds.lower..=m.bounds.upper).contains(&value), "{:?} {}", m, value);
            prop_assert!((m.bounds.lower..=m.bounds.upper).contains(&m.value.seeds()));
            prop_assert_eq!(m.value.is_exact(), m.bounds.lower == m.bounds.upper);
        }
        let value = minimax(&rules, &reference, &mut known);
        prop_assert!((found.bounds.lower..=found.bounds.upper).contains(&value));
        if found.value.is_exact() {
            prop_assert_eq!(found.value.seeds(), minimax(&rules, &reference, &mut known));
        }
        prop_assert_eq!(found.stopped.is_none(), found.value.is_exact());
    }

    #[test]
    fn threads_and_endgame_tables_change_no_value(
        (rules, position, seeds, count) in (any_rules(), any_small_board(), 0..=6u32, any_threads())
    ) {
        let value = worth(&rules, &position);
        let near = Rules { store: StorePlace::Near, ..rules };
        let table = endgame(&near, position.field(), seeds, Control::none()).unwrap();
        let evaluator = Evaluator::new().with_threads(NonZeroUsize::new(count).unwrap()).with_endgame(&table).with_memory(2);
        let found = evaluated(evaluator, &near, &position, Control::none());
        prop_assert_eq!(found.value, Value::Exact(value), "{:?} {}", rules, position);
        prop_assert_eq!(result_of_line(&near, &position, &found), value);
        // The table is for other rules then.
        let far = Rules { store: StorePlace::Far, ..rules };
        let mut work = 1_000;
        let reference = Reference::read(&position.to_string());
        if let Some(value) = minimax_along(&far, &reference, &mut Vec::new(), &mut work) {
            let found = evaluated(evaluator, &far, &position, Control::none());
            prop_assert_eq!(found.value, Value::Exact(value), "{:?} {}", far, position);
        }
    }

    #[test]
    fn on_one_thread_an_answer_is_always_the_same(
        (rules, position, nodes, depth) in (any_rules(), any_small_board(), 1..5_000u64, 1..40u32)
    ) {
        let any = Evaluator::new().with_memory(1);
        let none = Control::none();
        for (evaluator, control) in [(any, none.with_nodes(nodes)), (any.with_depth(depth), none)] {
            let [one, two] = [(); 2].map(|()| evaluated(evaluator, &rules, &position, control));
            prop_assert_eq!(one, two);
        }
    }

    #[test]
    fn with_the_store_far_the_way_to_a_position_counts((rules, position) in (any_rules(), any_small_board())) {
        let rules = Rules { store: StorePlace::Far, ..rules };
        let reference = Reference::read(&position.to_string());
        let mut work = 3_000;
        if let Some(value) = minimax_along(&rules, &reference, &mut Vec::new(), &mut work) {
            let found = full_search(&rules, &position);
            prop_assert_eq!(found.value, Value::Exact(value), "{:?} {}", rules, position);
            prop_assert_eq!(result_of_line(&rules, &position, &found), value);
        }
    }
}

#[test]
fn every_limit_ends_the_search_and_is_named() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let opening = rules.opening(Side::A);
    let any = Evaluator::new().with_memory(8);
    let none = Control::none();
    let ended = |control| evaluated(any, &rules, &opening, control);
    let by_depth = evaluated(any.with_depth(4), &rules, &opening, none);
    assert_eq!((by_depth.depth, by_depth.stopped), (4, Some(StopReason::Depth)));
    assert_eq!(by_depth.moves.len(), 9);
    // At least as long as the search depth; a certain gain of a turn is shown completely.
    assert!(by_depth.line.len() >= 4);
    let by_nodes = ended(none.with_nodes(5000));
    assert_eq!(by_nodes.stopped, Some(StopReason::Nodes));
    assert!((5000..=5001).contains(&by_nodes.nodes), "{}", by_nodes.nodes);
    let by_time = ended(none.with_time(std::time::Duration::ZERO));
    assert_eq!((by_time.depth, by_time.stopped), (1, Some(StopReason::Time)));
    let stop = Stop::new();
    stop.set();
    let by_flag = ended(Control::stopped_by(&stop));
    assert_eq!((by_flag.depth, by_flag.stopped), (1, Some(StopReason::Interrupted)));
    assert!(by_flag.best().is_some());
}

/// The first turn wins everything that is left: the search ends with that, long before its limit,
/// and its line ends the round.
#[test]
fn an_evaluation_ends_when_its_value_is_proven() {
    let rules = Preset::named("overbeck").unwrap().rules.sized(7, 9).unwrap();
    let setup: Setup = "8,0,9,8,1,8,9/3 7,8,8,8,0,9,9/3 A".parse().unwrap();
    let position = Position::new(&setup).unwrap();
    let limits = Control::none().with_nodes(10_000_000);
    let found = evaluated(Evaluator::new(), &rules, &position, limits);
    // All except the seeds in B's store.
    let value = position.total().cast_signed() - 2 * 3;
    assert_eq!((found.value, found.stopped), (Value::Exact(value), None));
    assert!(found.nodes < 6_000_000, "{}", found.nodes);
    assert_eq!(result_of_line(&rules, &position, &found), value);
    assert!(found.ties().any(|tie| Some(tie.played) == found.best()));
}

/// A table built during the search changes no value and saves nodes, and the node count is
/// reproducible.
#[test]
fn an_evaluation_builds_an_endgame_table_on_the_way() {
    let rules = Preset::named("dakon").unwrap().rules;
    let setup: Setup = "18,2,1,2,0,2,3,0/39 0,3,10,2,0,1,4,0/41 B".parse().unwrap();
    let position = Position::new(&setup).unwrap();
    let [never, soon, again] = [u64::MAX, 1_000, 1_000].map(|endgame_after| {
        let evaluator = Evaluator::new().with_endgame_after(endgame_after);
        evaluated(evaluator, &rules, &position, Control::none())
    });
    assert!(never.value.is_exact() && never.value == soon.value);
    assert!(soon.nodes < never.nodes, "{} {}", soon.nodes, never.nodes);
    assert_eq!(soon, again);
    assert_eq!(Value::Exact(result_of_line(&rules, &position, &soon)), soon.value);
}

/// Every move is proven on request, however long the search for the value alone takes.
#[test]
fn every_move_is_proven_if_that_is_asked_for() {
    // Without the law of the last seeds, which proves so much that no move is left open.
    let rules = Preset::named("congklak").unwrap().rules;
    let rules = rules.with("lone", "stay").unwrap();
    let setup: Setup = "0,2,3,0,2,1,2/41 2,0,2,4,1,1,0/37 A".parse().unwrap();
    let position = Position::new(&setup).unwrap();
    let every = Evaluator::new().with_every_move(true);
    let found = evaluated(every, &rules, &position, Control::none());
    let alone = evaluated(Evaluator::new(), &rules, &position, Control::none());
    assert!(found.moves.iter().all(|m| m.value.is_exact()), "{found:?}");
    assert!(!alone.moves.iter().all(|m| m.value.is_exact()) && alone.nodes < found.nodes);
    for of_move in &found.moves {
        let mut round = Round::new(&game(&rules, &position));
        for played in &of_move.line {
            round.play(played.hole).unwrap();
        }
        assert!(round.position().is_over());
        assert_eq!(Value::Exact(round.position().standing()), of_move.value);
    }
}

/// Intermediate results are as good as the answers of the iterations so far.
#[test]
fn every_iteration_is_told() {
    let rules = sized("overbeck", 5, 3);
    let game = game(&rules, &rules.opening(Side::A));
    let mut told = Vec::new();
    let progress = Progress::new();
    let control = Control::none().with_nodes(200_000).with_progress(&progress);
    let evaluator = Evaluator::new();
    let tell = &mut |found: &Evaluation| told.push(found.clone());
    let found = evaluator.evaluate_telling(&game, control, tell).unwrap();
    let depths: Vec<u32> = told.iter().map(|found| found.depth).collect();
    assert!(depths.is_sorted() && depths[..4] == [1, 2, 3, 4], "{depths:?}");
    let last = told.last().unwrap();
    assert_eq!(last.value, found.value);
    for told in &told {
        for (known, end) in told.moves.iter().zip(&found.moves) {
            let narrower =
                known.bounds.lower <= end.bounds.lower && end.bounds.upper <= known.bounds.upper;
            assert!(known.played == end.played && narrower, "{known:?} {end:?}");
        }
    }
    let standing = progress.standing();
    assert_eq!((standing.done, standing.of), (found.nodes, Some(200_000)));
    assert!(standing.stage.starts_with("depth "), "{standing:?}");
}

#[test]
fn a_finished_round_is_worth_what_lies_there() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let setup: Setup = "1,0,2p/5 0,0,0/3 B over".parse().unwrap();
    let found = full_search(&rules, &Position::new(&setup).unwrap());
    assert_eq!((found.value, found.depth, found.best()), (Value::Exact(5), 0, None));
}

#[test]
fn the_mirrored_position_has_the_opposite_value() {
    for preset in Preset::all() {
        let rules = preset.rules.sized(3, 2).unwrap();
        let [a, b] = Side::BOTH.map(|side| full_search(&rules, &rules.opening(side)));
        assert_eq!(a.value.seeds(), -b.value.seeds(), "{}", preset.name);
        assert_eq!((a.nodes, a.line.len()), (b.nodes, b.line.len()));
    }
}

/// The seeds that the next mover certainly wins in the turn bound a move's value.
#[test]
fn an_estimate_is_at_least_what_the_turn_brings() {
    for name in ["overbeck", "dakon", "congklak", "conglak"] {
        let rules = Preset::named(name).unwrap().rules;
        for side in Side::BOTH {
            let opening = rules.opening(side);
            let evaluator = Evaluator::new().with_depth(6).with_memory(16);
            let found = evaluated(evaluator, &rules, &opening, Control::none());
            for found in &found.moves {
                let (m, value) = (found.played, found.value);
                let mut round = Round::new(&crate::support::game(&rules, &opening));
                round.play(m).unwrap();
                let after = round.position();
                let after_it = Game::new(&rules, after).unwrap();
                let turn = search_turn(&after_it, 1, u32::MAX, Control::none());
                let least = turn.standing(after.total());
                let value = after.mover().sign() * value.seeds();
                assert!(value >= least, "{name} {m}: {value} < {least}");
            }
            assert!(side.sign() * found.value.seeds() > 0, "{name}");
        }
    }
}
