//! docs/RESULTS.md: its numbers agree with the records, and its proofs are confirmed.

use chongkak::rules::Preset;
use chongkak::sets::{TableEntry, table};
use serde_json::Value;

use crate::support::{code, has_numbers, home, lines_of, part_of, python, stdout, text_of};

const PAGE: &str = "docs/RESULTS.md";

fn part(heading: &str) -> String {
    part_of(PAGE, heading)
}

fn tells(heading: &str, numbers: &[String]) {
    has_numbers(PAGE, heading, numbers);
}

/// CITATION.cff has the version of this program.
#[test]
fn the_citation_is_of_this_version() {
    let text = text_of("CITATION.cff");
    let version = text.lines().find_map(|line| line.strip_prefix("version:"));
    let version = version.unwrap().trim().trim_matches('"');
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
}

/// Returns the numbers of the page, from the data.
#[test]
fn the_numbers_are_those_of_the_data() {
    let (mut openings, mut open) = (0, 0);
    let mut kinds = 0;
    for preset in Preset::all() {
        let entries = table(preset.name).unwrap();
        openings += entries.len();
        open += entries.iter().filter(|e| e.winner.is_none()).count();
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{}.jsonl", preset.name));
        kinds += rounds.len();
        assert!(rounds.iter().all(|line| line["value"].is_i64()), "{}", preset.name);
    }
    tells("1. ", &[open.to_string()]);
    tells("1. ", &[openings.to_string()]);
    tells("3. ", &[kinds.to_string()]);
    let rounds: Vec<Value> = lines_of("positions/rounds/overbeck.jsonl");
    let full = rounds.iter().find(|line| line["owned"] == serde_json::json!([81, 81])).unwrap();
    tells("3. ", &[format!("+{}", full["value"])]);
    tells("3. ", &[rounds.len().to_string()]);
    for (name, half, value) in
        [("conglak", 49, 96), ("conglak-burnt", 49, 96), ("congklak", 49, 94), ("dakon", 64, 124)]
    {
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{name}.jsonl"));
        let mut full = rounds.iter();
        let full = full.find(|line| line["owned"] == serde_json::json!([half, half]));
        assert_eq!(full.unwrap()["value"], value, "{name}");
        let told = format!("{value} of {}", 2 * half);
        assert!(part("3. ").contains(&told), "{told}");
    }
    for (name, half) in [("chonka", 49), ("kalah", 24)] {
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{name}.jsonl"));
        let full = rounds.iter().find(|line| line["owned"] == serde_json::json!([half, half]));
        tells("3. ", &[format!("+{}", full.unwrap()["value"])]);
    }
    let long: Vec<Value> = lines_of("positions/long/kalah-empty-capture.jsonl");
    let kalah = long.iter().find(|line| line["holes"] == 6 && line["seeds"] == 5);
    tells("A replication", &[format!("+{}", kalah.unwrap()["value"])]);
    tells("8. ", &luck_explains());
    let book = chongkak::book::openings("overbeck").unwrap();
    let full = book.iter().find(|opening| opening.owned == 81).unwrap();
    assert!(full.harvest.proven);
    tells("5. ", &[full.harvest.seeds.to_string()]);
    assert!(book.iter().all(|opening| opening.harvest.proven));
    let dakon = chongkak::book::openings("dakon").unwrap();
    assert!(dakon.iter().all(|opening| opening.harvest.proven));
    tells("5. ", &[book.len().to_string(), dakon.len().to_string()]);
    let sungka = chongkak::book::openings("sungka").unwrap();
    let full = sungka.iter().find(|opening| opening.owned == 49).unwrap();
    assert!(full.harvest.proven);
    tells("5. ", &[full.harvest.seeds.to_string()]);
}

/// The percentage of the variance of results that luck explains for two players of the net's kind,
/// on each large board.
fn luck_explains() -> Vec<String> {
    let lines: Vec<Value> = lines_of("positions/measured/chong-luck.jsonl");
    let alike = lines.iter().filter(|line| {
        line["luck"]["exact"] == false && line["first"] == "guess" && line["second"] == "guess"
    });
    let explained = alike.map(|line| {
        let part = |name: &str| line["luck"]["deviation"][name].as_f64().unwrap();
        let left = part("choices") / part("gain");
        format!("{:.0}", 100.0 * (1.0 - left * left))
    });
    explained.collect()
}

/// The proofs of openings are confirmed by the checker, which shares no code with the program.
#[test]
#[ignore = "confirms seventeen proofs: .ci/nightly"]
fn the_proofs_of_openings_are_confirmed() {
    for (name, owned) in [
        ("overbeck", &[81, 54, 63, 72][..]),
        ("conglak", &[49]),
        ("conglak-board-empty", &[49]),
        ("congklak-six-board-empty", &[36]),
        ("congklak", &[49, 35, 42, 50, 57, 64]),
        ("congklak-board-empty", &[49]),
        ("sungka", &[49, 42]),
        ("dakon", &[64]),
    ] {
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{name}.jsonl"));
        let rules = Preset::named(name.trim_end_matches("-board-empty")).unwrap().rules;
        let full = rules.total() / 2;
        let page = text_of("docs/RESULTS.md");
        for &owned in owned {
            let opening = rounds.iter().find(|line| line["owned"][0] == owned).unwrap();
            let (file, named) = match owned == full {
                true => (format!("{name}.proof"), page.contains(&format!("{name}.proof"))),
                false => (format!("{name}-{owned}.proof"), true),
            };
            assert!(named, "{file}");
            let mut command = python(home().join("scripts/check-proof"));
            let file = home().join("positions/proofs").join(file);
            let output = command.arg(file).output().unwrap();
            let said = stdout(&output);
            assert_eq!(code(&output), 0, "{said}");
            let (position, value) = (opening["position"].as_str(), opening["value"].as_i64());
            let value = match value.unwrap() {
                0 => "0".to_owned(),
                seeds => format!("{seeds:+}"),
            };
            let expected = format!("{} is worth {value} ", position.unwrap());
            assert!(said.contains(&expected), "{said}");
        }
    }
}

/// Counts a player's seeds in open holes, the seeds that are certain (in the store and in protected
/// holes), and the open holes.
fn row(half: &str) -> [i64; 3] {
    let (holes, store) = half.split_once('/').unwrap();
    let store: i64 = store.parse().unwrap();
    holes.split(',').fold([0, store, 0], |[play, loose, open], hole| {
        match (hole.strip_suffix('p'), hole) {
            (Some(seeds), _) => [play, loose + seeds.parse::<i64>().unwrap(), open],
            (None, "x") => [play, loose, open],
            (None, seeds) => [play + seeds.parse::<i64>().unwrap(), loose, open + 1],
        }
    })
}

/// Findings 2 and 3: what a starter leaves, and who wins the round and not the set.
#[test]
fn who_starts_with_a_full_row_leaves_two_seeds_at_most() {
    let takes = |name: &str| !["chonka", "kalah"].contains(&name);
    for preset in Preset::all().iter().filter(|preset| takes(preset.name)) {
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{}.jsonl", preset.name));
        let mut full = 0;
        for line in &rounds {
            let halves: Vec<&str> = line["position"].as_str().unwrap().split(' ').collect();
            let ([a, mine, open], [b, other, _]) = (row(halves[0]), row(halves[1]));
            if open < i64::from(preset.rules.holes.get()) {
                continue;
            }
            full += 1;
            let value = line["value"].as_i64().unwrap();
            let left = (mine + a + b - other - value) / 2;
            let all =
                ["overbeck", "congklak-six", "congklak-bank", "sungka"].contains(&preset.name);
            assert!((0..=if all { 0 } else { 2 }).contains(&left), "{line}");
        }
        assert!(full > 5, "{full}");
    }
}

#[test]
fn some_win_the_round_and_not_the_set() {
    for (name, owned, least) in
        [("overbeck", 27..=35, 4), ("overbeck", 36..=44, 60), ("congklak-bank", 28..=34, 26)]
    {
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{name}.jsonl"));
        let kind = rounds.iter().find(|line| line["owned"][0] == *owned.start());
        let kind = kind.unwrap();
        assert_eq!(kind["value"], least);
        assert_eq!(kind["owned"][1], *owned.end());
        for entry in table(name).unwrap().iter().filter(|e| owned.contains(&e.owned)) {
            assert!(entry.winner.as_ref().is_some_and(|winner| winner != "A"), "{entry:?}");
            if entry.owned > 35 && name == "overbeck" {
                // As the page says of 27 to 42.
                assert_eq!(entry.winner.as_deref() == Some("B"), entry.owned <= 42, "{entry:?}");
            } else if name == "overbeck" {
                let within = if entry.owned < 31 { 2 } else { 3 };
                assert_eq!(entry.rounds, Some(within), "{entry:?}");
            }
        }
    }
}

/// Finding 7, to the printed digits; intervals are rounded outwards.
#[test]
fn what_the_hint_gains_is_what_was_measured() {
    let measured: Vec<Value> = lines_of("positions/measured/measurements.jsonl");
    let gain = |name: &str, way: &str| {
        let found = measured.iter().find(|line| line["id"] == format!("choices-{name}"));
        let gain = found.unwrap()["numbers"]["ways"][way]["gain"].clone();
        ["mean", "low", "high"].map(|field| gain[field].as_f64().unwrap())
    };
    let [overbeck, conglak, dakon] =
        ["overbeck", "conglak", "dakon"].map(|name| gain(name, "again"));
    let [mean, low, high] = overbeck.map(|number| number * 10.0);
    let outwards = [mean.round(), low.floor(), high.ceil()].map(|number| number / 10.0);
    let biggest = gain("overbeck", "biggest");
    let mut numbers: Vec<String> = outwards
        .iter()
        .chain([&conglak[0], &dakon[0]])
        .map(|number| format!("{number:.1}"))
        .collect();
    numbers.extend([biggest[0].to_string(), biggest[1].to_string()]);
    numbers.push(format!("{:+}", biggest[2]));
    tells("7. ", &numbers);
}

/// The numbers of finding 1, and of the open cases, from the tables of sets and the book.
#[test]
fn the_numbers_that_decide_are_those_of_the_tables() {
    let finding = part("1. ");
    let decides = |name: &str| {
        let entries = table(name).unwrap();
        let won = |entry: &&TableEntry| entry.winner.as_deref() == Some("A");
        let least = entries.iter().find(won).unwrap().owned;
        assert!(entries.iter().all(|entry| won(&entry) == (entry.owned >= least)));
        let total = Preset::named(name).unwrap().rules.total();
        format!("{least} of {total}")
    };
    for (one, other) in [("conglak", "congklak"), ("conglak-burnt", "congklak-bank")] {
        assert_eq!(decides(one), decides(other));
    }
    for name in ["overbeck", "conglak", "conglak-burnt", "congklak-six", "dakon", "kalah"] {
        let told = decides(name);
        assert!(finding.contains(&told), "{told}");
    }
    let book: Vec<Value> = lines_of("positions/book/dakon-openings.jsonl");
    let eight = book.iter().find(|line| line["holes"] == 8).unwrap();
    let winning = &eight["winning"];
    let (low, high) = (&winning["at_least"]["moves"], &winning["shortest"]["moves"]);
    let told = format!("{low} to {high} moves");
    assert!(part("What is open").contains(&told), "{told}");
}
