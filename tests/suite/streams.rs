//! What goes in and out of the program: streams of positions, closed pipes, a full disk, Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{
    SEVEN, code, interrupted, parsed, piped, program, run, run_with, stderr, stdout,
};

#[test]
fn positions_from_standard_input_are_answered_line_by_line() {
    let input = format!("\u{feff}{SEVEN}\nrubbish\n\n  # a remark\n1,1/0 1,1/0 A\r\n1,1/0 1,1/0 B");
    let output = run_with(&["perft", "1", "-", "--format", "jsonl"], &input);
    let lines: Vec<Value> = stdout(&output)
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["nodes"], 9);
    assert_eq!(lines[2]["position"], "1,1/0 1,1/0 B");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("standard input, line 2: position, row and store of A"));
    let document = run_with(
        &["moves", "-", "--format", "json"],
        "1,1/0 1,1/0 A\n1,1/0 1,1/0 B\n",
    );
    let document = parsed(&document);
    assert_eq!(document.as_array().unwrap().len(), 2);
    for command in [
        &["show", "-"][..],
        &["moves", "-"],
        &["eval", "-"],
        &["play", "-", "--line", "1"],
    ] {
        let output = run_with(command, "1,1/0 1,1/0 A\n1,0/1 1,1/0 A\n");
        assert_eq!(code(&output), 0, "{command:?}");
    }
}

#[test]
fn odd_input_streams_are_told_apart() {
    let empty = run_with(&["eval", "-"], "");
    assert_eq!(code(&empty), 2);
    assert!(stderr(&empty).contains("no position"));
    let mut child = piped(&["moves", "-", "--format", "jsonl"]);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"\xff\xfe\n1,1/0 1,1/0 A\n1,1/0 1,1")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stdout(&output).lines().count()), (2, 1));
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
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut first)
            .unwrap();
        let mut message = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut message)
            .unwrap();
        assert_eq!(
            (child.wait().unwrap().code(), message.as_str()),
            (Some(0), "")
        );
        writer.join().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = program()
        .args(["show"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(code(&output), 4);
    assert!(
        stderr(&output).contains("standard output: No space left"),
        "{}",
        stderr(&output)
    );
}

#[cfg(unix)]
#[test]
fn an_interruption_prints_what_is_known_and_ends_with_130() {
    let eval = interrupted(&["eval", "--depth", "1000", "--format", "json"]);
    assert_eq!(code(&eval), 130);
    let document = parsed(&eval);
    assert_eq!(document["stopped"], "interrupted");
    assert!(document["best"].is_string());
    let solve = interrupted(&["solve", "--format", "json"]);
    assert_eq!(code(&solve), 130);
    let document = parsed(&solve);
    assert_eq!(
        (&document["stopped"], &document["exact"]),
        (&json!("interrupted"), &json!(false))
    );
    let perft = interrupted(&["perft", "60"]);
    assert_eq!(code(&perft), 130);
    assert!(stdout(&perft).contains("depth 60: not complete"));
}

#[test]
fn messages_show_only_the_surroundings_of_a_mistake() {
    let long = format!("{}q/0 1/0 A", "1,".repeat(5000));
    let error = stderr(&run(&["moves", &long]));
    assert!(error.len() < 600 && error.contains("hole A5001"), "{error}");
    let output = run_with(&["moves", "-"], &format!("{}\n", "z".repeat(1_000_000)));
    assert!(stderr(&output).len() < 600, "{}", stderr(&output).len());
}
