//! The command `batch`.

use std::collections::HashSet;

use chongkak::math::Random;
use serde_json::Value;

use super::{code, json_lines, run, stderr, stdout};

/// Returns random, distinct positions of this many holes a row and seeds in all.
pub fn random_positions(seed: u64, count: usize, holes: usize, seeds: usize) -> Vec<String> {
    let mut random = Random::new(seed, 0);
    let mut all = Vec::new();
    let mut met = HashSet::new();
    while all.len() < count {
        let mut cells = vec![0; 2 * holes + 2];
        for _ in 0..seeds {
            let cell = random.below(cells.len());
            cells[cell] += 1;
        }
        let mover = random.below(2);
        let rows = [&cells[..holes], &cells[holes..2 * holes]];
        if rows[mover].iter().all(|&seeds| seeds == 0) {
            continue;
        }
        let [a, b] = rows.map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>());
        let text = format!(
            "{}/{} {}/{} {}",
            a.join(","),
            cells[2 * holes],
            b.join(","),
            cells[2 * holes + 1],
            ["A", "B"][mover]
        );
        if met.insert(text.clone()) {
            all.push(text);
        }
    }
    all
}

/// Returns the records without times.
pub fn timeless(records: Vec<Value>) -> Vec<Value> {
    let strip = |mut record: Value| {
        let seconds = record.as_object_mut().unwrap().remove("seconds");
        assert!(seconds.unwrap().as_f64().unwrap() >= 0.0);
        record
    };
    records.into_iter().map(strip).collect()
}

/// Runs a batch that must exit with this code without messages, and returns its records.
pub fn batch_records(wanted: i32, args: &[&str]) -> Vec<Value> {
    let output = run(&[&["batch"], args, &["--format", "jsonl", "--quiet"]].concat());
    assert_eq!((code(&output), stderr(&output)), (wanted, String::new()));
    json_lines(&stdout(&output))
}

pub fn export(stores: &[&str]) -> Vec<Value> {
    batch_records(0, &[&["export"], stores].concat())
}
