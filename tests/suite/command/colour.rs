//! Colour: every command obeys `--color` and NO_COLOR, and nothing else changes.

use std::process::{Output, Stdio};

use crate::support::{Folder, code, outcome, program, run, stderr, stdout};

const ESCAPE: char = '\u{1b}';

/// Commands of every kind with styled output.
const STYLED: [&str; 15] = [
    "show --holes 3 --seeds 2",
    "moves --holes 3 --seeds 2",
    "play --holes 3 --seeds 2 --line A1 --trace",
    "eval --rules kalah --holes 3 --seeds 2 --threads 1",
    "eval --owned 99 --depth 2 --threads 1",
    "solve --rules kalah --holes 3 --seeds 2 --threads 1",
    "solve --nodes 10 --threads 1",
    "turns --rules dakon --holes 4 --seeds 4 --shortest --target 28",
    "start --holes 3 --seeds 2 --threads 1",
    "book congklak-six --owned 48 --lines",
    "rules overbeck",
    "verify positions/claims/overbeck.toml",
    "chong eval --holes 3 --dice 1 --exact --threads 1",
    "chong rules",
    "chong moves --holes 3 --throw 1,2,3,4",
];

/// Commands with plain output.
const PLAIN: [&str; 5] = [
    "perft 2 --holes 3 --seeds 2",
    "set table congklak-six --owned 48",
    "set solve --rules congklak-six --holes 3 --seeds 2",
    "rules",
    "completions bash",
];

/// Errors, by the program or by the argument parser.
const REFUSED: [&str; 4] =
    ["show nonsense", "chong show nonsense", "set replay no-such-file", "eval --depth much"];

fn words<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    command.split(' ').chain(more.iter().copied()).collect()
}

fn coloured(command: &str, when: &str) -> Output {
    run(&words(command, &["--color", when]))
}

/// Removes style sequences, ESC [ ... m, from a text.
fn stripped(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (style, rest) = part.split_once('m').unwrap();
        let digits = style.strip_prefix('[').unwrap();
        assert!(digits.chars().all(|c| c.is_ascii_digit() || c == ';'), "{part}");
        plain.push_str(rest);
    }
    plain
}

#[test]
fn colour_comes_and_goes_and_leaves_the_text_alone() {
    let helps = ["--help", "set play --help", "chong --help"];
    for command in STYLED.iter().chain(&PLAIN).chain(&helps) {
        let (always, never) = (coloured(command, "always"), coloured(command, "never"));
        assert_eq!(code(&always), code(&never), "{command}");
        let (always, never) = (stdout(&always), stdout(&never));
        assert!(!never.is_empty(), "{command}");
        assert!(!never.contains(ESCAPE), "{command}: {never:?}");
        assert_eq!(always.contains(ESCAPE), !PLAIN.contains(command), "{command}");
        assert_eq!(stripped(&always), never, "{command}");
        // Pipes have no colours.
        assert_eq!(stdout(&run(&words(command, &[]))), never, "{command}");
    }
}

#[test]
fn errors_obey_too() {
    for command in REFUSED {
        let (always, never) = (coloured(command, "always"), coloured(command, "never"));
        assert_eq!([code(&always), code(&never)].map(|code| code == 0), [false; 2]);
        let (always, never) = (stderr(&always), stderr(&never));
        assert!(always.contains(ESCAPE), "{command}: {always:?}");
        assert!(never.starts_with("error: ") && !never.contains(ESCAPE), "{command}: {never:?}");
        assert_eq!(stripped(&always), never, "{command}");
    }
}

#[test]
fn no_json_is_coloured() {
    for command in ["eval --rules kalah --holes 3 --seeds 2", "chong rules", "rules overbeck"] {
        let output = run(&words(command, &["--color", "always", "--format", "json"]));
        assert!(!stdout(&output).contains(ESCAPE), "{command}");
    }
}

/// `--color always` is a person's choice and overrides NO_COLOR, which is a system's.
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

/// Escape sequences in files are shown, not obeyed: these would change the title and clear the
/// screen.
#[test]
fn control_characters_of_files_are_shown_as_signs() {
    let evil = "a/\u{1b}]0;evil\u{7}\u{1b}[2J\r\u{9b}2Jx";
    let folder = Folder::made("colour-evil");
    let record = folder.file("r.txt", &format!("rules: {evil}\n"));
    let claims = folder.file(
        "c.toml",
        "source = \"s\\u001b]0;evil\\u0007\"\n[[claim]]\nid = \"i\\u001b[2J\\u009b2J\"\n\
         rules = \"kalah\"\nlegal = \"A1\"\n",
    );
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    for args in [
        vec!["set", "replay", &record],
        vec!["verify", &claims],
        vec!["verify", &claims, "--format", "json"],
        vec!["rules", "--rules", evil],
    ] {
        let (_, out, error) = outcome(&run(&[&args[..], &["--color", "always"]].concat()));
        assert!(out.contains("evil") || out.contains("2J") || error.contains("evil"), "{args:?}");
        for text in [out, error] {
            let mut parts = text.split(ESCAPE);
            let mut shown = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                // Only styles may begin with an escape.
                let style = part.strip_prefix('[').and_then(|part| part.split_once('m'));
                let (codes, rest) = style.unwrap_or_else(|| panic!("{args:?}: {text:?}"));
                let is_code = |c: char| c.is_ascii_digit() || c == ';';
                assert!(codes.chars().all(is_code), "{args:?}: {text:?}");
                shown.push_str(rest);
            }
            assert!(!shown.contains(obeyed), "{args:?}: {text:?}");
        }
    }
}

/// Colours in a file are not shown, whether or not the program uses colours.
#[test]
fn colours_of_files_are_shown_as_signs() {
    const RED: &str = "\u{1b}[31mred\u{1b}[0m";
    let folder = Folder::made("colour-red");
    // In TOML notation.
    let red = RED.replace(ESCAPE, "\\u001b");
    let claim = |id: &str, lands: &str| {
        format!("[[claim]]\nid = \"{id}{red}\"\nsection = \"{red}\"\nrules = \"kalah\"\n{lands}")
    };
    let claims = [claim("a", "legal = \"A1\"\n"), claim("b", "laps = 0\n")].concat();
    let claims = folder.file("c.toml", &format!("source = \"{red}\"\n{claims}"));
    let source = format!("[[source]]\noption = \"lap\"\ntext = \"{red}\"\nnote = \"{red}\"\n");
    let rules = format!("name = \"ours\"\nbase = \"congklak\"\ntitle = \"{red}\"\n");
    let follows = format!("[follows]\nshort = \"{red}\"\nfull = \"{red}\"\n");
    let rules = folder.file("r.toml", &[rules, follows, source].concat());
    let small = "set play --rules conglak --holes 3 --seeds 2 --a random --b greedy --seed 3";
    let record = stdout(&run(&words(small, &[])));
    let record = folder.file("r.txt", &format!("event: {RED}\nnote: {RED}\n{record}"));
    for (command, file, says) in [
        ("verify", &claims, true),
        ("infer", &claims, true),
        ("rules", &rules, true),
        ("rules diff congklak", &rules, false),
        ("set replay", &record, true),
        ("analyze", &record, true),
    ] {
        let shown = |when| outcome(&run(&words(command, &[file, "--color", when])));
        let (code, always, error) = shown("always");
        let (same, never, quiet) = shown("never");
        assert_eq!(code, same, "{command}: {error}");
        for (always, never) in [(&always, &never), (&error, &quiet)] {
            assert_eq!(stripped(always), *never, "{command}");
            assert!(!never.contains(ESCAPE), "{command}: {never:?}");
        }
        let sign = "\u{241b}[31mred\u{241b}[0m";
        assert_eq!(never.contains(sign), says, "{command}: {never}{quiet}");
    }
}
