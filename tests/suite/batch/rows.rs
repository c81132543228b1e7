//! `batch export --rows`: many machines print what one machine prints for its input.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use chongkak::batch::{Findings, Merge, Store};
use chongkak::math::Random;
use serde_json::{Value, json};

use crate::support::{
    Folder, batch_records, code, home, json_lines, random_positions, refused, run, seeds, stderr,
    stdout,
};

/// The options of batches in these tests, with which results do not depend on what else is
/// searched.
const OPTIONS: [&str; 8] =
    ["--rules", "kalah", "--nodes", "1000", "--threads", "1", "--memory", "64"];

const SHARDS: [&str; 3] = ["1/3", "2/3", "3/3"];

/// Rows as JSON lines or as a table: with ids and other fields, some with their own rules or
/// limits, some twice, some invalid.
fn rows(random: &mut Random, seed: u64, as_table: bool) -> String {
    let positions = random_positions(seed, 12, 4, 22);
    let mut lines = Vec::new();
    for number in 0..30 {
        let position = match random.below(6) {
            0 => "1,y,1,1/0 1,1,1,1/0 A".to_owned(),
            _ => positions[random.below(positions.len())].clone(),
        };
        let rules = ["", "kalah", "dakon"][random.below(3)];
        let own_limit = ["", "50"][random.below(2)];
        let note = ["", "a, b", "\"so\"", "ä"][random.below(4)];
        if as_table {
            let note = note.replace('"', "\"\"");
            lines.push(format!("{number},\"{position}\",\"{note}\",{rules},{own_limit}"));
            continue;
        }
        let mut row = json!({"position": position, "note": {"deep": [note]}, "more": number % 3});
        match random.below(3) {
            0 => row["id"] = json!(number),
            1 => row["id"] = json!(format!("n{number}")),
            _ => {}
        }
        if !rules.is_empty() {
            row["rules"] = json!(rules);
        }
        if !own_limit.is_empty() {
            row["max_nodes"] = json!(50);
        }
        lines.push(row.to_string());
        if random.below(8) == 0 {
            let none = r#"{"id": 7, "tag": "no position"}"#;
            lines.push(["# a remark", "", none][random.below(3)].to_owned());
        }
    }
    let heading = if as_table { "id,position,note,rules,max_nodes\n" } else { "" };
    format!("{heading}{}\n", lines.join("\n"))
}

/// Compares records except for times, and for limits that no result has reached: where two rows
/// have one position, either may have been searched first.
fn findings(printed: &str) -> Vec<Value> {
    let mut records = json_lines(printed);
    for record in &mut records {
        let fields = record.as_object_mut().unwrap();
        fields.remove("seconds");
        if fields.get("stopped").is_some_and(Value::is_null) {
            fields.remove("limits");
        }
    }
    records
}

/// Merges the rows of several stores with SQLite alone.
fn put_together(path: &str, stores: &[&str]) {
    drop(Store::open(Path::new(path)).unwrap());
    let connection = rusqlite::Connection::open(path).unwrap();
    for store in stores {
        let copy = "INSERT OR IGNORE INTO results SELECT * FROM one.results";
        connection.execute("ATTACH ?1 AS one", [store]).unwrap();
        connection.execute(copy, ()).unwrap();
        connection.execute("DETACH one", ()).unwrap();
    }
    connection.close().unwrap();
}

fn batch(args: &[&str]) -> Output {
    run(&[&["batch"], args].concat())
}

/// A batch with its store: where two rows have one position, results proven within the limits of
/// one are known for the other.
fn batch_again(args: &[&str]) -> Output {
    batch(args);
    batch(args)
}

/// Compares a batch on one machine, shards, and a store with the results of all shards.
#[test]
fn an_export_of_rows_is_what_one_batch_prints() {
    for seed in seeds(60) {
        let mut random = Random::new(seed, 1);
        let as_table = random.below(2) == 0;
        let folder = Folder::made("batch-rows");
        let name = if as_table { "list.csv" } else { "list.jsonl" };
        let file = folder.file(name, &rows(&mut random, seed, as_table));
        let file = file.as_str();
        let question = [&[][..], &["--winner"], &["--eval", "--depth", "3"]][random.below(3)];
        let asked = [&OPTIONS[..], question].concat();
        let stores: Vec<String> = SHARDS
            .iter()
            .map(|shard| {
                let store = folder.path(&format!("{}.sqlite", &shard[..1]));
                batch(&[&[file, "--shard", shard, "--store", &store], &asked[..]].concat());
                store
            })
            .collect();
        let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
        let one = batch_again(&[&[file, "--format", "jsonl"], &asked[..]].concat());
        let of_rows = [&["--rows", file], &asked[..]].concat();
        let export = |stores: &[&str], format: &str| {
            batch(&[&["export"], stores, &of_rows[..], &["--format", format]].concat())
        };
        let many = export(&stores, "jsonl");
        assert_eq!(
            findings(&stdout(&many)),
            findings(&stdout(&one)),
            "CHONGKAK_SEED={}: {}",
            seed >> 32,
            stderr(&many)
        );
        let reversed: Vec<&str> = stores.iter().rev().copied().collect();
        assert_eq!(stdout(&export(&reversed, "jsonl")), stdout(&many));

        let all = folder.path("all.sqlite");
        let all = all.as_str();
        put_together(all, &stores);
        for format in ["jsonl", "csv", "text", "json"] {
            let told = folder.path("summary.json");
            let more = ["--store", all, "--format", format, "--force", "--summary", &told];
            let expected = batch(&[&[file], &asked[..], &more].concat());
            let summary: Value = serde_json::from_str(&fs::read_to_string(&told).unwrap()).unwrap();
            assert_eq!(summary["nodes"], 0, "all is known");
            for stores in [&stores[..], &[all]] {
                let found = export(stores, format);
                assert_eq!(stdout(&found), stdout(&expected), "{format}");
                // An export has no limits that it could reach.
                let wrong_rows = summary["bad_lines"] != 0;
                assert_eq!(code(&found), if wrong_rows { 2 } else { 0 }, "{}", stderr(&found));
            }
        }
    }
}

#[test]
fn rows_without_a_result_are_told_and_keep_their_places() {
    let folder = Folder::made("batch-rows-missing");
    let positions = random_positions(61, 20, 3, 12);
    let row = |(number, position): (usize, &String)| {
        json!({"id": number, "position": position, "note": "n"}).to_string()
    };
    let lines: Vec<String> = positions.iter().enumerate().map(row).collect();
    let file = folder.file("list.jsonl", &lines.join("\n"));
    let stores = SHARDS.map(|shard| {
        let part = batch_records(0, &[&[file.as_str(), "--shard", shard], &OPTIONS[..]].concat());
        let store = format!("{file}.{}.sqlite", shard.replace('/', "-of-"));
        (store, part)
    });
    let there = [&stores[0].0, &stores[2].0];
    let mut args = vec!["export", there[0], there[1], "--rows", &file, "--format", "jsonl"];
    args.extend(OPTIONS);
    let output = batch(&args);
    let records = json_lines(&stdout(&output));
    let missing: Vec<usize> =
        (0..20).filter(|&number| stores[1].1.iter().any(|record| record["id"] == number)).collect();
    assert!((1..20).contains(&missing.len()));
    for (number, record) in records.iter().enumerate() {
        assert_eq!((&record["id"], &record["note"]), (&json!(number), &json!("n")));
        let error = record.pointer("/error/kind");
        assert_eq!(error, missing.contains(&number).then_some(&json!("data")), "{record}");
    }
    assert_eq!((code(&output), records.len()), (4, 20));
    let told = format!("{file}: the stores have no result for {} of 20 rows", missing.len());
    assert!(stderr(&output).contains(&told), "{}", stderr(&output));
    let lines: Vec<_> = missing.iter().take(10).map(|number| (number + 1).to_string()).collect();
    assert!(stderr(&output).contains(&lines.join(", ")), "{}", stderr(&output));

    // Other rules, another question, other limits: nothing is known of them.
    for other in [&["--rules", "dakon"][..], &["--rules", "kalah", "--winner"]] {
        let all = ["export", &stores[0].0, &stores[1].0, &stores[2].0, "--rows", &file];
        let output = batch(&[&all[..], other].concat());
        assert_eq!((code(&output), stdout(&output)), (4, String::new()));
        assert!(stderr(&output).contains("for 20 of 20 rows"), "{}", stderr(&output));
    }
}

#[test]
fn an_export_of_rows_has_the_results_within_the_limits_that_are_asked_for() {
    let folder = Folder::made("batch-rows-limits");
    let file = folder.file("list", &random_positions(62, 40, 4, 26).join("\n"));
    let store = format!("{file}.sqlite");
    let few = batch_records(3, &[&file, "--rules", "kalah", "--nodes", "100"]);
    let more = batch_records(3, &[&file, "--rules", "kalah", "--nodes", "800"]);
    let open = |records: &[Value]| records.iter().filter(|one| !one["stopped"].is_null()).count();
    assert!(0 < open(&more) && open(&more) < open(&few));
    for nodes in ["100", "800"] {
        let again = batch(&[&file, "--rules", "kalah", "--nodes", nodes, "--format", "jsonl"]);
        let export = ["export", &store, "--rows", &file, "--rules", "kalah", "--nodes", nodes];
        let found = batch(&[&export[..], &["--format", "jsonl"]].concat());
        assert_eq!((code(&found), stdout(&found)), (0, stdout(&again)), "{nodes} nodes");
    }
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let folder = Folder::made("batch-rows-refused");
    let file = folder.file("list", "1,0,3/0 0,5,1/0 A\n1,0,3/0 0,5,1/0 A\n");
    let records = batch_records(0, &[&file]);
    assert_eq!(records.len(), 2);
    let store = format!("{file}.sqlite");
    let message = refused(&["batch", "export", &store, "--eval"]);
    assert!(message.contains("expected --rows FILE"), "{message}");
    let empty = folder.file("empty", "\n# nothing\n");
    let message = refused(&["batch", "export", &store, "--rows", &empty]);
    assert!(message.contains("no position, expected one per line"), "{message}");
    let none = folder.path("none");
    assert!(refused(&["batch", "export", &store, "--rows", &none]).contains("there is no such"));

    // A store that violates the rules, with a valid checksum.
    let bad = folder.path("bad.sqlite");
    let stores = [Store::open_existing(Path::new(&store)).unwrap()];
    let mut entry = Merge::new(&stores).next_best().unwrap().unwrap();
    if let Findings::Solved(found) = &mut entry.findings {
        (found.lower, found.upper) = (found.lower + 2, found.upper + 2);
        found.value = Some(found.lower);
    }
    Store::open(Path::new(&bad)).unwrap().keep([&entry]).unwrap();
    let output = batch(&["export", &store, &bad, "--rows", &file]);
    assert_eq!((code(&output), stdout(&output)), (1, String::new()));
    let message = stderr(&output);
    assert!(message.contains("1,0,3/0 0,5,1/0 A: contradictory results"), "{message}");

    // A damaged one gives no results.
    let mut bytes = fs::read(&store).unwrap();
    let place = bytes.windows(8).position(|part| part == b"\"lower\":").unwrap();
    bytes[place + 2] ^= 1;
    fs::write(&bad, bytes).unwrap();
    let output = batch(&["export", &bad, "--rows", &file]);
    assert_eq!((code(&output), stdout(&output)), (4, String::new()));
    assert!(stderr(&output).contains("bad.sqlite: the store is damaged"), "{}", stderr(&output));
}

/// The cluster scripts print the same as one machine.
#[cfg(unix)]
#[test]
fn a_cluster_collects_what_one_batch_prints() {
    for as_table in [false, true] {
        let folder = Folder::made(&format!("batch-rows-cluster-{as_table}"));
        let mut random = Random::new(63, u64::from(as_table));
        // No bad lines, because `prepare` refuses them.
        let good = |line: &&str| !line.contains('y') && !line.contains("no position");
        let text = rows(&mut random, 63, as_table);
        let text: Vec<&str> = text.lines().filter(good).collect();
        let name = if as_table { "list.csv" } else { "list" };
        let file = folder.file(name, &(text.join("\n") + "\n"));
        let work = folder.path("work");
        let script = |script: &Path, args: &[&str]| {
            let mut command = Command::new(script);
            command.args(args).env("CHONGKAK_SCRATCH", folder.text());
            command.env("CHONGKAK", env!("CARGO_BIN_EXE_chongkak"));
            let output = command.output().unwrap();
            (code(&output), stdout(&output), stderr(&output))
        };
        let [prepare, collect] =
            ["prepare", "collect"].map(|name| home().join("scripts/cluster").join(name));
        let (code, _, told) = script(&prepare, &[&[&work[..], &file, "3"], &OPTIONS[..]].concat());
        assert_eq!((code, told), (0, String::new()));
        for shard in ["3", "1", "2"] {
            let (code, printed, told) = script(&Path::new(&work).join("shard"), &[&work, shard]);
            assert_eq!((code, printed), (0, String::new()), "{told}");
        }
        let one = batch_again(&[&[file.as_str(), "--format", "jsonl"], &OPTIONS[..]].concat());
        let (code, printed, told) = script(&collect, &[&work]);
        assert_eq!((code, told), (0, String::new()));
        assert_eq!(findings(&printed), findings(&stdout(&one)));
        let (code, printed, _) = script(&collect, &[&work, "--csv"]);
        let one = batch(&[&[file.as_str(), "--format", "csv"], &OPTIONS[..]].concat());
        let headings = |table: &str| table.lines().next().map(str::to_owned);
        assert_eq!((code, headings(&printed)), (0, headings(&stdout(&one))));
        assert_eq!(printed.lines().count(), stdout(&one).lines().count());
        // Another format can be requested.
        let (code, _, told) =
            script(&prepare, &[&folder.path("other"), &file, "3", "--format", "csv"]);
        assert!(code == 2 && told.contains("--format: the scripts say that themselves"), "{told}");
    }
}
