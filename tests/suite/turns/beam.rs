//! Beams against the reference implementation, which tries every turn.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use chongkak::board::{Hole, Position, Setup, Side};
use chongkak::control::{Control, Progress, Stop, StopReason};
use chongkak::moves::{Game, Move};
use chongkak::rules::{Preset, Rules};
use chongkak::turns::{Aim, BeamSearch, Found, Goal};
use proptest::prelude::*;

use crate::support::{
    Reference, ReferenceCost, THREADS, any_board, any_threads, any_turn_rules, game, goal_reached,
    reference_best, sized, within,
};

/// The cost of a line found from a position on.
fn cost(position: &Position, aim: Aim, found: &Found) -> Option<ReferenceCost> {
    let (moves, laps) = (found.line.moves.len(), found.line.laps as usize);
    let harvest = found.line.store - position.store(position.mover());
    match aim {
        Aim::Harvest => Some((-i64::from(harvest), moves, laps)),
        Aim::Moves(_) => (moves > 0).then_some((moves as i64, laps, 0)),
        Aim::Laps(_) => (moves > 0).then_some((laps as i64, moves, 0)),
    }
}

/// Plays the line by the reference implementation and compares everything stated about it.
fn assert_true(rules: &Rules, position: &Position, aim: Aim, found: &Found) {
    let start = Reference::read(&position.to_string());
    let player = start.mover;
    let (mut at, mut laps, mut over) = (start.clone(), 0, false);
    for (number, played) in found.line.moves.iter().enumerate() {
        assert_eq!(played.side.index(), player);
        assert!(at.choices(player).contains(&played.hole.index()));
        let told = at.play(rules, played.hole.index());
        assert!(number + 1 == found.line.moves.len() || told.outcome == "again");
        // A player who may move again may end the round instead.
        let stopped = at.stop(rules, played.hole.index());
        assert_eq!(played.stops, stopped.is_some() && number + 1 == found.line.moves.len());
        over = stopped.map_or(told.outcome, |stop| stop.outcome) == "over";
        laps += told.lands.len();
        at = told.after;
    }
    assert_eq!(found.line.store, at.stores[player]);
    assert_eq!(found.line.laps as usize, laps);
    let reached = !found.line.moves.is_empty();
    match aim {
        Aim::Harvest => assert_eq!(reached, at.stores[player] > start.stores[player]),
        Aim::Moves(goal) | Aim::Laps(goal) => {
            assert!(!reached || goal_reached(goal, &at, player, over));
        }
    }
}

fn search(aim: Aim, width: usize) -> BeamSearch<'static> {
    BeamSearch {
        memory: 256,
        threads: NonZeroUsize::MIN,
        width: NonZeroUsize::new(width).unwrap(),
        aim,
        seed: 0,
        restarts: false,
        line: &[],
    }
}

fn found(beam: &BeamSearch<'_>, rules: &Rules, position: &Position, control: Control<'_>) -> Found {
    let game = game(rules, position);
    beam.search(&game, control, &mut |_| {}).unwrap()
}

fn any_aim() -> impl Strategy<Value = Aim> {
    let goal = prop_oneof![
        (0..40u32).prop_map(Goal::Store),
        (0..12u32).prop_map(|fill| Goal::Set { fill }),
    ];
    (goal, 0..3).prop_map(|(goal, aim)| match aim {
        0 => Aim::Harvest,
        1 => Aim::Moves(goal),
        _ => Aim::Laps(goal),
    })
}

proptest! {
    #![proptest_config(crate::support::law(3_000))]

    #[test]
    fn a_beam_that_leaves_nothing_out_finds_the_best(
        (rules, position) in (any_turn_rules(), any_board(5, 6)), aim in any_aim(),
        restarts in any::<bool>(), threads in any_threads()
    ) {
        let threads = NonZeroUsize::new(threads).unwrap();
        let beam = BeamSearch { threads, restarts, ..search(aim, usize::MAX) };
        let found = found(&beam, &rules, &position, Control::none());
        assert_true(&rules, &position, aim, &found);
        prop_assert!(found.complete && found.stopped.is_none());
        prop_assert_eq!(cost(&position, aim, &found), reference_best(&rules, &position, aim), "{:?} {}", rules, position);
    }

    #[test]
    fn a_narrow_beam_claims_only_what_there_is(
        (rules, position) in (any_turn_rules(), any_board(5, 6)), aim in any_aim(),
        width in 1..6usize, nodes in prop_oneof![Just(u64::MAX), 0..200u64], seed in any::<u64>(),
        threads in any_threads()
    ) {
        let threads = NonZeroUsize::new(threads).unwrap();
        let beam = BeamSearch { threads, seed, ..search(aim, width) };
        let mut last: Option<Found> = None;
        let found = beam.search(&game(&rules, &position), within(nodes), &mut |found| {
            assert_true(&rules, &position, aim, found);
            if let Some(last) = &last {
                assert!(cost(&position, aim, found) < cost(&position, aim, last));
            }
            last = Some(found.clone());
        }).unwrap();
        assert_true(&rules, &position, aim, &found);
        prop_assert!(found.nodes <= nodes);
        prop_assert_eq!(last.map_or(vec![], |last| last.line.moves), found.line.moves.clone());
        let best = reference_best(&rules, &position, aim);
        let (found_cost, complete) = (cost(&position, aim, &found), found.complete);
        if let Some(cost) = found_cost {
            prop_assert!(best.is_some_and(|best| best <= cost));
        }
        prop_assert!(!complete || found_cost == best, "{:?} {}", rules, position);
        // Starting from its own line it does no worse, and any number of threads gives the same.
        let beam = BeamSearch { line: &found.line.moves, ..beam };
        let better = beam.search(&game(&rules, &position), Control::none(), &mut |_| {}).unwrap();
        assert_true(&rules, &position, aim, &better);
        let no_worse = match (cost(&position, aim, &better), found_cost) {
            (Some(better), Some(before)) => better <= before,
            (better, before) => better.is_some() || before.is_none(),
        };
        prop_assert!(no_worse);
    }
}

/// The opening of a named rule set, with other sizes.
fn opening(name: &str, holes: u8, seeds: u8) -> (Rules, Position) {
    let rules = sized(name, holes, seeds);
    (rules, rules.opening(Side::A))
}

/// The maximum gain of a first turn with n holes and n seeds each, from an independent enumeration.
#[test]
fn the_best_first_turns_of_small_boards() {
    for (holes, harvest) in [(3, 12), (4, 30), (5, 46)] {
        let (rules, opening) = opening("overbeck", holes, holes);
        let beam = search(Aim::Harvest, 100_000);
        let found = found(&beam, &rules, &opening, Control::none());
        assert_eq!((found.line.store, found.complete), (harvest, true));
        assert_true(&rules, &opening, Aim::Harvest, &found);
    }
}

/// Dakon's winning openings, the shortest known.
#[test]
fn short_lines_of_dakon() {
    for (holes, moves) in [(4, 12), (5, 22), (6, 18)] {
        let (rules, opening) = opening("dakon", holes, holes);
        let size = u32::from(holes);
        let aim = Aim::Moves(Goal::Store(2 * size * size - size));
        let found = found(&search(aim, 2_000), &rules, &opening, Control::none());
        assert_true(&rules, &opening, aim, &found);
        assert_eq!(found.line.moves.len(), moves);
    }
}

/// The work within a node limit is the same on every machine.
#[test]
fn the_largest_openings() {
    for (name, holes, least) in [
        ("overbeck", 7, 94),
        ("overbeck", 8, 122),
        ("overbeck", 9, 156),
        ("dakon", 12, 270),
        ("conglak", 15, 400),
        ("overbeck", 18, 600),
    ] {
        let (rules, opening) = opening(name, holes, holes);
        let beam = BeamSearch { restarts: true, ..search(Aim::Harvest, 1_000) };
        let found = found(&beam, &rules, &opening, within(100_000));
        assert_true(&rules, &opening, Aim::Harvest, &found);
        assert!(found.line.store >= least, "{name} {holes}: {}", found.line.store);
        assert_eq!((found.nodes, found.stopped), (100_000, Some(StopReason::Nodes)));
    }
}

/// The set is won at once against a few filled holes.
#[test]
fn sets_won_in_the_first_turn() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let aim = Aim::Moves(Goal::Set { fill: 9 });
    for filled in 1..=9 {
        let opening = rules.opening_owning(162 - 9 * filled, Side::A).unwrap();
        let found = found(&search(aim, 1_000), &rules, &opening, Control::none());
        assert_true(&rules, &opening, aim, &found);
        assert!(!found.line.moves.is_empty(), "{filled}");
    }
}

#[test]
fn threads_and_repetition_change_nothing() {
    let (rules, opening) = opening("overbeck", 9, 9);
    for aim in [Aim::Harvest, Aim::Laps(Goal::Store(120))] {
        let answer = |threads, seed| {
            let threads = NonZeroUsize::new(threads).unwrap();
            let beam = BeamSearch { threads, seed, restarts: true, ..search(aim, 1_500) };
            let mut told = Vec::new();
            let mut tell = |found: &Found| told.push(found.clone());
            let found = beam.search(&game(&rules, &opening), within(60_000), &mut tell);
            (found.unwrap(), told)
        };
        let one = answer(1, 7);
        for threads in &THREADS[1..] {
            assert_eq!(one, answer(*threads, 7), "{threads} threads");
        }
        assert_ne!(one, answer(1, 8));
    }
}

#[test]
fn a_known_line_is_improved() {
    let (rules, opening) = opening("overbeck", 9, 9);
    for aim in [Aim::Harvest, Aim::Moves(Goal::Store(150))] {
        let first = found(&search(aim, 300), &rules, &opening, Control::none());
        let beam = BeamSearch { line: &first.line.moves, ..search(aim, 300) };
        let mut told = Vec::new();
        let mut tell = |found: &Found| told.push(found.clone());
        let better = beam.search(&game(&rules, &opening), Control::none(), &mut tell);
        let better = better.unwrap();
        assert_eq!(told[0].line, first.line);
        assert_true(&rules, &opening, aim, &better);
        assert!(cost(&opening, aim, &better) <= cost(&opening, aim, &first));
    }
}

/// The moves after the last useful one of a given line are not part of the result.
#[test]
fn a_line_that_goes_too_far_is_cut() {
    let (rules, opening) = opening("overbeck", 9, 9);
    let beam = search(Aim::Harvest, 10);
    let line = found(&beam, &rules, &opening, Control::none()).line.moves;
    let aim = Aim::Moves(Goal::Store(30));
    let beam = BeamSearch { line: &line, ..search(aim, 1) };
    let found = found(&beam, &rules, &opening, within(0));
    assert_true(&rules, &opening, aim, &found);
    assert!((1..line.len()).contains(&found.line.moves.len()) && found.line.store >= 30);
    assert_eq!((found.nodes, found.stopped), (0, Some(StopReason::Nodes)));
}

#[test]
fn a_line_that_cannot_be_played_is_refused() {
    let (rules, opening) = opening("overbeck", 9, 9);
    let played = |number| Move::new(Side::A, Hole::new(number).unwrap());
    let beam = search(Aim::Harvest, 1);
    let refused = |line: &[Move], game: &Game| {
        let beam = BeamSearch { line, ..beam };
        let error = beam.search(game, Control::none(), &mut |_| {});
        error.unwrap_err().to_string()
    };
    let game = game(&rules, &opening);
    let error = refused(&[1, 7, 7, 7].map(played), &game);
    assert!(error.contains("move 4 of the line, A7, is not legal"), "{error}");
    let error = refused(&[2, 3].map(played), &game);
    assert!(error.contains("move 2 of the line, A3"), "{error}");
    let other = Move { side: Side::B, ..played(1) };
    assert!(refused(&[other], &game).contains("move 1 of the line, B1"));
    let setup: Setup = "9,9,9/0 0,0,0/9 A over".parse().unwrap();
    let over = Position::new(&setup).unwrap();
    assert!(refused(&[played(1)], &crate::support::game(&rules, &over)).contains("A1"));
}

/// The clock and the stop end a search of any width soon.
#[test]
fn clock_and_flag_end_a_search() {
    let (rules, opening) = opening("overbeck", 9, 9);
    let time = Duration::from_millis(50);
    let beam = BeamSearch { restarts: true, ..search(Aim::Harvest, 50_000) };
    let started = Instant::now();
    let found = found(&beam, &rules, &opening, Control::none().with_time(time));
    assert_eq!(found.stopped, Some(StopReason::Time));
    assert_true(&rules, &opening, Aim::Harvest, &found);
    // The observer can cancel it, too.
    let stop = Stop::new();
    let mut tell = |found: &Found| {
        if found.line.store > 20 {
            stop.set();
        }
    };
    let found = beam.search(&game(&rules, &opening), Control::stopped_by(&stop), &mut tell);
    let found = found.unwrap();
    assert_eq!(found.stopped, Some(StopReason::Interrupted));
    assert!(found.line.store > 20);
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_beam_counts_the_positions_that_it_may_visit() {
    let (rules, opening) = opening("overbeck", 9, 9);
    let progress = Progress::new();
    let control = within(5_000).with_progress(&progress);
    let beam = BeamSearch { restarts: true, ..search(Aim::Harvest, 100) };
    found(&beam, &rules, &opening, control);
    let standing = progress.standing();
    assert_eq!((standing.done, standing.of), (5_000, Some(5_000)));
}
