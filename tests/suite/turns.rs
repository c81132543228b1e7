//! The enumeration of turns against the slow twin, in memory and on disk, whole and interrupted.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chongkak::board::{Position, Setup, Side};
use chongkak::control::{Limits, StopReason};
use chongkak::record::replay_turn;
use chongkak::rules::{Occupied, Preset, Rules, StoreLast};
use chongkak::turns::{
    Enumeration, Goal, LayersBy, Line, Progress, Reached, Spill, Turns, TurnsError,
};
use proptest::prelude::*;
use serde_json::Value;

use crate::evaluation::{any_board, sized};
use crate::random::any_rules;
use crate::table_files::Folder;
use crate::twin::{Hand, Twin};

/// What the twin knows of a turn: everything, found one position after the other.
#[derive(Default)]
struct Known {
    /// Positions in which the mover chooses again, by the seeds gained.
    positions: BTreeMap<u32, u64>,
    /// Positions after a last seed in the store in which he has nothing to lift.
    stranded: u64,
    /// Whole turns by the seeds gained.
    turns: BTreeMap<u32, u128>,
    /// The most seeds in the store.
    most: Option<u32>,
    /// The fewest moves and laps to so many seeds in the store, and to the end of the set.
    store: [BTreeMap<u32, usize>; 2],
    set: [Option<usize>; 2],
}

fn set_is_won(rules: &Rules, at: &Twin, player: usize, over: bool) -> bool {
    let outside = at.total() - at.stores[player];
    let row: u32 = at.rows[player].iter().map(|hole| hole.seeds).sum();
    let fill = u32::from(rules.seeds);
    outside < fill || over && outside - row < fill
}

fn explored(rules: &Rules, start: &Twin) -> Known {
    let (player, mut known) = (start.mover, Known::default());
    let (mut stranded, before) = (HashMap::new(), start.stores[start.mover]);
    // What waits by the seeds in the store: ways, moves, laps.
    let mut waiting: BTreeMap<u32, HashMap<Twin, (u128, usize, usize)>> = BTreeMap::new();
    waiting
        .entry(before)
        .or_default()
        .insert(start.clone(), (1, 0, 0));
    let shorter = |best: &mut usize, new: usize| *best = new.min(*best);
    while let Some((store, layer)) = waiting.pop_first() {
        if store > before {
            known.positions.insert(store - before, layer.len() as u64);
        }
        for (at, (ways, moves, laps)) in layer {
            for hole in at.choices(player) {
                let told = at.play(rules, hole);
                let (after, lengths) = (told.after, [moves + 1, laps + told.lands.len()]);
                let store = after.stores[player];
                known.most = known.most.max(Some(store));
                let over = told.outcome == "over";
                for (measure, length) in lengths.into_iter().enumerate() {
                    shorter(known.store[measure].entry(store).or_insert(length), length);
                    if set_is_won(rules, &after, player, over) {
                        shorter(known.set[measure].get_or_insert(length), length);
                    }
                }
                if told.outcome == "again" {
                    let new = (0, usize::MAX, usize::MAX);
                    let entry = waiting
                        .entry(store)
                        .or_default()
                        .entry(after)
                        .or_insert(new);
                    entry.0 += ways;
                    shorter(&mut entry.1, lengths[0]);
                    shorter(&mut entry.2, lengths[1]);
                } else {
                    *known.turns.entry(store - before).or_default() += ways;
                    let ends_in_store = matches!(told.lands.last(), Some(Hand::Store(_)));
                    if rules.store_last == StoreLast::Again && ends_in_store {
                        // Who moves next is no part of the board.
                        stranded.insert((after.rows, after.stores), ());
                    }
                }
            }
        }
    }
    known.stranded = stranded.len() as u64;
    known
}

/// How to enumerate, in memory.
fn plan(stop: &AtomicBool, goal: Goal, threads: usize) -> Enumeration<'_> {
    Enumeration {
        limits: Limits {
            memory: 64,
            ..Limits::none(stop)
        },
        threads: NonZeroUsize::new(threads).unwrap(),
        layers: LayersBy::Store,
        goal,
        counting: true,
        spill: None,
    }
}

fn run(plan: &Enumeration<'_>, rules: &Rules, position: &Position) -> Turns {
    plan.run(rules, position, &Progress::default()).unwrap()
}

/// The length of a line by moves or by laps, if the twin plays it as it is told.
fn length(rules: &Rules, position: &Position, line: &Line, measure: usize) -> usize {
    let mut at = Twin::read(&position.to_string());
    let (player, mut laps) = (at.mover, 0);
    for (number, played) in (1..).zip(&line.moves) {
        assert!(at.choices(player).contains(&played.hole.index()));
        let told = at.play(rules, played.hole.index());
        assert!(told.outcome == "again" || number == line.moves.len());
        laps += told.lands.len();
        at = told.after;
    }
    assert_eq!((laps, at.stores[player]), (line.laps as usize, line.store));
    replay_turn(rules, position, line).unwrap();
    [line.moves.len(), laps][measure]
}

/// A line is as short as any, and there is one if the twin knows one.
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

/// An enumeration by store is what the twin knows.
fn is_known(rules: &Rules, position: &Position, goal: Goal, found: &Turns) {
    let twin = Twin::read(&position.to_string());
    let known = explored(rules, &twin);
    let told = format!("{position} {rules:?}");
    assert!(found.complete && found.stopped.is_none(), "{told}");
    let layers: Vec<_> = known.positions.iter().map(|(&s, &n)| (s, n)).collect();
    assert_eq!(found.layers, layers, "{told}");
    assert_eq!(
        found.positions,
        known.positions.values().sum::<u64>(),
        "{told}"
    );
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
    for (measure, reached) in [&found.shortest, &found.fewest_laps]
        .into_iter()
        .enumerate()
    {
        let expected = match goal {
            Goal::Store(seeds) => known.store[measure].range(seeds..).map(|(_, &n)| n).min(),
            Goal::Set { .. } => known.set[measure],
        };
        is_shortest((rules, position), reached, measure, expected);
        is_shortest(
            (rules, position),
            &found.set[measure],
            measure,
            known.set[measure],
        );
    }
}

fn any_goal() -> impl Strategy<Value = (bool, u32)> {
    (any::<bool>(), 0..40u32)
}

fn goal((set, seeds): (bool, u32), rules: &Rules) -> Goal {
    if set {
        Goal::Set {
            fill: rules.seeds.into(),
        }
    } else {
        Goal::Store(seeds)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn all_positions_of_a_turn_are_what_the_twin_finds(
        (mut rules, position, wanted, fill) in (any_rules(), any_board(5, 6), any_goal(), 1..9u8),
        threads in 1..=3usize,
    ) {
        rules.set("seeds", &fill.to_string()).unwrap();
        let stop = AtomicBool::new(false);
        let goal = goal(wanted, &rules);
        let found = run(&plan(&stop, goal, threads), &rules, &position);
        is_known(&rules, &position, goal, &found);
    }

    #[test]
    fn layers_by_length_find_the_shortest_line(
        (mut rules, position, wanted, fill) in (any_rules(), any_board(5, 6), any_goal(), 1..9u8),
        threads in 1..=3usize,
    ) {
        rules.set("seeds", &fill.to_string()).unwrap();
        let stop = AtomicBool::new(false);
        let goal = goal(wanted, &rules);
        let by = |layers| run(&Enumeration { layers, ..plan(&stop, goal, threads) }, &rules, &position);
        let all = by(LayersBy::Store);
        for (layers, measure) in [(LayersBy::Moves, 0), (LayersBy::Laps, 1)] {
            let found = by(layers);
            let (reached, expected) = match measure {
                0 => (&found.shortest, &all.shortest),
                _ => (&found.fewest_laps, &all.fewest_laps),
            };
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
/// largest harvests of full openings as many seeds as holes: from a search of somebody else.
#[test]
fn full_openings_have_the_known_positions_and_harvests() {
    let stop = AtomicBool::new(false);
    for (n, positions, harvest) in [(3, 10, 12), (4, 92, 30), (5, 633, 46), (6, 2_160_112, 70)] {
        for name in ["overbeck", "dakon"] {
            let rules = sized(name, n, n);
            let opening = rules.opening(Side::A);
            let goal = Goal::most_of(opening.total());
            let found = run(&plan(&stop, goal, 2), &rules, &opening);
            assert_eq!(found.positions + found.stranded, positions);
            if name == "overbeck" {
                assert_eq!(found.most.unwrap().store, harvest);
            }
        }
    }
}

/// Dakon's winning openings: a first turn that takes at least 2n² - n seeds. Donkers and others
/// (2000) found none for n = 3. The shortest for n = 4 and 6 are from an independent search.
#[test]
fn the_shortest_winning_openings_of_dakon() {
    let stop = AtomicBool::new(false);
    for (n, shortest) in [(3, None), (4, Some(12)), (6, Some(18))] {
        let rules = sized("dakon", n, n);
        let goal = Goal::Store(2 * u32::from(n).pow(2) - u32::from(n));
        for layers in [LayersBy::Moves, LayersBy::Store] {
            let plan = Enumeration {
                layers,
                ..plan(&stop, goal, 2)
            };
            let found = run(&plan, &rules, &rules.opening(Side::A));
            let moves = found.shortest.map(|reached| reached.line.moves.len());
            assert_eq!(moves, shortest, "n = {n}");
        }
    }
}

/// A turn of 428,105 positions, as large as a test in a folder should be.
fn long_turn() -> (Rules, Position) {
    let rules = sized("overbeck", 5, 8);
    (rules, rules.opening(Side::B))
}

fn in_folder<'a>(stop: &'a AtomicBool, goal: Goal, folder: &'a Path) -> Enumeration<'a> {
    let spill = Spill {
        folder,
        every: Duration::ZERO,
    };
    Enumeration {
        spill: Some(spill),
        ..plan(stop, goal, 2)
    }
}

#[test]
fn memory_threads_and_folder_change_no_answer() {
    let (rules, position) = long_turn();
    let stop = AtomicBool::new(false);
    let goal = Goal::most_of(position.total());
    for layers in [LayersBy::Store, LayersBy::Moves] {
        for counting in [true, false] {
            let whole = Enumeration {
                layers,
                counting,
                ..plan(&stop, goal, 1)
            };
            let expected = run(&whole, &rules, &position);
            let mut tight = whole;
            tight.limits.memory = 8;
            tight.threads = NonZeroUsize::new(3).unwrap();
            assert_eq!(run(&tight, &rules, &position), expected);
            let folder = Folder::new(&format!("turns-{layers:?}-{counting}"));
            let spilled = Enumeration {
                layers,
                counting,
                ..in_folder(&stop, goal, &folder.0)
            };
            assert_eq!(run(&spilled, &rules, &position), expected);
            assert_eq!(
                folder.names(),
                Vec::<String>::new(),
                "it is empty in the end"
            );
        }
    }
}

/// What an interrupted run leaves is true, and a later run goes on with it.
#[test]
fn an_enumeration_goes_on_where_it_was_interrupted() {
    let (rules, position) = long_turn();
    let stop = AtomicBool::new(false);
    let goal = Goal::most_of(position.total());
    let expected = run(&plan(&stop, goal, 2), &rules, &position);
    let folder = Folder::new("turns-interrupted");
    let mut nodes = 0;
    for part in 1.. {
        let mut limited = in_folder(&stop, goal, &folder.0);
        // Each run gets a little further; between them, what a kill leaves: more than counts.
        nodes += 30_000 * part;
        limited.limits.nodes = nodes;
        let found = run(&limited, &rules, &position);
        if found.stopped.is_none() {
            assert!(part > 3);
            assert_eq!(found, expected);
            return;
        }
        assert_eq!(found.stopped, Some(StopReason::Nodes));
        assert!(!found.complete);
        let best = |turns: &Turns| turns.most.as_ref().map(|line| line.store);
        assert!(best(&found) <= best(&expected));
        if let Some(line) = &found.most {
            length(&rules, &position, line, 0);
        }
        for name in folder
            .names()
            .iter()
            .filter(|name| name.starts_with("layer-"))
        {
            let mut bytes = fs::read(folder.0.join(name)).unwrap();
            bytes.extend([7; 100]);
            fs::write(folder.0.join(name), bytes).unwrap();
        }
        fs::write(
            folder.0.join("layer-0081.waiting"),
            "begun after the last state",
        )
        .unwrap();
    }
}

#[test]
fn damaged_and_foreign_folders_are_refused_with_the_reason() {
    let (rules, position) = long_turn();
    let stop = AtomicBool::new(false);
    let goal = Goal::most_of(position.total());
    let folder = Folder::new("turns-damaged");
    let mut limited = in_folder(&stop, goal, &folder.0);
    limited.limits.nodes = 50_000;
    run(&limited, &rules, &position);
    let go_on = |rules: &Rules, counting| {
        let plan = Enumeration {
            counting,
            ..in_folder(&stop, goal, &folder.0)
        };
        let found = plan.run(rules, &position, &Progress::default());
        found.unwrap_err()
    };
    let other = go_on(&rules.with("seeds", 4).unwrap(), true);
    assert!(other.to_string().contains("seeds=8"), "{other}");
    assert!(matches!(other, TurnsError::Other { .. }), "{other}");
    assert!(matches!(go_on(&rules, false), TurnsError::Other { .. }));
    let lock = fs::File::open(folder.0.join("lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(go_on(&rules, true), TurnsError::Busy { .. }));
    drop(lock);
    // Every third file that counts and the manifest: changed in the middle, cut, and away.
    let manifest = fs::read_to_string(folder.0.join("manifest")).unwrap();
    let manifest: Value = serde_json::from_str(manifest.lines().next().unwrap()).unwrap();
    let piles = manifest["piles"].as_array().unwrap().iter().step_by(3);
    let files = piles.map(|pile| {
        let done = pile["done"].as_bool().unwrap();
        let kind = if done { "done" } else { "waiting" };
        let layer = pile["layer"].as_u64().unwrap();
        (format!("layer-{layer:04}.{kind}"), done)
    });
    let (state, mut damaged) = (folder.files(), 0);
    for (name, done) in files.chain([("manifest".to_owned(), false)]) {
        let good = &state[&name];
        let mut changed = good.clone();
        changed[good.len() / 2] ^= 1;
        // The records of a layer that has been worked off are read again at the very end only.
        let changed = (!done).then_some(&changed[..]);
        let away = (name != "manifest").then_some(&[][..]);
        let cut = Some(&good[..good.len() - 1]);
        for bytes in [cut, changed, away].into_iter().flatten() {
            // A run that fails late has gone on until then.
            for name in folder.names().iter().filter(|name| *name != "lock") {
                fs::remove_file(folder.0.join(name)).unwrap();
            }
            for (other, good) in state.iter().filter(|(other, _)| **other != name) {
                fs::write(folder.0.join(other), good).unwrap();
            }
            if !bytes.is_empty() {
                fs::write(folder.0.join(&name), bytes).unwrap();
            }
            let error = go_on(&rules, true);
            assert!(error.to_string().contains(&name), "{name}: {error}");
            damaged += 1;
        }
    }
    assert!(damaged > 10);
}

#[test]
fn every_limit_ends_an_enumeration() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let opening = rules.opening(Side::A);
    let set = AtomicBool::new(true);
    let stop = AtomicBool::new(false);
    let goal = Goal::most_of(opening.total());
    let ended = |limits| {
        let plan = Enumeration {
            limits,
            ..plan(&stop, goal, 2)
        };
        let found = run(&plan, &rules, &opening);
        assert!(!found.complete);
        if let Some(line) = &found.most {
            length(&rules, &opening, line, 0);
        }
        found.stopped
    };
    let none = Limits::none(&stop);
    assert_eq!(
        ended(Limits { nodes: 500, ..none }),
        Some(StopReason::Nodes)
    );
    assert_eq!(
        ended(Limits { memory: 1, ..none }),
        Some(StopReason::Memory)
    );
    assert_eq!(
        ended(Limits { stop: &set, ..none }),
        Some(StopReason::Interrupted)
    );
    let time = Duration::from_millis(20);
    assert_eq!(ended(Limits { time, ..none }), Some(StopReason::Time));
}

#[test]
fn boards_without_exact_keys_are_refused_with_the_reason() {
    let row = |count: &str| [count; 18].join(",");
    let text = format!("{}/0 {}/0 A", row("20"), row("20"));
    let position = Position::new(&text.parse::<Setup>().unwrap()).unwrap();
    let rules = sized("overbeck", 18, 18);
    let stop = AtomicBool::new(false);
    let plan = plan(&stop, Goal::Store(361), 1);
    let error = plan
        .run(&rules, &position, &Progress::default())
        .unwrap_err();
    assert!(
        error.to_string().contains("720 seeds in 37 cells"),
        "{error}"
    );
}

/// What was found in long runs: lines that do what they are said to do, numbers that fit each other.
#[test]
fn the_turns_that_are_kept_are_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/turns");
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
            let (mut at, mut laps) = (Twin::read(&start.to_string()), 0);
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
            assert_eq!(
                (counted.0 as usize, counted.1, counted.2),
                told.into(),
                "{name}"
            );
            assert!(counted.0 >= target, "{name}");
            assert!(!wins_set || set_is_won(&rules, &at, 0, over), "{name}");
        }
    }
}
