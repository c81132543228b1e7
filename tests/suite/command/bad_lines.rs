//! Malformed input lines: the records in their place, and the messages.

use std::io::Write;

use serde_json::{Value, json};

use crate::support::{Folder, code, json_lines, piped, run, run_with, stderr, stdout, words};

/// Records correspond to lines: a malformed line has a record too.
#[test]
fn a_bad_line_has_its_error_in_the_place_of_its_record() {
    let run_on = |command: &str, input: &[u8]| {
        let mut child = piped(&[words(command), vec!["-", "--format", "jsonl"]].concat());
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 2, "{command}: {}", stderr(&output));
        json_lines(&stdout(&output))
    };
    let bad = "1,1/0 1,1/0 A\n1,1/0 1,ä9/0 A\n1,1/0 1,1/0 B\n";
    let hole = "a number of seeds, a number followed by p (protected), or x (closed)";
    for command in ["eval", "solve", "moves", "show", "perft 2", "turns", "play --line 1", "batch"]
    {
        let records = run_on(command, bad.as_bytes());
        assert_eq!(records.len(), 3, "{command}");
        for (record, mover) in [(&records[0], "A"), (&records[2], "B")] {
            let position = format!("1,1/0 1,1/0 {mover}");
            assert_eq!(record["position"], position, "{command}");
        }
        let mut error = records[1].clone();
        let message = error["error"].as_object_mut().unwrap().remove("message");
        let message = message.unwrap();
        assert!(
            message.as_str().unwrap().ends_with(&format!("hole B2: found \"ä9\", expected {hole}")),
            "{command}: {message}"
        );
        // Columns are characters.
        let expected =
            json!({"line": 2, "error": {"kind": "bad-position", "at": 9, "expected": hole}});
        assert_eq!(error, expected, "{command}");
    }
    let whole =
        run_on("moves", b"\xef\xbb\xbf\n0,0/0 1,1/0 A\n1/0 1/0 A\n  1/0 1 A\nx\xc3\xa4 \xff\n");
    let errors: Vec<_> = whole.iter().filter(|record| record.get("error").is_some()).collect();
    let told: Vec<_> = (errors.iter())
        .map(|record| (&record["line"], &record["error"]["at"], &record["error"]["expected"]))
        .collect();
    let half = json!("the holes, one slash and the store, as in \"7,7,7/0\"");
    let expected = [
        (
            &json!(2),
            &Value::Null,
            &json!("seeds in one, or the mark \"over\" after the mover if the round is over"),
        ),
        (&json!(4), &json!(7), &half),
        (&json!(5), &json!(4), &json!("UTF-8 text")),
    ];
    assert_eq!((whole.len(), told), (4, expected.to_vec()));
    let chong = run_on("chong show", b"SSS|K.k|sss A\nSSS|KXk|sss A\nSSS|K.k|sss B\n");
    assert_eq!((chong.len(), &chong[2]["player"]), (3, &json!("B")));
    assert_eq!((&chong[1]["line"], &chong[1]["error"]["at"]), (&json!(2), &json!(6)));
    // If records do not have their own lines, there is only the message.
    for format in ["text", "json"] {
        let output = run_with(&["perft", "1", "-", "--format", format], bad);
        assert_eq!(code(&output), 2);
        assert!(!stdout(&output).contains("expected"), "{}", stdout(&output));
        assert!(stderr(&output).contains("standard input, line 2: position, hole B2"));
    }
}

/// A pasted spreadsheet column: cells with commas are in quotes.
#[test]
fn a_line_may_stand_in_quotes() {
    let args = ["show", "-", "--format", "jsonl"];
    let output = run_with(&args, "\"1,2/0 1,1/0 A\"\n \"1,2/0 1,1/0 B\" \r\n");
    let records = json_lines(&stdout(&output));
    let positions: Vec<_> =
        (records.iter()).map(|record| record["position"].as_str().unwrap()).collect();
    assert_eq!((code(&output), positions), (0, vec!["1,2/0 1,1/0 A", "1,2/0 1,1/0 B"]));
    let output = run_with(&args, "\"1,2/0 1,q/0 A\"\n\"1,2/0 1,1/0 B\n\"\n\"\"\n");
    let records = json_lines(&stdout(&output));
    let at = |record: &Value| record["error"]["at"].as_u64();
    assert_eq!(code(&output), 2);
    // The column counts the quote; a single quote is part of the error.
    assert_eq!(records.len(), 4);
    assert_eq!((at(&records[0]), at(&records[1])), (Some(10), Some(1)));
}

/// A message in a record is one line; its position is shown on standard error.
#[test]
fn a_message_in_a_record_has_no_line_break() {
    let input = "1,1/0 0,0/2 A\n1,1/0 1,1/0 A final\n1,1/0 1,1/0 A over\n1,1/0 1/0 A\n";
    for command in ["start", "eval", "play --line B1"] {
        let args = [words(command), vec!["-", "--format", "jsonl"]].concat();
        let output = run_with(&args, input);
        let records = json_lines(&stdout(&output));
        let errors = records.iter().filter_map(|record| record.get("error"));
        let told: Vec<_> = errors.map(|error| error["message"].as_str().unwrap()).collect();
        assert!(!told.is_empty(), "{command}");
        for message in &told {
            assert!(!message.contains('\n'), "{command}: {message}");
        }
        assert!(stderr(&output).contains("\n  1,1/0 1/0 A\n"), "{command}");
        if command == "start" {
            assert_eq!(told.len(), 4);
            assert!(stderr(&output).contains("\n  1,1/0 0,0/2 A\n"));
        }
    }
}

/// A position without a table does not stop the run, and a malformed line determines the exit code.
#[test]
fn a_bad_line_ends_with_2_whatever_else_is_missing() {
    let folder = Folder::made("probe-stream");
    let built = ["tables", "build", folder.text(), "1,1/0 1,1/0 A", "--max", "4"];
    assert_eq!(code(&run(&[&built[..], &["--rules", "kalah"]].concat())), 0);
    let probe = ["tables", "probe", folder.text(), "-", "--rules", "kalah", "--format", "jsonl"];
    let input = "1,1/0 1,1/0 A\n1,1,1/0 1,1,1/0 A\nrubbish\n1,1/0 1,1/0 B\n";
    let output = run_with(&probe, input);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let records = json_lines(&stdout(&output));
    let lines: Vec<_> = records.iter().map(|record| &record["line"]).collect();
    assert_eq!(lines, [&Value::Null, &json!(2), &json!(3), &Value::Null]);
    assert!(records[1]["error"]["message"].as_str().unwrap().contains("no table"));
    assert!(stderr(&output).contains("standard input, line 2: "));
    let without = run_with(&probe, "1,1,1/0 1,1,1/0 A\n1,1/0 1,1/0 B\n");
    assert_eq!((code(&without), stdout(&without).lines().count()), (4, 2));
}

#[test]
fn messages_show_only_the_surroundings_of_a_mistake() {
    let long = format!("{}q/0 1/0 A", "1,".repeat(5000));
    let error = stderr(&run(&["moves", &long]));
    assert!(error.len() < 600 && error.contains("hole A5001"), "{error}");
    let output = run_with(&["moves", "-"], &format!("{}\n", "z".repeat(1_000_000)));
    assert!(stderr(&output).len() < 600, "{}", stderr(&output).len());
    let long = "z1,".repeat(300_000);
    let claim = "source = \"s\"\n[[claim]]\nid = \"a\"\nrules = \"kalah\"\n";
    let files = [
        ("verify", format!("source = \"s\"\nid = {long} \n"), "line 2, column 8"),
        ("verify", format!("source = \"{long}\n"), "line 1, column 900011"),
        ("verify", format!("source = \"s\"\n{} = 1\n", long.replace(',', "")), "line 2, column 1"),
        ("verify", format!("{claim}line = [{{ play = \"{long}\" }}]\n"), "claim \"a\", line, play"),
        ("verify", format!("{claim}position = \"{long}\"\nvalue = 1\n"), "claim \"a\", position"),
        ("set replay", format!("rules: kalah\n{long}\n"), "line 2, column 1"),
        ("set replay", format!("rules: {long}\n"), "line 1, column 8"),
        ("set replay", format!("rules: kalah\nround 1: A\nA1 {long}\n"), "line 3, column 4"),
        ("set replay", format!("rules: kalah\nposition: {long}\n"), "line 2, column 11"),
        ("batch", format!("{{\"position\": {long}\n"), "line 1"),
        ("batch", format!("{{\"rules\": \"{long}\", \"position\": \"\"}}\n"), "line 1"),
        ("batch", format!("{}1/0 1/0 A\n", "1,".repeat(300_000)), "line 1"),
    ];
    for (command, input, place) in files {
        let output = run_with(&[words(command), vec!["-"]].concat(), &input);
        let error = stderr(&output);
        assert_eq!(code(&output), 2, "{command}");
        assert!(error.len() < 1500, "{command}, {place}: {} bytes", error.len());
        assert!(error.contains("standard input") || error.contains("error: -:"), "{error}");
        assert!(error.contains(place), "{command}, {place}: {error}");
    }
}
