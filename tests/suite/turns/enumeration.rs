//! The enumeration of turns against the reference implementation, in memory and on disk, complete
//! and interrupted.

use std::fs;
use std::time::Duration;

use chongkak::board::{Position, Setup, Side};
use chongkak::control::{Control, Progress, Stop, StopReason};
use chongkak::moves::Game;
use chongkak::rules::{Occupied, Preset, Rules};
use chongkak::turns::{Enumeration, Goal, Measure, Reached, Turns};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{
    Reference, any_board, any_threads, any_turn_rules, enumerated, explored, game, home, length,
    plan, set_is_won, sized, within,
};

/// A line is as short as any, and exists if the reference implementation finds one.
fn is_shortest(
    (rules, position): (&Rules, &Position),
    found: &Option<Reached>,
    measure: usize,
    expected: Option<usize>,
) {
    let found = found.as_ref().map(|reached| {
        assert!(reached.proven, "{position} {rules:?}");
        length(rules, position, &reached.line, measure)
    });
    assert_eq!(found, expected, "{position} {rules:?}");
}

/// An enumeration by store agrees with the reference implementation.
fn is_known(rules: &Rules, position: &Position, goal: Goal, found: &Turns) {
    let reference = Reference::read(&position.to_string());
    let known = explored(rules, &reference);
    let told = format!("{position} {rules:?}");
    assert!(found.complete && found.stopped.is_none(), "{told}");
    let layers: Vec<_> = known.positions.iter().map(|(&s, &n)| (s, n)).collect();
    assert_eq!(found.layers, layers, "{told}");
    assert_eq!(found.positions, known.positions.values().sum::<u64>(), "{told}");
    if rules.occupied != Occupied::Bank {
        assert_eq!(found.stranded, known.stranded, "{told}");
    }
    let turns = known.turns.into_iter().collect::<Vec<_>>();
    assert_eq!(found.turns, Some(turns), "{told}");
    let most = found.most.as_ref();
    if let Some(line) = most {
        length(rules, position, line, 0);
    }
    assert_eq!(most.map(|line| line.store), known.most, "{told}");
    for (measure, reached) in found.reached[..2].iter().enumerate() {
        let expected = match goal {
            Goal::Store(seeds) => known.store[measure].range(seeds..).map(|(_, &n)| n).min(),
            Goal::Set { .. } => known.set[measure],
        };
        is_shortest((rules, position), reached, measure, expected);
        is_shortest((rules, position), &found.reached[2 + measure], measure, known.set[measure]);
    }
}

fn any_goal() -> impl Strategy<Value = (bool, u32)> {
    (any::<bool>(), 0..40u32)
}

fn goal((set, seeds): (bool, u32), rules: &Rules) -> Goal {
    if set { Goal::Set { fill: rules.seeds.into() } } else { Goal::Store(seeds) }
}

proptest! {
    #![proptest_config(crate::support::law(2_000))]

    #[test]
    fn all_positions_of_a_turn_are_what_the_reference_finds(
        (mut rules, position, wanted, fill) in (any_turn_rules(), any_board(5, 6), any_goal(), 1..9u8),
        threads in any_threads(),
    ) {
        rules.set("seeds", &fill.to_string()).unwrap();
        let goal = goal(wanted, &rules);
        let found = enumerated(&plan(goal, threads), &rules, &position);
        is_known(&rules, &position, goal, &found);
    }

    #[test]
    fn layers_by_length_find_the_shortest_line(
        (mut rules, position, wanted, fill) in (any_turn_rules(), any_board(5, 6), any_goal(), 1..9u8),
        threads in any_threads(),
    ) {
        rules.set("seeds", &fill.to_string()).unwrap();
        let goal = goal(wanted, &rules);
        let by = |layers| enumerated(&Enumeration { layers, ..plan(goal, threads) }, &rules, &position);
        let all = by(None);
        for (layers, measure) in [(Some(Measure::Moves), 0), (Some(Measure::Laps), 1)] {
            let found = by(layers);
            let (reached, expected) = (&found.reached[measure], &all.reached[measure]);
            let expected = expected.as_ref().map(|r| length(&rules, &position, &r.line, measure));
            is_shortest((&rules, &position), reached, measure, expected);
            // Without a line everything was tried.
            prop_assert_eq!(found.complete, expected.is_none());
            if let Some(expected) = expected {
                prop_assert_eq!(found.no_shorter as usize, expected);
            }
        }
    }
}

/// 10, 92, 633 and, with those in which the mover has no hole left, 2,160,112 positions, and the
/// maximum gains of full openings with as many seeds as holes: from an independent search.
#[test]
fn full_openings_have_the_known_positions_and_harvests() {
    for (n, positions, harvest) in [(3, 10, 12), (4, 92, 30), (5, 633, 46), (6, 2_160_112, 70)] {
        for name in ["overbeck", "dakon"] {
            let rules = sized(name, n, n);
            let opening = rules.opening(Side::A);
            let goal = Goal::most_of(opening.total());
            let found = enumerated(&plan(goal, 2), &rules, &opening);
            assert_eq!(found.positions + found.stranded, positions);
            if name == "overbeck" {
                assert_eq!(found.most.unwrap().store, harvest);
            }
        }
    }
}

/// Dakon's winning openings: a first turn that gains at least 2n² - n seeds. Donkers and others
/// (2000) found none for n = 3. The shortest for n = 4 and 6 are from an independent search.
#[test]
fn the_shortest_winning_openings_of_dakon() {
    for (n, shortest) in [(3, None), (4, Some(12)), (6, Some(18))] {
        let rules = sized("dakon", n, n);
        let goal = Goal::Store(2 * u32::from(n).pow(2) - u32::from(n));
        for layers in [Some(Measure::Moves), None] {
            let plan = Enumeration { layers, ..plan(goal, 2) };
            let found = enumerated(&plan, &rules, &rules.opening(Side::A));
            let [shortest_line, ..] = found.reached;
            let moves = shortest_line.map(|reached| reached.line.moves.len());
            assert_eq!(moves, shortest, "n = {n}");
        }
    }
}

#[test]
fn every_limit_ends_an_enumeration() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let opening = rules.opening(Side::A);
    let game = Game::opening(&rules, Side::A);
    let goal = Goal::most_of(opening.total());
    let ended = |memory, control| {
        let plan = Enumeration { memory, ..plan(goal, 2) };
        let found = plan.run(&game, control).unwrap();
        assert!(!found.complete);
        if let Some(line) = &found.most {
            length(&rules, &opening, line, 0);
        }
        found.stopped.unwrap()
    };
    let none = Control::none();
    assert_eq!(ended(64, within(500)), StopReason::Nodes);
    assert_eq!(ended(1, none), StopReason::Memory);
    let stop = Stop::new();
    stop.set();
    let stopped = Control::stopped_by(&stop);
    assert_eq!(ended(64, stopped), StopReason::Interrupted);
    let time = Duration::from_millis(20);
    assert_eq!(ended(64, none.with_time(time)), StopReason::Time);
}

#[test]
fn boards_without_exact_keys_are_refused_with_the_reason() {
    let row = |count: &str| [count; 18].join(",");
    let text = format!("{}/0 {}/0 A", row("20"), row("20"));
    let position = Position::new(&text.parse::<Setup>().unwrap()).unwrap();
    let rules = sized("overbeck", 18, 18);
    let plan = plan(Goal::Store(361), 1);
    let error = plan.run(&game(&rules, &position), Control::none());
    let error = error.unwrap_err();
    assert!(error.to_string().contains("720 seeds in 37 cells"), "{error}");
}

/// The results of long runs: lines that do what they claim, and consistent numbers.
#[test]
fn the_turns_that_are_kept_are_what_they_say() {
    let folder = home().join("positions/turns");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let found: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let [rules, holes, seeds] = name.split('-').collect::<Vec<_>>()[..] else {
            panic!("{name}: expected RULES-HOLES-SEEDS");
        };
        let rules = sized(rules, holes.parse().unwrap(), seeds.parse().unwrap());
        let start = rules.opening(Side::A);
        assert_eq!(found["position"], start.to_string());
        assert!(found["complete"] == true && found["stopped"].is_null());
        let number = |value: &Value| match value {
            Value::String(text) => text.parse::<u128>().unwrap(),
            number => number.as_u64().unwrap().into(),
        };
        let layers = found["layers"].as_array().unwrap();
        for field in ["positions", "turns"] {
            let sum: u128 = layers.iter().map(|layer| number(&layer[field])).sum();
            assert_eq!(sum, number(&found[field]), "{name}");
        }
        let most = &layers[layers.len() - 1];
        assert_eq!(most["seeds"], found["harvest"]["seeds"], "{name}");
        let half = u128::from(start.total() / 2 + 1);
        let set = &found["set"];
        for (line, target, wins_set) in [
            (&found["harvest"], number(&most["seeds"]), false),
            (&found["shortest"], half, false),
            (&found["fewest_laps"], half, false),
            (&set["shortest"], 0, true),
            (&set["fewest_laps"], 0, true),
        ] {
            assert_eq!(line["proven"], true);
            let (mut at, mut laps) = (Reference::read(&start.to_string()), 0);
            let moves = line["line"].as_array().unwrap();
            let mut over = false;
            for (number, played) in (1..).zip(moves) {
                let hole = played.as_str().unwrap().strip_prefix('A').unwrap();
                let told = at.play(&rules, hole.parse::<usize>().unwrap() - 1);
                assert!(told.outcome == "again" || number == moves.len(), "{name}");
                laps += told.lands.len();
                over = told.outcome == "over";
                at = told.after;
            }
            let counted = (u128::from(at.stores[0]), moves.len(), laps);
            let told = ["seeds", "moves", "laps"].map(|field| number(&line[field]) as usize);
            assert_eq!((counted.0 as usize, counted.1, counted.2), told.into(), "{name}");
            assert!(counted.0 >= target, "{name}");
            assert!(!wins_set || set_is_won(&rules, &at, 0, over), "{name}");
        }
    }
}

#[test]
fn an_enumeration_counts_the_positions_it_has_worked_off() {
    let rules = sized("overbeck", 5, 5);
    let progress = Progress::new();
    let control = Control::none().with_progress(&progress);
    let game = Game::opening(&rules, Side::A);
    let found = plan(Goal::Store(26), 2).run(&game, control).unwrap();
    let standing = progress.standing();
    // The start is expanded, too.
    assert_eq!((standing.done, standing.of), (found.positions + 1, None), "{standing:?}");
    assert!(standing.stage.starts_with("layer "), "{standing:?}");
}
