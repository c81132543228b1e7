//! The store of a batch: kills, concurrent processes, damage, other files, a full disk.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chongkak::batch::{Entry, Merge, Store};
use chongkak::math::Random;
use chongkak::text::Diagnostic;
use serde_json::Value;

use crate::support::{
    Folder, PROGRAM, code, export, json_lines, kills, program, random_positions, run, shell,
    stderr, stdout, timeless,
};

const ARGS: [&str; 6] = ["--rules", "kalah", "--format", "jsonl", "--threads", "2"];

/// A folder with a file of positions, and the results of an undisturbed run.
fn reference(name: &str, count: usize) -> (Folder, String, Vec<Value>) {
    let folder = Folder::made(&format!("batch-{name}"));
    let file = folder.file("positions.txt", &random_positions(21, count, 4, 20).join("\n"));
    let store = folder.path("whole.sqlite");
    let whole = run(&[&["batch", &file, "--store", &store, "--quiet"], &ARGS[..]].concat());
    assert_eq!((code(&whole), stderr(&whole)), (0, String::new()));
    let whole = timeless(export(&[&store]));
    assert_eq!(whole.len(), count);
    (folder, file, whole)
}

fn begin(file: &str, store: &str, more: &[&str]) -> Child {
    let mut command = program();
    command.args(["batch", file, "--store", store]).args(ARGS).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn a_batch_that_is_killed_goes_on_to_the_same_results() {
    let (folder, file, whole) = reference("killed", 250);
    let store = folder.path("killed.sqlite");
    let mut random = Random::new(22, 0);
    let (mut printed, mut killed, mut known, mut halfway) = (HashSet::new(), 0, 0, 0);
    for round in 0..kills(20) {
        let mut child = begin(&file, &store, &["--unordered"]);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        if round % 2 == 0 {
            // Somewhere in the middle of the work: the more is known, the more is printed first.
            for line in lines.by_ref().take(known + random.below(30)) {
                printed.insert(line.unwrap());
            }
        } else {
            // At any moment from the start of the process on.
            std::thread::sleep(Duration::from_micros(random.below(60_000) as u64));
        }
        let running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        killed += usize::from(running);
        // Printed results are kept in any case; a line may be cut.
        printed.extend(lines.map(|line| line.unwrap()).filter(|line| line.ends_with('}')));
        if Path::new(&store).exists() {
            let kept = run(&["batch", "export", &store, "--format", "jsonl"]);
            let kept: HashSet<String> = stdout(&kept).lines().map(ToOwned::to_owned).collect();
            assert!(printed.is_subset(&kept), "round {round}");
            assert!(kept.len() >= known, "nothing is lost");
            known = kept.len();
            halfway += usize::from((1..whole.len()).contains(&known));
        }
    }
    assert!(killed > 1 && halfway > 0, "{killed} kills, {halfway} halfway");
    let output = begin(&file, &store, &["--quiet"]).wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert_eq!(timeless(export(&[&store])), whole, "after {killed} kills");
    assert_eq!(json_lines(&stdout(&output)).len(), whole.len());
}

#[test]
fn two_processes_share_a_store_and_the_work() {
    let (folder, file, whole) = reference("two", 200);
    let store = folder.path("both.sqlite");
    let told = ["one.json", "two.json"].map(|name| folder.path(name));
    let children = [
        begin(&file, &store, &["--quiet", "--summary", &told[0]]),
        begin(&file, &store, &["--quiet", "--summary", &told[1], "--unordered"]),
    ];
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let records = json_lines(&stdout(&output));
        let different: HashSet<_> = records.iter().map(|r| r["position"].to_string()).collect();
        assert_eq!((records.len(), different.len()), (200, 200), "each prints all");
    }
    assert_eq!(timeless(export(&[&store])), whole, "nothing lost, nothing twice");
    let searched = |file: &String| {
        let summary: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        summary["positions"].as_u64().unwrap() - summary["known"].as_u64().unwrap()
    };
    let both = told.each_ref().map(searched);
    // In the end each may repeat the work in progress of the other: two positions a thread.
    let most = 200 + 2 * 4;
    assert!((200..=most).contains(&both.iter().sum::<u64>()), "{both:?}");
}

fn entries(store: &Path) -> Result<Vec<Entry>, Diagnostic> {
    let stores = [Store::open_existing(store)?];
    let mut merge = Merge::new(&stores);
    let mut all = Vec::new();
    while let Some(entry) = merge.next_best().unwrap() {
        all.push(entry);
    }
    Ok(all)
}

#[test]
fn stores_with_many_rows_come_together_in_order() {
    let (folder, _, _) = reference("many", 1);
    let one = entries(&folder.0.join("whole.sqlite")).unwrap().remove(0);
    let named = |number: u32| {
        let mut entry = one.clone();
        // Some questions have been answered within several limits.
        entry.key.limits.nodes = number.is_multiple_of(5).then_some(7);
        entry.key.position = format!("{:05}", number - number % 5 % 2);
        entry
    };
    let parts: [fn(&u32) -> bool; 2] = [|number| number % 3 != 0, |number| number % 2 == 0];
    let stores = parts.map(|part| {
        let mut store = Store::in_memory().unwrap();
        let rows: Vec<_> = (0..3500).filter(part).map(named).collect();
        store.keep(&rows).unwrap();
        assert!(store.count().unwrap() > 1500);
        store
    });
    let either = |number: &u32| parts.iter().any(|part| part(number));
    let mut wanted: Vec<_> = (0..3500).filter(either).map(|n| named(n).key.position).collect();
    wanted.sort();
    wanted.dedup();
    let mut merge = Merge::new(&stores);
    let mut found = Vec::new();
    while let Some(entry) = merge.next_best().unwrap() {
        found.push(entry.key.position);
    }
    assert_eq!(found, wanted);
}

#[test]
fn a_damaged_store_is_refused_or_says_what_it_said_before() {
    let (folder, _, _) = reference("damaged", 60);
    let whole = folder.0.join("whole.sqlite");
    let before = entries(&whole).unwrap();
    let bytes = fs::read(&whole).unwrap();
    let damaged = folder.0.join("damaged.sqlite");
    let mut random = Random::new(23, 0);
    let (mut refused, mut harmless) = (0, 0);
    for round in 0..300 {
        let mut changed = bytes.clone();
        let place = random.below(bytes.len());
        if round % 4 == 0 {
            changed.truncate(place);
        } else {
            changed[place] ^= 1 << random.below(8);
        }
        for ending in ["-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{ending}", damaged.display()));
        }
        fs::write(&damaged, &changed).unwrap();
        match entries(&damaged) {
            Err(error) if round < 100 => {
                // Opening it for writing is refused too, and leaves the file unchanged. (An empty
                // file counts as a new one.)
                let refusal = Store::open(&damaged).map(|_| ()).unwrap_err();
                assert_eq!(refusal.to_string(), error.to_string());
                assert!(fs::read(&damaged).unwrap() == changed);
                refused += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("damaged.sqlite: "), "{error}");
                refused += 1;
            }
            Ok(after) => {
                assert!(round % 4 != 0, "cut to {place} bytes");
                assert_eq!(after, before, "byte {place}");
                harmless += 1;
            }
        }
    }
    assert!(refused > 150, "{refused} refused, {harmless} harmless");
}

#[test]
fn what_is_no_store_of_this_format_is_refused_and_left_alone() {
    let (folder, file, _) = reference("foreign", 5);
    let text = folder.path("text.sqlite");
    fs::write(&text, "some notes of somebody, and not a few of them\n".repeat(100)).unwrap();
    let other = folder.path("other.sqlite");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection
        .execute_batch("CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('Rasa');")
        .unwrap();
    connection.close().unwrap();
    let later = folder.path("later.sqlite");
    fs::copy(folder.path("whole.sqlite"), &later).unwrap();
    let connection = rusqlite::Connection::open(&later).unwrap();
    connection.pragma_update(None, "user_version", 3).unwrap();
    connection.close().unwrap();
    for (store, reason) in [
        (&text, "not an SQLite file, expected a batch store"),
        (&other, "an SQLite file of another program"),
        (&later, "a store of format 3, expected format 2"),
    ] {
        let before = fs::read(store).unwrap();
        for args in [&["batch", &file, "--store", store][..], &["batch", "export", store]] {
            let output = run(args);
            assert_eq!((code(&output), stdout(&output)), (4, String::new()));
            let message = stderr(&output);
            assert!(message.contains(&format!("{store}: {reason}")), "{message}");
        }
        assert_eq!(fs::read(store).unwrap(), before);
    }
    let missing = run(&["batch", "export", &folder.path("none")]);
    assert_eq!(code(&missing), 4);
    assert!(stderr(&missing).contains("none: no such file"), "{}", stderr(&missing));
}

#[test]
fn results_of_another_version_of_the_program_are_used() {
    let (folder, file, whole) = reference("version", 10);
    let mut kept = entries(&folder.0.join("whole.sqlite")).unwrap();
    for entry in &mut kept {
        entry.version = "0.0.1".to_owned();
    }
    let older = folder.path("older.sqlite");
    Store::open(Path::new(&older)).unwrap().keep(&kept).unwrap();
    let output = run(&[&["batch", &file, "--store", &older, "--quiet"], &ARGS[..]].concat());
    let records = json_lines(&stdout(&output));
    assert!(records.iter().all(|record| record["version"] == "0.0.1"));
    assert_eq!(records.len(), whole.len());
}

/// Runs until the store can't grow, then with room again: nothing is lost.
fn fills_up(file: &str, store: &str, whole: &[Value], mut full: Command, make_room: impl FnOnce()) {
    let output = full.output().unwrap();
    let message = stderr(&output);
    assert_eq!(code(&output), 4, "{message}");
    assert!(message.contains(&format!("error: {store}: ")), "{message}");
    let printed = timeless(json_lines(&stdout(&output)));
    assert!(!printed.is_empty() && printed.len() < whole.len(), "{}", printed.len());
    assert!(printed.iter().all(|record| whole.contains(record)), "what is printed is right");
    // In the order of the input, without gaps.
    let input = fs::read_to_string(file).unwrap();
    let order: Vec<_> = printed.iter().map(|record| record["position"].as_str()).collect();
    let wanted: Vec<_> = input.lines().map(Some).take(printed.len()).collect();
    assert_eq!(order, wanted);
    make_room();
    let kept = timeless(export(&[store]));
    assert!(!kept.is_empty() && kept.iter().all(|record| whole.contains(record)));
    // All printed results are there except the last few, which could not be stored.
    let lost = printed.iter().filter(|record| !kept.contains(record)).count();
    assert!(lost <= 64, "{lost}");
    let output = begin(file, store, &["--quiet"]).wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert_eq!(timeless(export(&[store])), whole);
}

/// A file that may not grow further.
#[cfg(unix)]
#[test]
fn a_store_that_can_not_grow_loses_nothing() {
    let (folder, file, whole) = reference("limit", 250);
    let store = folder.path("small.sqlite");
    let mut full = shell();
    // Blocks are 512 bytes, or 1,024 in some shells. With the signal ignored a write fails.
    let script = "trap '' XFSZ; ulimit -f 150; exec \"$@\"";
    full.args(["-c", script, "sh", PROGRAM, "batch", &file]);
    full.args(["--store", &store, "--quiet"]).args(ARGS);
    fills_up(&file, &store, &whole, full, || ());
}

/// A small file system in memory, unmounted on drop.
struct Mounted(std::path::PathBuf);

impl Mounted {
    /// Returns `None`, with a message, without permission to mount.
    fn new(path: &Path, size: &str) -> Option<Mounted> {
        fs::create_dir_all(path).unwrap();
        let size = format!("size={size}");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(path);
        let done = mount.stderr(Stdio::null()).status();
        if !done.is_ok_and(|status| status.success()) {
            eprintln!("no file system may be mounted here: nothing is tried");
            return None;
        }
        Some(Mounted(path.to_path_buf()))
    }

    /// Remounts it with another option.
    fn again(&self, option: &str) {
        let option = format!("remount,{option}");
        let mut mount = Command::new("mount");
        assert!(mount.args(["-o", &option]).arg(&self.0).status().unwrap().success());
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// Needs permission to mount a file system; the previous test does not.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let (folder, file, whole) = reference("full", 250);
    let Some(disk) = Mounted::new(&folder.0.join("disk"), "160k") else {
        return;
    };
    let store = folder.path("disk/small.sqlite");
    let mut full = program();
    full.args(["batch", &file, "--store", &store, "--quiet"]).args(ARGS);
    fills_up(&file, &store, &whole, full, || disk.again("size=16m"));
}

/// A read-only store: neither it nor its folder may be written.
#[cfg(target_os = "linux")]
#[test]
fn a_store_that_may_not_be_written_is_exported() {
    let (folder, file, whole) = reference("archive", 30);
    let Some(disk) = Mounted::new(&folder.0.join("disk"), "16m") else {
        return;
    };
    // These characters have a meaning in addresses.
    let store = folder.path("disk/50 % #1?.sqlite");
    fs::copy(folder.0.join("whole.sqlite"), &store).unwrap();
    disk.again("ro");
    assert_eq!(timeless(export(&[&store])), whole);
    // A run needs a writable one.
    let output = run(&["batch", &file, "--store", &store]);
    assert_eq!(code(&output), 4);
    let told = stderr(&output);
    assert!(told.contains("can't be opened") || told.contains("os error"), "{told}");
}
