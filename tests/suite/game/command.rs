//! `game` through pipes: input and answers.

use crate::support::{code, played, refused, run, run_with, stderr, stdout, transcript, words};

/// A small set against a deterministic policy.
pub(super) const SMALL: &str =
    "game --rules congklak-six --holes 3 --seeds 2 --b greedy --no-board";

/// Returns the answers of a small game, which must succeed.
pub(super) fn answered(typed: &str) -> String {
    let output = run_with(&words(SMALL), typed);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{typed}");
    stdout(&output)
}

#[test]
fn a_game_is_told_and_ends_with_how_it_stands() {
    // A2 lifts two seeds: A3 and the store, so A moves again. A3 lifts three: the store, B1, B2,
    // which held two; those three go to B3, A1, A2. A2 was empty, so the turn ends.
    let told = answered("A2\n3\n");
    assert!(told.contains("A2  1 lap, gains 1; ends in the store RA; A moves again\n"), "{told}");
    assert!(told.contains("2,0,3/1 2,2,2/0 A\nA to move; legal: A1 A3\n"), "{told}");
    assert!(!told.contains("A> "), "no prompts: {told}");
    // Each of A's moves has passed A's store once.
    let last = told.lines().last().unwrap();
    assert!(
        last.starts_with("The set is unfinished, A is to move; round 1, the stores: A 2, B "),
        "{last}"
    );
    // Also without any input.
    assert!(answered("").ends_with("round 1, the stores: A 0, B 0\n"));
    assert_eq!(answered("quit\nA1\n"), answered(""));
}

#[test]
fn a_wrong_command_is_answered_by_what_was_expected() {
    for (typed, problem) in [
        (
            "foo",
            "found \"foo\", expected a hole such as A7, or 7 for the mover's; or a command: \
                 moves, hint, eval, undo",
        ),
        ("A9", "move 1, A9: "),
        ("B1", "A is to move"),
        ("A2 A2", "move 2, A2: the hole holds no seeds; legal: A1 A3; no move was played"),
        ("1 1", "expected moves for a human player only; no move was played"),
        ("moves now", "found \"now\", expected nothing after moves"),
        ("undo 2", "expected nothing after undo"),
        ("undo", "undo: no human player has moved yet"),
        ("redo", "redo: there is nothing to redo"),
        ("trace", "expected trace on or trace off"),
        ("trace maybe", "found \"maybe\", expected on or off"),
        ("save", "save: expected the name of a file"),
        ("load -", "expected the name of a file"),
        ("save /no/such/folder/x.txt", "/no/such/folder/x.txt: cannot be written"),
        ("load /no/such/record.txt", "/no/such/record.txt"),
    ] {
        let told = answered(&format!("{typed}\nboard\n"));
        assert!(told.lines().all(|line| line.len() <= 100), "{told}");
        let joined = told.replace("\n    ", " ");
        let error = joined.lines().find(|line| line.starts_with("error: "));
        assert!(error.is_some_and(|line| line.contains(problem)), "{typed}: {told}");
        // Nothing has changed.
        let (before, after) = (answered(""), told);
        let end = before.split_once("\nThe set").unwrap().1;
        assert!(after.ends_with(end), "{typed}: {after}");
    }
    // Invalid UTF-8 is a wrong command like others.
    let output = played("none", &words(SMALL), "A2\n");
    assert_eq!(code(&output), 0);
}

#[test]
fn wrong_arguments_are_refused() {
    for (args, problem) in [
        ("game --b tal", "expected human or a policy: random"),
        ("game -", "standard input is used for the game's commands"),
        ("game --load -", "standard input is used for the game's commands"),
        ("game --format json", "a game is played in text, expected text"),
        ("game --load x --together", "cannot be used with"),
        ("game --load x --rules kalah", "the record names its rules"),
        ("game --load", "CHONGKAK_GAMES to name one, or a file"),
        ("game --together 1,1/0 1,x/0 A over", "over"),
    ] {
        let told = refused(&words(args));
        assert!(told.contains(problem), "{args}: {told}");
    }
}

#[test]
fn hints_are_the_same_every_time_and_name_legal_moves() {
    let told = answered("hint\neval\nmoves\n");
    assert_eq!(told, answered("hint\neval\nmoves\n"));
    // 2 x 3 holes are searched to the end: `solve` agrees.
    let solve = "solve --rules congklak-six --holes 3 --seeds 2 --no-board";
    let solved = stdout(&run(&words(solve)));
    let value = told.lines().find(|line| line.starts_with("value ")).unwrap();
    assert!(solved.contains(value), "{value}: {solved}");
    let hint = told.lines().find(|line| line.starts_with("hint ")).unwrap();
    assert!(hint.contains("proven"), "{hint}");
    let both = run_with(&words("game --together --no-board --b greedy"), "hint\neval\n");
    assert_eq!(stdout(&both).matches("error: no search looks").count(), 2);
}

/// After the proven move the next hint is proven too: Overbeck's opening is worth +162, and so is
/// the position after A1.
#[test]
fn a_hint_remembers_what_was_proven() {
    for (name, first, value) in [("overbeck", "A1", "+162"), ("kalah", "A3", "+8")] {
        let game = format!("game --rules {name} --no-board");
        let told = stdout(&run_with(&words(&game), &format!("hint\n{first}\nhint\n")));
        let hints: Vec<&str> = told.lines().filter(|line| line.starts_with("hint ")).collect();
        assert_eq!(hints.len(), 2, "{told}");
        for hint in hints {
            assert!(hint.contains(&format!(", {value}, proven")), "{told}");
        }
    }
    // The data on the opening is valid along its line, whether or not a hint was requested there.
    for (name, moves, value) in [("overbeck", "A1 A8 A4", "+162"), ("kalah", "A3 A6", "+8")] {
        let game = format!("game --rules {name} --no-board --b human");
        let told = stdout(&run_with(&words(&game), &format!("{moves}\nhint\n")));
        assert!(told.contains(&format!(", {value}, proven")), "{told}");
    }
    // A turn of the book also counts for a hint, where the value is open.
    let game = "game --rules dakon --holes 9 --seeds 9 --no-board";
    let told = stdout(&run_with(&words(game), "hint\n"));
    assert!(told.contains("hint    A1, at least +156, proven"), "{told}");
}

/// A board of nine holes is drawn without line breaks, and the rules are wrapped.
#[test]
fn lines_of_a_game_fit() {
    let told = stdout(&run_with(&words("game --rules overbeck"), "rules\nresign\n"));
    assert!(told.contains("┤  RB 0\n"), "{told}");
    let widest = told.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?}: {told}");
    assert!(told.ends_with("The set is given up; round 1, the stores: A 0, B 0\n"), "{told}");
}

/// While A still sows, B ends in the store: then B alone chooses, and the program plays B.
#[test]
fn who_chooses_alone_is_told() {
    let args = "game --rules overbeck --together --no-board --b nearest";
    let played = run_with(&words(args), "1\n2\nquit\n");
    let told = stdout(&played);
    assert!(told.contains("B fills 9 holes; both start\n"), "{told}");
    let mut of_b = 0;
    let mut ended_in_store = false;
    for line in told.lines() {
        if let Some(due) = line.strip_prefix("both sow: ") {
            let side = &due[..1];
            let legal = due.split_once("legal: ").unwrap().1;
            assert!(!legal.is_empty(), "{told}");
            assert!(legal.split(' ').all(|hole| hole.starts_with(side)), "{due}");
            assert!(side == "A" || ended_in_store, "{told}");
            of_b += usize::from(side == "B");
        } else if line.contains(" lifts ") || line.contains("chooses again") {
            ended_in_store = line.contains("RB, chooses again");
        }
    }
    assert!(of_b > 0, "{told}");
}

/// The text after a prompt is the input, the rest is the answer.
#[test]
fn the_game_of_the_guide_is_played_so() {
    let (args, typed, told) = transcript("docs/GUIDE.md", "chongkak game ");
    assert!(typed.len() > 4, "{told}");
    let output = stdout(&run_with(&words(&args), &typed.join("\n")));
    assert_eq!(output, told);
}
