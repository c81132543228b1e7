//! The command `batch`: input, bad lines, openings, records as input, CSV exports.

use std::collections::BTreeMap;

use chongkak::ask::{Limits, Variant};
use chongkak::batch::{Ask, Entry, Findings, Key, Method, columns, read_line};
use chongkak::control::Control;
use chongkak::record::Solved;
use chongkak::rules::Preset;
use chongkak::search::Solver;
use serde_json::{Value, json};

use crate::support::{
    Folder, batch_records, code, export, json_lines, python, random_positions, refused, run,
    run_with, stderr, stdout, text_of, timeless,
};

#[test]
fn bad_lines_are_reported_with_their_numbers_and_stop_nothing() {
    let folder = Folder::made("batch-bad");
    let input = "# a comment\n\n1,0,3/0 0,5,1/0 A\n1,0,3/0 0,q,1/0 A\r\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"id\": true}\n{\"position\": 5}\n{\"id\": 5}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"set\": {\"lap\": \"twice\"}}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"rules\": \"overbek\"}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"holes\": 4}\n\
        \"1,0,3/0 0,5,1/0 B\"\n[]\n\
        {\"position\": \"1,0,3/0 0,5,1/0 B\", \"set\": {\"store\": \"far\"}}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"id\": [1]}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"position\": \"1,0,3/0 0,5,1/0 B\"}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"max_nodes\": 0.5}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"max_nodes\": 1e3}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"set\": {\"lap\": true}}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"rules\": {\"name\": \"kalah\", \"holes\": 0}}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"rules\": {\"name\": \"kalah\", \"hole\": 3}}\n\
        {\"position\": \"1,0,3/0 0,5,1/0 A\", \"rules\": {\"name\": 5}}\n\
        {\"position\": \"1,0,3/0 0,5";
    let file = folder.file("p", input);
    let output = run(&["batch", &file, "--format", "jsonl"]);
    let message = stderr(&output);
    assert_eq!(code(&output), 2, "{message}");
    let records = json_lines(&stdout(&output));
    assert_eq!(records.len(), 3 + 17, "a bad line has a record too");
    let done = records.iter().filter_map(|record| record.get("position"));
    let done: Vec<_> = done.collect();
    let b = "1,0,3/0 0,5,1/0 B";
    assert_eq!(done, ["1,0,3/0 0,5,1/0 A", b, "1,0,3/0 0,5,1/0 A"]);
    let at = |line: u32, what: &str| {
        let start = format!("error: {file}, line {line}");
        let found = message.lines().find(|told| told.starts_with(&start));
        let found = found.unwrap_or_else(|| panic!("line {line}: {message}"));
        assert!(found.contains(what), "{found}");
    };
    at(4, "hole B2: found \"q\"");
    at(5, "field \"id\": found true, expected a string or a number");
    at(6, "position: found 5, expected a string");
    at(7, "expected a field \"position\"");
    at(8, "field \"set.lap\": found \"twice\", expected none or passed or circuit");
    at(9, "did you mean overbeck?");
    at(10, "the position has 3 holes a row, expected 4");
    at(12, "found a list");
    at(13, "expected store = near");
    at(14, "field \"id\"");
    at(15, "column 44: found a duplicate name in an object, expected each name once");
    at(16, "field \"max_nodes\": found 0.5, expected a whole number of at least 1");
    at(18, "field \"set.lap\": found true, expected a string or a number");
    at(19, "field \"rules.holes\": found \"0\", expected a number from 1 to 18");
    at(20, "field \"rules.hole\": found 3, expected only name, holes, seeds and set");
    at(21, "field \"rules\": found {\"name\":5}, expected the name of a rule set");
    at(22, ", the last one and without a line break: invalid JSON: it ends too early");
    assert!(!message.contains("at line 1"), "{message}");
    assert!(message.contains("3 positions: 3 solved, 0 open (0 already known), 17 bad lines"));
    let one = run_with(&["batch", "-", "--rules", "kalah"], "1,0/0 0,1/0 A\n?\n");
    assert!(stderr(&one).contains(", 1 bad line;"), "{}", stderr(&one));
}

#[test]
fn wrong_usage_is_refused() {
    let folder = Folder::made("batch-usage");
    let empty = folder.file("empty", "# nothing\n");
    let one = folder.file("one", "1,0,3/0 0,5,1/0 A");
    assert!(refused(&["batch", &empty]).contains("no position, expected one per line"));
    assert!(
        refused(&["batch", &folder.path("none")]).contains(": there is no such file or folder\n")
    );
    for shard in ["0/3", "4/3", "3", "a/b", "1/0", "+1/2", "/"] {
        let message = refused(&["batch", &one, "--shard", shard]);
        assert!(message.contains("expected I/N with I from 1 to N"), "{message}");
    }
    assert!(refused(&["batch", &one, "--depth", "3"]).contains("--eval"));
    assert!(refused(&["batch", &one, "--eval", "--winner"]).contains("--winner"));
    assert!(refused(&["batch", &one, "--store", "s", "--no-store"]).contains("--no-store"));
    assert!(refused(&["batch"]).contains("FILE"));
    assert!(refused(&["batch", "export"]).contains("STORE"));
    let message = refused(&["batch", "--eval", "openings"]);
    assert!(message.contains("no options of batch FILE"), "{message}");
    let nowhere = folder.path("none/store");
    let output = run(&["batch", &one, "--store", &nowhere]);
    assert_eq!((code(&output), stdout(&output)), (4, String::new()));
    assert!(stderr(&output).contains(&format!("{nowhere}: can't be opened")));
    assert_eq!(folder.names().len(), 2, "nothing was begun");
}

#[test]
fn openings_are_all_openings_and_carry_their_rules() {
    let small = ["--rules", "conglak", "--holes", "3", "--seeds", "3"];
    let openings = |format: &str| {
        let output = run(&[&["batch"][..], &small, &["openings", "--format", format]].concat());
        assert_eq!(code(&output), 0);
        stdout(&output)
    };
    let all = json_lines(&openings("jsonl"));
    // A owns 3 to 15 seeds of 18, and either player starts.
    assert_eq!(all.len(), 2 * 13);
    let plain: Vec<String> = openings("text").lines().map(ToOwned::to_owned).collect();
    for ((opening, plain), number) in all.iter().zip(&plain).zip(0..) {
        let (owned, mover) = (3 + number / 2, ["A", "B"][number % 2]);
        assert_eq!((&opening["owned"], &opening["mover"]), (&json!(owned), &json!(mover)));
        let owned = owned.to_string();
        let args = ["show", "--owned", &owned, "--mover", mover, "--format", "json"];
        let shown = run(&[&args, &small[..]].concat());
        let shown: Value = serde_json::from_str(&stdout(&shown)).unwrap();
        assert_eq!((&opening["position"], plain), (&shown["position"], &plain.clone()));
        assert_eq!(opening["position"], *plain);
    }
    // Each line names its rules, which override the options of the run.
    let args = ["batch", "-", "--rules", "kalah", "--format", "jsonl", "--quiet"];
    let output = run_with(&args, &openings("jsonl"));
    assert_eq!(code(&output), 0);
    let records = json_lines(&stdout(&output));
    let expected =
        run_with(&[&["solve", "-", "--format", "jsonl"], &small[..]].concat(), &openings("text"));
    for (record, expected) in records.iter().zip(json_lines(&stdout(&expected))) {
        assert_eq!((&record["value"], &record["best"]), (&expected["value"], &expected["best"]));
        assert_eq!(record["rules"], "conglak");
        assert_eq!(record["set"], json!({"holes": 3, "seeds": 3}));
    }
    assert_eq!(records.len(), all.len());
}

#[test]
fn records_are_input_again() {
    let text = random_positions(10, 20, 3, 12).join("\n");
    let args = ["batch", "-", "--format", "jsonl", "--quiet"];
    let first = run_with(&[&args[..], &["--rules", "dakon", "--set", "lone=stay"]].concat(), &text);
    let again = run_with(&args, &stdout(&first));
    assert_eq!(timeless(json_lines(&stdout(&again))), timeless(json_lines(&stdout(&first))));
    // So are the solved openings, which have the same values.
    let solved = text_of("positions/solved/kalah.jsonl");
    let small = |line: &&str| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["nodes"].as_u64().unwrap() < 5_000
    };
    let solved: Vec<&str> = solved.lines().filter(small).collect();
    assert!(solved.len() > 10);
    let output = run_with(&args, &solved.join("\n"));
    let solved: Vec<Value> = json_lines(&solved.join("\n"));
    let found = json_lines(&stdout(&output));
    assert_eq!(found.len(), solved.len());
    for (found, solved) in found.iter().zip(&solved) {
        assert_eq!((&found["value"], &found["best"]), (&solved["value"], &solved["best"]));
    }
}

/// Parsed as Python does.
#[test]
fn an_export_as_csv_says_what_the_json_lines_say() {
    let folder = Folder::made("batch-csv");
    let mut input = random_positions(11, 20, 4, 26);
    input.push("0,0/3 0,0/4 A over".to_owned());
    let file = folder.file("p", &input.join("\n"));
    batch_records(3, &[&file, "--nodes", "200", "--rules", "kalah", "--set", "lone=bank"]);
    batch_records(0, &[&file, "--eval", "--depth", "2"]);
    let store = format!("{file}.sqlite");
    let output = run(&["batch", "export", &store, "--csv"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let csv = folder.file("p.csv", &stdout(&output));
    let script =
        "import csv,json,sys\nfor row in csv.DictReader(open(sys.argv[1])): print(json.dumps(row))";
    let read = python("-c").args([script, &csv]).output().unwrap();
    let rows: Vec<BTreeMap<String, String>> =
        (stdout(&read).lines()).map(|line| serde_json::from_str(line).unwrap()).collect();
    let records = export(&[&store]);
    assert_eq!((rows.len(), records.len()), (42, 42));
    let text = |value: Option<&Value>| match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(words)) => {
            words.iter().map(|word| word.as_str().unwrap()).collect::<Vec<_>>().join(" ")
        }
        Some(Value::Object(set)) => {
            let set = set
                .iter()
                .map(|(name, value)| format!("{name}={}", value.to_string().trim_matches('"')));
            set.collect::<Vec<_>>().join(" ")
        }
        // As a decimal fraction.
        Some(Value::Number(number)) => number.as_f64().unwrap().to_string(),
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
        assert_eq!(row.len(), columns().len());
    }
}

/// The key of a result contains every option, while a result describes its rules as the job that
/// requested it does.
#[test]
fn the_rules_of_a_result_are_read_from_its_key() {
    for preset in Preset::all() {
        let mut rules = preset.rules.sized(3, 4).unwrap();
        rules.set("lone", "bank").unwrap();
        let base = Variant::with(preset, &rules);
        let job = read_line("1,0,3/0 0,5,1/0 A", 1, &base, Method::Eval);
        let job = job.unwrap().unwrap();
        let ask =
            Ask { method: Method::Solve, limits: Limits::default().with_memory(1), fresh: false };
        let found = Solver::new().solve(&job.game, Control::none());
        let mut entry = Entry {
            key: Key::new(&job, &ask),
            rule_set: preset.name.to_owned(),
            version: String::new(),
            memory: 1,
            seconds: 0.0,
            findings: Findings::Solved(Solved::new(job.game.position(), &found.unwrap())),
        };
        assert_eq!(entry.record(), Ok(entry.record_for(&job)));
        assert_eq!(entry.record_for(&job).set["holes"], json!(3));
        for wrong in ["", "holes=3", "holes=30", "colour=red"] {
            entry.key.options = wrong.to_owned();
            assert!(entry.record().is_err(), "{wrong}");
        }
    }
}

/// An input field with the name of a result field is dropped with a warning, except for results of
/// this program.
#[test]
fn what_is_left_out_is_said() {
    let told = |input: &str, form: &str| {
        let output = run_with(&["batch", "-", "--input", form], input);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stderr(&output)
    };
    let sheet = "position,value,Depth,by\n\"1,0,3/0 0,5,1/0 A\",5,3,Ali\n";
    let line = r#"{"position": "1,0,3/0 0,5,1/0 A", "value": 5, "Depth": 3}"#;
    let lines = format!("{line}\n{line}\n");
    for (input, form) in [(sheet, "csv"), (&*lines, "lines")] {
        let message = told(input, form);
        let left_out = message.matches("is left out, because results have a field of that name");
        assert_eq!(left_out.count(), 1, "{message}");
        assert!(message.contains("\"value\" is left out"), "{message}");
    }
    let limit =
        r#"{"position": "1,0,3/0 0,5,1/0 A", "nodes": 5, "time": 1, "fresh": true, "line": "A1"}"#;
    let message = told(limit, "lines");
    for said in [
        "\"nodes\" is left out, because results have a field of that name; as max_nodes it is a limit",
        "\"time\" is passed through: use --time to set it for all lines",
        "\"fresh\" is passed through: use --fresh to set it",
        "\"line\" is passed through: batch does not use it",
    ] {
        assert!(message.contains(said), "{message}");
    }
    for form in ["jsonl", "csv"] {
        let args = ["batch", "-", "--quiet", "--format", form];
        let result = stdout(&run_with(&args, "1,0,3/0 0,5,1/0 A\n"));
        let form = if form == "csv" { "csv" } else { "lines" };
        assert!(!told(&result, form).contains("left out"), "{form}");
    }
}
