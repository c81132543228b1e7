//! `game`: how games are saved and continued.

use std::collections::BTreeSet;

use chongkak::math::Random;

use super::command::{SMALL, answered};
use crate::support::{CutGame, Folder, code, ended_when_kept, played, run, stderr, stdout, words};

/// Input of a player who knows little and keeps playing.
fn typed_at_random(random: &mut Random, lines: usize) -> Vec<String> {
    let other =
        ["undo", "redo", "moves", "board", "trace on", "trace off", "A1 2", "x", "", "help"];
    let line = |_| match random.below(3) {
        0 => other[random.below(other.len())].to_owned(),
        _ => (1 + random.below(4)).to_string(),
    };
    (0..lines).map(line).collect()
}

/// Cut off anywhere, a game shows everything so far, ends well, and is saved as by `save`.
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
    let second = stdout(&played(&games, &words("game --load --no-board"), "1\n2\n3\n"));
    assert!(second.contains("players A: human; B: greedy, random seed 1\n"), "{second}");
    assert_eq!(second.lines().last(), stdout(&whole).lines().last());
    // Each has its own file, and the older game is still there; undo goes back into it.
    assert!(
        folder.read("games/game-000001.txt").len() < folder.read("games/game-000002.txt").len()
    );
    let undone = stdout(&played(&games, &words("game --load --no-board"), &"undo\n".repeat(5)));
    let (opening, last) = ("2,2,2/0 2,2,2/0 A\nA to move; legal: A1 A2 A3", undone);
    assert!(last.contains(opening), "{last}");
    // Another player is recorded.
    let other = words("game --load --b random --seed 5 --no-board");
    assert_eq!(code(&played(&games, &other, "2\n")), 0);
    let noted = folder.read("games/game-000004.txt");
    assert!(noted.contains("B: greedy, seed 1\nnote: B goes on as random, seed 5\n"), "{noted}");
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
        [&save, &now].map(std::fs::remove_file).into_iter().for_each(drop);
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
    for damaged in ["\0\u{1}", "rules: overbeck\nround 1: A\nA1 A1 A1", "note: start under way: A1"]
    {
        let file = folder.file("cut.txt", damaged);
        assert!(answered(&format!("load {file}\n")).contains("error:"), "{damaged}");
    }
    let note =
        "rules: congklak-six\nholes: 3\nseeds: 2\nnote: start under way: A9 B1\nround 1: A\n";
    let file = folder.file("cut.txt", note);
    let told = answered(&format!("load {file}\n"));
    assert!(told.contains("the note \"start under way: A9 B1\": "), "{told}");
}

#[test]
fn a_folder_that_can_t_be_written_is_said_once() {
    let folder = Folder::made("game-unwritable");
    let file = folder.file("file", "");
    let output = played(&format!("{file}/games"), &words(SMALL), "2\n3\n1\nundo\n");
    assert_eq!(code(&output), 0);
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("the game can't be kept: ") && said.contains("going on"), "{said}");
    let told = stdout(&output);
    let usual = answered("2\n3\n1\nundo\n");
    let (before, standing) = usual.rsplit_once("\n\n").unwrap();
    assert!(told.starts_with(before) && told.ends_with(standing), "{told}");
    // Nothing is lost: leaving the game, or loading another one, prints its record.
    let save = folder.path("save.txt");
    answered(&format!("2\nsave {save}\n"));
    let record = folder.read("save.txt");
    for (typed, times) in [
        ("2\nquit\n".to_owned(), 1),
        (format!("2\nload {save}\n"), 1),
        (format!("2\nload {save}.no\n"), 1),
        (format!("2\nsave {save}.new\n"), 0),
    ] {
        let output = played(&format!("{file}/games"), &words(SMALL), &typed);
        let told = stdout(&output);
        assert_eq!(told.matches(&record).count(), times, "{typed}: {told}");
    }
}

/// Such files belong to somebody else, and there is no number after the greatest one.
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

/// A process that is killed while writing leaves a draft; one being written is left alone.
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
    let expected = ["game-000001.txt", "game-000002.part", "game-1.part", "mine-000001.part"];
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
