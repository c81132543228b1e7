//! `game` on a terminal: prompts, and Ctrl-C.

use crate::support::{Folder, PROGRAM, code, python, stderr, words};

/// A small set against a policy that is always the same.
const SMALL: &str = "game --rules congklak-six --holes 3 --seeds 2 --b greedy --no-board";

/// Runs the program on a terminal: waits for a text, sends keys, and so on; then shows all that was
/// there and the exit code.
const ON_A_TERMINAL: &str = r#"
import fcntl, json, os, pty, struct, sys, termios
steps, columns, args = json.loads(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    os.execvpe(args[0], args, {**os.environ, "TERM": "xterm"})
shown, at = "", 0
def read_on():
    global shown
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # Linux: the program has ended
        piece = b""
    shown += piece.decode(errors="replace")
    return bool(piece)
for until, keys in steps:
    while until not in shown[at:] and read_on():
        pass
    if until not in shown[at:]:
        break
    at += shown[at:].index(until) + len(until)
    os.write(terminal, keys.encode())
while read_on():
    pass
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(json.dumps([code, shown.replace("\r\n", "\n")]))
"#;

fn on_a_terminal(steps: &[[&str; 2]], args: &[&str]) -> (i32, String) {
    let mut command = python("-c");
    command
        .env("CHONGKAK_TABLES", "none")
        .env("CHONGKAK_GAMES", "none");
    let steps = serde_json::to_string(steps).unwrap();
    command.args([ON_A_TERMINAL, &steps, "60", PROGRAM]);
    let output = command.args(args).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";

#[test]
fn while_the_program_thinks_ctrl_c_makes_it_move() {
    // It would think for an hour.
    let args = words("game --mover B --b search:1h --no-board --color never");
    let steps = [["B to move", CTRL_C], ["A> ", CTRL_D]];
    let (code, shown) = on_a_terminal(&steps, &args);
    assert_eq!(code, 0, "{shown}");
    assert!(
        shown.contains("; B moves again\n") || shown.contains("; A to move\n"),
        "{shown}"
    );
    assert!(!shown.contains("Quit?"), "{shown}");
    assert!(
        shown.contains("The set is unfinished, A is to move;"),
        "{shown}"
    );
}

#[test]
fn at_the_prompt_ctrl_c_asks_before_it_ends() {
    let folder = Folder::made("game-terminal");
    let file = folder.path("saved.txt");
    let save = format!("save {file}\n");
    let quit = "save FILE: ";
    let steps = [
        ["A> ", "2\n"],
        ["A> ", CTRL_C],
        [quit, "no\n"],
        ["A> ", CTRL_C],
        [quit, "what\n"],
        [quit, "save /no/such/folder/x\n"],
        [quit, &save],
    ];
    let args = words(SMALL);
    let (code, shown) = on_a_terminal(&steps, &args);
    assert_eq!(code, 0, "{shown}");
    assert!(
        shown.contains("expected yes, no, or save FILE\n"),
        "{shown}"
    );
    assert!(shown.contains("cannot be written"), "{shown}");
    assert!(folder.read("saved.txt").contains("\nA2\n"), "{shown}");
    // The end of input, and a further Ctrl-C, are an answer to the question too.
    for keys in [CTRL_D, CTRL_C, "yes\n"] {
        let (code, shown) = on_a_terminal(&[["A> ", CTRL_C], [quit, keys]], &args);
        assert_eq!(code, 0, "{shown}");
        assert!(
            shown.ends_with("in round 1 A owns 6 seeds and B 6\n"),
            "{shown}"
        );
    }
}

/// Chong with real dice, in the middle of a game: no piece of B may move before his first Chong.
const CHONG: &str = "chong game SSK|S.k|sss A opened:A --dice 2 --throws typed --color never";

#[test]
fn chong_is_played_on_a_narrow_terminal() {
    let args = format!("{CHONG} --b greedy");
    // What is typed is shown behind its prompt again and again; so each answer is awaited.
    let steps = [
        ["throw of A> ", "3 4\n"],
        ["ways to play it", ""],
        ["A> ", CTRL_C],
        ["save FILE: ", "no\n"],
        ["A> ", "3\n"],
        ["A plays", ""],
        ["throw of B> ", "2 3\n"],
        ["B passes", ""],
        ["throw of A> ", CTRL_D],
    ];
    let (code, shown) = on_a_terminal(&steps, &words(&args));
    assert_eq!(code, 0, "{shown}");
    assert!(
        shown.contains("A plays 3:S3-6x 4:S0-4; takes 1 soldier\n"),
        "{shown}"
    );
    assert!(shown.contains("│ S │ s │ s │\n"), "{shown}");
    assert!(
        shown.ends_with("unfinished, A is to throw; 2 turns played\n"),
        "{shown}"
    );
}

#[test]
fn while_chong_is_thought_about_ctrl_c_makes_the_program_move() {
    // It would look at thousands of millions of throws.
    let args = format!("{CHONG} --a search:4000000000 --b human --no-board");
    let steps = [
        ["throw of A> ", "3 6\n"],
        ["A throws 3,6, typed", CTRL_C],
        ["A plays ", ""],
        ["throw of B> ", CTRL_D],
    ];
    let (code, shown) = on_a_terminal(&steps, &words(&args));
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains("Quit?"), "{shown}");
    assert!(
        shown.ends_with("unfinished, B is to throw; 1 turn played\n"),
        "{shown}"
    );
}
