//! The command `batch`: records, order, limits, shards.

use std::collections::HashMap;
use std::fs;

use chongkak::batch;
use chongkak::math::Random;
use chongkak::rules::Preset;
use serde_json::{Value, json};

use crate::support::{
    Folder, Reference, batch_records, code, export, json_lines, minimax, random_positions, run,
    run_with, stderr, stdout, timeless,
};

/// Returns the fields of a record except these.
fn fields_without<'a>(record: &'a Value, less: &[&str]) -> impl Iterator<Item = &'a String> {
    let fields = record.as_object().unwrap().keys();
    fields.filter(|field| !less.contains(&field.as_str()))
}

fn summary(file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn a_record_has_what_solve_says_and_how_it_was_found() {
    let folder = Folder::made("batch-solve");
    let text = random_positions(1, 40, 3, 14).join("\n");
    let file = folder.file("positions.txt", &text);
    let records =
        batch_records(0, &[&file, "--rules", "congklak", "--memory", "64", "--threads", "2"]);
    let solved = run_with(&["solve", "-", "--rules", "congklak", "--format", "jsonl"], &text);
    let solved = json_lines(&stdout(&solved));
    assert_eq!((records.len(), solved.len()), (40, 40));
    for (record, solved) in records.iter().zip(&solved) {
        for field in ["position", "value", "lower", "upper", "exact", "winner", "best", "stopped"] {
            assert_eq!(record[field], solved[field], "{field} of {record}");
        }
        // A batch searches, and describes the rules in its own form.
        for field in fields_without(solved, &["known", "book"]) {
            assert!(record.get(field).is_some(), "{field} of {record}");
        }
        assert_eq!((&record["rules"], &record["set"]), (&json!("congklak"), &json!({"holes": 3})));
        let mut limits = solved["limits"].clone();
        // One thread searches each position, with its share of the memory. With less than 128 MiB
        // there is one share, and an eighth is for tables that searches share.
        limits["memory"] = json!(56);
        limits.as_object_mut().unwrap().remove("threads");
        assert_eq!((&record["method"], &record["limits"]), (&json!("solve"), &limits));
        assert_eq!(record["version"], chongkak::VERSION);
    }
}

#[test]
fn a_record_of_an_evaluation_is_what_eval_says() {
    let folder = Folder::made("batch-eval");
    let text = random_positions(2, 30, 4, 30).join("\n");
    let file = folder.file("positions.txt", &text);
    let records =
        batch_records(0, &[&file, "--eval", "--depth", "3", "--memory", "16", "--threads", "1"]);
    let args =
        ["eval", "-", "--depth", "3", "--memory", "16", "--threads", "1", "--format", "jsonl"];
    let evaluated = json_lines(&stdout(&run_with(&args, &text)));
    assert!(evaluated.iter().any(|found| found["exact"] == false));
    for (record, evaluated) in records.iter().zip(&evaluated) {
        for field in fields_without(evaluated, &["known", "book", "rules", "limits"]) {
            assert_eq!(record[field], evaluated[field], "{field} of {record}");
        }
    }
    assert_eq!(records.len(), 30);
}

/// Compares with minimax by the reference implementation, with different rules for every line, and
/// with the endgame tables built for many positions of a kind.
#[test]
fn values_are_those_of_minimax() {
    let folder = Folder::made("batch-minimax");
    let mut random = Random::new(3, 0);
    let mut input = Vec::new();
    let near: Vec<_> = Preset::all().iter().collect();
    for (number, position) in random_positions(3, 120, 3, 11).into_iter().enumerate() {
        let preset = near[random.below(near.len())];
        let capture = ["both", "opposite", "none"][random.below(3)];
        let line = json!({"id": number, "rules": preset.name, "set": {"capture": capture},
            "position": position});
        input.push(line.to_string());
    }
    for position in random_positions(4, 150, 3, 10) {
        input.push(json!({"rules": "kalah", "holes": 3, "position": position}).to_string());
    }
    let file = folder.file("positions.jsonl", &input.join("\n"));
    let records = batch_records(0, &[&file]);
    assert_eq!(records.len(), 270);
    for (line, record) in input.iter().zip(&records) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record.get("id"), line.get("id"));
        let mut rules = Preset::named(line["rules"].as_str().unwrap()).unwrap().rules;
        if let Some(capture) = line.pointer("/set/capture") {
            rules.set("capture", capture.as_str().unwrap()).unwrap();
        }
        let rules = rules.with("holes", 3).unwrap();
        let reference = Reference::read(record["position"].as_str().unwrap());
        let value = minimax(&rules, &reference, &mut HashMap::new());
        assert_eq!(record["value"], value, "{record}");
    }
}

#[test]
fn results_come_in_the_order_of_the_input_unless_they_need_not() {
    let folder = Folder::made("batch-order");
    let ids = |records: &[Value]| -> Vec<u64> {
        records.iter().map(|record| record["id"].as_u64().unwrap()).collect()
    };
    let all = random_positions(5, 60, 4, 24).into_iter().enumerate();
    let input = all.map(|(id, position)| json!({"id": id, "position": position}).to_string());
    let file = folder.file("p", &input.collect::<Vec<_>>().join("\n"));
    let ordered = batch_records(0, &[&file, "--no-store", "--threads", "3"]);
    assert_eq!(ids(&ordered), (0..60).collect::<Vec<_>>());
    let mut unordered = batch_records(0, &[&file, "--no-store", "--threads", "3", "--unordered"]);
    unordered.sort_by_key(|record| record["id"].as_u64());
    assert_eq!(timeless(unordered), timeless(ordered));
    assert_eq!(folder.names(), ["p"], "nothing is kept");
}

#[test]
fn a_second_run_searches_nothing_and_prints_the_same() {
    let folder = Folder::made("batch-again");
    let mut input = random_positions(6, 30, 3, 12);
    input.extend_from_within(..10);
    let file = folder.file("positions.txt", &input.join("\n"));
    let told = folder.path("summary.json");
    let args = [&file, "--rules", "kalah", "--force", "--summary", &told];
    let first = batch_records(0, &args);
    let found = summary(&told);
    assert_eq!(first.len(), 40);
    assert_eq!(
        (&found["positions"], &found["solved"], &found["known"]),
        (&json!(30), &json!(30), &json!(0)),
        "what comes twice is searched once"
    );
    assert_eq!(found["slowest"].as_array().unwrap().len(), 3);
    assert_eq!(batch_records(0, &[&args[..], &["--threads", "1"]].concat()), first);
    let found = summary(&told);
    assert_eq!((&found["known"], &found["nodes"]), (&json!(30), &json!(0)));
    // Other rules make another question.
    batch_records(
        0,
        &[&file, "--rules", "kalah", "--set", "lone=bank", "--force", "--summary", &told],
    );
    assert_eq!(summary(&told)["known"], 0);
    assert_eq!(summary(&told)["store"], json!(format!("{file}.sqlite")));
    assert_eq!(export(&[&format!("{file}.sqlite")]).len(), 60);
}

#[test]
fn what_is_proven_holds_under_all_limits_and_what_is_open_only_under_its_own() {
    let folder = Folder::made("batch-limits");
    let file = folder.file("positions.txt", &random_positions(7, 50, 4, 26).join("\n"));
    let told = folder.path("summary.json");
    let known = |wanted, args: &[&str]| -> (Vec<Value>, u64) {
        let common = [&file, "--rules", "kalah", "--force", "--summary", &told];
        let records = batch_records(wanted, &[&common[..], args].concat());
        (records, summary(&told)["known"].as_u64().unwrap())
    };
    let (first, _) = known(3, &["--nodes", "300"]);
    let open =
        |records: &[Value]| records.iter().filter(|r| !r["stopped"].is_null()).count() as u64;
    let unsolved = open(&first);
    assert!(0 < unsolved && unsolved < 50, "{unsolved}");
    for record in &first {
        let value = record["lower"] == record["upper"];
        assert_eq!((record["exact"] == true, record["stopped"].is_null()), (value, value));
        assert_eq!(record["limits"]["nodes"], 300);
    }
    assert_eq!(known(3, &["--nodes", "300"]), (first.clone(), 50));
    let (again, left) = known(3, &["--nodes", "300", "--retry-open"]);
    assert_eq!(left, 50 - unsolved, "the open ones are searched again");
    assert_eq!(timeless(again), timeless(first.clone()));
    let (more, left) = known(3, &["--nodes", "2000"]);
    assert_eq!(left, 50 - unsolved, "other limits are another question");
    assert!(open(&more) < unsolved);
    let (all, left) = known(0, &[]);
    assert_eq!(left, 50 - open(&more));
    // The bounds hold: the values found without limits are between them.
    for (record, exact) in first.iter().chain(&more).zip(all.iter().chain(&all)) {
        assert!(record["lower"].as_i64() <= exact["value"].as_i64());
        assert!(record["upper"].as_i64() >= exact["value"].as_i64());
    }
    // Now nothing is open any more, whatever the limits, and the export has each position once.
    assert_eq!(known(0, &["--nodes", "300"]).1, 50);
    let kept = export(&[&format!("{file}.sqlite")]);
    assert_eq!(kept.len(), 50);
    assert!(kept.iter().all(|record| record["exact"] == true));
}

#[test]
fn the_winner_is_a_question_of_its_own() {
    let folder = Folder::made("batch-winner");
    let file = folder.file("positions.txt", &random_positions(8, 20, 4, 24).join("\n"));
    let values = batch_records(0, &[&file]);
    let winners = batch_records(0, &[&file, "--winner"]);
    for (value, winner) in values.iter().zip(&winners) {
        assert_eq!(value["winner"], winner["winner"]);
        assert_eq!((&value["method"], &winner["method"]), (&json!("solve"), &json!("winner")));
    }
    assert_eq!(export(&[&format!("{file}.sqlite")]).len(), 40);
}

/// zlib's CRC-32, a bit at a time.
fn crc32(text: &str) -> u32 {
    let step = |crc: u32, _: u32| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    let byte = |crc: u32, byte: u8| (0..8).fold(crc ^ u32::from(byte), step);
    !text.bytes().fold(!0, byte)
}

#[test]
fn shards_share_out_the_positions_and_come_together_in_an_export() {
    assert_eq!(crc32("123456789"), 0xcbf4_3926, "the published check value");
    let folder = Folder::made("batch-shards");
    let mut all = random_positions(9, 60, 3, 13);
    let file = folder.file("p", &all.join("\n"));
    let whole = batch_records(0, &[&file]);
    let mut stores = Vec::new();
    let mut together = Vec::new();
    for number in 1..=3_u32 {
        let shard = format!("{number}/3");
        let part = batch_records(0, &[&file, "--shard", &shard]);
        for record in &part {
            let position = record["position"].as_str().unwrap();
            assert_eq!(crc32(position) % 3, number - 1);
        }
        together.extend(part);
        stores.push(format!("{file}.{number}-of-3.sqlite"));
    }
    assert!(together.len() == whole.len() && together[0] != whole[0]);
    let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
    let merged = timeless(export(&stores));
    assert_eq!(merged, timeless(export(&[&format!("{file}.sqlite")])));
    assert_eq!(merged, timeless(export(&[stores[2], stores[0], stores[1], stores[0]])));
    // A position stays in its shard whatever else is in the input.
    all.reverse();
    all.truncate(30);
    let half = folder.file("half", &all.join("\n"));
    let store = ["--shard", "2/3", "--store", stores[1], "--summary", &folder.path("s.json")];
    let part = batch_records(0, &[&[half.as_str()], &store[..]].concat());
    assert_eq!(summary(&folder.path("s.json"))["known"], part.len());
}

#[test]
fn results_that_contradict_each_other_are_told() {
    let folder = Folder::made("batch-contradiction");
    let file = folder.file("p", "1,0,3/0 0,5,1/0 A\n");
    batch_records(0, &[&file]);
    // A store of another process that violates the rules, with a valid checksum.
    let [good, bad] = ["p.sqlite", "bad.sqlite"].map(|name| folder.0.join(name));
    let mut kept = Vec::new();
    let stores = [batch::Store::open_existing(&good).unwrap()];
    let mut merge = batch::Merge::new(&stores);
    while let Some(mut entry) = merge.next_best().unwrap() {
        if let batch::Findings::Solved(found) = &mut entry.findings {
            (found.lower, found.upper) = (found.lower + 2, found.upper + 2);
            found.value = Some(found.lower);
        }
        kept.push(entry);
    }
    batch::Store::open(&bad).unwrap().keep(&kept).unwrap();
    let output = run(&["batch", "export", good.to_str().unwrap(), bad.to_str().unwrap()]);
    assert_eq!(code(&output), 1);
    let message = stderr(&output);
    assert!(message.contains("1,0,3/0 0,5,1/0 A: contradictory results"), "{message}");
}

#[test]
fn the_record_of_a_bad_line_keeps_what_the_line_says() {
    let lines = [
        r#"{"id": "a", "position": "4,4/0 4,y/0 A", "tag": 5, "line": 9}"#,
        // Well-formed, but invalid under the rules.
        r#"{"tag": {"deep": [1]}, "position": "0,0/3 1,1/2 A", "id": 7}"#,
        "1,1/0 1/0 A",
        r#"{"id": "d", "position": "1,1/0 1,1/0 A", "tag": 6}"#,
        r#"{"id": "e", "tag": 7}"#,
    ];
    let batch = ["batch", "-", "--rules", "kalah", "--format", "jsonl", "--quiet"];
    let output = run_with(&batch, &lines.map(|line| format!("{line}\n")).concat());
    let records = json_lines(&stdout(&output));
    assert_eq!(records.len(), lines.len());
    for (number, (record, line)) in (1_u64..).zip(records.iter().zip(lines)) {
        let said: Value = serde_json::from_str(line).unwrap_or_default();
        for field in ["id", "tag"] {
            assert_eq!(record.get(field), said.get(field), "{field} of {record}");
        }
        let is_right = said["id"] == "d";
        assert_eq!(record["error"].is_null(), is_right, "{record}");
        if !is_right {
            assert_eq!(record["line"], number, "{record}");
        }
    }
    // The same as a table.
    let table = "id,position,tag\na,\"4,4/0 4,y/0 A\",5\n";
    let output = run_with(&batch, table);
    let records = json_lines(&stdout(&output));
    assert_eq!((&records[0]["id"], &records[0]["tag"]), (&json!("a"), &json!("5")));
}

#[test]
fn positions_without_a_table_in_the_folder_are_counted() {
    let folder = Folder::made("batch-without-tables");
    let tables = folder.path("tables");
    run(&["tables", "build", &tables, "--max", "4", "--rules", "kalah", "--holes", "2"]);
    let text = "1,1/0 1,1/0 A\n1,1,0/0 1,1,0/0 A\n0,1,1/0 1,1,0/0 A\n";
    let batch = ["batch", "-", "--rules", "kalah", "--tables", &tables];
    let told = stderr(&run_with(&batch, text));
    let remark = format!("{tables}: no table for 2 positions; continuing without one\n");
    assert!(told.contains(&remark), "{told}");
    let quiet = stderr(&run_with(&[&batch[..], &["--quiet"]].concat(), text));
    assert_eq!(quiet, "");
    let fits = stderr(&run_with(&batch, "1,1/0 1,1/0 A\n"));
    assert!(!fits.contains("no table"), "{fits}");
}
