//! The command `batch`: forms of output, interruptions, closed pipes, endgame tables.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::time::Duration;

use chongkak::ask::{Limits, Variant};
use chongkak::batch;
use chongkak::control::{Control, Progress, Stop, StopReason};
use chongkak::rules::Preset;
use chongkak::tables::OpenTables;
use chongkak::text::Diagnostic;
use serde_json::Value;

use crate::support::{
    Folder, batch_records, code, export, piped, random_positions, run, run_with, send_interrupt,
    stderr, stdout, unread,
};

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
    assert!(stderr(&output).starts_with("2 positions: 2 solved, 0 open (0 already known);"));
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_and_prints_what_is_found() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::made("batch-interrupted");
    let mut input = random_positions(12, 10, 3, 12);
    input.insert(0, "6,6,6,6,6,6/0 6,6,6,6,6,6/0 A".to_owned());
    let file = folder.file("p", &input.join("\n"));
    let args = ["batch", &file, "--rules", "kalah", "--threads", "2", "--format", "jsonl"];
    let mut child = piped(&[&args[..], &["--unordered"]].concat());
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    for _ in 0..10 {
        printed.read_line(&mut line).unwrap();
    }
    send_interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    let message = stderr(&output);
    assert!(
        message.contains("11 positions: 10 solved, 0 open (0 already known), 1 left"),
        "{message}"
    );
    let kept = export(&[&format!("{file}.sqlite")]);
    assert_eq!(kept.len(), 10, "what was interrupted is not kept");
}

/// Collects the output of a batch by line.
fn collecting(
    lines: &mut Vec<u64>,
) -> impl FnMut(&batch::Job, Result<&batch::Entry, Diagnostic>) -> Result<(), Diagnostic> {
    |job, found| {
        let entry = found.unwrap();
        assert_eq!(entry.key.position, job.game.position().to_string());
        lines.push(job.line);
        Ok(())
    }
}

/// Returns jobs for some positions under the rules of kalah.
fn jobs_of(positions: &[String]) -> Vec<batch::Job> {
    let preset = Preset::named("kalah").unwrap();
    let base = Variant::of(preset);
    let read = |(line, text): (u64, &String)| {
        let job = batch::read_line(text, line, &base, batch::Method::Solve);
        job.unwrap().unwrap()
    };
    (1..).zip(positions).map(read).collect()
}

static NO_TABLES: LazyLock<OpenTables> = LazyLock::new(OpenTables::empty);

/// Runs on two threads.
fn run_of(jobs: &[batch::Job]) -> batch::Run<'_> {
    batch::Run {
        jobs,
        ask: batch::Ask {
            method: batch::Method::Solve,
            limits: Limits::default().with_memory(16),
            // The values of some of these positions are built in.
            fresh: true,
        },
        threads: NonZeroUsize::new(2).unwrap(),
        kept: 8,
        ordered: true,
        retry_open: false,
        tables: &NO_TABLES,
    }
}

/// A position whose search takes very long.
const LONG: &str = "6,6,6,6,6,6/0 6,6,6,6,6,6/0 A";

#[test]
fn what_waits_for_an_interrupted_position_is_handed_on_in_the_end() {
    let mut input = random_positions(15, 10, 3, 12);
    input.insert(2, LONG.to_owned());
    let jobs = jobs_of(&input);
    let (stop, progress) = (Stop::new(), Progress::new());
    let mut store = batch::Store::in_memory().unwrap();
    let mut lines = Vec::new();
    let summary = std::thread::scope(|scope| {
        scope.spawn(|| {
            while progress.standing().done < 10 {
                std::thread::yield_now();
            }
            assert_eq!(progress.standing().of, Some(11));
            stop.set();
        });
        let control = Control::stopped_by(&stop).with_progress(&progress);
        batch::run(&run_of(&jobs), &mut store, &mut collecting(&mut lines), control).unwrap()
    });
    assert_eq!((summary.solved, summary.missing, store.count().unwrap()), (10, 1, 10));
    assert_eq!(summary.stopped, Some(StopReason::Interrupted));
    assert_eq!(lines, [1, 2, 4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn a_limit_ends_a_batch_and_is_the_reason() {
    let mut input = random_positions(16, 10, 3, 12);
    input.push(LONG.to_owned());
    let jobs = jobs_of(&input);
    for (control, reason) in [
        (Control::none().with_time(Duration::from_millis(50)), StopReason::Time),
        (Control::none().with_nodes(3), StopReason::Nodes),
    ] {
        let mut store = batch::Store::in_memory().unwrap();
        let mut lines = Vec::new();
        let summary =
            batch::run(&run_of(&jobs), &mut store, &mut collecting(&mut lines), control).unwrap();
        assert_eq!(summary.stopped, Some(reason));
        assert_eq!(summary.positions, summary.solved + summary.missing);
        assert!(summary.missing > 0);
    }
}

#[test]
fn a_closed_pipe_ends_a_batch_quietly() {
    let folder = Folder::made("batch-closed");
    let file = folder.file("p", &random_positions(13, 200, 3, 12).join("\n"));
    let output = unread(&["batch", &file, "--quiet"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}

#[test]
fn tables_of_a_folder_are_used_and_damaged_ones_refused() {
    let folder = Folder::made("batch-tables");
    let tables = folder.path("tables");
    let built = run(&[
        "tables", "build", &tables, "--max", "8", "--rules", "kalah", "--holes", "3", "--seeds",
        "2",
    ]);
    assert_eq!(code(&built), 0, "{}", stderr(&built));
    let file = folder.file("p", &random_positions(14, 20, 3, 8).join("\n"));
    let plain = batch_records(0, &[&file, "--rules", "kalah", "--no-store"]);
    let with = batch_records(0, &[&file, "--rules", "kalah", "--no-store", "--tables", &tables]);
    let nodes =
        |records: &[Value]| records.iter().map(|r| r["nodes"].as_u64().unwrap()).sum::<u64>();
    assert!(nodes(&with) < nodes(&plain));
    for (with, plain) in with.iter().zip(&plain) {
        assert_eq!(with["value"], plain["value"]);
    }
    let names = fs::read_dir(&tables).unwrap().map(|entry| entry.unwrap().path());
    let table = names.filter(|path| path.extension().is_some_and(|e| e == "table"));
    for table in table {
        let mut bytes = fs::read(&table).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&table, bytes).unwrap();
    }
    let output = run(&["batch", &file, "--rules", "kalah", "--no-store", "--tables", &tables]);
    assert_eq!((code(&output), stdout(&output)), (4, String::new()), "{}", stderr(&output));
}
