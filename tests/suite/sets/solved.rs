//! Solved sets, against a reference implementation that iterates over all openings.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;

use chongkak::board::Side;
use chongkak::control::{Control, Progress, Stop, StopReason};
use chongkak::rules::{Preset, Rules};
use chongkak::sets::{SetOpening, SetSolver, SetValue, WrittenSet};

use crate::support::{
    Reference, home, next_threads, python, reference_opening, reference_owned, reference_starter,
    sized, text_of, within,
};

/// The player who can force the set from each opening, and the number of rounds: iterates over all
/// openings of both starters until nothing changes.
type ReferenceValues = BTreeMap<(u32, usize), (usize, u32)>;

fn reference_values(rules: &Rules) -> ReferenceValues {
    let total = rules.total();
    let mut known = ReferenceValues::new();
    for rounds in 1.. {
        let mut found = known.clone();
        for owned in 0..=total {
            for mover in [0, 1] {
                let Some(opening) = reference_opening(rules, [owned, total - owned], mover) else {
                    continue;
                };
                if known.contains_key(&(owned, mover)) {
                    continue;
                }
                for player in [0, 1] {
                    if reference_forces(rules, &opening, player, &known, &mut HashMap::new()) {
                        found.insert((owned, mover), (player, rounds));
                    }
                }
            }
        }
        if found.len() == known.len() {
            break;
        }
        known = found;
    }
    known
}

/// Whether a player can bring the round to where the set is won.
fn reference_forces(
    rules: &Rules,
    reference: &Reference,
    player: usize,
    known: &ReferenceValues,
    memory: &mut HashMap<Reference, bool>,
) -> bool {
    if reference.mark == "over" {
        let owned = reference_owned(reference);
        if owned[1 - player] < u32::from(rules.seeds) {
            return true;
        }
        if owned[player] < u32::from(rules.seeds) {
            return false;
        }
        let starter = reference_starter(rules, reference);
        return known.get(&(owned[0], starter)).is_some_and(|&(winner, _)| winner == player);
    }
    if let Some(&known) = memory.get(reference) {
        return known;
    }
    let mut after = reference
        .choices(reference.mover)
        .into_iter()
        .map(|choice| reference.play(rules, choice).after);
    let forces = if reference.mover == player {
        after.any(|after| reference_forces(rules, &after, player, known, memory))
    } else {
        after.all(|after| reference_forces(rules, &after, player, known, memory))
    };
    memory.insert(reference.clone(), forces);
    forces
}

/// One thread, and enough memory.
const SOLVER: SetSolver = SetSolver { memory: 256, threads: NonZeroUsize::MIN };

fn assert_values(rules: &Rules) -> (usize, usize) {
    let threads = next_threads();
    let solver = SetSolver { threads, ..SOLVER };
    let values = solver.solve(rules, Control::none()).unwrap();
    assert_eq!(values.stopped, None);
    let known = reference_values(rules);
    let fill = u32::from(rules.seeds);
    let mut endless = 0;
    for owned in fill..=rules.total() - fill {
        for side in Side::BOTH {
            let expected = match known.get(&(owned, side.index())) {
                Some(&(winner, rounds)) => SetValue::Won { by: Side::BOTH[winner], rounds },
                None => SetValue::Endless,
            };
            endless += usize::from(expected == SetValue::Endless);
            assert_eq!(
                values.value(owned, side),
                Some(expected),
                "{rules:?}, A owns {owned}, {side} starts"
            );
        }
    }
    (known.len(), endless)
}

/// The solver only uses openings that A starts and rotates the board for the others, remembers
/// results between passes and prunes certain ones; the reference implementation does none of this.
#[test]
fn the_value_of_every_opening_is_that_of_the_reference() {
    let (mut won, mut endless) = (0, 0);
    for preset in Preset::all() {
        for (holes, seeds) in [(1, 1), (1, 2), (2, 1), (1, 4), (2, 2), (3, 1)] {
            let (some, others) = assert_values(&sized(preset.name, holes, seeds));
            (won, endless) = (won + some, endless + others);
        }
    }
    // Both must happen, or this would test little.
    assert!(won > 150 && endless > 50, "{won} {endless}");
}

#[test]
fn so_it_is_with_other_refills_and_starters() {
    for (option, value) in [
        ("short", "ngacang"),
        ("fill", "far"),
        ("starter", "most-seeds"),
        ("starter", "round-loser"),
        ("starter", "round-winner"),
        ("end", "mover-stuck"),
        ("capture", "none"),
    ] {
        let mut rules = sized("overbeck", 2, 2);
        rules.set(option, value).unwrap();
        assert_values(&rules);
    }
}

/// A set won at once in the first turn is won in one round.
#[test]
fn a_set_that_the_first_turn_wins_is_worth_one_round() {
    let rules = sized("congklak-six", 3, 2);
    let values = SOLVER.solve(&rules, Control::none()).unwrap();
    let mut at_once = 0;
    for opening in &values.openings {
        if first_turn_wins(&rules, &Reference::read(&opening.position.to_string())) {
            at_once += 1;
            let won = SetValue::Won { by: Side::A, rounds: 1 };
            assert_eq!(opening.value, Some(won), "{}", opening.position);
        }
    }
    assert!(at_once > 0);
}

/// Whether A's turn can leave B with fewer seeds than fill a hole, counting all outside A's store.
fn first_turn_wins(rules: &Rules, reference: &Reference) -> bool {
    if reference.total() - reference.stores[0] < u32::from(rules.seeds) {
        return true;
    }
    let goes_on = |reference: &Reference| reference.mover == 0 && reference.mark.is_empty();
    goes_on(reference)
        && reference
            .choices(0)
            .into_iter()
            .any(|choice| first_turn_wins(rules, &reference.play(rules, choice).after))
}

/// The record of small boards agrees with a new run; the larger ones would take too long.
#[test]
fn recorded_boards_come_out_again() {
    let text = text_of("positions/sets/solved.jsonl");
    let (mut boards, mut again) = (0, 0);
    for line in text.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = |field: &str| entry[field].as_u64().unwrap();
        let rules =
            sized(entry["rules"].as_str().unwrap(), number("holes") as u8, number("seeds") as u8);
        let fill = u32::from(rules.seeds);
        let openings = entry["openings"].as_object().unwrap();
        assert_eq!(openings.len() as u32, rules.total() - 2 * fill + 1);
        boards += 1;
        if number("nodes") > 50_000 {
            continue;
        }
        again += 1;
        let values = SOLVER.solve(&rules, Control::none()).unwrap();
        for (owned, recorded) in openings {
            let expected = match values.value(owned.parse().unwrap(), Side::A).unwrap() {
                SetValue::Won { by, rounds } => serde_json::json!([by.to_string(), rounds]),
                SetValue::Endless => serde_json::json!(["nobody", null]),
            };
            assert_eq!(*recorded, expected, "{rules:?}, A owns {owned}");
        }
    }
    assert!(boards > 100 && again > 80, "{boards} {again}");
}

/// The sentences of docs/SETS.md on small boards.
#[test]
fn the_starter_of_a_full_opening_has_the_set() {
    let text = text_of("positions/sets/solved.jsonl");
    let (mut full, mut first_round, mut boards, mut gaps) = (0, 0, 0, 0);
    for line in text.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = |field: &str| entry[field].as_u64().unwrap();
        let (holes, seeds) = (number("holes"), number("seeds"));
        if holes < 4 || seeds < 3 {
            continue;
        }
        let openings = entry["openings"].as_object().unwrap();
        let winner = |owned: u64| &openings[&owned.to_string()][0];
        let chonka = entry["rules"] == "chonka";
        assert!(winner(holes * seeds) == "A" || chonka && winner(holes * seeds) == "nobody");
        if entry["rules"] != "kalah" && !chonka {
            full += 1;
            first_round += u32::from(openings[&(holes * seeds).to_string()][1] == 1);
        }
        if (&entry["rules"], holes, seeds) == (&"conglak-burnt".into(), 4, 3) {
            assert!(openings.values().all(|value| value[0] != "B"), "{line}");
        }
        boards += 1;
        let all = seeds..=2 * holes * seeds - seeds;
        let least = all.clone().find(|&owned| *winner(owned) == "A").unwrap();
        gaps += u32::from(!(least..=*all.end()).all(|owned| *winner(owned) == "A"));
    }
    assert!(2 * first_round > full, "{first_round} of {full}");
    assert!(4 * gaps < boards, "{gaps} of {boards}");
}

#[test]
fn the_page_shows_what_is_recorded() {
    let mut page = python(home().join("scripts/pages"));
    let output = page.args(["sets", "--check"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn solving_counts_openings_round_by_round() {
    let progress = Progress::new();
    let control = Control::none().with_progress(&progress);
    let values = SOLVER.solve(&sized("overbeck", 2, 2), control).unwrap();
    let standing = progress.standing();
    let stage = format!("openings, {} rounds ahead", values.rounds);
    assert_eq!(standing.stage, stage);
    // Sets that nobody wins are tried in the last pass; all others are known by then.
    let endless = |opening: &&SetOpening| opening.value == Some(SetValue::Endless);
    let endless = values.openings.iter().filter(endless).count() as u64;
    assert_eq!((standing.done, standing.of), (endless, (endless > 0).then_some(endless)));
}

#[test]
fn limits_end_the_solving_and_are_named() {
    let rules = sized("overbeck", 4, 4);
    let values = SOLVER.solve(&rules, within(10_000)).unwrap();
    assert_eq!(values.stopped, Some(StopReason::Nodes));
    assert!(values.openings.iter().any(|opening| opening.value.is_none()));
    let tight = SetSolver { memory: 1, ..SOLVER };
    let values = tight.solve(&rules, Control::none()).unwrap();
    assert_eq!(values.stopped, Some(StopReason::Memory));
    let stop = Stop::new();
    stop.set();
    let values = SOLVER.solve(&rules, Control::stopped_by(&stop)).unwrap();
    assert_eq!(values.stopped, Some(StopReason::Interrupted));
}

/// A round without captures and without extra moves is as long as possible, and so is the search
/// depth.
#[test]
fn long_rounds_on_the_largest_board_fit_the_stack() {
    let mut rules = sized("kalah", 18, 18);
    rules.set("capture", "none").unwrap();
    rules.set("store_last", "stop").unwrap();
    let solver = SetSolver { threads: NonZeroUsize::new(2).unwrap(), ..SOLVER };
    let values = solver.solve(&rules, within(20_000)).unwrap();
    assert_eq!(values.stopped, Some(StopReason::Nodes));
    assert_eq!(values.nodes, 20_000);
}

#[test]
fn where_positions_recur_a_set_is_not_solved() {
    let mut rules = sized("overbeck", 2, 2);
    rules.set("store", "far").unwrap();
    assert!(SOLVER.solve(&rules, Control::none()).is_err());
}

/// An unfinished record says whose turn it is, and is read with or without that.
#[test]
fn an_unfinished_set_says_who_is_next() {
    let head = "rules: kalah\nholes: 2\nseeds: 1\nround 1\n";
    for (moves, said) in [
        ("A2", "unfinished, A is to move"),
        ("A1", "unfinished, B is to move"),
        ("A2 A1", "unfinished, A starts the next round"),
    ] {
        for end in ["", "set: unfinished\n", &format!("set: {said}\n")] {
            let text = format!("{head}{moves}\n{end}");
            let set = WrittenSet::read(&text).unwrap().replay().unwrap();
            let written = set.to_string();
            assert!(written.ends_with(&format!("\n\nset: {said}\n")), "{written}");
            assert_eq!(WrittenSet::read(&written).unwrap().replay().unwrap(), set);
        }
    }
}
