//! The solved openings in `positions/`: well-formed, correct as far as they can be solved again
//! here, and shown as they are in docs/SOLVED.md.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::process::Command;

use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::search::Solver;

use crate::support::{
    PROGRAM, Published, Reference, Solved, THREADS, Unsolved, check_opening, code, home, lines_of,
    long_openings_of, minimax, outcome, project, rule_sets, sample, script, script_of, solved,
    stderr, stdout, text_of, unsolved,
};

/// Openings that took at most this many nodes are solved again: the fast part.
const FAST_NODES: u64 = 100_000;
/// Boards with at most this many seeds in all are also solved by minimax.
const MINIMAX_SEEDS: u8 = 12;

/// The proven openings of a rule set, including the slow ones.
fn proven(name: &str) -> Vec<Solved> {
    let long = long_openings_of(name).into_iter();
    let long = long.map(|line| line.solved);
    solved(name).into_iter().chain(long).collect()
}

fn all_solved() -> Vec<Solved> {
    rule_sets().keys().flat_map(|name| solved(name)).collect()
}

#[test]
fn every_rule_set_has_its_files_and_there_are_no_others() {
    for folder in ["solved", "unsolved"] {
        let entries = std::fs::read_dir(home().join("positions").join(folder)).unwrap();
        let names: BTreeSet<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let expected: BTreeSet<String> =
            rule_sets().keys().map(|name| format!("{name}.jsonl")).collect();
        assert_eq!(names, expected, "{folder}");
    }
}

#[test]
fn solved_openings_are_well_formed() {
    for file in rule_sets().keys() {
        let mut last = (0, 0);
        for line in solved(file) {
            line.check(file);
            let size = line.opening.size();
            assert!(last < size, "{file}: {size:?}");
            last = size;
        }
        assert!(last > (0, 0), "{file} has no openings");
    }
}

#[test]
fn unsolved_openings_have_open_bounds_and_are_not_among_the_solved() {
    for file in rule_sets().keys() {
        let solved: BTreeSet<(u8, u8)> = solved(file).iter().map(|l| l.opening.size()).collect();
        let mut known = solved.clone();
        let mut last = (0, 0);
        for line in unsolved(file) {
            let opening = &line.opening;
            check_opening(file, opening, &line.position);
            assert!(last < opening.size());
            last = opening.size();
            // Equal where the value is proven, except which moves reach it.
            assert!(line.lower <= line.upper && line.seconds > 0);
            assert!(-opening.total() <= line.lower && line.upper <= opening.total());
            assert!(known.insert(opening.size()), "{file}: {last:?} is solved");
        }
        // Seeds upwards from 1, without gaps.
        for &(holes, seeds) in &known {
            assert!(
                seeds == 1 || known.contains(&(holes, seeds - 1)),
                "{file}: ({holes}, {seeds})"
            );
        }
    }
}

/// They differ only in what comes after a round.
#[test]
fn both_accounts_of_conglak_have_the_same_values() {
    let [one, other] = ["conglak", "conglak-burnt"].map(|name| {
        let found = solved(name).into_iter();
        let found = found.map(|l| (l.opening.size(), l.value, l.best, l.nodes));
        found.collect::<Vec<_>>()
    });
    assert_eq!(one, other);
}

#[test]
fn the_values_of_an_independent_implementation_are_the_same() {
    let file: toml::Value = toml::from_str(&text_of("positions/claims/values.toml")).unwrap();
    let solved = all_solved();
    let mut compared = 0;
    for claim in file["claim"].as_array().unwrap() {
        let size = |name: &str| u8::try_from(claim["set"][name].as_integer().unwrap()).unwrap();
        let lone = claim["set"].get("lone").map(|v| v.as_str().unwrap());
        let line = solved.iter().find(|line| {
            line.opening.size() == (size("holes"), size("seeds"))
                && line.opening.rules == claim["rules"].as_str().unwrap()
                && line.opening.set.get("lone").map(String::as_str) == lone
        });
        let line = line.unwrap_or_else(|| panic!("{claim} is not solved"));
        assert_eq!(Some(i64::from(line.value)), claim["value"].as_integer());
        compared += 1;
    }
    assert!(compared >= 24, "{compared} claims");
}

#[test]
fn published_results_of_kalah_are_the_same() {
    let winner = |value: i32| match value {
        1.. => "A",
        0 => "draw",
        _ => "B",
    };
    let proven: Vec<Solved> = rule_sets().keys().flat_map(|name| proven(name)).collect();
    let mut agreed = BTreeSet::new();
    for line in lines_of::<Published>("positions/published/kalah.jsonl") {
        let opening = &line.opening;
        assert!(line.value.is_some() != line.winner.is_some() && !line.source.is_empty());
        let Some(ours) = proven.iter().find(|ours| ours.opening == *opening) else {
            continue;
        };
        let theirs = line.value.map_or(line.winner.as_deref(), |v| Some(winner(v)));
        assert_eq!(theirs, Some(winner(ours.value)), "{opening:?}");
        assert_eq!(line.value.unwrap_or(ours.value), ours.value, "{opening:?}");
        agreed.insert((opening.set.is_empty(), opening.size()));
    }
    for holes in 1..=6 {
        for seeds in 1..=4 {
            assert!(agreed.contains(&(false, (holes, seeds))), "({holes}, {seeds})");
        }
    }
    assert!(agreed.contains(&(true, (6, 4))) && agreed.contains(&(true, (6, 5))));
}

#[test]
fn the_fast_part_comes_out_again_on_any_number_of_threads() {
    let fast = all_solved().into_iter().filter(|l| l.nodes <= FAST_NODES);
    let fast: Vec<Solved> = fast.collect();
    assert!(fast.len() > 600, "{} openings", fast.len());
    for line in sample(fast) {
        let rules = line.opening.rules();
        for threads in THREADS {
            let solver =
                Solver::new().with_memory(16).with_threads(NonZeroUsize::new(threads).unwrap());
            let game = Game::opening(&rules, Side::A);
            let found = solver.solve(&game, Control::none()).unwrap();
            let best: Vec<String> = found.best.iter().map(ToString::to_string).collect();
            assert_eq!(
                (found.value(), &best),
                (Some(line.value), &line.best),
                "{line:?} on {threads} threads"
            );
        }
    }
}

/// The reference implementation has no bounds, tables or whole turns.
#[test]
fn minimax_by_the_reference_finds_the_same() {
    let small = |line: &Solved| line.opening.total() <= i32::from(MINIMAX_SEEDS);
    let small: Vec<Solved> = all_solved().into_iter().filter(small).collect();
    assert!(small.len() > 100, "{} openings", small.len());
    for line in sample(small) {
        let rules = line.opening.rules();
        let start = Reference::read(&line.position);
        let mut known = HashMap::new();
        assert_eq!(minimax(&rules, &start, &mut known), line.value, "{line:?}");
        let reach = |hole: &usize| {
            minimax(&rules, &start.play(&rules, *hole).after, &mut known) == line.value
        };
        let best = start.choices(0).into_iter().filter(reach);
        let best: Vec<String> = best.map(|hole| format!("A{}", hole + 1)).collect();
        assert_eq!(best, line.best, "{line:?}");
    }
}

/// The section "What the tables show" of docs/SOLVED.md, sentence by sentence.
#[test]
fn what_the_page_says_of_the_tables_is_so() {
    let values = |name: &str| {
        let found = proven(name).into_iter();
        let found = found.map(|line| (line.opening.size(), line.value));
        found.collect::<BTreeMap<_, _>>()
    };
    let all = |(n, s): (u8, u8)| 2 * i32::from(n) * i32::from(s);
    let bank = ["conglak", "conglak-burnt", "congklak", "dakon"];
    for name in [&bank[..], &["overbeck", "congklak-six", "sungka"]].concat() {
        let bank = bank.contains(&name);
        for ((n, s), value) in values(name) {
            let first = if n < 6 { 2 * n - 1 } else { 2 * n - 2 };
            let band = first..=2 * n + 1;
            let left = all((n, s)) - value;
            if n >= 3 {
                assert_eq!(value < 0, band.contains(&s), "{name} ({n}, {s})");
                assert!(value != 0);
                let few = match (bank, name, n) {
                    (_, "sungka", 3) if s == 9 => 2,
                    (false, ..) | (_, _, 3) => 0,
                    (_, "congklak", 6..) => 4,
                    _ => 2,
                };
                assert!(s <= 2 * n + 1 || left == few, "{name} ({n}, {s})");
            }
            assert!(!bank || n < 4 || left >= 2, "{name} ({n}, {s})");
        }
    }
    let (overbeck, six, sungka) = (values("overbeck"), values("congklak-six"), values("sungka"));
    for (size, value) in overbeck.iter().filter(|(size, _)| size.0 >= 4) {
        assert_eq!(six[size], *value, "{size:?}");
        if let Some(passing) = sungka.get(size) {
            let expected = if *size == (7, 4) { (14, 10) } else { (*value, *value) };
            assert_eq!((*value, *passing), expected, "{size:?}");
        }
    }
    for n in 6..=7 {
        assert_eq!([overbeck[&(n, n)], six[&(n, n)]], [all((n, n)); 2]);
    }
    assert!((1..=7).all(|n| values("congklak-bank")[&(n, 1)] == 0));
    let chonka = values("chonka").into_iter().filter(|(size, value)| size.0 >= 2 && *value <= 0);
    let chonka: Vec<_> = chonka.map(|(size, value)| (size, value.signum())).collect();
    let open = unsolved("chonka").into_iter().filter(|line| line.upper < 0);
    let open: Vec<_> = open.map(|line| (line.opening.size(), -1)).collect();
    let expected = [((2, 12), -1), ((4, 3), 0), ((6, 17), -1), ((7, 10), -1)];
    assert_eq!([chonka, open].concat(), expected);
    let (standard, empty) = (values("kalah"), values("kalah-empty-capture"));
    let mut other_winner = Vec::new();
    for (size, one) in &standard {
        let Some(other) = empty.get(size) else {
            continue;
        };
        assert!((one - other).abs() <= 4, "{size:?}");
        if one.signum() != other.signum() {
            other_winner.push((*size, one.signum(), other.signum()));
        }
    }
    assert_eq!(other_winner, [((3, 14), -1, 0), ((5, 2), 1, 0)]);
}

#[test]
fn the_page_of_solved_openings_shows_what_is_recorded() {
    let mut command = script("solve openings");
    let output = command.args(["--docs", "--check"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert!(!text_of("docs/SOLVED.md").contains("DIFFERS"));
}

#[test]
fn openings_are_solved_kept_and_checked_by_the_script() {
    let project = project("openings");
    let run = |arguments: &[&str]| {
        let mut command = script_of(&project.0, "solve openings");
        outcome(&command.args(arguments).output().unwrap())
    };
    let solve = ["--holes", "3", "--seeds", "2", "kalah"];
    let (status, told, _) = run(&solve);
    assert_eq!((status, told.lines().count()), (0, 2), "{told}");
    let text = project.read("positions/solved/kalah.jsonl");
    let found = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let found: Vec<Solved> = found.collect();
    let shipped = solved("kalah").into_iter();
    let shipped: Vec<Solved> =
        shipped.filter(|l| found.iter().any(|f| f.position == l.position)).collect();
    let value = |l: &Solved| (l.position.clone(), l.value, l.best.clone());
    assert_eq!(
        found.iter().map(value).collect::<Vec<_>>(),
        shipped.iter().map(value).collect::<Vec<_>>()
    );
    // First nothing is left to do, then one opening.
    assert_eq!(run(&solve).1, "");
    let (_, told, _) = run(&["--holes", "3", "--seeds", "3", "kalah"]);
    assert!(told.starts_with("kalah (3, 3): +2, ") && told.lines().count() == 1);
    let (status, told, _) = run(&["--check", "kalah"]);
    assert!(status == 0 && told.starts_with("3 openings solved again"), "{told}");
    let proofs = ["--check", "--proofs", "kalah", "--holes", "3"];
    let (status, told, _) = run(&proofs);
    assert_eq!(status, 0, "{told}");
    assert!(told.contains("\nconfirmed by proofs: 3, with "), "{told}");
    let wrong = text.replace("\"value\":4", "\"value\":6");
    assert_ne!(wrong, text);
    project.file("positions/solved/kalah.jsonl", &wrong);
    let (status, told, why) = run(&proofs);
    assert_eq!(status, 1);
    assert!(told.contains("\nconfirmed by proofs: 2, with "), "{told}");
    assert_eq!(why, "kalah (3, 2): value was 6, is 4\n");
    for mode in ["--check", "--again"] {
        let (status, _, told) = run(&[mode, "kalah", "--holes", "3", "--seeds", "2"]);
        assert_eq!((status, told.as_str()), (1, "kalah (3, 2): value was 6, is 4\n"));
    }
    assert_eq!(project.read("positions/solved/kalah.jsonl"), wrong);
    // A program that proves another rule than requested; here it has the same value.
    let empty = text_of("positions/solved/kalah-empty-capture.jsonl");
    let first = empty.lines().next().unwrap();
    project.file("positions/solved/kalah-empty-capture.jsonl", &format!("{first}\n"));
    let other = format!("#!/bin/sh\nexec {PROGRAM} $(echo \"$@\" | sed 's/--set lone=bank//')\n");
    // A rewritten file keeps its execute permission.
    std::fs::copy(project.0.join("scripts/solve"), project.0.join("other")).unwrap();
    project.file("other", &other);
    let other = project.0.join("other");
    let other = ["--program", other.to_str().unwrap(), "kalah-empty-capture"];
    assert_eq!(run(&[&other[..], &["--check"]].concat()).0, 0);
    let (status, _, why) = run(&[&other[..], &["--check", "--proofs"]].concat());
    assert_eq!(status, 1);
    assert!(why.contains("the proof is not that of 0: "), "{why}");
    assert_eq!(run(&["--nodes", "5"]).0, 2);
    assert_eq!(run(&["--proofs"]).0, 2);
    assert_eq!(run(&["no-such-game"]).0, 2);
}

#[test]
fn openings_that_take_too_long_are_kept_apart_and_a_stopped_run_keeps_the_rest() {
    let project = project("long-openings");
    let positions = project.0.join("positions");
    let read = |name: &str| std::fs::read_to_string(positions.join(name)).unwrap_or_default();
    let long = ["--holes", "7", "--failures", "1", "kalah", "--time"];
    let solve = |seconds: &str| {
        let mut command = script_of(&project.0, "solve openings");
        command.args(long).arg(seconds);
        command
    };
    let limited = |seconds: &str| {
        let output = solve(seconds).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output).lines().count()
    };
    let tried = limited("1");
    let solved = read("solved/kalah.jsonl");
    assert_eq!(tried, solved.lines().count() + 1);
    let open: Unsolved = serde_json::from_str(&read("unsolved/kalah.jsonl")).unwrap();
    assert_eq!((open.opening.holes, open.seconds), (7, 1));
    assert!(open.lower < open.upper);
    // Tried again only under a larger limit.
    assert_eq!(limited("1"), 0);
    let mut child = solve("60").spawn().unwrap();
    // On a busy machine Python takes a while before it handles signals.
    std::thread::sleep(std::time::Duration::from_secs(4));
    let pid = child.id().to_string();
    assert!(Command::new("kill").arg(&pid).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(read("solved/kalah.jsonl"), solved);
    let still: Unsolved = serde_json::from_str(&read("unsolved/kalah.jsonl")).unwrap();
    assert_eq!(still, open);
    for folder in ["solved", "unsolved"].map(|name| positions.join(name)) {
        let names = std::fs::read_dir(folder).unwrap();
        assert!(names.into_iter().all(|name| name.unwrap().path().extension().unwrap() == "jsonl"));
    }
}
