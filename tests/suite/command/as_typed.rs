//! Input of people who have not read the help: it works, or the error names the right command.

use crate::support::{Folder, code, json_of, refused, run, stderr, stdout, words};

/// Moves after `--line` need no quotes, and a blank may separate letter and number.
#[test]
fn moves_are_read_as_they_are_typed() {
    let plain = stdout(&run(&words("play --owned 99 --trace --line A1,A7,A5,A3")));
    for line in [
        &["A1", "A7", "A5", "A3"][..],
        &["A", "1,", "A", "7,", "A", "5,", "A", "3"],
        &["A 1, A 7, A 5, A 3"],
        &["A1", "7", "5", "3"],
    ] {
        let typed = [&words("play --owned 99 --trace --line")[..], line].concat();
        let output = run(&typed);
        assert_eq!(code(&output), 0, "{line:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), plain, "{line:?}");
    }
}

/// With six holes others number A's holes 1 to 6, A's store 7, and B's holes 8 to 13. A3 ends in
/// the store, A6 does not, and B1 is 8.
#[test]
fn holes_may_be_numbered_round_the_board() {
    let plain = json_of(&words("play --rules kalah --line A3,A6,B1"));
    assert_eq!(json_of(&words("play --rules kalah --ring --line 3,6,8")), plain);
    for command in ["moves", "show"] {
        let asked = |line: &str| json_of(&words(&format!("{command} --rules kalah {line}")));
        assert_eq!(asked("--ring --line 3,6,13"), asked("--line A3,A6,B6"));
    }
    for wrong in ["7", "14", "0", "A3", "15"] {
        let message = refused(&words(&format!("play --rules kalah --ring --line {wrong}")));
        let expected = format!("found \"{wrong}\", expected 1 to 6 for A or 8 to 13 for B");
        assert!(message.contains(&expected), "{message}");
    }
    assert!(refused(&words("eval --ring")).contains("--line"));
}

#[test]
fn the_command_that_is_meant_is_named() {
    let folder = Folder::made("as-typed");
    let record = folder.file("game.txt", "rules: kalah\nholes: 2\nseeds: 1\nround 1: A\nA2\n");
    let empty = folder.file("empty.toml", "\n");
    let rules = folder.file("ours.toml", "name = 'ours'\nbase = 'congklak'\n");
    for (typed, tip) in [
        ("play A1 A7", "`chongkak play --line \"A1 A7\"`"),
        ("A1 A7", "`chongkak play --line \"A1 A7\"`"),
        ("match biggest random", "`chongkak match --first biggest --second random`"),
        ("rules overbeck congklak", "`chongkak rules diff overbeck congklak`"),
        ("diff overbeck congklak", "`chongkak rules diff overbeck congklak`"),
        ("board --no-open A1", "found moves, \"A1\", expected a position"),
        (&format!("game {record}"), "`analyze` and `set replay` read the record"),
        (&format!("verify {empty}"), "found an empty file, expected claims"),
        ("version", "`chongkak --version`"),
        ("-v", "`chongkak --version`"),
        ("conklak", "conglak and congklak are rule sets"),
        ("eval A1 A7", "moves are given by --line \"A1 A7\""),
        (&format!("eval {record}"), "`analyze` and `set replay` read the record"),
        (&format!("play {record}"), "`chongkak analyze "),
        ("perft 3 A1", "found moves, \"A1\", expected a position, such as"),
        (&format!("verify {record}"), "`set replay "),
        (&format!("verify {rules}"), "found a rule file, expected claims. `rules "),
        ("--rules congklak", "perft, eval, analyze, solve, start"),
    ] {
        let message = refused(&words(typed));
        assert!(message.contains(tip), "{typed}: {message}");
    }
}

/// The answers of the rules, in words.
#[test]
fn rules_name_the_other_values_of_each_option() {
    let told = stdout(&run(&words("rules overbeck")));
    for line in [
        "store = near  (or far)",
        "lap = none  (or passed, circuit)",
        "holes = 9",
        "Who starts the next round? who moved last",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
}

#[test]
fn the_language_has_a_short_name() {
    let game = ["game", "--lang", "ms", "--holes", "2", "--seeds", "1"];
    let [_, _, _, rest @ ..] = game;
    let long = [&["game", "--language", "ms"][..], &rest].concat();
    assert_eq!(stdout(&run(&game)), stdout(&run(&long)));
}

#[test]
fn no_board_is_drawn_where_none_is_wanted() {
    for command in ["start", "start play --line A1,B1", "eval --depth 2", "show", "solve"] {
        let asked = format!("{command} --no-board --rules kalah --holes 2 --seeds 1");
        let asked: Vec<&str> = asked.split(' ').collect();
        // A joint choice is one argument.
        let asked: Vec<String> = asked.iter().map(|word| word.replace("A1,B1", "A1 B1")).collect();
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let output = run(&asked);
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
        let text = stdout(&output);
        assert!(!text.contains('\u{2500}'), "{command}: {text}");
        assert!(text.contains("1,1/0 1,1/0 A"), "{command}: {text}");
    }
}

/// Where a folder is expected, an existing file of that name is kept, and the error says so.
#[test]
fn a_file_is_no_folder() {
    let folder = Folder::made("as-typed-folders");
    let file = folder.file("file", "precious");
    for typed in [
        format!("tables build {file} --max 3 --rules kalah --holes 2"),
        format!("campaign new {file} --rules kalah --holes 2 --seeds 1"),
        format!("man {file}"),
        format!("turns --exhaustive --spill {file} --holes 3 --seeds 2"),
    ] {
        let output = run(&words(&typed));
        let told = stderr(&output);
        assert!([2, 4].contains(&code(&output)), "{typed}: {told}");
        assert!(told.contains("found a file of that name, expected a folder"), "{typed}: {told}");
        assert_eq!(folder.read("file"), "precious");
    }
}
