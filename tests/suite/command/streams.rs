//! The streams of the program: positions in and out, closed pipes, a full disk, Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{
    SEVEN, code, interrupted, parsed, piped, program, run_with, send_interrupt, stderr, stdout,
};

#[test]
fn positions_from_standard_input_are_answered_line_by_line() {
    let input = format!("\u{feff}{SEVEN}\nrubbish\n\n  # a remark\n1,1/0 1,1/0 A\r\n1,1/0 1,1/0 B");
    let output = run_with(&["perft", "1", "-", "--format", "jsonl"], &input);
    let lines: Vec<Value> =
        stdout(&output).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["nodes"], &lines[1]["line"]), (&json!(9), &json!(2)));
    assert_eq!(lines[3]["position"], "1,1/0 1,1/0 B");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("standard input, line 2: position, row and store of A"));
    let document = run_with(&["moves", "-", "--format", "json"], "1,1/0 1,1/0 A\n1,1/0 1,1/0 B\n");
    let document = parsed(&document);
    assert_eq!(document.as_array().unwrap().len(), 2);
    for command in
        [&["show", "-"][..], &["moves", "-"], &["eval", "-"], &["play", "-", "--line", "1"]]
    {
        let output = run_with(command, "1,1/0 1,1/0 A\n1,0/1 1,1/0 A\n");
        assert_eq!(code(&output), 0, "{command:?}");
    }
}

/// The list is closed while the run waits for lines or for a reader of its records.
#[cfg(unix)]
#[test]
fn an_interrupted_list_is_closed() {
    let listed = |input: String, expected: Option<usize>| {
        let mut child = piped(&["moves", "-", "--format", "json"]);
        let mut sent = child.stdin.take().unwrap();
        sent.write_all(input.as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        send_interrupt(&child);
        let output = child.wait_with_output().unwrap();
        drop(sent);
        assert_eq!((code(&output), stderr(&output)), (130, String::new()));
        let records = parsed(&output).as_array().unwrap().len();
        assert!(expected.is_none_or(|expected| records == expected), "{records}");
    };
    let board = "7,7,7,7,7,7,7,7,7/0 7,7,7,7,7,7,7,7,7/0 A\n";
    // It has answered both, and the third line has not arrived yet.
    listed(format!("{board}{board}7,7"), Some(2));
    // More records than a pipe holds.
    listed(board.repeat(200), None);
}

#[test]
fn odd_input_streams_are_told_apart() {
    let empty = run_with(&["eval", "-"], "");
    assert_eq!(code(&empty), 2);
    assert!(stderr(&empty).contains("no position"));
    let mut child = piped(&["moves", "-", "--format", "jsonl"]);
    child.stdin.take().unwrap().write_all(b"\xff\xfe\n1,1/0 1,1/0 A\n1,1/0 1,1").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stdout(&output).lines().count()), (2, 3));
    assert!(stderr(&output).contains("line 1: not UTF-8") && stderr(&output).contains("line 3"));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for args in [&["moves", "-"][..], &["show", "-", "--format", "jsonl"]] {
        let mut child = piped(args);
        let mut input = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            for _ in 0..20_000 {
                if writeln!(input, "1,1/0 1,1/0 A").is_err() {
                    return;
                }
            }
        });
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""));
        writer.join().unwrap();
    }
}

#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = program().args(["show"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(code(&output), 4);
    assert!(stderr(&output).contains("standard output: the disk is full"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn an_interruption_prints_what_is_known_and_ends_with_130() {
    let eval = interrupted(&["eval", "--fresh", "--depth", "1000", "--format", "json"]);
    assert_eq!(code(&eval), 130);
    let document = parsed(&eval);
    assert_eq!(document["stopped"], "interrupted");
    assert!(document["best"].is_string());
    let solve = interrupted(&["solve", "--fresh", "--format", "json"]);
    assert_eq!(code(&solve), 130);
    let document = parsed(&solve);
    assert_eq!((&document["stopped"], &document["exact"]), (&json!("interrupted"), &json!(false)));
    let perft = interrupted(&["perft", "60"]);
    assert_eq!(code(&perft), 130);
    assert!(stdout(&perft).contains("depth 60: incomplete"));
}
