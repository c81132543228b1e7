//! The command `campaign`: folders, files, kills, and error messages.

use std::fs;
use std::path::Path;
use std::process::Command;

use chongkak::campaign::Campaign;
use serde_json::{Value, json};

use crate::support::{
    Folder, code, home, json_ending, json_of, piped, refused, run, run_with, stderr, stdout,
};

/// An opening whose value takes some hundred jobs, and its value from a search without jobs.
const BOARD: [&str; 6] = ["--rules", "kalah", "--holes", "5", "--seeds", "3"];

fn value() -> Value {
    json_of(&[&["solve", "--fresh"], &BOARD[..]].concat())["value"].clone()
}

fn begin(folder: &str, more: &[&str]) {
    let begun = run(&[&["campaign", "new", folder, "-q"], &BOARD[..], more].concat());
    assert_eq!((code(&begun), stderr(&begun)), (0, String::new()));
}

fn status(folder: &str) -> Value {
    json_of(&["campaign", "status", folder])
}

/// Returns the message of a command that must end with this code.
fn ending(wanted: i32, args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((code(&output), stdout(&output)), (wanted, String::new()), "{}", stderr(&output));
    stderr(&output)
}

#[test]
fn a_status_has_these_fields() {
    let folder = Folder::new("campaign-status");
    begin(folder.text(), &[]);
    let expected = json!({
        "position": "3,3,3,3,3/0 3,3,3,3,3/0 A", "lower": -30, "upper": 30, "exact": false,
        "open": 1, "proven": 0, "nodes": 0,
    });
    assert_eq!(status(folder.text()), expected);
    // Other default rules of the user mean another campaign.
    let told = refused(&["campaign", "status", folder.text(), "--rules", "kalah"]);
    assert!(told.contains("a campaign has its own rules"), "{told}");
}

/// Tasks go to `batch`, and its stores and exports come back, until nothing is left.
#[test]
fn tasks_are_input_of_batch_and_its_stores_and_records_come_back() {
    let folder = Folder::made("campaign-batch");
    let own = folder.path("campaign");
    begin(&own, &["--job-nodes", "1000"]);
    let mut rounds = 0;
    while status(&own)["open"] != 0 {
        rounds += 1;
        assert!(rounds < 300);
        let tasks = run(&["campaign", "tasks", &own, "--count", "30"]);
        let tasks = stdout(&tasks);
        let first: Value = serde_json::from_str(tasks.lines().next().unwrap()).unwrap();
        assert!([1000, 2000, 4000].map(Value::from).contains(&first["max_nodes"]));
        let store = folder.path("store.sqlite");
        let batch = [
            "batch",
            "-",
            // The value of the whole is built in.
            "--fresh",
            "--store",
            &store,
            "-q",
            "--format",
            "jsonl",
            "--threads",
            "2",
        ];
        let output = run_with(&batch, &tasks);
        assert!([0, 3].contains(&code(&output)), "{}", stderr(&output));
        for (record, task) in stdout(&output).lines().zip(tasks.lines()) {
            let [record, task] = [record, task].map(|l| serde_json::from_str::<Value>(l).unwrap());
            assert_eq!(record["at_least"], task["at_least"]);
            assert_eq!(
                (&record["method"], &record["position"]),
                (&json!("at-least"), &task["position"])
            );
            assert_eq!(record["limits"]["nodes"], task["max_nodes"]);
        }
        let records = folder.file("records.jsonl", &stdout(&output));
        let from = if rounds % 2 == 0 { &store } else { &records };
        let added = run(&["campaign", "add", &own, from, "-q"]);
        assert_eq!(code(&added), 0, "{}", stderr(&added));
    }
    assert!(rounds > 3, "{rounds}");
    let (found, value) = (status(&own), value().as_i64().unwrap());
    let bounds = ["lower", "upper"].map(|name| found[name].as_i64());
    assert_eq!(bounds, [Some(value); 2]);
    let rest = run(&["campaign", "tasks", &own, "--count", "30"]);
    assert_eq!((code(&rest), stdout(&rest)), (0, String::new()));
    assert!(stderr(&rest).contains("no job is left"), "{}", stderr(&rest));
}

/// Returns the results of a campaign: position, question, limits and result of each.
fn results(folder: &str) -> Vec<[String; 4]> {
    let store = Path::new(folder).join("results.sqlite");
    let read = || -> rusqlite::Result<Vec<[String; 4]>> {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE;
        let connection = rusqlite::Connection::open_with_flags(store, flags)?;
        connection.busy_timeout(std::time::Duration::from_secs(60))?;
        let all = "SELECT position, method, limits, findings FROM results";
        let mut all = connection.prepare(all)?;
        let row =
            |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]);
        all.query_map((), row)?.collect()
    };
    // Before the first run there is none.
    read().unwrap_or_default()
}

/// Killed as soon as it has stored this many results: none of them is lost.
#[test]
fn a_run_that_is_killed_goes_on() {
    let folder = Folder::made("campaign-killed");
    let (own, value) = (folder.path("campaign"), value());
    begin(&own, &["--job-nodes", "300"]);
    let mut before = Vec::new();
    for wanted in [1, 20, 60] {
        let mut child = piped(&["campaign", "run", &own, "--parallel", "2", "-q"]);
        let (mut seen, mut ended) = (Vec::new(), false);
        while seen.len() < wanted && !ended {
            (seen, ended) = (results(&own), child.try_wait().unwrap().is_some());
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was through before it was killed");
        let nodes = status(&own)["nodes"].as_u64();
        assert!(nodes > Some(0));
        let now = results(&own);
        assert!(before.iter().chain(&seen).all(|row| now.contains(row)));
        before = now;
    }
    let found = json_of(&["campaign", "run", &own, "--parallel", "3", "-q"]);
    assert_eq!((&found["lower"], &found["upper"]), (&value, &value));
    let now = results(&own);
    assert!(before.iter().all(|row| now.contains(row)));
    // Nothing is left to do.
    assert_eq!(json_of(&["campaign", "run", &own]), found);
    assert_eq!(results(&own), now);
}

#[test]
fn damage_is_not_passed_over() {
    let folder = Folder::made("campaign-damaged");
    let own = folder.path("campaign");
    begin(&own, &["--job-nodes", "1000"]);
    let whole = json_of(&["campaign", "run", &own, "-q"]);
    let [store, question] =
        ["results.sqlite", "campaign.json"].map(|file| Path::new(&own).join(file));
    let bytes = fs::read(&store).unwrap();
    let connection = rusqlite::Connection::open(&store).unwrap();
    let changed = "UPDATE results SET findings = replace(findings, '\"lower\":', '\"lower\":1')";
    assert!(connection.execute(changed, ()).unwrap() > 1);
    connection.close().unwrap();
    let rows = fs::read(&store).unwrap();
    for damaged in [&rows, &bytes[..bytes.len() / 2]] {
        fs::write(&store, damaged).unwrap();
        for command in [vec!["status"], vec!["run"], vec!["tasks", "--count", "1"]] {
            let told = ending(4, &[&["campaign"], &command[..1], &[&own], &command[1..]].concat());
            assert!(told.contains("results.sqlite: the store is damaged"), "{told}");
        }
    }
    // Lost results are computed again.
    fs::remove_file(&store).unwrap();
    assert_eq!(status(&own)["nodes"], 0);
    let anew = json_of(&["campaign", "run", &own, "-q"]);
    assert_eq!((&anew["lower"], &anew["upper"]), (&whole["lower"], &whole["upper"]));
    let text = fs::read_to_string(&question).unwrap();
    fs::write(&question, text.replace("\"value\"", "\"winner\"")).unwrap();
    let told = ending(4, &["campaign", "status", &own]);
    assert!(told.contains("campaign.json, line 1: damaged"), "{told}");
}

/// A folder made by version 0.2, whose results were lines of a file.
#[test]
fn results_of_a_former_folder_are_taken_in() {
    let folder = Folder::made("campaign-former");
    folder.file(
        "campaign.json",
        "{\"campaign\":1,\"position\":\"3,3,3,3/0 3,3,3,3/0 A\",\"rules\":\"kalah\",\"set\":\
         {\"holes\":4,\"seeds\":3},\"goal\":\"value\",\"at_least\":null,\"job_nodes\":1000,\
         \"estimate\":6,\"version\":\"0.1.0\",\"sum\":3213657553}\n",
    );
    let former = folder.file(
        "results.jsonl",
        "{\"position\":\"3,3,3,3/0 3,3,3,3/0 A\",\"rules\":\"kalah\",\"set\":{\"holes\":4,\
         \"seeds\":3},\"at_least\":6,\"lower\":-20,\"upper\":24,\"nodes\":1026,\"stopped\":\
         \"nodes\",\"limits\":{\"nodes\":1000},\"version\":\"0.1.0\",\"sum\":580450518}\n\
         {\"position\":\"0,4,4,4/0 3,3,3,3/0 B\",\"rules\":\"kalah\",\"set\":{\"holes\":4,\
         \"seeds\":3},\"at_least\":6,\"lower\":-24,\"upper\":4,\"nodes\":167,\"stopped\":null,\
         \"limits\":{\"nodes\":1000},\"version\":\"0.1.0\",\"sum\":2808924960}\n",
    );
    for command in ["status", "run"] {
        let told = ending(4, &["campaign", command, folder.text()]);
        assert!(told.contains("a campaign of version 0.2"), "{told}");
    }
    let own = folder.path("anew");
    let rules = ["--rules", "kalah", "--holes", "4", "--seeds", "3", "--job-nodes", "1000"];
    json_of(&[&["campaign", "new", &own], &rules[..]].concat());
    let found = json_of(&["campaign", "add", &own, &former, "-q"]);
    assert_eq!([&found["lower"], &found["upper"], &found["nodes"]], [-20, 24, 1193]);
    // The job that found no answer is not repeated with the same nodes.
    let tasks = stdout(&run(&["campaign", "tasks", &own, "--count", "1"]));
    assert!(tasks.contains("\"max_nodes\":2000"), "{tasks}");
    // The value is from an independent program.
    let found = json_of(&["campaign", "run", &own, "-q"]);
    assert_eq!([&found["lower"], &found["upper"]], [6, 6]);
}

#[test]
fn what_is_no_campaign_or_no_result_is_refused() {
    let folder = Folder::made("campaign-refused");
    let (own, file) = (folder.path("campaign"), folder.file("other", "text\n"));
    for args in [vec!["status"], vec!["run"], vec!["tasks", "--count", "1"]] {
        let told = ending(4, &[&["campaign"], &args[..1], &[folder.text()], &args[1..]].concat());
        assert!(told.contains("no campaign here"), "{told}");
    }
    assert_eq!(folder.names(), ["other"]);
    let told = refused(&["campaign", "new", folder.text()]);
    assert!(told.contains("the folder is not empty"), "{told}");
    let told = refused(&["campaign", "new", &own, "0,0,1/2 0,0,1/2 A over"]);
    assert!(told.contains("the round is over"), "{told}");
    let told = refused(&["campaign", "new", &own, "--set", "store=far"]);
    assert!(told.contains("positions can recur"), "{told}");
    let told = refused(&["campaign", "new", &own, "-"]);
    assert!(told.contains("expected the position as an argument"), "{told}");
    let told = refused(&["campaign", "new", &own, "--at-least", "5000"]);
    assert!(told.contains("from -1023 to 1023"), "{told}");
    assert!(!Path::new(&own).exists());

    begin(&own, &[]);
    let told = ending(2, &["campaign", "add", &own, &file]);
    assert!(told.contains("other, line 1"), "{told}");
    let position = "3,3,3,3,3/0 3,3,3,3,3/0 A";
    let rules = json!({"position": position, "rules": "overbeck", "lower": 0, "upper": 4});
    let other = folder.file("rules", &format!("{rules}\n"));
    let told = ending(2, &["campaign", "add", &own, &other]);
    assert!(told.contains("expected") && told.contains("as in the campaign"), "{told}");
    let bare = folder.file("bare", &format!("{}\n", json!({"position": position})));
    let told = ending(2, &["campaign", "add", &own, &bare]);
    assert!(told.contains("no bounds, expected a result"), "{told}");
    let told = ending(4, &["campaign", "add", &own, &folder.path("nowhere")]);
    assert!(told.contains("nowhere"), "{told}");
    assert_eq!(status(&own)["nodes"], 0);

    let writer = Campaign::open_to_write(Path::new(&own)).unwrap();
    let told = ending(4, &["campaign", "run", &own]);
    assert!(told.contains("another process is working on this campaign"), "{told}");
    assert_eq!(status(&own)["open"], 1);
    drop(writer);
}

#[test]
fn a_limit_ends_a_run_with_what_is_known() {
    let folder = Folder::new("campaign-time");
    begin(folder.text(), &["--job-nodes", "1000"]);
    let args = ["campaign", "run", folder.text(), "--time", "0.000001"];
    let found = json_ending(3, &args);
    assert_eq!(found, status(folder.text()));
    assert_eq!(found["exact"], false);
}

/// The question of a line overrides that of the batch, and its limit overrides `--nodes`.
#[test]
fn a_line_of_a_batch_may_ask_whether_a_value_is_at_least_a_number() {
    let lines = "position,at_least,max_nodes\n\
                 \"3,3,3/0 3,3,3/0 A\",2,\n\"3,3,3/0 3,3,3/0 A\",3,5000\n\"3,3,3/0 3,3,3/0 A\",,\n";
    let args = ["batch", "-", "--rules", "kalah", "--format", "jsonl", "-q", "--nodes", "900000"];
    let output = run_with(&args, lines);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let records = crate::support::json_lines(&stdout(&output));
    let told = |record: &Value| {
        let bounds = ["lower", "upper"].map(|name| record[name].as_i64().unwrap());
        (record["method"].clone(), record["limits"]["nodes"].as_u64().unwrap(), bounds)
    };
    // Kalah (3,3) is worth 2, according to an independent program.
    let (method, nodes, [lower, _]) = told(&records[0]);
    assert!(method == "at-least" && nodes == 900_000 && lower == 2, "{}", records[0]);
    let (method, nodes, [_, upper]) = told(&records[1]);
    assert!(method == "at-least" && nodes == 5000 && upper == 2, "{}", records[1]);
    assert_eq!(told(&records[2]), (json!("solve"), 900_000, [2, 2]));

    for (line, wrong) in [("1.5", "a whole number of seeds"), ("2000", "from -1023 to 1023")] {
        let lines = format!("{{\"position\":\"1/0 1/0 A\",\"at_least\":{line}}}\n");
        let output = run_with(&["batch", "-", "--no-store"], &lines);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(wrong), "{}", stderr(&output));
    }
    let line = "{\"position\":\"1/0 1/0 A\",\"at_least\":1}\n";
    let output = run_with(&["batch", "-", "--no-store", "--winner"], line);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no such field in a batch that asks for winner"));
}

/// The cluster scripts distribute jobs to shards and collect results until the question is
/// answered.
#[cfg(unix)]
#[test]
fn shards_of_a_cluster_work_a_campaign_off() {
    let folder = Folder::made("campaign-cluster");
    let own = folder.path("campaign");
    begin(&own, &["--job-nodes", "2000"]);
    let prepare = home().join("scripts/cluster/prepare");
    let done = |script: &Path, args: &[&str]| {
        let scratch = folder.text();
        let mut command = Command::new(script);
        command.args(args).env("CHONGKAK_SCRATCH", scratch);
        command.env("CHONGKAK", env!("CARGO_BIN_EXE_chongkak"));
        let output = command.output().unwrap();
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        stdout(&output)
    };
    let mut rounds = 0;
    while status(&own)["open"] != 0 {
        rounds += 1;
        assert!(rounds < 300);
        let tasks = stdout(&run(&["campaign", "tasks", &own, "--count", "40"]));
        let list = folder.file("list", &tasks);
        let work = folder.path(&format!("work-{rounds}"));
        // The value of the whole is built in.
        let options = ["--fresh", "--tables", "none", "--threads", "2"];
        done(&prepare, &[&[&work[..], &list, "2"], &options[..]].concat());
        for shard in ["1", "2"] {
            done(&Path::new(&work).join("shard"), &[&work, shard]);
        }
        let records = done(&home().join("scripts/cluster/collect"), &[&work]);
        assert_eq!(records.lines().count(), tasks.lines().count());
        let records = folder.file("results.jsonl", &records);
        assert_eq!(code(&run(&["campaign", "add", &own, &records, "-q"])), 0);
    }
    assert!(rounds > 1, "{rounds}");
    let (found, value) = (status(&own), value());
    assert_eq!((&found["lower"], &found["upper"]), (&value, &value));
}

/// A run may end after any number of jobs, whatever the number of concurrent ones; the next run
/// continues.
#[test]
fn a_run_does_as_many_jobs_as_are_asked_for() {
    let folder = Folder::made("campaign-jobs");
    let (own, value) = (folder.path("campaign"), value());
    begin(&own, &["--job-nodes", "1000"]);
    for (jobs, parallel, all) in [("1", "1", 1), ("3", "2", 4), ("2", "4", 6)] {
        let args = ["campaign", "run", &own, "--jobs", jobs, "--parallel", parallel];
        let output = run(&args);
        assert_eq!((code(&output), results(&own).len()), (3, all), "{}", stderr(&output));
    }
    let found = json_of(&["campaign", "run", &own, "-q", "--jobs", "1M"]);
    assert_eq!((&found["lower"], &found["upper"]), (&value, &value));
    let told = stderr(&run(&["campaign", "proof", &own, "--jobs", "2"]));
    assert!(told.contains("it is now called --parallel"), "{told}");
}
