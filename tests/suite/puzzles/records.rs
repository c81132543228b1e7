//! Puzzles from rounds that were played.

use std::collections::HashSet;
use std::process::Output;

use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::puzzles::{Kind, MakePuzzle, Puzzle};
use chongkak::rules::Preset;
use chongkak::sets::{SetRecord, WrittenSet};

use crate::project::schemas::expect;
use crate::support::{
    Folder, Reference, code, json_lines, outcome, refused, run, run_with, stderr, stdout,
};

fn played(options: &[&str], seed: &str) -> String {
    let play = ["set", "play", "--holes", "3", "--seeds", "3", "--rounds", "3", "--seed", seed];
    stdout(&run(&[&play[..], &["--a", "random", "--b", "random"], options].concat()))
}

fn read(output: &Output) -> Vec<Puzzle> {
    let lines = json_lines(&stdout(output)).into_iter();
    lines.map(|line| serde_json::from_value(line).unwrap()).collect()
}

/// The position before a turn, by the reference implementation; rounds and turns are counted from
/// 1.
fn before(record: &SetRecord, round: usize, turn: usize) -> Reference {
    let round = &record.rounds[round - 1];
    let mut board = Reference::read(&round.opening.to_string());
    for made in round.turns[..turn - 1].iter().flatten() {
        assert_eq!(made.side.index(), board.mover);
        board = board.play(&record.rules, made.hole.index()).after;
    }
    board
}

/// Every position of the records that a question fits is found, at its place, and nothing else.
#[test]
fn found_puzzles_stand_in_the_record_at_their_place() {
    let folder = Folder::made("puzzles-of-records");
    let options: [&[&str]; 3] = [
        &["--rules", "conglak"],
        &["--rules", "kalah", "--set", "store_last=stop"],
        &["--rules", "overbeck"],
    ];
    let texts = options.map(|options| played(options, "4"));
    let records = texts.each_ref().map(|text| WrittenSet::read(text).unwrap().replay().unwrap());
    let two = folder.file("two.txt", &texts[..2].concat());
    let one = folder.file("one.txt", &texts[2]);
    let all = [(two.as_str(), 1), (two.as_str(), 2), (one.as_str(), 1)];
    for kind in [Kind::Turn, Kind::Store, Kind::Keep] {
        let name = Kind::NAMES[Kind::ALL.iter().position(|one| *one == kind).unwrap()];
        let find = ["puzzles", "find", &two, &one, "--question", name];
        let options = ["--count", "1000", "--in-play", "9", "--format", "jsonl"];
        let found = run(&[&find[..], &options].concat());
        assert_eq!(code(&found), 0, "{}", stderr(&found));
        let puzzles = read(&found);
        assert!(kind == Kind::Keep || !puzzles.is_empty(), "{name}");
        assert!(puzzles.is_sorted_by(|one, next| one.difficulty <= next.difficulty));
        for puzzle in &puzzles {
            let place = puzzle.place.as_ref().unwrap();
            let number =
                all.iter().position(|(file, game)| (*file, *game) == (&*place.file, place.game));
            let record = &records[number.expect("a place in one of the records")];
            assert_eq!(puzzle.rules, record.preset);
            assert_eq!(puzzle.game().unwrap().rules(), &record.rules);
            let position = before(record, place.round, place.turn).text();
            assert_eq!(puzzle.position.to_string(), position, "{place:?}");
        }
        for line in json_lines(&stdout(&found)) {
            expect("puzzle", &line);
        }
        if !puzzles.is_empty() {
            let checked = run_with(&["puzzles", "check", "-"], &stdout(&found));
            assert_eq!(code(&checked), 0, "{}", stdout(&checked));
        }
        // The same position can be played twice.
        let mut expected = HashSet::new();
        for record in &records {
            let preset = Preset::named(record.preset).unwrap();
            for (at, round) in record.rounds.iter().enumerate() {
                for turn in 1..=round.turns.len() {
                    let board = before(record, at + 1, turn);
                    let open = board.rows.iter().flatten().filter(|hole| hole.state == 'o');
                    let seeds: u32 = open.map(|hole| hole.seeds).sum();
                    if seeds > 9 {
                        continue;
                    }
                    let position = board.text().parse().unwrap();
                    let game = Game::new(&record.rules, &position).unwrap();
                    let made = MakePuzzle::new(kind).answer(preset, &game, Control::none());
                    expected.extend(made.unwrap().ok().map(|puzzle| puzzle.id));
                }
            }
        }
        let ids: HashSet<String> = puzzles.iter().map(|puzzle| puzzle.id.clone()).collect();
        assert_eq!((ids.len(), ids), (puzzles.len(), expected), "{name}");
        // A length and a number choose among them.
        if kind == Kind::Turn {
            let length = puzzles[0].length.to_string();
            let options =
                ["--length", &length, "--count", "2", "--in-play", "9", "--format", "jsonl"];
            let found = run(&[&find[..], &options].concat());
            let chosen = read(&found);
            assert!(chosen.len() <= 2 && chosen.iter().all(|one| puzzles.contains(one)));
            assert!(chosen.iter().all(|one| one.length == puzzles[0].length));
        }
    }
}

#[test]
fn records_come_from_a_folder_or_standard_input() {
    let folder = Folder::made("puzzles-of-folder");
    let text = played(&["--rules", "congklak"], "7");
    folder.file("game.txt", &text);
    let find = ["puzzles", "find", "--count", "3", "--in-play", "8", "--format", "jsonl"];
    let by_folder = run(&[&find[..], &[&folder.path("")]].concat());
    let by_input = run_with(&[&find[..], &["-"]].concat(), &text);
    let (one, other) = (read(&by_folder), read(&by_input));
    assert!(!one.is_empty());
    assert_eq!(other[0].place.as_ref().unwrap().file, "standard input");
    let unplaced = |puzzle: Puzzle| Puzzle { place: None, ..puzzle };
    assert!(one.into_iter().map(unplaced).eq(other.into_iter().map(unplaced)));
    // The text form names the place.
    let find = ["puzzles", "find", "--count", "1", "--in-play", "8", "-"];
    let told = stdout(&run_with(&find, &text));
    assert!(told.contains("; standard input, game 1, round "), "{told}");
}

#[test]
fn bad_records_are_reported() {
    let folder = Folder::made("puzzles-of-bad-records");
    let text = played(&["--rules", "congklak"], "7");
    let good = folder.file("good.txt", &text);
    // No row has eighteen holes.
    let bad = folder.file("bad.txt", "rules: congklak\nholes: 3\nseeds: 3\nround 1: A\nA1 A18\n");
    let none = folder.path("none.txt");
    let find = ["puzzles", "find", "--in-play", "8", "--count", "1", "--format", "jsonl"];
    let missing = run(&[&find[..], &[&none, &good]].concat());
    assert_eq!(code(&missing), 2, "{}", stderr(&missing));
    assert!(stderr(&missing).contains("none.txt"), "{}", stderr(&missing));
    assert_eq!(read(&missing).len(), 1);
    let (status, said, problem) = outcome(&run(&[&find[..], &[&bad]].concat()));
    assert_eq!((status, said), (2, String::new()), "{problem}");
    assert!(problem.contains("bad.txt, line 5"), "{problem}");
    // Under these rules no values can be proven.
    let far = folder.file("far.txt", &played(&["--rules", "kalah", "--set", "store=far"], "7"));
    let refused_rules = run(&[&find[..], &[&far, &good]].concat());
    assert_eq!(code(&refused_rules), 2, "{}", stderr(&refused_rules));
    assert!(stderr(&refused_rules).contains("far.txt, game 1: "), "{}", stderr(&refused_rules));
    assert_eq!(read(&refused_rules).len(), 1);
    for (options, named) in [
        (["--rules", "kalah"], "the record names its rules"),
        (["--seed", "2"], "--seed"),
        (["--rounds", "2"], "--rounds"),
    ] {
        let refusal = refused(&[&find[..], &[&good], &options].concat());
        assert!(refusal.contains(named), "{refusal}");
    }
    let undecided = run(&["puzzles", "find", &good, "--nodes", "1"]);
    assert_eq!((code(&undecided), stdout(&undecided)), (3, String::new()));
    assert!(stderr(&undecided).contains(" undecided"), "{}", stderr(&undecided));
    // All positions were decided, so fewer puzzles than wanted are no failure.
    let few = run(&["puzzles", "find", &good, "--length", "90"]);
    assert_eq!((code(&few), stdout(&few)), (0, String::new()));
    assert!(stderr(&few).contains("0 of 10 puzzles, after "), "{}", stderr(&few));
}
