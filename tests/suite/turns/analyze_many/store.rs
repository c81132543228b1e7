//! The store: kills, interruptions, two processes, files that change.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};

use chongkak::batch::Store;
use chongkak::math::Random;
use serde_json::Value;

use super::{LIMITS, games, placeless, rows, written};
use crate::support::{code, kills, program, run, send_interrupt, stderr, stdout};

fn begin(path: &str, store: &str) -> Child {
    let mut command = program();
    command.args(["analyze", path, "--store", store, "--threads", "2", "--format", "jsonl"]);
    command.args(["--nodes", "20000", "--fresh"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The numbers of games, and of those that were known before, in the last message.
fn told(output: &str) -> (usize, usize) {
    let told = output.split(" analysed (").collect::<Vec<_>>();
    let number = |text: &str, at: usize| -> usize {
        text.split([' ', ':']).nth(at).unwrap().parse().unwrap()
    };
    (number(told[0].rsplit("\n").next().unwrap(), 0), number(told[1], 0))
}

#[test]
fn an_analysis_that_is_killed_goes_on_to_the_same_rows() {
    let games = games(30);
    let folder = written("analyze-killed", &games);
    let path = folder.path("games");
    let whole = begin(&path, &folder.path("whole.sqlite")).wait_with_output().unwrap();
    assert_eq!(code(&whole), 0, "{}", stderr(&whole));
    assert_eq!(told(&stderr(&whole)), (30, 0));
    let store = folder.path("killed.sqlite");
    let mut random = Random::new(6, 0);
    let mut known = 0;
    for _ in 0..kills(8) {
        let mut child = begin(&path, &store);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let read = lines.by_ref().take(known + random.below(8)).count();
        child.kill().unwrap();
        child.wait().unwrap();
        known = known.max(read);
    }
    assert!(known > 0);
    let rest = begin(&path, &store).wait_with_output().unwrap();
    assert_eq!(code(&rest), 0, "{}", stderr(&rest));
    let (all, before) = told(&stderr(&rest));
    assert!(all == 30 && before >= known, "{}", stderr(&rest));
    assert_eq!(stdout(&rest), stdout(&whole));
    assert_eq!(Store::open_existing(Path::new(&store)).unwrap().count().unwrap(), 0);
}

#[cfg(unix)]
#[test]
fn an_interruption_loses_only_the_games_in_work() {
    let games = games(30);
    let folder = written("analyze-stopped", &games);
    let (path, store) = (folder.path("games"), folder.path("store.sqlite"));
    let mut child = begin(&path, &store);
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    for _ in 0..5 {
        printed.read_line(&mut line).unwrap();
    }
    send_interrupt(&child);
    let mut rest = Vec::new();
    printed.read_to_end(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", stderr(&output));
    let lines = (line + &String::from_utf8(rest).unwrap()).lines().count();
    assert!(stderr(&output).contains(" left"), "{}", stderr(&output));
    let rest = begin(&path, &store).wait_with_output().unwrap();
    // Those that waited for one in work are in the store, and were printed in the end.
    assert_eq!(told(&stderr(&rest)), (30, lines), "{}", stderr(&rest));
}

#[test]
fn two_processes_share_a_store_and_the_games() {
    let games = games(24);
    let folder = written("analyze-two", &games);
    let (path, store) = (folder.path("games"), folder.path("both.sqlite"));
    let children = [begin(&path, &store), begin(&path, &store)];
    let outputs = children.map(|child| child.wait_with_output().unwrap());
    let rows = outputs.each_ref().map(stdout);
    assert_eq!(rows[0], rows[1]);
    assert_eq!(rows[0].lines().count(), 24);
    let searched = outputs.each_ref().map(|output| 24 - told(&stderr(output)).1);
    // In the end each may do again what the other has in work: two games a thread.
    let all: usize = searched.iter().sum();
    assert!((24..=24 + 8).contains(&all), "{searched:?}");
}

#[test]
fn a_renamed_file_is_known_and_a_changed_one_is_not() {
    let games = games(5);
    let folder = written("analyze-renamed", &games);
    let path = folder.path("games");
    let again = |more: &[&str]| {
        let args = [&["analyze", &path, "--threads", "2"], &LIMITS[..], more].concat();
        let output = run(&args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        told(&stderr(&output))
    };
    assert_eq!(again(&[]), (5, 0));
    assert!(folder.names().contains(&"games".to_owned()));
    assert!(Path::new(&folder.path("games/analyses.sqlite")).exists(), "it lies in the folder");
    assert_eq!(again(&[]), (5, 5));
    fs::rename(folder.path("games/000.txt"), folder.path("games/zzz.txt")).unwrap();
    assert_eq!(again(&[]), (5, 5), "a new name");
    let other = games[1].replace("Minah", "Siti").replace("\n\n", "\n# a remark\n\n");
    folder.file("games/001.txt", &other);
    assert_eq!(again(&[]), (5, 5), "other players and remarks");
    // Without its last turn.
    let lines: Vec<&str> = games[1].lines().collect();
    let turns = lines.iter().rposition(|line| line.starts_with(['A', 'B']) && !line.contains(':'));
    folder.file("games/001.txt", &lines[..turns.unwrap()].join("\n"));
    assert_eq!(again(&[]), (5, 4), "other moves");
    folder.file("games/001.txt", &games[1].replace("rules: kalah", "rules: conglak"));
    assert_eq!(
        code(&run(&["analyze", &path, "--nodes", "10"])),
        2,
        "those moves under other rules"
    );
    folder.file("games/001.txt", &games[1]);
    // What is proven holds under all limits; what is not is asked again, and so it is without what
    // ships.
    let (all, known) = again(&["--depth", "2"]);
    assert!(all == 5 && (1..5).contains(&known), "{known}");
    let (all, known) = again(&["--fresh"]);
    assert!(all == 5 && known == 0, "{known}");
    assert_eq!(again(&["--no-store"]), (5, 0));
}

#[test]
fn a_game_that_comes_twice_is_analysed_once() {
    let games = games(2);
    let folder = written("analyze-twice", &[&games[..], &games[..]].concat());
    let path = folder.path("games");
    let found = rows(&[&path, "--table", "turns"]);
    let (first, second): (Vec<Value>, Vec<Value>) = found.into_iter().partition(|row| {
        let file = row["file"].as_str().unwrap();
        file.ends_with("000.txt") || file.ends_with("001.txt")
    });
    assert_eq!(placeless(first), placeless(second));
    // Two analyses are kept.
    let output = run(&[&["analyze", &path], &LIMITS[..]].concat());
    let told = "4 games: 4 analysed (2 known before);";
    assert!(stderr(&output).starts_with(told), "{}", stderr(&output));
}
