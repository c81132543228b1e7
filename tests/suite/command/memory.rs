//! The memory of the process as one budget, and its threads.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{PROGRAM, shell};

/// Runs under a limit of address space, in KiB; returns the result and the messages.
fn under(kibibytes: u64, args: &str) -> (Value, String) {
    let script = format!("ulimit -v {kibibytes}; exec \"$0\" {args} --format json");
    let output = shell().args(["-c", &script, PROGRAM]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let found = serde_json::from_slice(&output.stdout);
    let found =
        found.unwrap_or_else(|_| panic!("{args}, {kibibytes} KiB: {:?} {said}", output.status));
    (found, said)
}

const SOLVE: &str = "solve --rules kalah --holes 4 --seeds 3 --fresh --tables none";

/// Under these limits the stacks of 512 MiB of some threads would leave nothing for the others, or
/// for their allocations.
#[test]
fn all_threads_run_with_smaller_stacks() {
    for (kibibytes, threads) in [(1_200_000, 8), (2_000_000, 4), (2_000_000, 16)] {
        let (found, said) = under(kibibytes, &format!("{SOLVE} --threads {threads}"));
        assert_eq!(found["limits"]["threads"], threads, "{kibibytes} KiB: {said}");
        assert_eq!(said, "", "{kibibytes} KiB, {threads} threads");
    }
}

#[test]
fn the_threads_of_a_result_are_those_that_ran() {
    let (found, said) = under(150_000, &format!("{SOLVE} --threads 64"));
    let threads = found["limits"]["threads"].as_u64().unwrap();
    assert!((1..64).contains(&threads), "{threads}");
    assert!(said.starts_with(&format!("{threads} thread")), "{said}");
    assert!(said.contains("instead of 64"), "{said}");
}

/// Half of the available memory by default; a request is capped at three quarters.
#[test]
fn a_search_takes_no_more_than_its_part_of_what_is_free() {
    let memory = |found: &Value| found["limits"]["memory"].as_u64().unwrap();
    let (found, _) = under(400_000, &format!("{SOLVE} --threads 1"));
    assert!((60..200).contains(&memory(&found)), "{found}");
    let (found, said) = under(400_000, &format!("{SOLVE} --threads 1 --memory 4000"));
    assert!((100..300).contains(&memory(&found)), "{found}");
    assert!(said.contains("--memory 4000: using only"), "{said}");
    let (found, _) = under(4_000_000, &format!("{SOLVE} --threads 1 --memory 100"));
    assert_eq!(memory(&found), 100);
}

/// Batch lines for positions with the MiB of their search and their nodes.
fn batch(lines: &[&str], args: &str) -> (Vec<(u64, u64)>, String) {
    let command = "batch - --no-store --fresh --tables none --format jsonl";
    let mut child = Command::new(PROGRAM)
        .args(command.split(' '))
        .args(args.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, lines.join("\n").as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = text.lines().map(|line| {
        let found: Value = serde_json::from_str(line).unwrap();
        let memory = found["limits"]["memory"].as_u64().unwrap();
        (memory, found["nodes"].as_u64().unwrap())
    });
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (found.collect(), said)
}

const POSITION: &str = r#"{"rules": "kalah", "position": "3,3,3,0/1 3,0,3,3/2 A"}"#;
const OTHER: &str = r#"{"rules": "kalah", "position": "3,3,0,3/1 3,0,3,3/2 A"}"#;

/// A single position gets all of the memory, whatever the number of threads.
#[test]
fn one_position_of_a_batch_has_the_memory_of_all() {
    let (one, _) = batch(&[POSITION], "--threads 1 --memory 512");
    for threads in [8, 64] {
        let (found, said) = batch(&[POSITION], &format!("--threads {threads} --memory 512"));
        assert_eq!(found, one, "{threads} threads: {said}");
        assert!(!said.contains("at once"), "{said}");
    }
    assert_eq!(one[0].0, 448);
}

/// Concurrent searches have at least 64 MiB each: fewer run.
#[test]
fn searches_of_a_batch_have_enough_memory_or_wait() {
    let lines: Vec<String> =
        (0..20).map(|store| POSITION.replace("/1", &format!("/{}", 2 * store + 1))).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (found, said) = batch(&lines, "--threads 16 --memory 256");
    assert_eq!(found.len(), 20, "{said}");
    assert!(found.iter().all(|&(memory, _)| memory == 74), "{found:?}");
    assert!(said.contains("3 of 16 searches at a time, 74 MiB each"), "{said}");
    let (found, said) = batch(&[POSITION, OTHER], "--threads 16 --memory 256");
    assert!(found.iter().all(|&(memory, _)| memory == 112), "{found:?}");
    assert!(!said.contains("at once"), "{said}");
}
