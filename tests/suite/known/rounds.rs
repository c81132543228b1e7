//! The openings of rounds in `positions/rounds`: one of each kind on the boards of the sources.

use std::collections::BTreeMap;

use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::rules::{Preset, Rules};
use chongkak::search::Solver;
use serde::Deserialize;

use crate::support::{code, game, home, lines_of, script, stderr};

/// Openings that took at most this many nodes are solved again: the fast part.
const FAST_NODES: u64 = 100_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    rules: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    position: String,
    /// The fewest and the most seeds of A in an opening of the kind.
    owned: [u32; 2],
    value: i32,
    best: Vec<String>,
    nodes: u64,
    #[serde(default, rename = "line")]
    _line: Option<String>,
}

fn rounds(name: &str) -> Vec<Round> {
    lines_of(&format!("positions/rounds/{name}.jsonl"))
}

/// The rule sets whose rounds are recorded with `end = board-empty` too.
const BOARD_EMPTY: [&str; 3] = ["conglak", "congklak-six", "congklak"];

/// The files, each with the name of its rule set and the rules.
fn files() -> Vec<(String, &'static str, Rules)> {
    let named = Preset::all().iter().map(|p| (p.name.to_owned(), p.name, p.rules));
    let changed = BOARD_EMPTY.map(|name| {
        let mut rules = Preset::named(name).unwrap().rules;
        rules.set("end", "board-empty").unwrap();
        (format!("{name}-board-empty"), name, rules)
    });
    named.chain(changed).collect()
}

#[test]
fn every_number_of_seeds_is_in_one_kind() {
    for (file, name, rules) in files() {
        let fill = u32::from(rules.seeds);
        let mut next = fill;
        for line in rounds(&file) {
            let [first, last] = line.owned;
            assert_eq!((line.rules.as_str(), first), (name, next));
            let changed = file != name;
            assert_eq!(line.set.get("end").is_some_and(|end| end == "board-empty"), changed);
            assert_eq!(line.set.len(), usize::from(changed));
            let opening = rules.opening_owning(first, Side::A).unwrap();
            assert_eq!(line.position, opening.to_string());
            next = last + 1;
            let total = i32::try_from(rules.total()).unwrap();
            assert!(line.value.abs() <= total && !line.best.is_empty());
        }
        assert_eq!(next, rules.total() - fill + 1, "{file}");
    }
}

/// As docs/RESULTS.md says.
#[test]
fn playing_on_until_the_board_is_empty_changes_no_value() {
    for name in BOARD_EMPTY {
        let values = |file: &str| -> Vec<_> {
            rounds(file).into_iter().map(|line| (line.owned, line.value)).collect()
        };
        assert_eq!(values(name), values(&format!("{name}-board-empty")), "{name}");
    }
}

/// The first of a kind, and the last, in which each additional seed of A's counts twice.
#[test]
fn the_fast_part_comes_out_again() {
    let mut count = 0;
    for (file, _, rules) in files() {
        for line in rounds(&file).into_iter().filter(|line| line.nodes <= FAST_NODES) {
            for owned in line.owned {
                let opening = rules.opening_owning(owned, Side::A).unwrap();
                let game = game(&rules, &opening);
                let found = Solver::new().with_memory(4).solve(&game, Control::none()).unwrap();
                let more = i32::try_from(2 * (owned - line.owned[0])).unwrap();
                assert_eq!(found.value(), Some(line.value + more), "{line:?}");
                let best: Vec<String> = found.best.iter().map(ToString::to_string).collect();
                assert_eq!(best, line.best, "{line:?}");
            }
            count += 1;
        }
    }
    assert!(count > 25, "{count}");
}

#[test]
fn values_are_those_of_the_whole_set_of_boards() {
    // The full openings that scripts/solve openings has solved, or bounded, on the same boards.
    #[derive(Deserialize)]
    struct Known {
        position: String,
        value: Option<i32>,
        lower: Option<i32>,
        upper: Option<i32>,
    }
    let mut compared = 0;
    for preset in Preset::all() {
        for folder in ["solved", "unsolved", "long"] {
            let path = format!("positions/{folder}/{}.jsonl", preset.name);
            if !home().join(&path).exists() {
                continue;
            }
            let known: BTreeMap<String, Known> = lines_of::<Known>(&path)
                .into_iter()
                .map(|known| (known.position.clone(), known))
                .collect();
            for line in rounds(preset.name) {
                let Some(known) = known.get(&line.position) else {
                    continue;
                };
                assert!(line.value <= known.value.or(known.upper).unwrap(), "{line:?}");
                assert!(line.value >= known.value.or(known.lower).unwrap(), "{line:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 4, "{compared}");
}

#[test]
fn the_page_shows_what_is_recorded() {
    let output = script("solve rounds").args(["--docs", "--check"]).output();
    let output = output.unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}
