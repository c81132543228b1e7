//! `game` through pipes: what is typed, what is answered, what is kept.

use std::collections::BTreeSet;

use chongkak::math::Random;

use crate::support::{
    CutGame, Folder, code, ended_when_kept, played, refused, run, run_with, stderr, stdout,
    transcript, words,
};

/// A small set against a policy that is always the same.
const SMALL: &str = "game --rules congklak-six --holes 3 --seeds 2 --b greedy --no-board";

/// Returns the answers of a small game; it must end well.
fn answered(typed: &str) -> String {
    let output = run_with(&words(SMALL), typed);
    assert_eq!(
        (code(&output), stderr(&output)),
        (0, String::new()),
        "{typed}"
    );
    stdout(&output)
}

#[test]
fn a_game_is_told_and_ends_with_how_it_stands() {
    // A2 lifts two seeds: A3 and the store, so A moves again. A3 lifts three: the store, B1, B2,
    // which held two; those three go to B3, A1, A2. A2 was empty, so that ends the turn.
    let told = answered("A2\n3\n");
    assert!(
        told.contains("A2  1 lap, gains 1; ends in the store RA; A moves again\n"),
        "{told}"
    );
    assert!(
        told.contains("2,0,3/1 2,2,2/0 A\nA to move; legal: A1 A3\n"),
        "{told}"
    );
    assert!(!told.contains("A> "), "no prompts: {told}");
    // Each of A's moves has passed his store once.
    let last = told.lines().last().unwrap();
    assert!(
        last.starts_with("The set is unfinished, A is to move; round 1, the stores: A 2, B "),
        "{last}"
    );
    // With nothing typed at all, too.
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
        (
            "A2 A2",
            "move 2, A2: the hole is not open or holds no seeds; legal: A1 A3; none of them",
        ),
        (
            "1 1",
            "expected the moves of a person alone; none of them is played",
        ),
        ("moves now", "found \"now\", expected nothing after moves"),
        ("undo 2", "expected nothing after undo"),
        ("undo", "undo: no move of a person was played"),
        ("redo", "redo: nothing was taken back"),
        ("trace", "expected trace on or trace off"),
        ("trace maybe", "found \"maybe\", expected on or off"),
        ("save", "save: expected the name of a file"),
        ("load -", "expected the name of a file"),
        (
            "save /no/such/folder/x.txt",
            "/no/such/folder/x.txt: cannot be written",
        ),
        ("load /no/such/record.txt", "/no/such/record.txt"),
    ] {
        let told = answered(&format!("{typed}\nboard\n"));
        assert!(told.lines().all(|line| line.len() <= 100), "{told}");
        let joined = told.replace("\n    ", " ");
        let error = joined.lines().find(|line| line.starts_with("error: "));
        assert!(
            error.is_some_and(|line| line.contains(problem)),
            "{typed}: {told}"
        );
        // Nothing has changed.
        let (before, after) = (answered(""), told);
        let end = before.split_once("\nThe set").unwrap().1;
        assert!(after.ends_with(end), "{typed}: {after}");
    }
    // Bytes that are no text at all are a wrong command like others.
    let output = played("none", &words(SMALL), "A2\n");
    assert_eq!(code(&output), 0);
}

#[test]
fn wrong_arguments_are_refused() {
    for (args, problem) in [
        ("game --b tal", "expected human or a policy: random"),
        ("game -", "standard input has what is typed in the game"),
        (
            "game --load -",
            "standard input has what is typed in the game",
        ),
        (
            "game --format json",
            "a game is played in text, expected text",
        ),
        ("game --load x --together", "cannot be used with"),
        (
            "game --load x --rules kalah",
            "the record says by which rules it is played",
        ),
        ("game --load", "CHONGKAK_GAMES to name one, or a file"),
        ("game --together 1,1/0 1,x/0 A over", "over"),
    ] {
        let told = refused(&words(args));
        assert!(told.contains(problem), "{args}: {told}");
    }
}

/// Lines as somebody would type them who knows little and plays on.
fn typed_at_random(random: &mut Random, lines: usize) -> Vec<String> {
    let other = [
        "undo",
        "redo",
        "moves",
        "board",
        "trace on",
        "trace off",
        "A1 2",
        "x",
        "",
        "help",
    ];
    let line = |_| match random.below(3) {
        0 => other[random.below(other.len())].to_owned(),
        _ => (1 + random.below(4)).to_string(),
    };
    (0..lines).map(line).collect()
}

/// Cut anywhere, a game has been told as far as it went, ends well, and is kept as `save` writes
/// it.
#[test]
fn a_game_that_is_cut_anywhere_is_kept_whole() {
    let folder = Folder::made("game-cut");
    let mut turns = 0;
    for (seed, more) in (0..).zip(["--b greedy", "--b random --together", "--b human"]) {
        let mut random = Random::new(seed, 2);
        let lines = typed_at_random(&mut random, 40);
        let args = format!("game --rules congklak-six --holes 3 --seeds 2 --no-board {more}");
        let seed_text = seed.to_string();
        let args = [&words(&args)[..], &["--seed", &seed_text]].concat();
        let game = CutGame {
            args: &args,
            lines: &lines,
            load: &["game", "--load", "--no-board"],
            name: "game",
        };
        turns += game.is_kept_whole(&folder, [0, 7, 13, 22, 31, 40], |save, _| {
            let replayed = run(&["set", "replay", save]);
            assert_eq!(code(&replayed), 0, "{save}: {}", stderr(&replayed));
        });
    }
    assert!(turns >= 12, "{turns}");
}

#[test]
fn a_game_goes_on_with_its_players_and_its_seed() {
    let folder = Folder::made("game-load");
    let games = folder.path("games");
    let whole = played("none", &words(SMALL), "2\n3\n1\n2\n3\n");
    let first = played(&games, &words(SMALL), "2\n3\n");
    assert_eq!(code(&first), 0);
    let second = stdout(&played(
        &games,
        &words("game --load --no-board"),
        "1\n2\n3\n",
    ));
    assert!(
        second.contains("players A: human; B: greedy, seed 1\n"),
        "{second}"
    );
    assert_eq!(second.lines().last(), stdout(&whole).lines().last());
    // Each has a file of its own, and the older game is still there; undo goes back into it.
    assert!(
        folder.read("games/game-000001.txt").len() < folder.read("games/game-000002.txt").len()
    );
    let undone = stdout(&played(
        &games,
        &words("game --load --no-board"),
        &"undo\n".repeat(5),
    ));
    let (opening, last) = ("2,2,2/0 2,2,2/0 A\nA to move; legal: A1 A2 A3", undone);
    assert!(last.contains(opening), "{last}");
    // Another player is noted in the record.
    let other = words("game --load --b random --seed 5 --no-board");
    assert_eq!(code(&played(&games, &other, "2\n")), 0);
    let noted = folder.read("games/game-000004.txt");
    assert!(
        noted.contains("B: greedy, seed 1\nnote: B goes on as random, seed 5\n"),
        "{noted}"
    );
}

#[test]
fn damaged_and_cut_records_leave_the_game_as_it_is() {
    let folder = Folder::made("game-damaged");
    let save = folder.path("whole.txt");
    answered(&format!("2\n3\nsave {save}\n"));
    let whole = folder.read("whole.txt");
    let (mut refused, mut taken) = (0, 0);
    for cut in (0..whole.len()).step_by(3) {
        let file = folder.file("cut.txt", &whole[..cut]);
        let now = folder.path("now.txt");
        let told = answered(&format!("1\nsave {save}\nload {file}\nsave {now}\n"));
        if told.contains("error:") {
            assert_eq!(folder.read("now.txt"), folder.read("whole.txt"), "{told}");
            let started = run(&["game", "--load", &file]);
            assert!([1, 2].contains(&code(&started)), "{}", stderr(&started));
            refused += 1;
        } else {
            taken += 1;
        }
    }
    assert!(refused > 30 && taken > 5, "{refused} {taken}");
    for damaged in [
        "\0\u{1}",
        "rules: overbeck\nround 1: A\nA1 A1 A1",
        "note: start under way: A1",
    ] {
        let file = folder.file("cut.txt", damaged);
        assert!(
            answered(&format!("load {file}\n")).contains("error:"),
            "{damaged}"
        );
    }
    let note =
        "rules: congklak-six\nholes: 3\nseeds: 2\nnote: start under way: A9 B1\nround 1: A\n";
    let file = folder.file("cut.txt", note);
    let told = answered(&format!("load {file}\n"));
    assert!(
        told.contains("the note \"start under way: A9 B1\": "),
        "{told}"
    );
}

#[test]
fn a_folder_that_can_t_be_written_is_said_once() {
    let folder = Folder::made("game-unwritable");
    let file = folder.file("file", "");
    let output = played(&format!("{file}/games"), &words(SMALL), "2\n3\n1\nundo\n");
    assert_eq!(code(&output), 0);
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("the game can't be kept: ") && said.contains("going on"),
        "{said}"
    );
    let told = stdout(&output);
    let usual = answered("2\n3\n1\nundo\n");
    let (before, standing) = usual.rsplit_once("\n\n").unwrap();
    assert!(
        told.starts_with(before) && told.ends_with(standing),
        "{told}"
    );
    // Nothing is lost: whoever leaves the game gets its record, also where another takes its place.
    let save = folder.path("save.txt");
    answered(&format!("2\nsave {save}\n"));
    let record = folder.read("save.txt");
    for (typed, times) in [
        ("2\nquit\n".to_owned(), 1),
        (format!("2\nload {save}\n"), 1),
        (format!("2\nload {save}.no\n"), 1),
        (format!("2\nsave {save}\n"), 0),
    ] {
        let output = played(&format!("{file}/games"), &words(SMALL), &typed);
        let told = stdout(&output);
        assert_eq!(told.matches(&record).count(), times, "{typed}: {told}");
    }
}

/// Such files are of somebody else, and there is no number after the greatest one.
#[test]
fn files_with_other_names_are_no_games() {
    let folder = Folder::made("game-names");
    for name in ["game-18446744073709551615.txt", "game-+7.txt", "game-7.txt"] {
        folder.file(name, "mine");
    }
    let output = played(folder.text(), &words(SMALL), "2\n");
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert!(folder.read("game-000001.txt").contains("\nA2\n"));
    let loaded = played(folder.text(), &words("game --load"), "");
    assert_eq!(code(&loaded), 0, "{}", stderr(&loaded));
    assert_eq!(folder.read("game-+7.txt"), "mine");
}

/// A process that is killed while it writes leaves a draft; one being written now is left alone.
#[test]
fn drafts_that_were_left_are_tidied() {
    let folder = Folder::made("game-drafts");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    for name in ["game-000003.part", "game-1.part", "mine-000001.part"] {
        let file = std::fs::File::create(folder.0.join(name)).unwrap();
        file.set_modified(old).unwrap();
    }
    folder.file("game-000002.part", "half");
    assert_eq!(code(&played(folder.text(), &words(SMALL), "2\n")), 0);
    let left: BTreeSet<String> = folder.names().into_iter().collect();
    let expected = [
        "game-000001.txt",
        "game-000002.part",
        "game-1.part",
        "mine-000001.part",
    ];
    assert_eq!(left, expected.map(str::to_owned).into());
}

#[test]
fn in_a_pipe_ctrl_c_ends_the_program_and_the_game_is_kept() {
    let folder = Folder::made("game-interrupted");
    let kept = folder.0.join("game-000001.txt");
    let output = ended_when_kept(&kept, &words(SMALL), "2\n");
    assert_eq!(code(&output), 130);
    assert!(folder.read("game-000001.txt").contains("\nA2\n"));
}

#[test]
fn hints_are_the_same_every_time_and_name_legal_moves() {
    let told = answered("hint\neval\nmoves\n");
    assert_eq!(told, answered("hint\neval\nmoves\n"));
    // 2 x 3 holes are searched to the end: `solve` says the same.
    let solve = "solve --rules congklak-six --holes 3 --seeds 2 --no-board";
    let solved = stdout(&run(&words(solve)));
    let value = told
        .lines()
        .find(|line| line.starts_with("value "))
        .unwrap();
    assert!(solved.contains(value), "{value}: {solved}");
    let hint = told.lines().find(|line| line.starts_with("hint ")).unwrap();
    assert!(hint.contains("proven"), "{hint}");
    let both = run_with(
        &words("game --together --no-board --b greedy"),
        "hint\neval\n",
    );
    assert_eq!(stdout(&both).matches("error: no search looks").count(), 2);
}

/// A player of the proven move has the proof in the next hint: Overbeck's opening is worth +162,
/// and so is what follows A1.
#[test]
fn a_hint_remembers_what_was_proven() {
    for (name, first, value) in [("overbeck", "A1", "+162"), ("kalah", "A3", "+8")] {
        let game = format!("game --rules {name} --no-board");
        let told = stdout(&run_with(&words(&game), &format!("hint\n{first}\nhint\n")));
        let hints: Vec<&str> = told
            .lines()
            .filter(|line| line.starts_with("hint "))
            .collect();
        assert_eq!(hints.len(), 2, "{told}");
        for hint in hints {
            assert!(hint.contains(&format!(", {value}, proven")), "{told}");
        }
    }
    // The data on the opening hold on its line, whether a hint was asked for there or not.
    for (name, moves, value) in [("overbeck", "A1 A8 A4", "+162"), ("kalah", "A3 A6", "+8")] {
        let game = format!("game --rules {name} --no-board --b human");
        let told = stdout(&run_with(&words(&game), &format!("{moves}\nhint\n")));
        assert!(told.contains(&format!(", {value}, proven")), "{told}");
    }
    // What a turn of the book brings holds for a hint too, where the value is open.
    let told = stdout(&run_with(
        &words("game --rules overbeck --owned 72 --no-board"),
        "hint\n",
    ));
    assert!(told.contains("hint    A5, at least +138, proven"), "{told}");
}

/// A board of nine holes is drawn in lines that are not broken, and the rules are told in lines
/// that fit.
#[test]
fn lines_of_a_game_fit() {
    let told = stdout(&run_with(
        &words("game --rules overbeck"),
        "rules\nresign\n",
    ));
    assert!(told.contains("┤  RB 0\n"), "{told}");
    let widest = told.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?}: {told}");
    assert!(
        told.ends_with("The set is given up; round 1, the stores: A 0, B 0\n"),
        "{told}"
    );
}

/// While A still sows, B ends in his store: then B alone chooses, and the program plays B.
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

/// The text behind a prompt is typed, the rest is answered.
#[test]
fn the_game_of_the_guide_is_played_so() {
    let (args, typed, told) = transcript("docs/GUIDE.md", "chongkak game ");
    assert!(typed.len() > 4, "{told}");
    let output = stdout(&run_with(&words(&args), &typed.join("\n")));
    assert_eq!(output, told);
}
