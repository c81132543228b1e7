//! Colour: `--color` and NO_COLOR are obeyed by every command, and change nothing else.

use std::process::{Output, Stdio};

use crate::support::{code, program, run, stderr, stdout};

const ESCAPE: char = '\u{1b}';

/// Commands of every kind whose text has styles in it.
const STYLED: [&str; 16] = [
    "show --holes 3 --seeds 2",
    "moves --holes 3 --seeds 2",
    "play --holes 3 --seeds 2 --line A1 --trace",
    "eval --rules kalah --holes 3 --seeds 2 --threads 1",
    "eval --owned 99 --depth 2 --threads 1",
    "solve --rules kalah --holes 3 --seeds 2 --threads 1",
    "solve --nodes 10 --threads 1",
    "turns --rules dakon --holes 4 --seeds 4 --shortest --target 28",
    "start --holes 3 --seeds 2 --threads 1",
    "report openings --holes 3 --seeds 2 --threads 1",
    "book congklak-six --owned 48 --lines",
    "rules overbeck",
    "verify positions/claims/overbeck.toml",
    "chong eval --holes 3 --dice 1 --exact --threads 1",
    "chong rules",
    "chong moves --holes 3 --throw 1,2,3,4",
];

/// Those whose text is plain.
const PLAIN: [&str; 5] = [
    "perft 2 --holes 3 --seeds 2",
    "set table congklak-six --owned 48",
    "set solve --rules congklak-six --holes 3 --seeds 2",
    "rules",
    "completions bash",
];

/// Refused, by the program or by the reading of its arguments.
const REFUSED: [&str; 4] = [
    "show nonsense",
    "chong show nonsense",
    "set replay no-such-file",
    "eval --depth much",
];

fn words<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    command.split(' ').chain(more.iter().copied()).collect()
}

fn coloured(command: &str, when: &str) -> Output {
    run(&words(command, &["--color", when]))
}

/// The text without the sequences that switch styles: ESC [ ... m.
fn stripped(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (style, rest) = part.split_once('m').unwrap();
        let digits = style.strip_prefix('[').unwrap();
        assert!(
            digits.chars().all(|c| c.is_ascii_digit() || c == ';'),
            "{part}"
        );
        plain.push_str(rest);
    }
    plain
}

#[test]
fn colour_comes_and_goes_and_leaves_the_text_alone() {
    let helps = ["--help", "set play --help", "chong --help", "report --help"];
    for command in STYLED.iter().chain(&PLAIN).chain(&helps) {
        let (always, never) = (coloured(command, "always"), coloured(command, "never"));
        assert_eq!(code(&always), code(&never), "{command}");
        let (always, never) = (stdout(&always), stdout(&never));
        assert!(!never.is_empty(), "{command}");
        assert!(!never.contains(ESCAPE), "{command}: {never:?}");
        assert_eq!(
            always.contains(ESCAPE),
            !PLAIN.contains(command),
            "{command}"
        );
        assert_eq!(stripped(&always), never, "{command}");
        // Nobody sees colours in a pipe.
        assert_eq!(stdout(&run(&words(command, &[]))), never, "{command}");
    }
}

#[test]
fn errors_obey_too() {
    for command in REFUSED {
        let (always, never) = (coloured(command, "always"), coloured(command, "never"));
        assert_eq!(
            [code(&always), code(&never)].map(|code| code == 0),
            [false; 2]
        );
        let (always, never) = (stderr(&always), stderr(&never));
        assert!(always.contains(ESCAPE), "{command}: {always:?}");
        assert!(
            never.starts_with("error: ") && !never.contains(ESCAPE),
            "{command}: {never:?}"
        );
        assert_eq!(stripped(&always), never, "{command}");
    }
}

#[test]
fn no_json_is_coloured() {
    for command in [
        "eval --rules kalah --holes 3 --seeds 2",
        "chong rules",
        "rules overbeck",
    ] {
        let output = run(&words(command, &["--color", "always", "--format", "json"]));
        assert!(!stdout(&output).contains(ESCAPE), "{command}");
    }
}

/// `--color always` is said by a person, and stronger than NO_COLOR, which a system says.
#[test]
fn an_argument_is_stronger_than_no_color() {
    let shown = |more: &[&str]| {
        let mut command = program();
        command.args(words(STYLED[0], more)).env("NO_COLOR", "1");
        stdout(&command.stdin(Stdio::null()).output().unwrap())
    };
    assert!(!shown(&[]).contains(ESCAPE));
    assert!(shown(&["--color=always"]).contains(ESCAPE));
}
