//! The joint start: the lockstep model against its slow twin, exact values, facts that must hold.

use std::sync::atomic::AtomicBool;

use chongkak::board::{Cell, Hole, Mark, Position, Setup, Shape, Side};
use chongkak::control::Limits;
use chongkak::math::{Certified, solve_matrix};
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{VALUES_STACK, with_round_values};
use chongkak::start::{
    Choice, Induction, InductionLimits, Joint, JointSearch, Lockstep, Next, Phase, Solved,
    StartError, Tick, Ticked, Tie,
};
use proptest::prelude::*;

use crate::random::any_game;
use crate::start_twin::{Doing, JointTwin, Trying, TwinDeed, count_states, game_value};
use crate::twin::Twin;

pub fn rules(name: &str, holes: u8, seeds: u8) -> Rules {
    let rules = Preset::named(name).unwrap().rules;
    rules.sized(holes, seeds).unwrap()
}

/// The first choice by the library's induction.
pub fn solved(rules: &Rules, position: &Position, tie: Tie, symmetry: bool) -> Solved {
    within(rules, position, tie, symmetry, usize::MAX).0
}

/// The same within so many joint positions, and whether that was enough.
fn within(
    rules: &Rules,
    position: &Position,
    tie: Tie,
    symmetry: bool,
    states: usize,
) -> (Solved, bool) {
    let (model, start) = Lockstep::new(rules, position, tie).unwrap();
    let stop = AtomicBool::new(false);
    let limits = Limits {
        memory: 4,
        ..Limits::none(&stop)
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .stack_size(VALUES_STACK)
        .build()
        .unwrap();
    pool.install(|| {
        with_round_values(rules, position, None, limits, u64::MAX, |rounds| {
            let limits = InductionLimits { states, symmetry };
            let induction = Induction::new(&model, &start, rounds, limits);
            let solved = induction.solve(&start);
            (solved, induction.stopped().is_none())
        })
        .unwrap()
    })
}

#[test]
fn what_a_limit_leaves_are_bounds_that_hold() {
    let rules = rules("overbeck", 4, 4);
    let opening = rules.opening(Side::A);
    let exact = solved(&rules, &opening, Tie::A, true);
    let (mut widths, mut enough) = (Vec::new(), false);
    for states in [0, 1, 3, 10, 30, 100_000] {
        let (found, complete) = within(&rules, &opening, Tie::A, true, states);
        let (bounds, value) = (found.equilibrium.value, exact.equilibrium.value);
        assert!(
            bounds.lower <= value.upper && value.lower <= bounds.upper,
            "{states}"
        );
        for (bounds, value) in found
            .entries
            .iter()
            .flatten()
            .zip(exact.entries.iter().flatten())
        {
            assert!(bounds.lower <= value.upper && value.lower <= bounds.upper);
        }
        assert!(!complete || bounds.is_exact(), "{states}");
        widths.push(bounds.width());
        enough = complete;
    }
    assert!(enough && widths[0] > 1.0, "{widths:?}");
}

#[test]
fn a_search_that_is_stopped_at_once_has_nothing() {
    let rules = rules("overbeck", 4, 4);
    let opening = rules.opening(Side::A);
    let (model, start) = Lockstep::new(&rules, &opening, Tie::Coin).unwrap();
    let (stop, go_on) = (AtomicBool::new(true), AtomicBool::new(false));
    for (flag, some) in [(&stop, false), (&go_on, true)] {
        let search = JointSearch {
            trees: 1,
            plays: 2,
            nodes: 50,
            seed: 1,
            stop: flag,
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .stack_size(VALUES_STACK);
        let found = pool.build().unwrap().install(|| {
            let limits = Limits {
                memory: 1,
                ..Limits::none(flag)
            };
            with_round_values(&rules, &opening, None, limits, 50, |rounds| {
                search.search(&model, &start, rounds)
            })
            .unwrap()
        });
        assert_eq!(found.is_some(), some);
    }
}

fn middles(solved: &Solved) -> Vec<Vec<f64>> {
    let rows = solved.entries.iter();
    rows.map(|row| row.iter().map(|entry| entry.middle()).collect())
        .collect()
}

fn firsts(tie: Tie) -> &'static [usize] {
    match tie {
        Tie::A => &[0],
        Tie::B => &[1],
        Tie::Coin => &[0, 1],
    }
}

/// The library's state as the twin would have it.
fn described(joint: &Joint, shape: Shape) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        for hole in 0..shape.holes() {
            let seeds = joint.seeds(shape, Cell::Hole(side, Hole::at(hole)));
            text += &format!("{seeds} ");
        }
        text += &format!("/{} ", joint.seeds(shape, Cell::Store(side)));
        text += &match joint.phase(side) {
            Phase::Choosing => "chooses ".to_owned(),
            Phase::Stopped => "stopped ".to_owned(),
            Phase::Sowing(_) => {
                let at = joint.hand_at(shape, side).unwrap();
                format!("{} at {at} ", joint.in_hand(side))
            }
        };
    }
    text
}

fn described_twin(twin: &JointTwin) -> String {
    let mut text = String::new();
    for player in 0..2 {
        for hole in &twin.board.rows[player] {
            text += &format!("{} ", hole.seeds);
        }
        text += &format!("/{} ", twin.board.stores[player]);
        text += &match twin.doing[player] {
            Doing::Choosing => "chooses ".to_owned(),
            Doing::Stopped(_) => "stopped ".to_owned(),
            Doing::Sowing { left, at, .. } => format!("{left} at {at} "),
        };
    }
    text
}

fn same(ticked: &Ticked, twin: &(JointTwin, [TwinDeed; 2]), rules: &Rules, shape: Shape) {
    let (after, deeds) = twin;
    match ticked.next {
        Next::Tick(joint) => {
            assert_eq!(after.done(rules), None);
            assert_eq!(described(&joint, shape), described_twin(after));
        }
        Next::Done(position) => {
            assert_eq!(position.to_string(), after.done(rules).unwrap().text());
        }
    }
    for (deed, seen) in ticked.deeds.iter().zip(deeds) {
        let lifts = deed
            .lifts
            .map(|(cell, n)| format!("{} {n}", shape.cell(cell)));
        let drops = deed.drops.map(|cell| shape.cell(cell).to_string());
        assert_eq!(
            (lifts, drops, deed.stops),
            (seen.lifts.clone(), seen.drops.clone(), seen.stops)
        );
    }
}

/// Plays a joint turn at random in both, and compares every tick.
fn play_both(rules: &Rules, position: &Position, tie: Tie, picks: &[u8]) -> usize {
    let shape = position.shape();
    let (model, mut joint) = Lockstep::new(rules, position, tie).unwrap();
    let mut twin = JointTwin::start(&Twin::read(&position.to_string()));
    let (total, mut picks) = (twin.total(), picks.iter().cycle());
    for ticks in 0.. {
        let mut pick = |side: Side| {
            let holes: Vec<Hole> = joint.choices(position.field(), side).collect();
            let chosen = usize::from(*picks.next().unwrap());
            (!holes.is_empty()).then(|| holes[chosen % holes.len()])
        };
        let choice = Side::BOTH.map(&mut pick);
        let chosen = choice.map(|hole| hole.map(Hole::index));
        for (player, chosen) in choice.iter().enumerate() {
            assert_eq!(twin.holes(player).is_empty(), chosen.is_none());
        }
        let by_twin = |first: usize| twin.tick(rules, chosen, first);
        let (ticked, seen) = match (model.tick(&joint, Choice(choice)), tie) {
            (Tick::Sure(ticked), Tie::A) => (ticked, by_twin(0)),
            (Tick::Sure(ticked), Tie::B) => (ticked, by_twin(1)),
            (Tick::Sure(ticked), Tie::Coin) => {
                let [a, b] = [by_twin(0), by_twin(1)];
                let done = a.0.done(rules);
                assert_eq!(done, b.0.done(rules));
                if done.is_none() {
                    assert_eq!(described_twin(&a.0), described_twin(&b.0));
                }
                (ticked, a)
            }
            (Tick::Coin(both), Tie::Coin) => {
                let [a, b] = [by_twin(0), by_twin(1)];
                assert_ne!(both[0].next, both[1].next);
                same(&both[0], &a, rules, shape);
                let first = *picks.next().unwrap() % 2;
                if first == 0 {
                    (both[0], a)
                } else {
                    (both[1], b)
                }
            }
            (Tick::Coin(_), _) => panic!("a coin where ties are decided"),
        };
        same(&ticked, &seen, rules, shape);
        assert_eq!(seen.0.total(), total);
        twin = seen.0;
        match ticked.next {
            Next::Tick(after) => joint = after,
            Next::Done(after) => {
                assert_eq!(after.total(), total);
                return ticks;
            }
        }
    }
    unreachable!()
}

fn any_tie() -> impl Strategy<Value = Tie> {
    prop::sample::select(vec![Tie::A, Tie::B, Tie::Coin])
}

/// A round that both can start, of any size, with any hole states and options.
pub fn any_start() -> impl Strategy<Value = (Rules, Position)> {
    any_game().prop_filter_map("both can start", |(mut rules, position)| {
        rules.store = StorePlace::Near;
        let setup = Setup {
            mark: Mark::None,
            ..position.setup()
        };
        let position = Position::new(&setup).ok()?;
        let both = Side::BOTH.iter().all(|&side| position.can_move(side));
        both.then_some((rules, position))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn every_tick_is_as_the_twin_plays_it(
        (rules, position) in any_start(),
        tie in any_tie(),
        picks in prop::collection::vec(any::<u8>(), 1..60),
    ) {
        play_both(&rules, &position, tie, &picks);
    }
}

#[test]
fn openings_of_all_rule_sets_are_played_as_the_twin_plays_them() {
    let mut ticks = 0;
    for preset in Preset::all() {
        for owned in [
            preset.rules.total() / 2,
            preset.rules.total() - 2 * u32::from(preset.rules.seeds),
        ] {
            let opening = preset.rules.opening_owning(owned, Side::A).unwrap();
            for seed in 0..60_u8 {
                let picks: Vec<u8> = (0..97_u8)
                    .map(|i| (i ^ seed).wrapping_mul(167) >> 3)
                    .collect();
                let (_, tie) = Tie::NAMES[usize::from(seed) % 3];
                ticks += play_both(&preset.rules, &opening, tie, &picks);
            }
        }
    }
    assert!(ticks > 10_000, "{ticks}");
}

#[test]
fn matrices_and_values_from_independent_implementations() {
    let openings: [(&str, u8, u8, &[&[i32]]); 4] = [
        ("overbeck", 2, 1, &[&[0, -2], &[2, 0]]),
        ("overbeck", 2, 2, &[&[0, 2], &[-2, 0]]),
        ("overbeck", 3, 2, &[&[0, -4, -6], &[4, 0, 1], &[6, -1, 0]]),
        (
            "congklak-six",
            3,
            1,
            &[&[0, 0, -2], &[0, 0, -4], &[2, 4, 0]],
        ),
    ];
    for (name, holes, seeds, matrix) in openings {
        let rules = rules(name, holes, seeds);
        let solved = solved(&rules, &rules.opening(Side::A), Tie::Coin, false);
        let value = solved.equilibrium.value;
        assert!(value.is_exact() && value.middle().abs() < 1e-9, "{value:?}");
        for (row, expected) in solved.entries.iter().zip(matrix) {
            for (entry, expected) in row.iter().zip(*expected) {
                assert!(
                    (entry.middle() - f64::from(*expected)).abs() < 1e-9,
                    "{name} {entry:?}"
                );
                assert!(entry.is_exact());
            }
        }
    }
    for (holes, seeds, value) in [(2, 2, 2.0), (3, 2, 26.0 / 7.0)] {
        let rules = rules("overbeck", holes, seeds);
        let opening = rules.opening(Side::A);
        let a = solved(&rules, &opening, Tie::A, true).equilibrium.value;
        let b = solved(&rules, &opening, Tie::B, true).equilibrium.value;
        assert!(a.is_exact() && (a.middle() - value).abs() < 1e-9, "{a:?}");
        // Who is first in a tie has changed sides, and nothing else.
        assert!((a.middle() + b.middle()).abs() < 1e-9, "{b:?}");
    }
}

#[test]
fn states_are_as_many_as_counted_independently() {
    for (holes, seeds, states) in [(2, 2, 29), (3, 3, 884), (4, 4, 40_344)] {
        let rules = rules("overbeck", holes, seeds);
        let start = JointTwin::start(&Twin::read(&rules.opening(Side::A).to_string()));
        assert_eq!(count_states(&rules, &start), states);
    }
}

/// The library's first matrix is the one that the twin finds by trying everything.
fn agrees_with_trying(rules: &Rules, position: &Position, tie: Tie) {
    let found = solved(rules, position, tie, true);
    let mut trying = Trying::new(rules, firsts(tie));
    let start = JointTwin::start(&Twin::read(&position.to_string()));
    let matrix = trying.matrix(&start);
    for (row, expected) in middles(&found).iter().zip(&matrix) {
        assert_eq!(row.len(), expected.len());
        for (entry, expected) in row.iter().zip(expected) {
            assert!(
                (entry - expected).abs() < 1e-6,
                "{position} {tie}: {entry} {expected}"
            );
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
            let rules = rules(preset.name, holes, seeds);
            for (_, tie) in Tie::NAMES {
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
        let rules = Rules { store: StorePlace::Near, ..rules }.with("holes", 2).unwrap();
        position.can_move(Side::B).then_some((rules, position))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

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
            let rules = rules(preset.name, holes, seeds);
            // Without the symmetry in the induction, where it would be so by construction.
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
        let rules = rules(name, holes, seeds);
        let opening = rules.opening(Side::A);
        let [with, without] = [true, false].map(|on| solved(&rules, &opening, Tie::Coin, on));
        for (a, b) in middles(&with)
            .iter()
            .flatten()
            .zip(middles(&without).iter().flatten())
        {
            assert!((a - b).abs() < 1e-9);
        }
    }
}

#[test]
fn who_stops_first_moves_first() {
    // A4 and B4 end in the stores. Then A3 ends alone in A4, and B1 goes on from B2.
    let rules = rules("overbeck", 4, 1);
    let (model, start) = Lockstep::new(&rules, &rules.opening(Side::A), Tie::A).unwrap();
    let hole = |n| Some(Hole::new(n).unwrap());
    let mut next = Next::Tick(start);
    let mut stopped = None;
    let mut picks = vec![Choice([hole(4), hole(4)]), Choice([hole(3), hole(1)])].into_iter();
    while let Next::Tick(joint) = next {
        let chooses = |side| joint.choices(model.field(), side).next().is_some();
        let choice = if chooses(Side::A) || chooses(Side::B) {
            picks.next().unwrap_or(Choice([None; 2]))
        } else {
            Choice([None; 2])
        };
        let Tick::Sure(ticked) = model.tick(&joint, choice) else {
            panic!("ties are decided");
        };
        for side in Side::BOTH {
            if ticked.deeds[side.index()].stops {
                stopped.get_or_insert(side);
            }
        }
        next = ticked.next;
    }
    let Next::Done(after) = next else {
        unreachable!()
    };
    assert_eq!((stopped, after.mover()), (Some(Side::A), Side::A));
    assert!(!after.is_over());
}

#[test]
fn rounds_that_cannot_be_started_together_are_refused() {
    let refused = |rules: &Rules, text: &str| {
        let position = Position::new(&text.parse().unwrap()).unwrap();
        Lockstep::new(rules, &position, Tie::Coin).unwrap_err()
    };
    let mut rules = rules("overbeck", 2, 1);
    assert_eq!(refused(&rules, "1,1/0 1,1/0 A over"), StartError::Over);
    assert_eq!(refused(&rules, "1,1/0 1,1/0 A final"), StartError::Final);
    let nothing = StartError::NoHole { side: Side::B };
    assert_eq!(refused(&rules, "1,1/0 0,3p/0 A"), nothing);
    rules.set("store", "far").unwrap();
    assert_eq!(refused(&rules, "1,1/0 1,1/0 A"), StartError::Far);
}

fn any_matrix() -> impl Strategy<Value = Vec<Vec<i32>>> {
    (
        1..=5usize,
        1..=5usize,
        prop_oneof![Just(2), Just(9), Just(200)],
    )
        .prop_flat_map(|(rows, columns, most)| {
            prop::collection::vec(prop::collection::vec(-most..=most, columns), rows)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

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
