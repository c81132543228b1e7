//! The command `batch`: records, order, limits, shards, bad input, openings, exports.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use chongkak::analysis::Random;
use chongkak::batch;
use chongkak::rules::{Preset, Rules};
use serde_json::{Value, json};

use crate::command_line::{code, piped, program, refused, run, run_with, stderr, stdout};
use crate::evaluation::minimax;
use crate::table_files::Folder;
use crate::twin::Twin;

/// A folder for a test, which is there.
pub fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("batch-{name}"));
    fs::create_dir_all(&folder.0).unwrap();
    folder
}

impl Folder {
    /// A file in it with this text; its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

/// Different positions with so many holes a row and seeds in all, at random.
pub fn positions(seed: u64, count: usize, holes: usize, seeds: usize) -> Vec<String> {
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

pub fn lines(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap();
    text.lines().map(parse).collect()
}

/// The records without what the clock says.
pub fn timeless(records: Vec<Value>) -> Vec<Value> {
    let strip = |mut record: Value| {
        let seconds = record.as_object_mut().unwrap().remove("seconds");
        assert!(seconds.unwrap().as_f64().unwrap() >= 0.0);
        record
    };
    records.into_iter().map(strip).collect()
}

/// A run that must end with this code and print no message; its records.
fn records(wanted: i32, args: &[&str]) -> Vec<Value> {
    let output = run(&[&["batch"], args, &["--format", "jsonl", "--quiet"]].concat());
    assert_eq!((code(&output), stderr(&output)), (wanted, String::new()));
    lines(&stdout(&output))
}

fn summary(file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

pub fn export(stores: &[&str]) -> Vec<Value> {
    records(0, &[&["export"], stores].concat())
}

#[test]
fn a_record_has_what_solve_says_and_how_it_was_found() {
    let folder = folder("solve");
    let text = positions(1, 40, 3, 14).join("\n");
    let file = folder.file("positions.txt", &text);
    let records = records(
        0,
        &[
            &file,
            "--rules",
            "congklak",
            "--memory",
            "64",
            "--threads",
            "2",
        ],
    );
    let solved = run_with(
        &["solve", "-", "--rules", "congklak", "--format", "jsonl"],
        &text,
    );
    let solved = lines(&stdout(&solved));
    assert_eq!((records.len(), solved.len()), (40, 40));
    for (record, solved) in records.iter().zip(&solved) {
        for field in [
            "position", "value", "lower", "upper", "exact", "winner", "best", "stopped",
        ] {
            assert_eq!(record[field], solved[field], "{field} of {record}");
        }
        for field in solved.as_object().unwrap().keys() {
            assert!(record.get(field).is_some(), "{field} of {record}");
        }
        assert_eq!(
            (&record["rules"], &record["set"]),
            (&json!("congklak"), &json!({"holes": 3}))
        );
        let limits = json!({"depth": null, "nodes": null, "seconds": null, "memory": 32});
        assert_eq!(
            (&record["method"], &record["limits"]),
            (&json!("solve"), &limits)
        );
        assert_eq!(record["version"], env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn a_record_of_an_evaluation_is_what_eval_says() {
    let folder = folder("eval");
    let text = positions(2, 30, 4, 30).join("\n");
    let file = folder.file("positions.txt", &text);
    let records = records(
        0,
        &[
            &file,
            "--eval",
            "--depth",
            "3",
            "--memory",
            "16",
            "--threads",
            "1",
        ],
    );
    let args = [
        "eval",
        "-",
        "--depth",
        "3",
        "--memory",
        "16",
        "--threads",
        "1",
        "--format",
        "jsonl",
    ];
    let evaluated = lines(&stdout(&run_with(&args, &text)));
    assert!(evaluated.iter().any(|found| found["exact"] == false));
    for (record, evaluated) in records.iter().zip(&evaluated) {
        for (field, value) in evaluated.as_object().unwrap() {
            assert_eq!(&record[field], value, "{field} of {record}");
        }
    }
    assert_eq!(records.len(), 30);
}

/// By minimax of the twin, with rules of its own for every line, and with the endgame tables that are
/// built for many positions of a kind.
#[test]
fn values_are_those_of_minimax() {
    let folder = folder("minimax");
    let mut random = Random::new(3, 0);
    let mut input = Vec::new();
    let near: Vec<_> = Preset::all().iter().collect();
    for (number, position) in positions(3, 120, 3, 11).into_iter().enumerate() {
        let preset = near[random.below(near.len())];
        let capture = ["both", "opposite", "none"][random.below(3)];
        let line = json!({"id": number, "rules": preset.name, "set": {"capture": capture},
            "position": position});
        input.push(line.to_string());
    }
    for position in positions(4, 150, 3, 10) {
        input.push(json!({"rules": "kalah", "holes": 3, "position": position}).to_string());
    }
    let file = folder.file("positions.jsonl", &input.join("\n"));
    let records = records(0, &[&file]);
    assert_eq!(records.len(), 270);
    for (line, record) in input.iter().zip(&records) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record.get("id"), line.get("id"));
        let mut rules = Preset::named(line["rules"].as_str().unwrap())
            .unwrap()
            .rules;
        if let Some(capture) = line.pointer("/set/capture") {
            rules.set("capture", capture.as_str().unwrap()).unwrap();
        }
        let rules = Rules { holes: 3, ..rules };
        let twin = Twin::read(record["position"].as_str().unwrap());
        let value = minimax(&rules, &twin, &mut HashMap::new());
        assert_eq!(record["value"], value, "{record}");
    }
}

#[test]
fn results_come_in_the_order_of_the_input_unless_they_need_not() {
    let folder = folder("order");
    let ids = |records: &[Value]| -> Vec<u64> {
        records
            .iter()
            .map(|record| record["id"].as_u64().unwrap())
            .collect()
    };
    let all = positions(5, 60, 4, 24).into_iter().enumerate();
    let input = all.map(|(id, position)| json!({"id": id, "position": position}).to_string());
    let file = folder.file("p", &input.collect::<Vec<_>>().join("\n"));
    let ordered = records(0, &[&file, "--no-store", "--threads", "3"]);
    assert_eq!(ids(&ordered), (0..60).collect::<Vec<_>>());
    let mut unordered = records(0, &[&file, "--no-store", "--threads", "3", "--unordered"]);
    unordered.sort_by_key(|record| record["id"].as_u64());
    assert_eq!(timeless(unordered), timeless(ordered));
    assert_eq!(folder.names(), ["p"], "nothing is kept");
}

#[test]
fn a_second_run_searches_nothing_and_prints_the_same() {
    let folder = folder("again");
    let mut input = positions(6, 30, 3, 12);
    input.extend_from_within(..10);
    let file = folder.file("positions.txt", &input.join("\n"));
    let told = folder.path("summary");
    let args = [&file, "--rules", "kalah", "--summary", &told];
    let first = records(0, &args);
    let found = summary(&told);
    assert_eq!(first.len(), 40);
    assert_eq!(
        (&found["positions"], &found["solved"], &found["known"]),
        (&json!(30), &json!(30), &json!(0)),
        "what comes twice is searched once"
    );
    assert_eq!(found["slowest"].as_array().unwrap().len(), 3);
    assert_eq!(
        records(0, &[&args[..], &["--threads", "1"]].concat()),
        first
    );
    let found = summary(&told);
    assert_eq!((&found["known"], &found["nodes"]), (&json!(30), &json!(0)));
    // Other rules are another question.
    records(
        0,
        &[
            &file,
            "--rules",
            "kalah",
            "--set",
            "lone=bank",
            "--summary",
            &told,
        ],
    );
    assert_eq!(summary(&told)["known"], 0);
    assert_eq!(summary(&told)["store"], json!(format!("{file}.sqlite")));
    assert_eq!(export(&[&format!("{file}.sqlite")]).len(), 60);
}

#[test]
fn what_is_proven_holds_under_all_limits_and_what_is_open_only_under_its_own() {
    let folder = folder("limits");
    let file = folder.file("positions.txt", &positions(7, 50, 4, 26).join("\n"));
    let told = folder.path("summary");
    let known = |wanted, args: &[&str]| -> (Vec<Value>, u64) {
        let common = [&file, "--rules", "kalah", "--summary", &told];
        let records = records(wanted, &[&common[..], args].concat());
        (records, summary(&told)["known"].as_u64().unwrap())
    };
    let (first, _) = known(3, &["--nodes", "300"]);
    let open =
        |records: &[Value]| records.iter().filter(|r| !r["stopped"].is_null()).count() as u64;
    let unsolved = open(&first);
    assert!(0 < unsolved && unsolved < 50, "{unsolved}");
    for record in &first {
        let value = record["lower"] == record["upper"];
        assert_eq!(
            (record["exact"] == true, record["stopped"].is_null()),
            (value, value)
        );
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
    // Bounds hold: the values found without limits lie between them.
    for (record, exact) in first.iter().chain(&more).zip(all.iter().chain(&all)) {
        assert!(record["lower"].as_i64() <= exact["value"].as_i64());
        assert!(record["upper"].as_i64() >= exact["value"].as_i64());
    }
    // Now nothing is open any more, under whatever limits, and the export has each position once.
    assert_eq!(known(0, &["--nodes", "300"]).1, 50);
    let kept = export(&[&format!("{file}.sqlite")]);
    assert_eq!(kept.len(), 50);
    assert!(kept.iter().all(|record| record["exact"] == true));
}

#[test]
fn the_winner_is_a_question_of_its_own() {
    let folder = folder("winner");
    let file = folder.file("positions.txt", &positions(8, 20, 4, 24).join("\n"));
    let values = records(0, &[&file]);
    let winners = records(0, &[&file, "--winner"]);
    for (value, winner) in values.iter().zip(&winners) {
        assert_eq!(value["winner"], winner["winner"]);
        assert_eq!(
            (&value["method"], &winner["method"]),
            (&json!("solve"), &json!("winner"))
        );
    }
    assert_eq!(export(&[&format!("{file}.sqlite")]).len(), 40);
}

/// The CRC-32 of zlib, a bit at a time.
fn crc32(text: &str) -> u32 {
    let step = |crc: u32, _: u32| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    let byte = |crc: u32, byte: u8| (0..8).fold(crc ^ u32::from(byte), step);
    !text.bytes().fold(!0, byte)
}

#[test]
fn shards_share_out_the_positions_and_come_together_in_an_export() {
    assert_eq!(crc32("123456789"), 0xcbf4_3926, "the published check value");
    let folder = folder("shards");
    let mut all = positions(9, 60, 3, 13);
    let file = folder.file("p", &all.join("\n"));
    let whole = records(0, &[&file]);
    let mut stores = Vec::new();
    let mut together = Vec::new();
    for number in 1..=3_u32 {
        let shard = format!("{number}/3");
        let part = records(0, &[&file, "--shard", &shard]);
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
    assert_eq!(
        merged,
        timeless(export(&[stores[2], stores[0], stores[1], stores[0]]))
    );
    // A position stays with its shard whatever else is in the input.
    all.reverse();
    all.truncate(30);
    let half = folder.file("half", &all.join("\n"));
    let store = [
        "--shard",
        "2/3",
        "--store",
        stores[1],
        "--summary",
        &folder.path("s"),
    ];
    let part = records(0, &[&[half.as_str()], &store[..]].concat());
    assert_eq!(summary(&folder.path("s"))["known"], part.len());
}

#[test]
fn results_that_contradict_each_other_are_told() {
    let folder = folder("contradiction");
    let file = folder.file("p", "1,0,3/0 0,5,1/0 A\n");
    records(0, &[&file]);
    // A store of another process that is wrong by the rules, and whole by its checksum.
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
    let output = run(&[
        "batch",
        "export",
        good.to_str().unwrap(),
        bad.to_str().unwrap(),
    ]);
    assert_eq!(code(&output), 1);
    let message = stderr(&output);
    assert!(
        message.contains("1,0,3/0 0,5,1/0 A: results that contradict each other"),
        "{message}"
    );
}

#[test]
fn bad_lines_are_reported_with_their_numbers_and_stop_nothing() {
    let folder = folder("bad");
    let input = "# a comment\n\n1,0,3/0 0,5,1/0 A\n1,0,3/0 0,q,1/0 A\r\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"colour\": 1}\n{\"position\": 5}\n{\"id\": 5}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"set\": {\"lap\": \"twice\"}}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"rules\": \"overbek\"}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"holes\": 4}\n\
        \"1,0,3/0 0,5,1/0 B\"\n[]\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"set\": {\"store\": \"far\"}}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"id\": [1]}\n\
        {\"position\": \"1,0,3/0 0,5";
    let file = folder.file("p", input);
    let output = run(&["batch", &file, "--format", "jsonl"]);
    let message = stderr(&output);
    assert_eq!(code(&output), 2, "{message}");
    let records = lines(&stdout(&output));
    let done: Vec<_> = records.iter().map(|record| &record["position"]).collect();
    assert_eq!(done, ["1,0,3/0 0,5,1/0 A", "1,0,3/0 0,5,1/0 B"]);
    let at = |line: u32, what: &str| {
        let start = format!("error: {file}, line {line}");
        let found = message.lines().find(|told| told.starts_with(&start));
        let found = found.unwrap_or_else(|| panic!("line {line}: {message}"));
        assert!(found.contains(what), "{found}");
    };
    at(4, "hole B2: found \"q\"");
    at(5, "found the field \"colour\", expected position, id");
    at(6, "field \"position\": found 5, expected a text");
    at(7, "expected a field \"position\"");
    at(
        8,
        "option lap: found \"twice\", expected none or passed or circuit",
    );
    at(9, "did you mean overbeck?");
    at(10, "the position has 3 holes a row, expected 4");
    at(12, "found a list");
    at(13, "expected store = near");
    at(14, "field \"id\"");
    at(15, ", the last one and without a line break: not JSON");
    assert!(message.contains("2 positions: 2 solved, 0 open (0 known before), 11 bad lines"));
}

#[test]
fn wrong_usage_is_refused() {
    let folder = folder("usage");
    let empty = folder.file("empty", "# nothing\n");
    let one = folder.file("one", "1,0,3/0 0,5,1/0 A");
    assert!(refused(&["batch", &empty]).contains("no position, expected one a line"));
    assert!(refused(&["batch", &folder.path("none")]).contains("No such file"));
    for shard in ["0/3", "4/3", "3", "a/b", "1/0", "+1/2", "/"] {
        let message = refused(&["batch", &one, "--shard", shard]);
        assert!(
            message.contains("expected I/N with I from 1 to N"),
            "{message}"
        );
    }
    assert!(refused(&["batch", &one, "--depth", "3"]).contains("--eval"));
    assert!(refused(&["batch", &one, "--eval", "--winner"]).contains("--winner"));
    assert!(refused(&["batch", &one, "--store", "s", "--no-store"]).contains("--no-store"));
    assert!(refused(&["batch"]).contains("FILE"));
    assert!(refused(&["batch", "export"]).contains("STORE"));
    assert_eq!(folder.names().len(), 2, "nothing was begun");
}

#[test]
fn openings_are_all_openings_and_carry_their_rules() {
    let small = ["--rules", "conglak", "--holes", "3", "--seeds", "3"];
    let openings = |format: &str| {
        let output = run(&[&["batch", "openings", "--format", format], &small[..]].concat());
        assert_eq!(code(&output), 0);
        stdout(&output)
    };
    let all = lines(&openings("jsonl"));
    // A owns 3 to 15 seeds of 18, and either player starts.
    assert_eq!(all.len(), 2 * 13);
    let plain: Vec<String> = openings("text").lines().map(ToOwned::to_owned).collect();
    for ((opening, plain), number) in all.iter().zip(&plain).zip(0..) {
        let (owned, mover) = (3 + number / 2, ["A", "B"][number % 2]);
        assert_eq!(
            (&opening["owned"], &opening["mover"]),
            (&json!(owned), &json!(mover))
        );
        let owned = owned.to_string();
        let args = [
            "show", "--owned", &owned, "--mover", mover, "--format", "json",
        ];
        let shown = run(&[&args, &small[..]].concat());
        let shown: Value = serde_json::from_str(&stdout(&shown)).unwrap();
        assert_eq!(
            (&opening["position"], plain),
            (&shown["position"], &plain.clone())
        );
        assert_eq!(opening["position"], *plain);
    }
    // The lines say under which rules they are to be solved, whatever the options of the run.
    let args = [
        "batch", "-", "--rules", "kalah", "--format", "jsonl", "--quiet",
    ];
    let output = run_with(&args, &openings("jsonl"));
    assert_eq!(code(&output), 0);
    let records = lines(&stdout(&output));
    let expected = run_with(
        &[&["solve", "-", "--format", "jsonl"], &small[..]].concat(),
        &openings("text"),
    );
    for (record, expected) in records.iter().zip(lines(&stdout(&expected))) {
        assert_eq!(
            (&record["value"], &record["best"]),
            (&expected["value"], &expected["best"])
        );
        assert_eq!(record["rules"], "conglak");
        assert_eq!(record["set"], json!({"holes": 3, "seeds": 3}));
    }
    assert_eq!(records.len(), all.len());
}

#[test]
fn records_are_input_again() {
    let text = positions(10, 20, 3, 12).join("\n");
    let args = ["batch", "-", "--format", "jsonl", "--quiet"];
    let first = run_with(
        &[&args[..], &["--rules", "dakon", "--set", "lone=stay"]].concat(),
        &text,
    );
    let again = run_with(&args, &stdout(&first));
    assert_eq!(
        timeless(lines(&stdout(&again))),
        timeless(lines(&stdout(&first)))
    );
    // And so are the solved openings, which have the same values.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/solved/kalah.jsonl");
    let solved = fs::read_to_string(path).unwrap();
    let small = |line: &&str| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["nodes"].as_u64().unwrap() < 5_000
    };
    let solved: Vec<&str> = solved.lines().filter(small).collect();
    assert!(solved.len() > 10);
    let output = run_with(&args, &solved.join("\n"));
    let solved: Vec<Value> = lines(&solved.join("\n"));
    let found = lines(&stdout(&output));
    assert_eq!(found.len(), solved.len());
    for (found, solved) in found.iter().zip(&solved) {
        assert_eq!(
            (&found["value"], &found["best"]),
            (&solved["value"], &solved["best"])
        );
    }
}

/// As Python reads it.
#[test]
fn an_export_as_csv_says_what_the_json_lines_say() {
    let folder = folder("csv");
    let mut input = positions(11, 20, 4, 26);
    input.push("0,0/3 0,0/4 A over".to_owned());
    let file = folder.file("p", &input.join("\n"));
    records(
        3,
        &[
            &file,
            "--nodes",
            "200",
            "--rules",
            "kalah",
            "--set",
            "lone=bank",
        ],
    );
    records(0, &[&file, "--eval", "--depth", "2"]);
    let store = format!("{file}.sqlite");
    let output = run(&["batch", "export", &store, "--csv"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let csv = folder.file("p.csv", &stdout(&output));
    let script =
        "import csv,json,sys\nfor row in csv.DictReader(open(sys.argv[1])): print(json.dumps(row))";
    let read = Command::new("python3")
        .args(["-c", script, &csv])
        .output()
        .unwrap();
    let rows: Vec<BTreeMap<String, String>> = (stdout(&read).lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let records = export(&[&store]);
    assert_eq!((rows.len(), records.len()), (42, 42));
    let text = |value: Option<&Value>| match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(words)) => words
            .iter()
            .map(|word| word.as_str().unwrap())
            .collect::<Vec<_>>()
            .join(" "),
        Some(Value::Object(set)) => {
            let set = set
                .iter()
                .map(|(name, value)| format!("{name}={}", value.to_string().trim_matches('"')));
            set.collect::<Vec<_>>().join(" ")
        }
        Some(other) => other.to_string(),
    };
    for (row, record) in rows.iter().zip(&records) {
        for (name, cell) in row {
            let value = match name.as_str() {
                "memory" => record.pointer("/limits/memory"),
                name => match name.strip_prefix("limit_") {
                    Some(limit) => record["limits"].get(limit),
                    None => record.get(name),
                },
            };
            assert_eq!(*cell, text(value), "{name} of {record}");
        }
        assert_eq!(row.len(), 20);
    }
}

#[test]
fn text_is_a_line_a_position_and_json_one_document() {
    let input = "1,0,3/0 0,5,1/0 A\n1,0/3 1,0/4 A over\n";
    let output = run_with(&["batch", "-", "--quiet"], input);
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.ends_with("1,0/3 1,0/4 A over  -1\n"), "{text}");
    let output = run_with(&["batch", "-", "--format", "json"], input);
    let document: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document.len(), 2);
    assert!(stderr(&output).starts_with("2 positions: 2 solved, 0 open (0 known before);"));
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_and_prints_what_is_found() {
    use std::io::{BufRead, BufReader};
    let folder = folder("interrupted");
    let mut input = positions(12, 10, 3, 12);
    input.insert(0, "6,6,6,6,6,6/0 6,6,6,6,6,6/0 A".to_owned());
    let file = folder.file("p", &input.join("\n"));
    let args = [
        "batch",
        &file,
        "--rules",
        "kalah",
        "--threads",
        "2",
        "--format",
        "jsonl",
    ];
    let mut child = piped(&[&args[..], &["--unordered"]].concat());
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    for _ in 0..10 {
        printed.read_line(&mut line).unwrap();
    }
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    let message = stderr(&output);
    assert!(
        message.contains("11 positions: 10 solved, 0 open (0 known before), 1 left"),
        "{message}"
    );
    let kept = export(&[&format!("{file}.sqlite")]);
    assert_eq!(kept.len(), 10, "what was interrupted is not kept");
}

/// What a batch hands on, by line.
struct Collected(Vec<u64>);

impl batch::Sink for Collected {
    type Error = ();

    fn result(&mut self, job: &batch::Job, entry: &batch::Entry) -> Result<(), ()> {
        assert_eq!(entry.key.position, job.position.to_string());
        self.0.push(job.line);
        Ok(())
    }

    fn unsearchable(&mut self, _: &batch::Job, error: batch::Unsearchable) -> Result<(), ()> {
        panic!("{error}");
    }
}

#[test]
fn what_waits_for_an_interrupted_position_is_handed_on_in_the_end() {
    let mut input = positions(15, 10, 3, 12);
    input.insert(2, "6,6,6,6,6,6/0 6,6,6,6,6,6/0 A".to_owned());
    let preset = Preset::named("kalah").unwrap();
    let base = batch::Base {
        preset,
        rules: preset.rules,
        holes_given: false,
    };
    let ask = batch::Ask {
        method: batch::Method::Solve,
        limits: batch::AskLimits::default(),
        memory: 16,
    };
    let read = |(line, text): (u64, &String)| batch::read_line(text, line, &base, ask.method);
    let jobs: Vec<_> = (1..)
        .zip(&input)
        .map(|line| read(line).unwrap().unwrap())
        .collect();
    let run = batch::Run {
        jobs: &jobs,
        ask,
        threads: NonZeroUsize::new(2).unwrap(),
        ordered: true,
        retry_open: false,
        tables: None,
    };
    let (stop, tally) = (AtomicBool::new(false), batch::Tally::default());
    let mut store = batch::Store::in_memory().unwrap();
    let mut sink = Collected(Vec::new());
    let summary = std::thread::scope(|scope| {
        scope.spawn(|| {
            while tally.searched() < 10 {
                std::thread::yield_now();
            }
            stop.store(true, Ordering::Relaxed);
        });
        batch::run(&run, &mut store, &mut sink, &tally, &stop).unwrap()
    });
    assert_eq!(
        (summary.solved, summary.missing, store.count().unwrap()),
        (10, 1, 10)
    );
    assert_eq!(sink.0, [1, 2, 4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn a_closed_pipe_ends_a_batch_quietly() {
    let folder = folder("closed");
    let file = folder.file("p", &positions(13, 200, 3, 12).join("\n"));
    let mut child = program()
        .args(["batch", &file, "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}

#[test]
fn tables_of_a_folder_are_used_and_damaged_ones_refused() {
    let folder = folder("tables");
    let tables = folder.path("tables");
    let built = run(&[
        "tables", "build", &tables, "--max", "8", "--rules", "kalah", "--holes", "3", "--seeds",
        "2",
    ]);
    assert_eq!(code(&built), 0, "{}", stderr(&built));
    let file = folder.file("p", &positions(14, 20, 3, 8).join("\n"));
    let plain = records(0, &[&file, "--rules", "kalah", "--no-store"]);
    let with = records(
        0,
        &[&file, "--rules", "kalah", "--no-store", "--tables", &tables],
    );
    let nodes = |records: &[Value]| {
        records
            .iter()
            .map(|r| r["nodes"].as_u64().unwrap())
            .sum::<u64>()
    };
    assert!(nodes(&with) < nodes(&plain));
    for (with, plain) in with.iter().zip(&plain) {
        assert_eq!(with["value"], plain["value"]);
    }
    let names = fs::read_dir(&tables)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let table = names.filter(|path| path.extension().is_some_and(|e| e == "table"));
    for table in table {
        let mut bytes = fs::read(&table).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&table, bytes).unwrap();
    }
    let output = run(&[
        "batch",
        &file,
        "--rules",
        "kalah",
        "--no-store",
        "--tables",
        &tables,
    ]);
    assert_eq!(
        (code(&output), stdout(&output)),
        (4, String::new()),
        "{}",
        stderr(&output)
    );
}
