//! `bench`: the result of each job by other means, and the command from outside.

use chongkak::board::{Mark, Position, Setup, Side};
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::rules::{Preset, Rules};
use chongkak::search::{Goal, Solver};
use chongkak::tables::open_file;
use chongkak::unchecked::{Reader, Wide};
use serde_json::{Value, json};

#[path = "../../../src/cli/commands/bench/list.rs"]
mod list;
use crate::support::{
    Folder, Reference, code, follows, interrupted, json_of, parsed, refused, run, sample, setup,
    stderr, stdout, text_of,
};
use list::checksum;

/// The checksum of all jobs, which only a change of the table format may change.
const CHECKSUM: &str = "6aaffdf9";

/// The jobs of a command: its arguments, the rules, the result.
fn jobs(command: &str) -> Vec<(Vec<&'static str>, Rules, &'static str)> {
    let of_command = list::jobs("").into_iter().filter_map(|(job, result)| {
        let words: Vec<_> = job.strip_prefix(command)?.split_whitespace().collect();
        let rules = rules(&words);
        Some((words, rules, result))
    });
    let all: Vec<_> = of_command.collect();
    assert!(!all.is_empty(), "{command}");
    all
}

/// Returns the values of all occurrences of an option.
fn given<'a>(words: &[&'a str], option: &str) -> Vec<&'a str> {
    let pairs = words.windows(2).filter(|pair| pair[0] == option);
    pairs.map(|pair| pair[1]).collect()
}

fn rules(words: &[&str]) -> Rules {
    let mut rules = Preset::named(given(words, "--rules")[0]).unwrap().rules;
    for option in ["holes", "seeds"] {
        for value in given(words, &format!("--{option}")) {
            rules.set(option, value).unwrap();
        }
    }
    for setting in given(words, "--set") {
        let (option, value) = setting.split_once('=').unwrap();
        rules.set(option, value).unwrap();
    }
    rules
}

#[test]
fn the_checksum_of_the_list_is_what_it_always_was() {
    assert_eq!(checksum(list::jobs("")), CHECKSUM);
    for file in [".ci/nightly", "docs/GUIDE.md"] {
        assert!(text_of(file).contains(&format!("checksum  {CHECKSUM}")), "{file}");
    }
}

/// Counts leaves, without playing the last move.
fn leaves(rules: &Rules, position: &Reference, depth: u32) -> u64 {
    let choices = position.choices(position.mover);
    match depth {
        _ if position.mark == "over" => 1,
        1 => choices.len() as u64,
        _ => {
            let after = choices.iter().map(|&hole| position.play(rules, hole).after);
            after.map(|after| leaves(rules, &after, depth - 1)).sum()
        }
    }
}

#[test]
fn the_reference_counts_the_leaves_of_every_perft() {
    for (words, rules, result) in sample(jobs("perft")) {
        let opening = Reference::read(&rules.opening(Side::A).to_string());
        let depth = words[0].parse().unwrap();
        let found = leaves(&rules, &opening, depth);
        assert_eq!(found.to_string(), result, "{words:?}");
    }
}

/// Trusts nothing of the solver: the reference implementation checks its proof. Returns the bounds.
fn proven(rules: &Rules, goal: Goal) -> (i32, i32) {
    let solver = Solver::new().with_memory(64).with_goal(goal);
    let opening = rules.opening(Side::A);
    let game = Game::new(rules, &opening).unwrap();
    let proven = solver.prove(&game, Control::none(), usize::MAX).unwrap();
    let bounds = (proven.0.bounds.lower, proven.0.bounds.upper);
    follows(rules, &opening, proven);
    bounds
}

#[test]
fn proofs_confirm_every_value() {
    for (words, rules, result) in sample(jobs("solve").into_iter().chain(jobs("eval"))) {
        if !words.contains(&"--winner") {
            let value: i32 = result.parse().unwrap();
            assert_eq!(proven(&rules, Goal::Value), (value, value), "{words:?}");
        }
    }
}

#[test]
fn proofs_confirm_every_winner() {
    for (words, rules, result) in jobs("solve --winner") {
        let (lower, upper) = proven(&rules, Goal::Winner);
        assert!(result == "A" && lower > 0, "{words:?}: {lower} to {upper}");
    }
}

/// Derives the value of a position for its mover from the table by one move of the reference
/// implementation.
fn derived(reader: &Reader<'_, Wide>, rules: &Rules, setup: &Setup) -> i32 {
    let reference = Reference::read(&setup.to_string());
    let owned = |reference: &Reference| {
        reference.stores[0].cast_signed() - reference.stores[1].cast_signed()
    };
    let after = reference.choices(reference.mover).into_iter().map(|hole| {
        let after = reference.play(rules, hole).after;
        if after.mark == "over" {
            return after.result();
        }
        let position: Setup = after.text().parse().unwrap();
        let position = Position::new(&position).unwrap();
        let last_turn = position.mark() == Mark::Final;
        let value = reader.value(position.cells(), position.mover(), last_turn);
        owned(&after) + position.mover().sign() * value.unwrap()
    });
    let values: Vec<i32> = after.map(|value| setup.mover.sign() * value).collect();
    let best = values.into_iter().max();
    // A player who can't move would end the round.
    best.unwrap_or_else(|| setup.mover.sign() * reference.result())
        - setup.mover.sign() * owned(&reference)
}

/// One in this many entries is derived.
const EVERY: usize = 499;

#[test]
fn the_reference_confirms_every_table() {
    for (number, (words, rules, result)) in jobs("tables build DIR").into_iter().enumerate() {
        let folder = Folder::new(&format!("bench-{number}"));
        let output = run(&[&["tables", "build", folder.text()], &words[..]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let file = chongkak::tables::list(&folder.0).unwrap().remove(0);
        let bytes = std::fs::read(&file).unwrap();
        let crc = format!("{:08x}", crc32fast::hash(&bytes[512..]));
        assert_eq!(crc, result, "{words:?}");
        let table = open_file(&file).unwrap();
        let reader = table.reader::<Wide>();
        for entry in (0..table.layout().positions()).step_by(EVERY) {
            let setup = setup(table.layout(), &table.layout().placed(entry).unwrap());
            let stored = reader.at(entry);
            assert_eq!(stored, derived(&reader, &rules, &setup), "{setup}");
        }
    }
}

#[test]
fn bench_finds_the_same_with_any_threads_and_memory() {
    for part in ["winner", "congklak", "dakon"] {
        let chosen = list::jobs(part);
        for resources in [["--threads", "1"], ["--threads", "2"], ["--memory", "1"]] {
            let found = json_of(&[&["bench", part], &resources[..]].concat());
            assert_eq!(found["checksum"], checksum(chosen.iter().copied()));
            let done = found["jobs"].as_array().unwrap();
            assert_eq!(done.len(), chosen.len());
            for (done, (job, result)) in done.iter().zip(&chosen) {
                assert_eq!((&done["job"], &done["result"]), (&json!(job), &json!(result)));
                assert!(done["nodes"].as_u64() > Some(0) && done["speed"].is_u64());
                assert!(done["seconds"].is_f64() && done["unit"].is_string());
            }
            let nodes = done.iter().map(|done| done["nodes"].as_u64().unwrap());
            assert_eq!(found["nodes"], nodes.sum::<u64>());
            assert!(found["seconds"].is_f64());
        }
    }
}

#[test]
fn a_bench_that_is_ended_early_prints_what_is_done_and_no_checksum() {
    let output = run(&["bench", "--time", "0.05", "--format", "json"]);
    assert_eq!(code(&output), 3);
    let found: Value = parsed(&output);
    assert_eq!(found["checksum"], Value::Null);
    assert!(found["jobs"].as_array().unwrap().len() < list::jobs("").len());
    assert!(stderr(&output).contains("time limit reached"));
    let text = run(&["bench", "--time", "0.05"]);
    assert!(stdout(&text).contains("checksum  none: incomplete"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_bench_ends_with_130() {
    let output = interrupted(&["bench"]);
    assert_eq!(code(&output), 130);
    assert!(stdout(&output).contains("checksum  none: incomplete"));
}

#[test]
fn bench_refuses_what_would_change_its_work() {
    for change in [["--rules", "kalah"], ["--holes", "3"], ["--set", "lap=none"]] {
        let error = refused(&[&["bench"], &change[..]].concat());
        assert!(error.contains("each job names its own"), "{error}");
    }
    assert!(refused(&["bench", "chess"]).contains("no job contains \"chess\""));
}
