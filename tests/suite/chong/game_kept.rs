//! `chong game` through pipes: what is saved, continued and refused.

use chongkak::math::Random;

use super::game::{LONG, SMALL, answered};
use crate::support::{CutGame, Folder, code, ended_when_kept, played, run, stderr, stdout, words};

/// Input of a player who knows little and keeps playing.
fn typed_at_random(random: &mut Random, lines: usize) -> Vec<String> {
    let other = ["undo", "redo", "moves", "board", "throw 1 4", "3:S0-3", "pass", "x", "", "help"];
    let line = |_| match random.below(3) {
        0 => other[random.below(other.len())].to_owned(),
        1 => (1 + random.below(3)).to_string(),
        _ => format!("{} {}", 1 + random.below(6), 1 + random.below(2)),
    };
    (0..lines).map(line).collect()
}

/// Cut off anywhere, a game shows everything so far, ends well, and is saved as by `save`;
/// continuing the record gives the same game and the same record.
#[test]
fn a_game_that_is_cut_anywhere_is_kept_whole() {
    let folder = Folder::made("chong-cut");
    let mut turns = 0;
    let tables =
        ["--b greedy", "--b random --throws typed", "--b human", "--a guess --throws typed"];
    for (seed, more) in (0..).zip(tables) {
        let mut random = Random::new(seed, 2);
        let lines = typed_at_random(&mut random, 30);
        let args = format!("chong game --holes 4 --dice 2 --no-board {more}");
        let seed_text = seed.to_string();
        let args = [&words(&args)[..], &["--seed", &seed_text]].concat();
        let game = CutGame {
            args: &args,
            lines: &lines,
            load: &["chong", "game", "--no-board", "--load"],
            name: "chong",
        };
        turns += game.is_kept_whole(&folder, [0, 4, 9, 15, 22, 30], |save, standing| {
            let again = folder.path("again.txt");
            let _ = std::fs::remove_file(&again);
            let load = ["chong", "game", "--no-board", "--load", save];
            let loaded = stdout(&played("none", &load, &format!("save {again}\n")));
            assert_eq!(folder.read("again.txt"), folder.read("saved.txt"));
            assert_eq!(loaded.lines().last(), Some(standing));
        });
    }
    assert!(turns >= 16, "{turns}");
}

#[test]
fn a_game_goes_on_with_its_players_its_dice_and_its_seed() {
    let folder = Folder::made("chong-load");
    let games = folder.path("games");
    let args = &format!("chong game {LONG} --dice 2 --b random --seed 4 --no-board");
    let whole = played("none", &words(args), "2\n1\n1\n");
    assert_eq!(code(&played(&games, &words(args), "2\n")), 0);
    let load = "chong game --load --no-board";
    let second = stdout(&played(&games, &words(load), "1\n1\n"));
    let head =
        "players A: human; B: random, random seed 4\nthrows  by the program, random seed 4\n";
    assert!(second.contains(head), "{second}");
    assert_eq!(second.lines().last(), stdout(&whole).lines().last());
    // Other players and dice are recorded.
    let other = words("chong game --load --b guess --throws typed --seed 5 --no-board");
    assert_eq!(code(&played(&games, &other, "undo\nundo\nthrow 3 4\n")), 0);
    let names = folder.path("games");
    let noted = std::fs::read_to_string(format!("{names}/chong-000003.txt")).unwrap();
    let notes = "B: random, seed 4\nnote: B goes on as guess, seed 5\nthrows: typed\n";
    assert!(noted.contains(notes), "{noted}");
    assert!(noted.contains("\nthrow: 3,4\n"), "{noted}");
}

#[test]
fn damaged_and_cut_records_leave_the_game_as_it_is() {
    let folder = Folder::made("chong-damaged");
    let save = folder.path("whole.txt");
    answered(&format!("3 4\n2\nsave {save}\n"));
    let whole = folder.read("whole.txt");
    let now = folder.path("now.txt");
    let end = whole.rfind("unfinished").unwrap() + "unfinished".len();
    let mut refused = 0;
    for cut in (0..whole.len() - 1).step_by(5).filter(|cut| *cut != end) {
        let file = folder.file("cut.txt", &whole[..cut]);
        [&save, &now].map(std::fs::remove_file).into_iter().for_each(drop);
        let told = answered(&format!("3 4\nsave {save}\nload {file}\nsave {now}\n"));
        // A long path has its own line.
        let words: Vec<&str> = told.split_whitespace().collect();
        assert!(words.contains(&"error:") && words.contains(&"line"), "{cut}: {told}");
        assert_eq!(folder.read("now.txt"), folder.read("whole.txt"), "{told}");
        refused += 1;
    }
    assert!(refused > 20, "{refused}");
    for (damaged, status) in [
        (whole.replace("unfinished, B is", "unfinished, A is"), 1),
        (whole.replace("3:S1-4", "3:S1-5"), 1),
        (whole.replace("chong: content", "chong: "), 2),
        ("\0\u{1}".to_owned(), 2),
    ] {
        let file = folder.file("cut.txt", &damaged);
        let output = run(&["chong", "game", "--load", &file]);
        let said = stderr(&output);
        assert_eq!(code(&output), status, "{said}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(", line ") && said.contains("expected"), "{said}");
    }
    std::fs::write(folder.path("cut.txt"), b"chong: content\n\xff\n").unwrap();
    let told = answered(&format!("load {}\n", folder.path("cut.txt")));
    assert!(told.contains("line 2, column 1: expected UTF-8 text"), "{told}");
}

#[test]
fn a_folder_that_can_t_be_written_is_said_once() {
    let folder = Folder::made("chong-unwritable");
    let file = folder.file("file", "");
    let typed = "3 4\n2\n3 6\nundo\n";
    let output = played(&format!("{file}/games"), &words(SMALL), typed);
    assert_eq!(code(&output), 0);
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("the game can't be kept: "), "{said}");
    // The game works as usual, and leaving it prints the record.
    let save = folder.path("save.txt");
    let usual = answered(&format!("{typed}save {save}\n"));
    let record = folder.read("save.txt");
    let told = stdout(&output);
    let (before, _) = usual.split_once("saved as").unwrap();
    let standing = usual.lines().last().unwrap();
    assert!(told.starts_with(before), "{told}");
    assert!(told.trim_end().ends_with(standing), "{told}");
    assert_eq!(told.matches(&record).count(), 1, "{told}");
}

#[test]
fn in_a_pipe_ctrl_c_ends_the_program_and_the_game_is_kept() {
    let folder = Folder::made("chong-interrupted");
    let kept = folder.0.join("chong-000001.txt");
    let output = ended_when_kept(&kept, &words(SMALL), "3 4\n");
    assert_eq!(code(&output), 130);
    assert!(folder.read("chong-000001.txt").contains("\nthrow: 3,4\n"));
}
