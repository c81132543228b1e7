//! Shortages of the system: threads and memory under a limit, signals at awkward moments.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Folder, PROGRAM, sample, shell};

/// Runs under a limit of address space, in KiB; returns the exit code (`None` if a signal or a kill
/// ended it) and the messages.
fn under(kibibytes: u64, args: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {kibibytes}; exec \"$0\" {args} --quiet");
    let mut command = shell();
    command.args(["-c", &script, PROGRAM]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    // A backtrace takes memory.
    command.env_remove("RUST_BACKTRACE");
    let mut child = command.spawn().unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

/// The least limit, in steps of 1 MiB, with which the program starts and parses its arguments; some
/// commands need more than `rules`.
fn least() -> u64 {
    let starts = |kibibytes: &u64| under(*kibibytes, "rules").0 == Some(0);
    (4..).map(|mebibytes| mebibytes << 10).find(starts).unwrap() + 1024
}

/// Under any limit, a run does its work or reports what is missing and exits with 4: it never
/// panics (101), aborts, or hangs.
#[test]
fn every_limit_of_memory_ends_cleanly() {
    let runs = [
        "solve --holes 2 --seeds 2 --threads 2",
        "solve --rules kalah --holes 4 --seeds 3 --threads 2 --memory 64",
        "eval --holes 3 --seeds 3 --depth 4 --threads 2",
        "solve --holes 2 --seeds 2 --threads 1",
        "perft 3 --holes 4 --threads 1",
        "perft 3 --holes 4 --threads 2",
        "turns --holes 3 --seeds 3 --exhaustive --threads 2",
        "turns --holes 3 --seeds 3 --threads 2",
        "set solve --holes 2 --seeds 2 --threads 2",
        "match --first random --second greedy --rounds 20 --holes 3 --threads 2",
        "start --rules congklak-six --holes 2 --seeds 2 --threads 2",
        "chong solve --holes 2 --threads 2",
    ];
    let least = least();
    let (mut refused, mut done) = (0, 0);
    for args in runs {
        // Close together where little is missing, far apart where a stack or a table is. Where
        // several threads start at once in so little room, the standard library may fail to
        // allocate for one of them after its start.
        let close = (0..12).map(|step| least + step * 1024);
        let close = close.filter(|_| args.ends_with("--threads 1"));
        let wide = [48, 96, 192, 384, 768, 1600, 3200].map(|mebibytes| least + (mebibytes << 10));
        for kibibytes in close.chain(wide) {
            let (code, said) = under(kibibytes, args);
            match code {
                Some(4) => {
                    assert!(!said.trim().is_empty(), "{args}, {kibibytes} KiB: 4 without a word");
                    refused += 1;
                }
                Some(0) => done += 1,
                _ => panic!("{args}, {kibibytes} KiB: {code:?}: {said}"),
            }
            let beginning = code == Some(4) && said.contains("an alternative stack");
            assert!(beginning || !said.contains("panicked"), "{args}, {kibibytes} KiB: {said}");
        }
    }
    assert!(refused > 0 && done > 0, "{refused} refused, {done} done");
}

/// A long run, started through a shell.
fn long(before: &str) -> std::process::Child {
    let script = format!("{before} exec \"$0\" solve --rules kalah --seeds 6 --threads 1 --quiet");
    let mut command = shell();
    command.args(["-c", &script, PROGRAM]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn signal(child: &std::process::Child, name: &str) {
    let pid = child.id().to_string();
    let kill = Command::new("kill").args([name, &pid]).status();
    assert!(kill.unwrap().success());
}

fn ended_within(child: &mut std::process::Child, limit: Duration) -> Option<i32> {
    let started = Instant::now();
    while started.elapsed() < limit {
        if let Some(status) = child.try_wait().unwrap() {
            // A signal before the program handles it has the system's default effect.
            use std::os::unix::process::ExitStatusExt;
            return status.code().or_else(|| status.signal().map(|signal| 128 + signal));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

const SIGHUP: u32 = 1;
const SIGINT: u32 = 2;

/// Whether this process, and so the shell that starts the program, ignores a signal. SIGINT is
/// ignored in the background of a script, so the program does not hear a signal before it listens;
/// SIGHUP is ignored under nohup, and the program must survive it.
fn is_ignored(signal: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[test]
fn one_signal_ends_a_run_whenever_it_comes() {
    for wait in [0, 1, 3, 10, 30, 100, 400] {
        for (name, codes) in [("-TERM", [130, 143]), ("-INT", [130, 130]), ("-HUP", [130, 129])] {
            let unheard = match name {
                "-INT" => wait < 100 && is_ignored(SIGINT),
                "-HUP" => is_ignored(SIGHUP),
                _ => false,
            };
            if unheard {
                continue;
            }
            let mut child = long("");
            std::thread::sleep(Duration::from_millis(wait));
            signal(&child, name);
            let code = ended_within(&mut child, Duration::from_secs(20));
            assert!(
                code.is_some_and(|code| codes.contains(&code)),
                "{name} after {wait} ms: {code:?}"
            );
        }
    }
}

#[test]
fn a_run_that_is_to_outlive_its_terminal_does() {
    let mut child = long("trap '' HUP;");
    std::thread::sleep(Duration::from_millis(400));
    signal(&child, "-HUP");
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().unwrap().is_none(), "it ended at SIGHUP");
    signal(&child, "-TERM");
    assert_eq!(ended_within(&mut child, Duration::from_secs(20)), Some(130));
}

/// The allocator may take the memory that a new thread still needs; the check happens before, under
/// any limit. The relevant limits depend on the size of the program.
#[test]
fn a_thread_has_room_beside_the_allocator() {
    let limits = (least()..).step_by(256).take_while(|limit| *limit < 220 << 10);
    for limit in sample(limits.skip(160)) {
        let (code, error) = under(limit, "perft 2 --holes 3 --threads 1");
        assert!(
            matches!(code, Some(0 | 4)) && !error.contains("panicked"),
            "{limit}: {code:?} {error}"
        );
    }
}

/// A file above the system's size limit is like a full disk, and does not kill the program.
#[test]
fn a_limit_of_files_is_told() {
    let folder = Folder::new("file-limit");
    let script = format!(
        "ulimit -f 8; exec {PROGRAM} tables build {} --max 8 --rules kalah --holes 4",
        folder.text()
    );
    let output = shell().args(["-c", &script]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{:?} {error}", output.status);
    assert!(error.contains(".part: "), "{error}");
}

/// Endless input is refused with the limit, using little memory.
#[test]
fn endless_input_is_refused() {
    for (args, limit) in [
        ("eval -", "line too long, expected at most 1048576 bytes"),
        ("game --holes 3", "line too long, expected at most 1048576 bytes"),
        ("serve", "line too long, expected at most 67108864 bytes"),
        ("set replay -", "too large, expected at most 16 MiB"),
        ("set replay /dev/zero", "too large, expected at most 16 MiB"),
        ("verify /dev/zero", "too large, expected at most 16 MiB"),
        ("infer /dev/zero", "too large, expected at most 16 MiB"),
    ] {
        let script = format!("ulimit -v 2000000; exec \"$0\" {args} < /dev/zero");
        let output = shell().args(["-c", &script, PROGRAM]).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert!(error.contains(limit), "{args}: {error}");
    }
}

/// Searches on a small board, on one whose keys need a large table, for many lines, and for a line
/// of maximum length: an answer, or a message without an answer.
#[test]
fn a_search_answers_or_says_what_it_lacks() {
    let commands = [
        "solve --rules kalah --holes 2 --seeds 2 --threads 2",
        "solve --rules overbeck --winner --threads 2",
        "solve --rules kalah --holes 18 --seeds 18 --set capture=none --set store_last=stop \
         --nodes 20000 --threads 1",
        "verify positions/claims/dakon.toml --threads 1",
    ];
    for kibibytes in [50_000, 80_000, 300_000, 1_638_400] {
        for command in commands {
            let (code, said) = under(kibibytes, command);
            let told = format!("{kibibytes} KiB, {command}: {code:?} {said}");
            assert!(matches!(code, Some(0 | 3 | 4)), "{told}");
            assert!(!said.contains("panicked"), "{told}");
            assert_eq!(code == Some(4), !said.is_empty(), "{told}");
        }
    }
}
