//! Every command obeys its time limit.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Folder, PROGRAM, code, parsed, python, run, stderr, stdout, words};

/// Seconds for each command.
const LIMIT: f64 = 3.0;

/// Threads of each.
const THREADS: f64 = 2.0;

/// Work that takes far longer than the limit. FOLDER is replaced by a temporary folder.
const LONG: [&str; 30] = [
    "eval --fresh --holes 9 --seeds 9",
    "solve --fresh --rules kalah --holes 6 --seeds 5",
    "solve --fresh --rules kalah --holes 6 --seeds 5 --winner",
    "solve --fresh --rules kalah --holes 6 --seeds 4 --proof FOLDER/a.proof",
    "turns --fresh",
    "turns --fresh --beam 100000",
    "turns --fresh --shortest",
    "turns --fresh --exhaustive",
    "turns --fresh --exhaustive --spill FOLDER/turn",
    "turns --fresh --prove-harvest",
    "start",
    "start --bounds",
    "systems",
    "set play --a search:100M --b search:100M",
    "set solve",
    "set reply --owned 99 --ends 1000000",
    "match --first random --second random --rounds 100000000",
    "rules diff kalah overbeck --values",
    "infer overbeck",
    "batch FOLDER/hard --no-store --fresh",
    "campaign run FOLDER/campaign",
    "tables build FOLDER/tables --max 40",
    "chong eval --holes 16 --depth 40",
    "chong solve --holes 4 --dice 4",
    "chong rollout --games 100000000 --precision 0",
    "chong match --first guess --second greedy --games 100000000",
    "perft 30",
    "bench",
    "puzzles find --rounds 100000000 --length 90",
    "puzzles make --nodes 1000000000000",
];

/// Commands with `--time` that take no long work here, with the reason.
const SHORT: [(&str, &str); 17] = [
    ("analyze", "the time is that of each position"),
    ("game", "a person plays"),
    ("board", "a person looks on"),
    ("puzzles check", "the time is that of each puzzle"),
    ("serve", "its searches are those of the commands"),
    ("start play", "plays what it is given"),
    ("verify", "the time is that of a claim"),
    ("campaign proof", "a campaign that is done: the proof is made of what is known"),
    ("tables install", "the same work as tables build"),
    ("tables verify", "reads a table"),
    ("tables probe", "reads a table"),
    ("campaign new", "writes down the question"),
    ("batch export", "searches nothing: the time is a part of the question"),
    ("chong analyze", "the time is that of a position"),
    ("chong game", "a person plays"),
    ("chong moves", "looks at one throw"),
    ("chong play", "plays what it is given"),
];

/// Runs a command, and prints its exit code, its CPU time, and its messages.
const MEASURED: &str = r#"
import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE)
said = child.stderr.read()
_, status, used = os.wait4(child.pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, said.decode()]))
"#;

/// Every command with the option is tested, or exempt with a reason.
#[test]
fn all_commands_with_a_time_limit_are_known() {
    let folder = Folder::made("time-limits-man");
    let made = parsed(&run(&["man", &folder.path("man"), "--format", "json"]));
    let pages = made["pages"].as_array().unwrap().iter();
    let commands =
        pages.filter_map(|page| page.as_str()?.strip_suffix(".1")?.strip_prefix("chongkak-"));
    let with_time = commands.map(|name| name.replace('-', " ")).filter(|name| {
        let help = run(&[&words(name)[..], &["--help"]].concat());
        let help = stdout(&help);
        // A group of commands has options only where it does something itself.
        help.contains("--time <TIME>") && !help.contains("\nCommands:")
    });
    let known = |name: &str| {
        SHORT.iter().any(|(short, _)| *short == name)
            || LONG.iter().any(|long| long.starts_with(&format!("{name} ")) || *long == name)
    };
    let unknown: BTreeSet<String> = with_time.filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}: neither in LONG nor in SHORT");
}

/// Within a tenth of the limit plus a second, in CPU time: other load on the machine reduces that,
/// and never adds to it.
#[test]
#[ignore = "a minute and a half: .ci/nightly"]
fn limits_of_time_are_kept() {
    let folder = Folder::made("time-limits");
    let hard = "9,9,9,9,9,9,9,9,9/0 9,9,9,9,9,9,9,9,9/0 A\n";
    folder.file("hard", hard);
    let new = format!("campaign new {} --rules kalah --holes 6 --seeds 5", folder.path("campaign"));
    assert_eq!(code(&run(&words(&new))), 0);
    let mut late = Vec::new();
    for command in LONG {
        let command = command.replace("FOLDER", folder.text());
        let mut child = python("-c");
        child.args([MEASURED, PROGRAM]).args(words(&command));
        child.args(["--time", "3", "--threads", "2"]);
        child.env("CHONGKAK_TABLES", "none");
        let output = child.output().unwrap();
        let told: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{command}: {error}: {}", stderr(&output)));
        let used = told[1].as_f64().unwrap();
        assert!([0, 3].contains(&told[0].as_i64().unwrap()), "{command}: {told}");
        if used > THREADS * (1.1 * LIMIT + 1.0) {
            late.push(format!("{command}: {used:.1} s of two processors"));
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}
