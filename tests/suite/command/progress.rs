//! Progress: a moving line on a terminal, nothing elsewhere, and never on standard output.

use crate::support::{Folder, PROGRAM, code, python, run, stderr, stdout, words};

/// Runs a command with standard error on a terminal of 120 columns and standard output in a pipe.
/// Prints both, and the exit code, as JSON.
const ON_A_TERMINAL: &str = r#"
import fcntl, json, os, pty, struct, subprocess, sys, termios, threading
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
environment = {**os.environ, "TERM": "xterm"}
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
                         env=environment)
os.close(theirs)
shown = []
def read():
    try:
        while piece := os.read(ours, 65536):
            shown.append(piece)
    except OSError:  # Linux: the other side is closed
        pass
reader = threading.Thread(target=read)
reader.start()
out = child.stdout.read()
code = child.wait()
reader.join()
print(json.dumps([code, out.decode(), b"".join(shown).decode()]))
"#;

fn on_a_terminal(args: &[&str]) -> (i32, String, String) {
    let mut command = python("-c");
    command.args([ON_A_TERMINAL, PROGRAM]);
    let output = command.args(args).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Whether there is a bar with rate and remaining time, as there is if the total is known.
fn has_a_bar(shown: &str) -> bool {
    shown.contains('[')
        && shown.contains("=>")
        && shown.contains("/s, ")
        && shown.contains(" left)")
}

/// Checks the output of the command, which must not depend on where its progress goes.
fn check(args: &[&str], said: &str, bar: bool) {
    let (status, out, shown) = on_a_terminal(args);
    assert_eq!(status, 0, "{args:?}: {shown}");
    assert!(shown.contains(said), "{args:?}: {shown:?}");
    assert_eq!(has_a_bar(&shown), bar, "{args:?}: {shown:?}");
    let piped = run(args);
    assert_eq!((stdout(&piped), stderr(&piped)), (out.clone(), String::new()));
    let quiet = [args, &["--quiet"]].concat();
    assert_eq!(on_a_terminal(&quiet), (0, out, String::new()), "{args:?}");
}

#[test]
#[ignore = "eighteen long commands: .ci/nightly"]
fn long_work_shows_a_bar_with_its_rate_and_the_time_left() {
    let matches = "match --first biggest --second random --rounds 30000 --threads 1";
    check(&words(matches), "rounds: ", true);
    let games = "chong match --first guess --second greedy --games 300 --threads 1";
    check(&words(games), "games: ", true);
    let perft = "perft 9 --rules conglak --threads 1";
    check(&words(perft), "lines of two moves: ", true);
    // A bar that is full at the limit: the proof may end earlier.
    let limited = "solve --fresh --rules kalah --holes 5 --seeds 4 --nodes 5000000 --threads 1";
    check(&words(limited), " of 5.0 million", true);
    let folder = Folder::made("terminal-analyze");
    let played = "set play --rules congklak-six --a random --b greedy --seed 3";
    let record = folder.file("record", &stdout(&run(&words(played))));
    let analysis = format!("analyze {record} --nodes 20000 --threads 1");
    check(&words(&analysis), "positions: ", true);
    let set = "set solve --rules kalah --holes 4 --seeds 4 --threads 1";
    check(&words(set), " rounds ahead: ", true);
}

#[test]
fn tables_show_a_bar() {
    let folder = Folder::new("terminal");
    let build = "--max 12 --rules kalah --threads 1";
    let args = [&["tables", "build", folder.text()][..], &words(build)].concat();
    let (status, _, shown) = on_a_terminal(&args);
    assert_eq!(status, 0);
    assert!(shown.contains(" seeds in play: ") && has_a_bar(&shown), "{shown:?}");
    check(&["tables", "verify", folder.text(), "--threads", "1"], "values checked: ", true);
}

#[test]
fn work_of_unknown_length_says_what_it_does() {
    let solve = "solve --fresh --rules kalah --holes 5 --seeds 4 --threads 1";
    let (status, out, shown) = on_a_terminal(&words(solve));
    assert_eq!(status, 0);
    assert!(shown.contains("proving the value, "), "{shown:?}");
    assert!(!has_a_bar(&shown), "{shown:?}");
    assert_eq!(out, stdout(&run(&words(solve))));
}
