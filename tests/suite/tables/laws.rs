//! The laws that `tools/scan-laws` sees in a table, against a look at every position by the slow
//! twin.

#[path = "../../../tools/scan-laws/laws.rs"]
#[allow(clippy::module_inception)]
mod laws;

use std::collections::{BTreeMap, HashMap};

use chongkak::control::Control;
use chongkak::rules::{Preset, RoundEnd, Rules};

use super::entries::field;
use crate::support::{Hand, Twin, TwinHole, endgame, minimax};
use laws::{Ends, count_ends, position, scan};

const SEEDS: u32 = 5;

/// The positions of two rows with up to so many seeds in open holes, whose mover can move. Where
/// both rows are alike B to move is as A to move.
fn positions(a: &str, b: &str, rules: &Rules) -> Vec<Twin> {
    let hole = |state| TwinHole { seeds: 0, state };
    let rows = [a, b].map(|row| row.chars().map(hole).collect());
    let empty = Twin { rows, stores: [0, 0], mover: 0, mark: "" };
    let mut all = vec![empty];
    for (row, hole) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
        if all[0].rows[row][hole].state == 'o' {
            let filled = |twin: &Twin| {
                let left = SEEDS - twin.total();
                let twin = twin.clone();
                (0..=left).map(move |seeds| {
                    let mut more = twin.clone();
                    more.rows[row][hole].seeds = seeds;
                    more
                })
            };
            all = all.iter().flat_map(filled).collect();
        }
    }
    let movers = if a == b { 0..1 } else { 0..2 };
    let marks: &[_] = match rules.end {
        RoundEnd::Stalled => &["", "final"],
        _ => &[""],
    };
    let of = |twin: Twin| {
        movers.clone().flat_map(move |mover| {
            let twin = twin.clone();
            marks.iter().map(move |&mark| Twin { mover, mark, ..twin.clone() })
        })
    };
    let all = all.into_iter().flat_map(of);
    all.filter(|twin| !twin.choices(twin.mover).is_empty()).collect()
}

/// The seeds that a player gets in all positions of a kind: whether he waits, his open holes and
/// the filled ones of them, whether one reaches the store.
type Plain = BTreeMap<(bool, usize, usize, bool), Vec<(u32, String)>>;

fn plain(rules: &Rules, all: &[Twin]) -> (Plain, Vec<[Ends; 2]>) {
    let mut found = Plain::new();
    let mut ends = vec![[Ends::default(); 2]; SEEDS as usize + 1];
    let mut known = HashMap::new();
    for twin in all {
        let result = minimax(rules, twin, &mut known);
        let got = [result, -result].map(|lead| (twin.total() as i32 + lead) as u32 / 2);
        for player in [0, 1] {
            let open = twin.rows[player].iter().filter(|hole| hole.state == 'o');
            let first_lap = |choice: usize| {
                let moved = Twin { mover: player, ..twin.clone() };
                moved.play(rules, choice).lands[0]
            };
            let mut choices = twin.choices(player).into_iter();
            let reaches = choices.any(|choice| first_lap(choice) == Hand::Store(player));
            let kind = (player != twin.mover, open.count(), twin.choices(player).len(), reaches);
            let seen = found.entry(kind).or_default();
            seen.push((got[player], twin.text()));
        }
        if twin.mark.is_empty() {
            let counts = &mut ends[twin.total() as usize][twin.mover];
            counts[0] += 1;
            (got[1]..=2).for_each(|most| counts[1 + most as usize] += 1);
        }
    }
    (found, ends)
}

/// The seeds that are proven of who is to move and of who waits, with three filled holes of three
/// (docs/RULES.md).
type Proven = [u32; 2];

fn compare(rules: &Rules, a: &str, b: &str, proven: Proven) {
    let field = field(a, b);
    let table = endgame(rules, field, SEEDS, Control::none()).unwrap();
    let all = positions(a, b, rules);
    let (expected, ends) = plain(rules, &all);
    let found = scan(&table, rules, field);
    assert_eq!(found.len(), expected.len(), "{rules:?} {a} {b}");
    for (kind, seen) in &found {
        let filled = kind.filled as usize;
        let all = &expected[&(kind.waits, kind.open, filled, kind.reaches)];
        let least = all.iter().map(|&(got, _)| got).min().unwrap();
        let with_least = all.iter().filter(|&&(got, _)| got == least);
        assert_eq!(seen.positions, all.len() as u64);
        assert_eq!(seen.least, least);
        assert_eq!(seen.with_least, with_least.clone().count() as u64);
        assert!(seen.proven <= least);
        if (kind.open, kind.filled) == (3, 3) {
            assert_eq!(seen.proven, proven[usize::from(kind.waits)], "{rules:?}");
        }
        let smallest = position(&table, seen.smallest).to_string();
        let known = with_least.clone().any(|(_, text)| *text == smallest);
        assert!(known, "{smallest} is none of {:?}", with_least.collect::<Vec<_>>());
        let seeds = |text: &str| Twin::read(text).total();
        let fewest = with_least.map(|(_, text)| seeds(text)).min();
        assert_eq!(Some(seeds(&smallest)), fewest);
    }
    if a != b {
        assert_eq!(count_ends(&table), ends);
    }
}

#[test]
fn a_scan_sees_what_plain_minimax_sees() {
    let rows = [("ooo", "ooo"), ("oxo", "ooo"), ("opo", "xoo")];
    for (name, option, value, proven) in [
        ("kalah", "lone", "bank", [0, 0]),
        ("congklak", "lap", "circuit", [0, 0]),
        ("congklak", "capture", "none", [1, 1]),
        ("congklak", "occupied", "stop", [2, 2]),
        ("conglak", "end", "stalled", [1, 0]),
        ("overbeck", "end", "side-empty", [0, 0]),
    ] {
        let mut rules = Preset::named(name).unwrap().rules;
        rules.set(option, value).unwrap();
        for (a, b) in rows {
            compare(&rules, a, b, proven);
        }
    }
}
