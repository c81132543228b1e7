//! The shortages of the system: threads and memory under a limit, signals at awkward moments.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Folder, PROGRAM, sample, shell};

/// A run under a limit of address space, in KiB: its exit code (none if a signal ended it or it had
/// to be killed) and what it said.
fn under(kibibytes: u64, args: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {kibibytes}; exec \"$0\" {args} --quiet");
    let mut command = shell();
    command.args(["-c", &script, PROGRAM]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    // A backtrace takes memory of its own.
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

/// The least limit, in steps of a mebibyte, with which the program starts at all and reads its
/// arguments; those of some commands take more than those of `rules`.
fn least() -> u64 {
    let starts = |kibibytes: &u64| under(*kibibytes, "rules").0 == Some(0);
    (4..).map(|mebibytes| mebibytes << 10).find(starts).unwrap() + 1024
}

/// Whatever the limit, a run does its work or says what it lacks and ends with 4: it never panics
/// (101), is aborted, or hangs.
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
        // Close together where little is missing, wide apart where a stack or a table is. Where
        // several threads begin at once in so little room the standard library may find none for
        // one of them, after it was started.
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

/// A run that takes long, started through a shell.
fn long(before: &str) -> std::process::Child {
    let script =
        format!("{before} exec \"$0\" solve --rules overbeck --owned 63 --threads 1 --quiet");
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
            // A signal that comes before the program can handle it ends it in the system's own way.
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

/// Tells whether this process, and so the shell that starts the program, ignores a signal. In the
/// background of a script SIGINT is ignored, and no signal is heard before the program listens;
/// under nohup SIGHUP is, and the program is to outlive it.
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

/// The allocator may take what a new thread still needs: that is looked at before, whatever the
/// limit. Where it is so depends on the size of the program.
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

/// A file that would be larger than the system lets it be is a full disk, not the end.
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

/// Endless input is refused with the limit, from little memory.
#[test]
fn endless_input_is_refused() {
    for (args, limit) in [
        ("eval -", "a line of more than 1048576 bytes"),
        ("game --holes 3", "a line of more than 1048576 bytes"),
        ("serve", "a line of more than 67108864 bytes"),
        ("set replay -", "more than 16 MiB"),
        ("set replay /dev/zero", "more than 16 MiB"),
        ("verify /dev/zero", "more than 16 MiB"),
        ("infer /dev/zero", "more than 16 MiB"),
    ] {
        let script = format!("ulimit -v 2000000; exec \"$0\" {args} < /dev/zero");
        let output = shell().args(["-c", &script, PROGRAM]).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert!(error.contains(limit), "{args}: {error}");
    }
}

/// Commands of the search on a small board, on one whose keys need a large table, in many lines,
/// and in a line that is as long as lines get: an answer, or a message and no answer.
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
