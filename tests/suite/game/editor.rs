//! The line editor of `game`: keys, history, completion, narrow and plain terminals.

use crate::support::{
    CTRL_A, CTRL_C, CTRL_D, CTRL_E, CTRL_R, CTRL_U, CTRL_W, DOWN, END, Folder, HOME, LEFT, Shown,
    Terminal, UP, words,
};

/// A small set against a deterministic policy.
const SMALL: &str = "game --rules congklak-six --holes 3 --seeds 2 --b greedy --no-board";

/// Types one line at the first prompt, and ends.
fn typed(keys: &str) -> Shown {
    ended(Terminal::new().types("A> ", keys))
}

/// Waits for the first error, and ends.
fn ended(terminal: Terminal) -> Shown {
    let shown = terminal.waits("error:").types("A> ", CTRL_D).run(&words(SMALL));
    assert_eq!((shown.code, shown.whole), (0, true), "{}", shown.screen());
    shown
}

#[test]
fn keys_edit_the_line() {
    for keys in [
        format!("bd{LEFT}c{HOME}a{END}e\n"),
        format!("bcd{CTRL_A}a{CTRL_E}e\n"),
        format!("some words{CTRL_U}abcde\n"),
        format!("abcde wrong{CTRL_W}\n"),
        "abx\u{7f}cde\r".to_owned(),
        // The deleted text is restored.
        format!("cde{CTRL_U}ab\u{19}\n"),
    ] {
        let screen = typed(&keys).screen();
        assert!(screen.contains("\nA> abcde\n"), "{keys:?}: {screen}");
        assert!(screen.contains("found \"abcde\""), "{keys:?}: {screen}");
    }
    // Ctrl-D within a line deletes a character, even one of two bytes.
    let screen = typed(&format!("äb{LEFT}{LEFT}{CTRL_D}cd\n")).screen();
    assert!(screen.contains("found \"cdb\""), "{screen}");
}

/// Pasted lines are answered one by one.
#[test]
fn no_pasted_line_is_lost() {
    let terminal = Terminal::new().types("A> ", "2\n3\nboard\nnonsense\n");
    let screen = ended(terminal).screen();
    let order = ["A2  1 lap", "A3  2 laps", "A> board", "found \"nonsense\""];
    let places: Vec<_> = order.iter().map(|text| screen.find(text)).collect();
    assert!(places.iter().all(Option::is_some), "{screen}");
    assert!(places.is_sorted(), "{screen}");
}

#[test]
fn lines_are_remembered_while_the_game_is_open() {
    // The answer to the question is not a command and is not in the history.
    let terminal = Terminal::new().types("A> ", "trace off\n").waits("no longer");
    let terminal = terminal.types("A> ", "board\n").waits("A to move");
    let terminal = terminal.types("A> ", CTRL_C).types("save FILE: ", "no\n");
    let terminal = terminal.types("A> ", &format!("{UP}{UP}{DOWN}x\n"));
    let screen = ended(terminal).screen();
    assert!(screen.contains("\nA> boardx\n"), "{screen}");
    let terminal = Terminal::new().types("A> ", "trace off\n").waits("no longer");
    let terminal = terminal.types("A> ", "board\n").waits("A to move");
    let terminal = terminal.types("A> ", &format!("{CTRL_R}tra")).waits("tra': trace off");
    let screen = ended(terminal.types("", &format!("{END}x\n"))).screen();
    assert!(screen.contains("\nA> trace offx\n"), "{screen}");
}

#[test]
fn lines_are_remembered_by_the_next_game() {
    let folder = Folder::made("game-history");
    let games = folder.path("games");
    let terminal = || Terminal::new().variable("CHONGKAK_GAMES", &games);
    let first = terminal().types("A> ", "trace on\n").waits("every lap");
    assert_eq!(first.types("A> ", CTRL_D).run(&words(SMALL)).code, 0);
    assert_eq!(folder.read("games/history-game.txt"), "trace on\n");
    let screen = ended(terminal().types("A> ", &format!("{UP}x\n"))).screen();
    assert!(screen.contains("\nA> trace onx\n"), "{screen}");
    // Damage is not the player's mistake.
    std::fs::write(folder.path("games/history-game.txt"), b"\xff\0\nbo\n\n").unwrap();
    let screen = ended(terminal().types("A> ", &format!("{UP}x\n"))).screen();
    assert!(screen.contains("\nA> box\n"), "{screen}");
    // The file is limited: of a thousand lines the last 500 are kept.
    let lines: String = (0..1000).map(|line| format!("line {line}\n")).collect();
    folder.file("games/history-game.txt", &lines);
    ended(terminal().types("A> ", &format!("{UP}x\n")));
    let kept = folder.read("games/history-game.txt");
    let kept: Vec<_> = kept.lines().collect();
    assert_eq!((kept.len(), kept[0], kept[500]), (501, "line 500", "line 999x"));
    // An unwritable folder only loses the history.
    let file = folder.file("file", "");
    let terminal = Terminal::new().variable("CHONGKAK_GAMES", &format!("{file}/games"));
    let screen = ended(terminal.types("A> ", "foo\n")).screen();
    assert!(!screen.contains("can't be"), "{screen}");
    // Without a folder there is no history.
    let inside = Folder::made("game-history-none");
    let shown = Terminal::new().folder(&inside.0).types("A> ", CTRL_D);
    assert_eq!(shown.run(&words(SMALL)).code, 0);
    assert!(inside.files().is_empty());
}

#[test]
fn tab_completes_commands_and_moves() {
    for (keys, line) in [
        ("he\t\u{1}x\n", "xhelp"),
        // With arguments of a word, if it has any.
        ("tr\to\tf\tx\n", "trace offx"),
        ("MOV\tx\n", "movesx"),
        ("a\t9x\n", "a9x"),
        ("zz\tx\n", "zzx"),
        ("board \tx\n", "board x"),
    ] {
        let screen = typed(keys).screen();
        assert!(screen.contains(&format!("\nA> {line}\n")), "{keys:?}: {screen}");
    }
    // All completions are listed; A1 is no longer legal after it was played.
    let terminal = Terminal::new().types("A> ", "A1\n").waits("A to move");
    let terminal = terminal.types("A> ", "A\t").waits("A> A1").types("", "x\n");
    let screen = ended(terminal).screen();
    assert!(screen.contains("legal: A1\n"), "{screen}");
    let terminal = Terminal::new().types("A> ", "\t").waits("quit");
    let screen = ended(terminal.types("A> ", "x\n")).screen();
    let listed = screen.split("A>\n").nth(1).unwrap();
    let listed: Vec<_> = listed.split("A> ").next().unwrap().split_whitespace().collect();
    let mut expected = words(
        "A1 A2 A3 moves hint eval undo redo stop trace board score rules save load help resign quit",
    );
    let mut sorted = listed.clone();
    expected.sort_unstable();
    sorted.sort_unstable();
    assert_eq!(sorted, expected, "{screen}");
    let screen = typed("h\tx\n").screen();
    assert!(screen.contains("hint  help\n") || screen.contains("help  hint\n"), "{screen}");
}

#[test]
fn tab_completes_names_of_files() {
    let folder = Folder::made("game-files");
    std::fs::create_dir_all(folder.path("inner")).unwrap();
    folder.file("inner/old game.txt", "rules: overbeck\nround 1: A\nA1 A1 A1");
    folder.file("two.txt", "\0\u{1}");
    folder.file("two.bak", "");
    folder.file(".hidden", "");
    let terminal = || Terminal::new().folder(&folder.0);
    // A malformed record is reported, and the game continues.
    let screen = ended(terminal().types("A> ", "load in\told\t\n")).screen();
    assert!(screen.contains("A> load inner/old game.txt\n"), "{screen}");
    let screen = ended(terminal().types("A> ", "load tw\tt\t\n")).screen();
    assert!(screen.contains("two.bak  two.txt\n"), "{screen}");
    assert!(screen.contains("A> load two.txt\n"), "{screen}");
    assert!(screen.contains("round 1, the stores: A 0, B 0\n"), "{screen}");
    // The typed text is part of the name, which may contain blanks.
    let screen = ended(terminal().types("A> ", "load inner/old g\t.x\n")).screen();
    assert!(screen.contains("A> load inner/old game.txt.x\n"), "{screen}");
    // The question completes names too.
    let shown = terminal().types("A> ", CTRL_C).types("save FILE: ", "sa\tnew.txt\n");
    assert_eq!(shown.run(&words(SMALL)).code, 0);
    assert!(folder.read("new.txt").contains("rules: congklak-six"));
}

#[test]
fn long_lines_stay_whole_on_narrow_terminals() {
    let long = "a line that is longer than any terminal of this test is wide";
    for columns in [20, 60] {
        let terminal = Terminal::new().columns(columns);
        let keys = format!("{long}{LEFT}{HOME}so {END}!\n");
        let screen = ended(terminal.types("A> ", &keys)).screen();
        let whole = screen.replace('\n', "");
        let written = format!("A> so {long}!");
        let rows: Vec<char> = written.chars().collect();
        let rows: String =
            rows.chunks(columns).map(|row| String::from_iter(row).trim_end().to_owned()).collect();
        assert!(whole.contains(&rows), "{columns}: {screen}");
        assert!(screen.lines().any(|line| line.starts_with("A> so")), "{screen}");
    }
}

/// If the cursor can't move, lines are read plainly; only text is written.
#[test]
fn plain_terminals_get_plain_lines() {
    for term in ["dumb", "", "-"] {
        let terminal = Terminal::new().variable("TERM", term).types("A> ", "2\n");
        let terminal = terminal.waits("A moves again").types("A> ", "foo\n");
        let shown = ended(terminal);
        assert!(!shown.has_controls(), "{term}: {}", shown.screen());
        assert!(shown.screen().contains("A> foo\n"), "{}", shown.screen());
    }
}
