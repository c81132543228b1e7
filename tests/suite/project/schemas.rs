//! The published schemas of command output: real output validates, damaged output doesn't.

use std::collections::BTreeSet;
use std::path::PathBuf;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::support::{Folder, home, json_lines, parsed, run, run_with, stderr, stdout, text_of};

/// Schemas with example commands: complete, cut off by a limit, without a result. Schemas without a
/// line use the examples in the help of the command of that name.
const PRINTED: [(&str, &[&str]); 34] = [
    (
        "eval",
        &[
            "eval --rules kalah --holes 3 --seeds 2",
            "eval --owned 99 --depth 2",
            "eval --rules congklak --depth 2 --set short=closed",
            "eval --rules kalah --fresh --nodes 100",
            "eval 0,0,0/6 0,0,0/6 A over",
        ],
    ),
    (
        "analyze",
        &[
            "analyze --rules kalah --holes 2 --seeds 1 --line A1,B1",
            "analyze --line A1 --nodes 10",
            "analyze --rules kalah --holes 3 --seeds 2 --line B1 --mover B --min-loss 9",
        ],
    ),
    (
        "solve",
        &[
            "solve --rules kalah --holes 3 --seeds 2",
            "solve --rules kalah --holes 3 --seeds 2 --winner",
            "solve --nodes 10",
            "solve 0,0,0/6 0,0,0/6 A over",
            "solve --rules kalah --holes 3 --seeds 2 --proof FOLDER/kalah.proof",
        ],
    ),
    ("moves", &["moves 2p,0,1,4/0 3,0,2,1/0 A --rules congklak", "moves 0,0,0/6 0,0,0/6 A over"]),
    ("perft", &["perft 2 --holes 3 --divide", "perft 0 0,0,0/6 0,0,0/6 A over"]),
    (
        "perft-distinct",
        &["perft 2 --holes 3 --distinct", "perft 0 0,0,0/6 0,0,0/6 A over --distinct"],
    ),
    (
        "turns",
        &[
            "turns --rules kalah --holes 3 --seeds 2",
            "turns --rules dakon --holes 4 --seeds 4 --target 28 --shortest",
            "turns --rules dakon --holes 4 --seeds 4 --win-set --shortest",
            "turns --holes 6 --seeds 6 --exhaustive --nodes 1000",
            "turns --rules dakon --holes 5 --seeds 4 --beam 50",
        ],
    ),
    (
        "puzzle",
        &[
            "puzzles find --rules kalah --holes 4 --seeds 2 --count 2",
            "puzzles make --rules conglak 0,0,1,1/0~5,0,0,0/5~A",
            "puzzles make --rules conglak 0,0,1,1/0~5,0,0,0/5~A --question store",
            "puzzles make --question laps",
            "puzzles make --rules conglak 2,1,1/3~0,6,2/3~A --question keep",
        ],
    ),
    (
        "puzzle-check",
        &["puzzles check positions/puzzles/chonka.jsonl", "puzzles check chonka --nodes 1"],
    ),
    (
        "set-record",
        &[
            "set play --rules congklak-six --holes 3 --seeds 2 --a greedy --b biggest --seed 2",
            "set play --rules congklak-six --holes 3 --seeds 2 --together=A2,B2 --a greedy --b greedy",
            "set play --holes 3 --seeds 2 --line A3 --set lone=stay",
            "set play --holes 3 --seeds 2 --a greedy --b greedy --rounds 1",
        ],
    ),
    (
        "set-solve",
        &[
            "set solve --rules congklak-six --holes 3 --seeds 2",
            "set solve --rules congklak-six --holes 3 --seeds 2 --nodes 10",
        ],
    ),
    (
        "set-reply",
        &[
            "set reply --rules congklak-six --holes 3 --seeds 2 --owned 2",
            "set reply --rules congklak-six --holes 3 --seeds 2",
        ],
    ),
    (
        "chong-analyze",
        &[
            "chong analyze --holes 3 --turn 1,2,3,4~1:K3<>2~4:S3-7x --exact",
            "chong analyze --holes 3 --turn 1,2,3,4~1:K3<>2~4:S3-7x",
        ],
    ),
    (
        "chong-eval",
        &[
            "chong eval --holes 3 --dice 2 --throw 1,2 --exact",
            "chong eval --holes 5 --exact --memory 1",
            "chong eval --holes 3 --throw 1,3,3,6",
            "chong eval --depth 1 --samples 8 --throw 1,3,3,6",
            "chong eval --depth 1",
        ],
    ),
    (
        "chong-solve",
        &["chong solve --holes 2 --dice 1", "chong solve --holes 6 --dice 4 --memory 1"],
    ),
    (
        "chong-match",
        &[
            "chong match --first guess --second random --games 3",
            "chong match --first greedy --second random --holes 2 --games 20 --luck --exact",
            "chong match --first greedy --second random --holes 4 --games 2 --luck",
            "chong match --first perfect --second perfect --holes 2 --games 2 --luck",
        ],
    ),
    (
        "batch",
        &[
            "batch positions/examples.txt --rules conglak --no-store",
            "batch positions/examples.txt --rules conglak --no-store --winner",
            "batch positions/examples.txt --rules conglak --no-store --eval --depth 3",
            "batch positions/examples.txt --rules conglak --no-store --nodes 1",
        ],
    ),
    (
        "infer",
        &[
            "infer positions/claims/overbeck.toml --examples",
            "infer positions/claims/dakon.toml --among capture,short",
            "infer positions/claims/conglak.toml",
        ],
    ),
    (
        "rules-diff",
        &[
            "rules diff kalah overbeck --holes 3 --seeds 2 --values --nodes 1000",
            "rules diff conglak kalah --nodes 10",
            "rules diff conglak kalah 1,1/0 1,1/0 A",
        ],
    ),
    (
        "verify-all",
        &[
            "verify --rules all positions/claims/congklak.toml",
            "verify --rules all positions/claims/values.toml --nodes 10",
        ],
    ),
    ("batch-opening", &["batch openings --rules kalah --holes 2 --seeds 1"]),
    ("bench", &["bench --time 1ms"]),
    ("book", &["book congklak-six --owned 66", "book overbeck --owned 27"]),
    ("chong-moves", &["chong moves --holes 2 --dice 1"]),
    ("chong-moves-throw", &["chong moves --holes 3 --throw 1,2,3,4"]),
    (
        "chong-rollout",
        &[
            "chong rollout --holes 3 --games 3",
            "chong rollout --holes 3 --games 3 --luck",
            "chong rollout --holes 3 --games 3 --throw 1,2,3,4",
        ],
    ),
    (
        "match",
        &[
            "match --rules kalah --first greedy --second random --rounds 3",
            "match --rules kalah --first greedy --second random --rounds 1",
        ],
    ),
    (
        "start",
        &[
            "start --rules kalah --holes 2 --seeds 1",
            "start --rules kalah --holes 3 --seeds 2 --bounds --nodes 10 --trees 1 --iterations 2",
        ],
    ),
    (
        "start-play",
        &[
            "start play --rules kalah --holes 2 --seeds 1 --line A2,B2",
            "start play --rules kalah --holes 3 --seeds 2 --line A1,B1",
        ],
    ),
    ("systems", &["systems --holes 4 --seeds 4"]),
    ("table", &["tables build FOLDER --rules kalah --holes 2 --max 2"]),
    ("tables-probe", &["tables probe FOLDER 0,0/2 0,0/2 A over --rules kalah --holes 2"]),
    (
        "verify",
        &[
            "verify positions/claims/congklak.toml",
            "verify positions/claims/values.toml --nodes 10",
        ],
    ),
    (
        "campaign",
        &[
            "campaign new FOLDER/campaign --rules kalah --holes 3 --seeds 2",
            "campaign status positions/campaign",
        ],
    ),
];

/// Schemas that are tested elsewhere: those of `serve` where it is called (`support/traffic.rs`).
const OTHERS: [&str; 6] =
    ["analyze-games", "analyze-turns", "failure", "serve", "serve-results", "tables-verify"];

fn schemas() -> PathBuf {
    home().join("docs/schemas")
}

/// Returns the names of all schemas.
fn names() -> BTreeSet<String> {
    let files = std::fs::read_dir(schemas()).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    files.map(|file| file.strip_suffix(".schema.json").unwrap().to_owned()).collect()
}

/// Returns the commands for testing a schema.
fn tried(name: &str) -> Vec<String> {
    match PRINTED.iter().find(|(listed, _)| *listed == name) {
        Some((_, commands)) => commands.iter().map(ToString::to_string).collect(),
        None => examples(&name.replace('-', " ")),
    }
}

/// The examples in the help of a command, except those that read or write files; and a finished
/// round for a command that takes any position.
fn examples(command: &str) -> Vec<String> {
    let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
    let help = stdout(&run(&words));
    let lines = help.lines().filter_map(|line| line.strip_prefix("  chongkak "));
    let lines = lines.filter(|line| {
        let files = [" - ", " > ", " | ", "--html", "--svg"];
        line.starts_with(command) && !files.iter().any(|part| line.contains(part))
    });
    let quoted = |(number, part): (usize, &str)| match number % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', "~"),
    };
    let lines = lines.map(|line| line.split('\'').enumerate().map(quoted).collect());
    let any_position = format!("Usage: chongkak {command} [OPTIONS] [POSITION]...\n");
    let over = help.contains(&any_position) && !command.starts_with("chong ");
    let over = over.then(|| format!("{command} 0,0,0/6 0,0,0/6 A over"));
    lines.chain(over).collect()
}

fn validator(name: &str) -> Validator {
    let path = schemas().join(format!("{name}.schema.json"));
    let schema = std::fs::read_to_string(&path).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    jsonschema::validator_for(&schema).unwrap()
}

/// Returns the records that a command prints. Positions may contain blanks; turns of chong have `~`
/// instead.
fn printed(command: &str) -> Vec<Value> {
    let folder = Folder::made("schemas");
    let words = command.split(' ').map(|word| word.replace('~', " "));
    let words: Vec<String> = words.map(|word| word.replace("FOLDER", folder.text())).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(["--format", "jsonl", "--threads", "1", "--quiet"]);
    let output = run(&words);
    let records = json_lines(&stdout(&output));
    assert!(!records.is_empty(), "{command}: {}", stderr(&output));
    records
}

/// Returns the record of a list of commands that are needed to produce it.
pub fn expect(name: &str, record: &Value) {
    check(name, &validator(name), record, name);
}

/// The record must validate, and must not without one of its fields or with an additional one.
fn check(name: &str, validator: &Validator, record: &Value, what: &str) {
    if let Err(error) = validator.validate(record) {
        panic!("{name}: {what}: {error} at {}: {record}", error.instance_path());
    }
    let fields: &Map<String, Value> = record.as_object().unwrap();
    for field in fields.keys() {
        let mut less = fields.clone();
        less.remove(field);
        let some_lack: &[&str] = match name {
            "batch" => &["id", "at_least", "line_stopped"],
            "book" => &["system"],
            "puzzle" => &["place"],
            "set-table" => &["line", "ends"],
            _ => &["proof", "divide", "line_stopped"],
        };
        let may_lack = some_lack.contains(&field.as_str());
        assert_eq!(validator.is_valid(&less.into()), may_lack, "{name}: {field}");
        let mut odd = fields.clone();
        odd.insert(field.clone(), json!([[true]]));
        assert!(!validator.is_valid(&odd.into()), "{name}: {field}");
    }
    let mut more = fields.clone();
    more.insert("other".to_owned(), Value::Null);
    // A batch passes through other input fields, even of malformed lines.
    assert_eq!(validator.is_valid(&more.into()), ["batch", "failure"].contains(&name), "{name}");
}

/// Sorts the lists in a value: the order of alternatives and names in a schema does not matter.
fn in_order(value: &Value) -> Value {
    match value {
        Value::Array(parts) => {
            let mut parts: Vec<Value> = parts.iter().map(in_order).collect();
            parts.sort_by_key(Value::to_string);
            Value::Array(parts)
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            fields.map(|(name, part)| (name.clone(), in_order(part))).collect()
        }
        other => other.clone(),
    }
}

/// The program under test is built with the feature `schemas`.
#[test]
fn the_schemas_are_those_of_the_records() {
    let printed = parsed(&run(&["schemas"]));
    for (name, schema) in printed.as_object().unwrap() {
        let folder = if name == "rules" { "docs" } else { "docs/schemas" };
        let written = text_of(&format!("{folder}/{name}.schema.json"));
        let written: Value = serde_json::from_str(&written).unwrap();
        assert!(in_order(&written) == in_order(schema), "{name}: run scripts/make schemas");
    }
    let mut made: BTreeSet<String> = printed.as_object().unwrap().keys().cloned().collect();
    assert!(made.remove("rules"));
    assert_eq!(made, names());
}

#[test]
fn what_commands_print_follows_the_schemas() {
    for name in names() {
        if OTHERS.contains(&&name[..]) {
            continue;
        }
        let (validator, commands) = (validator(&name), tried(&name));
        assert!(!commands.is_empty(), "{name}: no example, and no line in PRINTED");
        for command in &commands {
            for record in printed(command) {
                check(&name, &validator, &record, command);
            }
        }
    }
}

#[test]
fn records_of_a_batch_may_have_an_id() {
    let line = r#"{"id": 7, "position": "3,3,3/0 3,3,3/0 B", "rules": "kalah", "set": {"lap": "circuit"}, "at_least": 1}"#;
    let output = run_with(&["batch", "-", "--format", "jsonl", "--quiet"], line);
    let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(record["id"], 7, "{}", stderr(&output));
    check("batch", &validator("batch"), &record, line);
}

#[test]
fn bad_lines_follow_their_schema() {
    let validator = validator("failure");
    for (command, input) in [(["moves", "-"], "1,1/0 1,1/0 C\n"), (["solve", "-"], "1,1/0 1/0 A\n")]
    {
        let output = run_with(&[&command[..], &["--format", "jsonl"]].concat(), input);
        let records = json_lines(&stdout(&output));
        assert_eq!(records.len(), 1);
        check("failure", &validator, &records[0], input);
        for field in ["kind", "message", "at", "expected"] {
            let mut damaged = records[0].clone();
            damaged["error"].as_object_mut().unwrap().remove(field);
            assert!(!validator.is_valid(&damaged), "{field}");
        }
    }
}

/// With a record that goes wrong, one that is whole, and one that is none.
#[test]
fn rows_of_games_and_of_turns_follow_their_schemas() {
    let record = "rules: kalah\nholes: 3\nseeds: 2\nA: Minah\nround 1: A\nA3\nB3\nA1 A3 A2\nB2\n";
    let text = format!("{record}A9\n{record}rules: none\n");
    for (name, table) in [("analyze-games", "games"), ("analyze-turns", "turns")] {
        let args = ["analyze", "-", "--table", table, "--format", "jsonl", "--nodes", "1000"];
        let records = json_lines(&stdout(&run_with(&args, &text)));
        let (row, failure) = (validator(name), validator("failure"));
        let (rows, failures): (Vec<&Value>, Vec<&Value>) = records
            .iter()
            .partition(|record| record.get("rules").or(record.get("round")).is_some());
        for record in &rows {
            check(name, &row, record, table);
        }
        for record in &failures {
            assert!(failure.is_valid(record), "{record}");
        }
        let expected = if name == "analyze-games" { (2, 1) } else { (8, 2) };
        assert_eq!((rows.len(), failures.len()), expected);
    }
}

#[test]
fn a_check_of_a_table_follows_its_schema() {
    let folder = Folder::made("schemas-of-tables");
    let kalah = ["--rules", "kalah", "--holes", "2"];
    run(&[&["tables", "build", folder.text(), "--max", "2"], &kalah[..]].concat());
    let output = run(&["tables", "verify", folder.text(), "--format", "jsonl"]);
    let records = json_lines(&stdout(&output));
    assert_eq!(records.len(), 1);
    expect("tables-verify", &records[0]);
}

/// Returns the fields of a schema without a description.
fn undescribed(schema: &Value) -> Vec<String> {
    let parts = match schema {
        // A restriction of a field described elsewhere needs no description.
        Value::Object(parts) => (parts.iter())
            .filter(|(name, _)| !["if", "then", "results"].contains(&name.as_str()))
            .map(|(_, part)| part)
            .collect(),
        Value::Array(parts) => parts.iter().collect(),
        _ => Vec::new(),
    };
    let mut found: Vec<String> = parts.into_iter().flat_map(undescribed).collect();
    let fields = schema.get("properties").and_then(Value::as_object);
    for (name, field) in fields.into_iter().flatten() {
        // These are described by each alternative as a whole.
        let told = ["verdict", "evidence"].contains(&name.as_str());
        if !told && field["description"].as_str().is_none_or(str::is_empty) {
            found.push(name.clone());
        }
    }
    found
}

#[test]
fn every_field_has_a_description() {
    for file in std::fs::read_dir(schemas()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let found = undescribed(&serde_json::from_str(&text).unwrap());
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

/// Every schema is linked from a page that describes its fields, and each name in a list is a
/// schema.
#[test]
fn the_formats_lead_to_every_schema() {
    let pages = std::fs::read_dir(home().join("docs/formats")).unwrap();
    let pages = pages.map(|page| std::fs::read_to_string(page.unwrap().path()).unwrap());
    let formats = text_of("docs/FORMATS.md") + &pages.collect::<String>();
    let names = names();
    assert!(names.len() > 35, "{names:?}");
    for name in &names {
        assert!(formats.contains(&format!("schemas/{name}.schema.json)")), "{name}");
    }
    for name in PRINTED.map(|(name, _)| name).iter().chain(&OTHERS) {
        assert!(names.contains(*name), "{name}");
    }
}
