//! `chong game` through pipes: input, answers, saved games.

use crate::support::{code, json_of, refused, run_with, stderr, stdout, transcript, words};

/// Starts `chong game` in the middle of a game on a small board, with real dice.
pub const SMALL: &str =
    "chong game SSK|S.k|sss A opened:A --dice 2 --throws typed --b greedy --seed 1 --no-board";

/// A position in which nobody wins at once.
pub const LONG: &str = "SSSSSS|K....k|ssssss A opened:AB";

fn answered_to(args: &str, typed: &str) -> String {
    let output = run_with(&words(args), typed);
    let ended = (code(&output), stderr(&output));
    assert_eq!(ended, (0, String::new()), "{args}: {typed}");
    stdout(&output)
}

/// Returns the answers of a small game, which must succeed.
pub fn answered(typed: &str) -> String {
    answered_to(SMALL, typed)
}

#[test]
fn a_game_is_told_and_ends_with_how_it_stands() {
    // Example E7 of the rules: five ways, of which the first one wins.
    let told = answered("3 4\n3\n");
    let ways = [
        "3:S1-4 4:S4-8x    takes 1 soldier; wins",
        "3:S1-4 4:S3-7x    takes 1 soldier",
        "3:S3-6x 4:S0-4    takes 1 soldier",
        "3:S3-6x 4:S1-5lie  takes 1 soldier, lies down beside the king",
        "4:S0-4 3:S4-7x    takes 1 soldier",
    ];
    assert!(told.contains("A throws 3,4, typed: 5 ways to play it\n"), "{told}");
    let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (number, way) in (1..).zip(ways) {
        let line = format!("{number} {}", blanks(way));
        assert!(told.lines().any(|shown| blanks(shown) == line), "{line}: {told}");
    }
    assert!(told.contains("A plays 3:S3-6x 4:S0-4; takes 1 soldier\n"), "{told}");
    assert!(told.contains("\n.SK|.Sk|Sss B opened:A\nB to throw"), "{told}");
    assert!(!told.contains("> "), "no prompts: {told}");
    let last = |told: &str| told.lines().last().unwrap().to_owned();
    assert_eq!(last(&told), "The game is unfinished, B is to throw; 1 turn played");
    // The same way can be played by its moves, with optional effects.
    for way in ["3:S3-6x 4:S0-4", "3:S3-6 4:S0-4"] {
        assert_eq!(answered(&format!("throw 4,3\n{way}\n")), told);
    }
    let won = answered("3 4\n1\n");
    assert!(won.contains("A has won\n"), "{won}");
    assert_eq!(last(&won), "The game is won by A; 1 turn played");
    // The end of the input at every prompt.
    assert_eq!(last(&answered("")), "The game is unfinished, A is to throw; 0 turns played");
    let open = "The game is unfinished, A is to play 3,4; 0 turns played";
    assert_eq!(last(&answered("3 4")), open);
    assert_eq!(answered("quit\n3 4\n"), answered(""));
    assert_eq!(last(&answered("3 4\n1\nboard\n")), last(&won));
}

#[test]
fn a_wrong_command_is_answered_by_what_was_expected() {
    for (before, typed, problem) in [
        ("", "foo", "expected the throw of A, such as 3 5; or a command: throw 3 5, moves, hint"),
        ("", "3 7", "die 2 is \"7\", expected a face from 1 (Chong) to 6"),
        ("", "3", "3: 1 die, expected 2"),
        ("", "3 4 5", "3 4 5: 3 dice, expected 2"),
        ("", "throw", "throw: expected the faces of the dice"),
        ("", "throw it", "die 1 is \"it\", expected a face"),
        ("", "hint", "hint: A has not thrown, expected a throw first"),
        ("", "moves", "moves: A has not thrown, expected a throw first"),
        ("", "undo", "undo: no human player has played a turn yet"),
        ("", "redo", "redo: there is nothing to redo"),
        ("", "undo 2", "expected nothing after undo"),
        ("", "save", "save: expected the name of a file"),
        ("", "save /no/such/folder/x.txt", "/no/such/folder/x.txt: cannot be written"),
        ("", "load -", "expected the name of a file"),
        ("", "load /no/such/record.txt", "/no/such/record.txt"),
        ("3 4\n", "6", "found \"6\", expected a way by its number, 1 to 5, or its moves"),
        ("3 4\n", "0", "found \"0\", expected a way by its number, 1 to 5, or its moves"),
        ("3 4\n", "99999999999999999999", "expected a way by its number"),
        ("3 4\n", "3:S1-5", "move 1, 3:S1-5: expected one of 3:S1-4 3:S3-6x 4:S0-4"),
        ("3 4\n", "3:S1-4", "the turn is not over, expected one of 4:S"),
        ("3 4\n", "pass", "the turn is not over, expected one of 3:S1-4"),
        ("3 4\n", "trace on", "found \"trace on\", expected a way"),
        ("3 4\n1\n", "2", "found \"2\", expected no more moves: the game is over"),
        ("3 4\n1\n", "throw 3 4", "the game is over at"),
        ("3 4\n1\n", "hint", "hint: the game is over, there are no moves"),
    ] {
        let told = answered(&format!("{before}{typed}\nboard\n"));
        let error = told.lines().find(|line| line.starts_with("error: "));
        assert!(error.is_some_and(|line| line.contains(problem)), "{typed}: {told}");
        // Nothing has changed.
        let unchanged = answered(&format!("{before}board\n"));
        let end = unchanged.rsplit_once("\n\n").unwrap().0.rsplit_once("\n\n").unwrap().1;
        assert!(told.contains(end), "{typed}: {told}");
        assert_eq!(told.lines().last(), unchanged.lines().last(), "{typed}: {told}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    for (args, problem) in [
        ("chong game --b bets", "expected human or a policy: random, greedy"),
        ("chong game -", "standard input is used for the game's commands"),
        ("chong game --load -", "standard input is used for the game's commands"),
        ("chong game --format json", "a game is played in text, expected text"),
        ("chong game --throws mine", "program, typed"),
        ("chong game --load x SSS|K.k|sss A", "cannot be used with"),
        ("chong game --load x --dice 2", "the record names its rules"),
        ("chong game --load x --holes 3", "the record names its rules"),
        ("chong game --load x --set forced=must", "the record names its rules"),
        ("chong game --load x --profile dlp", "the record names its rules"),
        ("chong game --load", "CHONGKAK_GAMES to name one, or a file"),
        ("chong game SSS|K.k|ss A", "a row of 2 holes"),
    ] {
        let told = refused(&words(args));
        assert!(told.contains(problem), "{args}: {told}");
    }
}

/// The seed is printed, and repeats the game; another one throws other dice.
#[test]
fn the_same_seed_throws_the_same_dice() {
    let args = "chong game --holes 3 --a greedy --b random --no-board";
    let told = answered_to(args, "");
    let seed = told.split_once("throws  by the program, random seed ").unwrap().1;
    let seed = seed.lines().next().unwrap();
    assert_eq!(answered_to(&format!("{args} --seed {seed}"), ""), told);
    let of = |seed: u32| {
        let told = answered_to(&format!("{args} --seed {seed}"), "");
        let throws = told.lines().filter(|line| line.contains(" throws "));
        throws.map(str::to_owned).collect::<Vec<_>>()
    };
    let all: std::collections::BTreeSet<_> = (1..10).map(of).collect();
    assert_eq!(all.len(), 9);
}

/// A throw belongs to its turn: undo, and another way to play it, do not change the dice.
#[test]
fn nobody_undoes_for_a_better_throw() {
    let args = format!("chong game {LONG} --dice 2 --b human --no-board --seed 3");
    let thrown = |typed: &str| -> Vec<String> {
        let told = answered_to(&args, typed);
        let throws = told.lines().filter_map(|line| line.split_once(" throws "));
        throws.map(|(_, throw)| throw.split(':').next().unwrap().to_owned()).collect()
    };
    let straight = thrown("1\n");
    assert!(straight.len() >= 2, "{straight:?}");
    let again = thrown("1\nundo\n1\n");
    let other = thrown("1\nundo\n2\n");
    let redone = thrown("1\nundo\nredo\n");
    for throws in [&again, &redone, &other] {
        // The first throw, the second; the first again, the second again.
        assert_eq!(throws[..2], straight[..2]);
        assert_eq!(throws[throws.len() - 2..], straight[..2], "{throws:?}");
    }
}

/// On a small board a hint is proven, as in `chong eval --exact`; on a large one it is estimated.
#[test]
fn hints_tell_what_is_proven() {
    let told = answered("eval\n3 6\nhint\neval\n");
    assert_eq!(told, answered("eval\n3 6\nhint\neval\n"));
    let place = ["chong", "eval", "SSK|S.k|sss A opened:A", "--dice", "2", "--exact"];
    let before = json_of(&place);
    let ranked = json_of(&[&place[..], &["--throw", "3,6"]].concat());
    let chance = |found: &serde_json::Value| {
        let chance = found["probability"].as_f64().unwrap();
        format!("chance  {chance:.12} that A wins")
    };
    let best = ranked["ways"][0]["way"].as_array().unwrap();
    let best: Vec<&str> = best.iter().map(|one| one.as_str().unwrap()).collect();
    assert!(told.contains(&chance(&before)), "{told}");
    assert_eq!(told.matches(&chance(&ranked)).count(), 2, "{told}");
    let hint = told.lines().find(|line| line.starts_with("hint ")).unwrap();
    assert!(hint.ends_with(&format!(": {}", best.join(" "))), "{hint}");
    assert!(told.contains(" of 36 throws\n"), "{told}");
    // The number in a hint plays the way that it names.
    let number = hint.split_whitespace().nth(1).unwrap().trim_end_matches(':');
    let told = answered(&format!("3 6\n{number}\n"));
    assert!(told.contains(&format!("A plays {}", best.join(" "))), "{told}");
    let large = "chong game --holes 6 --throws typed --no-board";
    let told = answered_to(large, "1 3 4 6\nhint\n");
    let chance = told.lines().find(|line| line.starts_with("chance ")).unwrap();
    assert!(chance.contains("about ") && chance.contains(" ± "), "{chance}");
}

/// The text after a prompt is the input, the rest is the answer.
#[test]
fn the_game_of_the_page_is_played_so() {
    let (args, typed, told) = transcript("docs/CHONG.md", "chongkak chong game ");
    assert!(typed.len() > 1, "{told}");
    let output = stdout(&run_with(&words(&args), &typed.join("\n")));
    assert_eq!(output, told);
}
