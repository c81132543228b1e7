//! Little memory: whatever the system does not give, the program ends with an answer or a message.

use std::process::{Command, Output};

use crate::support::{PROGRAM, code, stderr, stdout};

/// Runs the program with so many kibibytes of addresses.
fn run_within(kibibytes: u32, command: &str) -> Output {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" {command}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, PROGRAM]);
    shell.output().unwrap()
}

/// Commands of the search: on a small board, on one whose keys need a large table, in many lines,
/// and in a line that is as long as lines get.
const COMMANDS: [&str; 6] = [
    "solve --rules kalah --holes 2 --seeds 2 --threads 2",
    "solve --rules overbeck --winner --threads 2",
    "solve --rules kalah --holes 18 --seeds 18 --set capture=none --set store_last=stop \
     --nodes 20000 --threads 1",
    "eval --rules kalah --holes 3 --seeds 3 --threads 1",
    "report openings --rules kalah --holes 3 --seeds 1 --nodes 1000 --threads 1",
    "verify positions/claims/dakon.toml --threads 1",
];

#[test]
fn a_search_answers_or_says_what_it_lacks() {
    for kibibytes in [30_720, 50_000, 80_000, 300_000, 1_638_400] {
        for command in COMMANDS {
            let output = run_within(kibibytes, command);
            let told = format!("{kibibytes} KiB, {command}: {output:?}");
            assert!([0, 3, 4].contains(&code(&output)), "{told}");
            assert!(!stderr(&output).contains("panicked"), "{told}");
            assert_eq!(code(&output) == 4, stdout(&output).is_empty(), "{told}");
            assert_eq!(code(&output) == 4, !stderr(&output).is_empty(), "{told}");
        }
    }
}

/// Two threads of a search reserve more than that, and one does the work.
#[test]
fn where_not_all_threads_can_be_started_the_others_search() {
    for kibibytes in [300_000, 1_638_400] {
        let output = run_within(kibibytes, COMMANDS[0]);
        assert_eq!(code(&output), 0, "{output:?}");
        assert!(stdout(&output).contains("value   -2, proven"));
    }
}
