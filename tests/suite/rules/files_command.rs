//! Rule sets from files on the command line: a file works wherever the name of a rule set does.

use chongkak::rules::RuleSet;
use serde_json::{Value, json};

use crate::support::{
    Folder, OURS, code, json_lines, json_of, parsed, refused, run, run_with, stderr, stdout, words,
};

fn read(text: &str) -> RuleSet {
    RuleSet::read("ours.toml", text.as_bytes()).unwrap()
}

/// Every option for rules also takes a file, and the output lists the options instead of the file.
#[test]
fn a_file_plays_as_its_base_with_options_set() {
    let folder = Folder::made("rule-file-everywhere");
    let text = "name = 'ours'\nbase = 'kalah'\nholes = 3\n[set]\nlone = 'bank'\n";
    let file = folder.file("ours.toml", text);
    let by_options = "--rules kalah --holes 3 --set lone=bank --threads 1";
    let by_options = words(by_options);
    for command in [
        &["moves"][..],
        &["perft", "4"],
        &["solve", "--seeds", "2"],
        &["turns", "--seeds", "2"],
        &["set", "play", "--line", "A1"],
        &["set", "solve", "--seeds", "1"],
    ] {
        let by_file = json_of(&[command, &["--rules", &file, "--threads", "1"]].concat());
        let by_options = json_of(&[command, &by_options[..]].concat());
        assert_eq!(by_file, by_options, "{command:?}");
    }
    // After a long path the text wraps.
    let text = stdout(&run(&["moves", "--rules", &file, "--no-board"]));
    let text: Vec<&str> = text.split_whitespace().collect();
    let rules = format!("rules ours ({file}): kalah, 2 x 3 holes");
    assert!(text.join(" ").starts_with(&rules), "{text:?}");
    // Options on the command line override.
    let moves = json_of(&["moves", "--rules", &file, "--set", "lone=stay", "--holes", "4"]);
    assert_eq!(moves["rules"], json!({"name": "kalah", "holes": 4, "seeds": 4, "set": {}}));
    // Data of built-in rule sets is not used for others.
    assert!(refused(&["book", "--rules", &file]).contains("expected no holes"));
    assert!(refused(&["set", "table", "--rules", &file]).contains("expected no holes"));
}

/// Stores, campaigns and tables identify rules by options: results found with the file are found
/// without it.
#[test]
fn what_is_kept_needs_the_file_no_more() {
    let folder = Folder::made("rule-file-gone");
    let text = "name = 'ours'\nbase = 'kalah'\nholes = 2\nseeds = 2\n[set]\nlone = 'bank'\n";
    let file = folder.file("ours.toml", text);
    let positions = folder.file("positions.txt", "2,2/0 2,2/0 A\n");
    let (store, tables) = (folder.path("s.sqlite"), folder.path("tables"));
    let batch = ["batch", &positions, "--store", &store, "--rules"];
    let first = run(&[&batch[..], &[&file]].concat());
    assert!(stderr(&first).contains("(0 already known)"), "{}", stderr(&first));
    let campaign = folder.path("campaign");
    assert_eq!(code(&run(&["campaign", "new", &campaign, "--rules", &file])), 0);
    let built = ["tables", "build", &tables, "--max", "4", "--quiet", "--rules", &file];
    assert_eq!(code(&run(&built)), 0);
    std::fs::remove_file(&file).unwrap();
    let by_options = ["kalah", "--set", "lone=bank", "--holes", "2", "--seeds", "2"];
    let again = run(&[&batch[..], &by_options].concat());
    assert!(stderr(&again).contains("(1 already known)"), "{}", stderr(&again));
    assert_eq!(stdout(&again), stdout(&first));
    let status = json_of(&["campaign", "status", &campaign]);
    assert_eq!(status["position"], "2,2/0 2,2/0 A");
    let probe = ["tables", "probe", &tables, "0,1/2 1,0/4 A", "--rules"];
    let found = json_of(&[&probe[..], &by_options].concat());
    assert_eq!(found["exact"], true);
}

#[test]
fn claims_batches_and_records_name_files_beside_themselves() {
    let folder = Folder::made("rule-file-beside");
    folder.file(
        "ours.toml",
        "name = 'ours'\nbase = 'kalah'\nholes = 2\nseeds = 1\n[set]\ncapture = 'none'\n",
    );
    // A2 ends in the store, A1 in A2; kalah captures the seed opposite, these rules do not.
    let claim = |rules: &str, gain: u8| {
        format!(
            "source = 's'\n[[claim]]\nid = 'a'\nrules = '{rules}'\nset = {{ holes = 2, seeds = 1 }}\n\
             line = [{{ play = 'A2' }}, {{ play = 'A1', gain = {gain} }}]\n"
        )
    };
    let ours = folder.file("ours-claims.toml", &claim("./ours.toml", 0));
    let usual = folder.file("claims.toml", &claim("kalah", 2));
    assert_eq!(code(&run(&["verify", &ours, &usual])), 0);
    let both = folder.file("wrong-claims.toml", &claim("./ours.toml", 2));
    assert_eq!(code(&run(&["verify", &both])), 1);

    let line = json!({"position": "1,1/0 1,1/0 A", "rules": "./ours.toml"});
    let set = json!({"position": "1,1/0 1,1/0 A", "rules": "kalah", "set": {"capture": "none"}, "holes": 2, "seeds": 1});
    let batch = folder.file("lines.jsonl", &format!("{line}\n{set}\n"));
    let done = run(&["batch", &batch, "--format", "jsonl", "--quiet"]);
    assert_eq!((code(&done), stderr(&done)), (0, String::new()));
    let records = json_lines(&stdout(&done));
    assert_eq!(records[0]["rules"], json!("kalah"));
    for field in ["rules", "set", "holes", "seeds", "value"] {
        assert_eq!(records[0][field], records[1][field], "{field}");
    }
    let table = folder.file("table.csv", "position,rules\n\"1,1/0 1,1/0 A\",ours.toml\n");
    let done = run(&["batch", &table, "--format", "jsonl", "--quiet"]);
    assert_eq!(json_lines(&stdout(&done))[0]["set"], records[0]["set"]);

    let record = folder.file("record.txt", "rules: ours.toml\nround 1: A\nA2 A1\n");
    let replayed = json_of(&["set", "replay", &record]);
    assert_eq!(replayed["options"], json!({"capture": "none"}));
    assert_eq!((&replayed["holes"], &replayed["seeds"]), (&json!(2), &json!(1)));
}

#[test]
fn a_wrong_file_is_told_wherever_it_is_named() {
    let folder = Folder::made("wrong-rule-file");
    let wrong = folder.file("wrong.toml", "name = 'ours'\n[set]\nlap = 'twice'\n");
    let shown = "wrong.toml: line 3, column 7: lap: found \"twice\", expected none or passed or \
                 circuit\n  lap = 'twice'\n        ^^^^^^^\n";
    for command in
        [&["rules", &wrong][..], &["moves", "--rules", &wrong], &["rules", "--rules", &wrong]]
    {
        assert!(refused(command).ends_with(shown), "{command:?}");
    }
    let claims = folder.file(
        "claims.toml",
        "source = 's'\n[[claim]]\nid = 'a'\nrules = './wrong.toml'\nlaps = 0\n",
    );
    let told = stderr(&run(&["verify", &claims]));
    assert!(told.contains("claim \"a\", rules: ") && told.ends_with(shown), "{told}");
    // A malformed line does not stop the others, and the file is shown below its message.
    let lines = "{\"position\": \"1,1/0 1,1/0 A\", \"rules\": \"wrong.toml\"}\n1,1/0 1,1/0 A\n";
    let batch = folder.file("lines.jsonl", lines);
    let output = run(&[
        "batch",
        &batch,
        "--format",
        "jsonl",
        "--quiet",
        "--store",
        &folder.path("s.sqlite"),
    ]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("lines.jsonl, line 1: ") && stderr(&output).ends_with(shown));
    let records = json_lines(&stdout(&output));
    assert_eq!(records[0]["error"]["expected"], "none or passed or circuit");
    assert_eq!(records[0]["error"]["at"], Value::Null);
    assert!(records[1]["value"].is_number());
    // In a table the message points to the cell with the file.
    let rows = "position,rules\n\"1,1/0 1,1/0 A\",wrong.toml\n";
    let table = folder.file("table.csv", rows);
    let output = run(&["batch", &table, "--no-store", "--quiet", "--format", "jsonl"]);
    assert!(
        stderr(&output).contains("table.csv, line 2, column 17: ")
            && stderr(&output).ends_with(shown)
    );
    let record = folder.file("record.txt", "rules: wrong.toml\nround 1: A\n");
    let told = stderr(&run(&["set", "replay", &record]));
    assert!(
        told.contains("line 1, column 8: ") && told.contains("line 3, column 7: lap: found"),
        "{told}"
    );
}

#[test]
fn rules_shows_a_file_as_it_shows_a_shipped_rule_set() {
    let folder = Folder::made("rules-of-a-file");
    let file = folder.file("ours.toml", OURS);
    let text = stdout(&run(&["rules", &file]));
    for part in [
        "ours: congklak as played in our village\nwhat the elders of the village said, 2020\n",
        "based on congklak\n\nholes = 5\n    counted on the board\n",
        "lap = none  (or passed, circuit)\n    first evening: “An empty house takes what lies across, always.”\n",
        "short = closed  (or ngacang)\n    set in the file without a source; the base congklak has ngacang\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let record = json_of(&["rules", &file]);
    let fields = |record: &Value| {
        let names = record.as_object().unwrap().keys().cloned();
        names.collect::<Vec<_>>()
    };
    let mut shipped = fields(&json_of(&["rules", "congklak"]));
    shipped.push("file".to_owned());
    shipped.sort();
    assert_eq!(fields(&record), shipped);
    assert_eq!((&record["base"], &record["file"]), (&json!("congklak"), &json!(file)));
    // --toml prints a rule file for a built-in rule set or a file, with options on top.
    let written = stdout(&run(&["rules", &file, "--toml", "--set", "lap=circuit", "--seeds", "3"]));
    let again = read(&written);
    let expected = read(OURS).rules().with("lap", "circuit").unwrap();
    assert_eq!(again.rules(), expected.sized(5, 3).unwrap());
    assert!(
        refused(&["rules", "kalah", "--toml", "--format", "json"]).contains("expected no other")
    );
    // From standard input, as in a shell.
    let piped = run_with(&["rules", "/dev/stdin", "--format", "json"], &written);
    assert_eq!(parsed(&piped)["options"][0]["value"], "5");
}

#[test]
fn a_mistyped_name_is_still_answered_by_the_likely_one_and_completions_list_names() {
    let told = refused(&["moves", "--rules", "conglac"]);
    assert!(told.contains("a similar value exists: 'conglak"), "{told}");
    assert!(told.contains("a rule file ends in '.toml'"), "{told}");
    let script = stdout(&run(&["completions", "bash"]));
    assert!(script.contains("overbeck conglak conglak-burnt"), "{script}");
    assert!(refused(&["moves", "--rules", "all"]).contains("only verify"));
}
