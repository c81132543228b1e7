//! The command `analyze` with many records: files, folders, one file of many, bad ones.

mod store;
mod tables;

use std::collections::BTreeSet;
use std::fs;

use chongkak::math::Random;
use chongkak::sets::records;
use serde_json::{Value, json};

use crate::support::{Folder, code, json_lines, json_of, run, run_with, stderr, stdout};

/// Records of games at random: small boards, where everything is proven, and full ones, where the
/// nodes leave estimates.
fn games(count: usize) -> Vec<String> {
    let boards = [
        "--rules conglak --holes 3 --seeds 2",
        "--rules kalah --holes 3 --seeds 2",
        "--rules kalah --rounds 1",
        "--rules congklak-six --holes 4 --seeds 3 --rounds 2",
        "--rules dakon --holes 3 --seeds 3 --rounds 1 --together",
    ];
    // Small games come again under other seeds: each is to be another one.
    let (mut all, mut met): (Vec<String>, BTreeSet<String>) = (Vec::new(), BTreeSet::new());
    for seed in (0..).map(|seed: usize| seed.to_string()) {
        let number = all.len();
        if number == count {
            break;
        }
        let words: Vec<&str> = boards[number % boards.len()].split(' ').collect();
        let players = ["--a", "random", "--b", "greedy", "--seed", &seed];
        let record = stdout(&run(&[&["set", "play"], &words[..], &players].concat()));
        if met.insert(with_players(&record, "", "")) {
            all.push(with_players(&record, "Minah", &format!("Ali {}", number % 3)));
        }
    }
    all
}

/// A record with other players.
fn with_players(record: &str, a: &str, b: &str) -> String {
    let line = |line: &str| match line.get(..2) {
        Some("A:") => format!("A: {a}\n"),
        Some("B:") => format!("B: {b}\n"),
        _ => format!("{line}\n"),
    };
    record.lines().map(line).collect()
}

/// A folder with a file for each game, and another one with all of them.
fn written(name: &str, games: &[String]) -> Folder {
    let folder = Folder::made(name);
    fs::create_dir(folder.path("games")).unwrap();
    for (number, game) in games.iter().enumerate() {
        folder.file(&format!("games/{number:03}.txt"), game);
    }
    folder.file("all.txt", &games.concat());
    folder
}

const LIMITS: [&str; 4] = ["--nodes", "300", "--memory", "256"];

/// The rows of a run.
fn rows(args: &[&str]) -> Vec<Value> {
    let output = run(&[&["analyze"], args, &LIMITS, &["--format", "jsonl", "--quiet"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    json_lines(&stdout(&output))
}

/// Rows without the places where their records stand.
fn placeless(rows: Vec<Value>) -> Vec<Value> {
    let strip = |mut row: Value| {
        for field in ["file", "game", "line"] {
            // The line of a turn is its moves.
            if field != "line" || row[field].is_u64() {
                row.as_object_mut().unwrap().remove(field);
            }
        }
        row
    };
    rows.into_iter().map(strip).collect()
}

/// The fields of a turn in the analysis of one record.
fn of_turn(row: &Value, like: &Value) -> Value {
    let fields = like.as_object().unwrap().keys();
    fields.map(|field| (field.clone(), row[field].clone())).collect()
}

#[test]
fn many_records_are_analysed_as_each_alone() {
    let games = games(12);
    let folder = written("analyze-many", &games);
    let path = folder.path("games");
    let alone: Vec<Value> = (0..games.len())
        .map(|number| {
            let file = folder.path(&format!("games/{number:03}.txt"));
            json_of(&[&["analyze", &file, "--threads", "1"], &LIMITS[..]].concat())
        })
        .collect();
    for threads in ["1", "4"] {
        let table =
            |rows_of: &str| rows(&[&path, "--no-store", "--threads", threads, "--table", rows_of]);
        let of_games = table("games");
        assert_eq!(of_games.len(), games.len());
        for (number, (row, alone)) in of_games.iter().zip(&alone).enumerate() {
            assert_eq!(row["file"], folder.path(&format!("games/{number:03}.txt")));
            assert_eq!((&row["game"], &row["line"]), (&json!(1), &json!(1)));
            assert_eq!(row["rules"], alone["rules"]);
            for side in ["A", "B"] {
                let (row, alone) = (&row["players"][side], &alone["players"][side]);
                assert_eq!(of_turn(row, alone), *alone, "game {number}, {threads} threads");
            }
            assert_eq!(row["players"]["B"]["name"], format!("Ali {}", number % 3));
            assert_eq!(row["turns"], alone["turns"].as_array().unwrap().len());
        }
        let mut of_turns = table("turns").into_iter();
        for (number, alone) in alone.iter().enumerate() {
            for turn in alone["turns"].as_array().unwrap() {
                let row = of_turns.next().unwrap();
                assert_eq!(of_turn(&row, turn), *turn, "game {number}, {threads} threads");
                assert_eq!(row["file"], folder.path(&format!("games/{number:03}.txt")));
                let name = if row["player"] == "A" {
                    "Minah".into()
                } else {
                    format!("Ali {}", number % 3)
                };
                assert_eq!(row["name"], name);
            }
        }
        assert!(of_turns.next().is_none());
    }
    let estimated =
        |found: &Value| found["players"]["A"]["estimate"] != found["players"]["A"]["lead_lost"];
    assert!(alone.iter().any(estimated), "some are not proven");
}

#[test]
fn files_put_together_are_the_files_one_after_another() {
    let mut games = games(8);
    // What stands before the rules of the first file, marks of byte order, comments at the end.
    games[0] = format!("event: first of all\n\n{}", games[0]);
    games[3] = format!("\u{feff}{}# the end\n", games[3].replace('\n', "\r\n"));
    let folder = written("analyze-together", &games);
    let separate = rows(&[&folder.path("games")]);
    let together = rows(&[&folder.path("all.txt")]);
    assert_eq!(placeless(separate.clone()), placeless(together.clone()));
    let output = run_with(
        &[&["analyze", "-"], &LIMITS[..], &["--format", "jsonl", "--quiet"]].concat(),
        &games.concat(),
    );
    let piped = json_lines(&stdout(&output));
    assert_eq!(placeless(piped.clone()), placeless(together.clone()));
    for (number, row) in (1..).zip(&piped) {
        assert_eq!((&row["file"], &row["game"]), (&json!("standard input"), &json!(number)));
    }
    // Each begins in the line of its rules.
    let text = games.concat();
    let lines: Vec<&str> = text.lines().collect();
    for row in &together[1..] {
        let line = lines[row["line"].as_u64().unwrap() as usize - 1];
        assert!(line.trim_start_matches('\u{feff}').starts_with("rules: "), "{line}");
    }
    // Files and folders in any order.
    let last = folder.path("games/007.txt");
    let mixed = rows(&[&last, &folder.path("all.txt"), &folder.path("games")]);
    assert_eq!(mixed.len(), 17);
    assert_eq!(mixed[0], separate[7]);
    assert_eq!(mixed[1..9], together);
    assert_eq!(mixed[9..], separate);
}

/// The splitter against one that looks at lines alone.
#[test]
fn records_begin_where_the_rules_are_said() {
    let mut random = Random::new(5, 0);
    let lines =
        ["rules: kalah\n", "  rules :x\r\n", "note: rules: y\n", "# rules: z\n", "\n", "A1\n"];
    for _ in 0..200 {
        let chosen: Vec<&str> = (0..random.below(8)).map(|_| lines[random.below(6)]).collect();
        let text = chosen.concat();
        let mut starts: Vec<usize> =
            (0..chosen.len()).filter(|&at| chosen[at].trim_start().starts_with("rules")).collect();
        starts = [vec![0], starts.into_iter().skip(1).collect()].concat();
        let expected = starts.iter().enumerate().map(|(number, &from)| {
            let to = starts.get(number + 1).copied().unwrap_or(chosen.len());
            (from + 1, chosen[from..to].concat())
        });
        let found = records(text.as_bytes()).into_iter();
        let found: Vec<(usize, String)> =
            found.map(|(line, text)| (line, String::from_utf8(text.to_vec()).unwrap())).collect();
        assert_eq!(found, expected.collect::<Vec<_>>(), "{text:?}");
    }
}

#[test]
fn a_bad_record_stops_no_other_and_keeps_its_place() {
    let good = "rules: kalah\nholes: 3\nseeds: 2\nround 1: A\nA2 A3\nB1 B2\n";
    let illegal = good.replace("B1 B2", "B1 B2 B1");
    let nothing = good.replace("A2 A3", "A9 A3");
    let unknown = good.replace("kalah", "kalha");
    let all = [good, &illegal, &unknown, &nothing, good].concat();
    let folder = Folder::made("analyze-bad");
    let file = folder.file("all.txt", &all);
    let args = ["analyze", &file, "--no-store", "--nodes", "100"];
    let output = run(&[&args[..], &["--format", "jsonl"]].concat());
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let told = stderr(&output);
    for place in ["line 12, column 7", "line 13, column 8", "line 23, column 1"] {
        assert!(told.contains(&format!("all.txt, {place}")), "{place}: {told}");
    }
    assert!(told.contains("analysing the record up to the error: 2 turns"), "{told}");
    assert!(told.contains("5 games: 3 analysed (0 known before), 3 bad records; "), "{told}");
    let rows = json_lines(&stdout(&output));
    assert_eq!(rows.len(), 5);
    let games: Vec<u64> = rows.iter().map(|row| row["game"].as_u64().unwrap()).collect();
    assert_eq!(games, [1, 2, 3, 4, 5]);
    assert_eq!((&rows[0]["error"], &rows[4]["error"]), (&Value::Null, &Value::Null));
    assert_eq!((&rows[1]["turns"], &rows[1]["error"]["kind"]), (&json!(2), &json!("untrue")));
    assert_eq!((&rows[1]["error"]["at"], &rows[2]["error"]["at"]), (&json!(7), &json!(8)));
    assert_eq!((&rows[2]["line"], &rows[3]["line"]), (&json!(13), &json!(23)));
    // The same in a table of turns, and as CSV.
    let output = run(&[&args[..], &["--format", "jsonl", "--table", "turns"]].concat());
    let kinds: Vec<bool> =
        json_lines(&stdout(&output)).iter().map(|row| row.get("error").is_some()).collect();
    assert_eq!(kinds, [false, false, false, false, true, true, true, false, false]);
    for (table, columns) in [("games", 21), ("turns", 24)] {
        let output = run(&[&args[..], &["--format", "csv", "--table", table]].concat());
        let mut reader = csv_lines(&stdout(&output));
        let headings = reader.remove(0);
        assert_eq!(headings.len(), columns);
        let error = headings.iter().position(|name| name == "error").unwrap();
        assert!(reader.iter().all(|row| row.len() == columns), "{reader:?}");
        let wrong = reader.iter().filter(|row| !row[error].is_empty()).count();
        assert_eq!(wrong, 3, "{reader:?}");
    }
    // Files that can't be read, among others; and a text that is no record at all.
    let text = folder.file("other.txt", "to be, or not to be");
    let output = run(&["analyze", &folder.path("none.txt"), &file, &text, "--nodes", "10"]);
    assert_eq!(code(&output), 2);
    let told = stderr(&output);
    assert!(told.contains("none.txt") && told.contains("other.txt, line 1"), "{told}");
    assert!(told.contains("7 games: 3 analysed (0 known before), 5 bad records"), "{told}");
    // Bytes that are no text.
    let mut bytes = good.as_bytes().to_vec();
    bytes.extend(b"rules: kalah\nA: \xff\n");
    bytes.extend(good.as_bytes());
    fs::write(&file, bytes).unwrap();
    let output = run(&args);
    assert!(stderr(&output).contains("all.txt, line 8, column 4: expected UTF-8 text"));
    assert!(stderr(&output).contains("3 games: 2 analysed"), "{}", stderr(&output));
}

/// The cells of a table, read by a few lines of their own.
fn csv_lines(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut cells, mut cell, mut quoted) =
        (Vec::new(), Vec::new(), String::new(), false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                cells.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut cells));
            }
            letter => cell.push(letter),
        }
    }
    assert!(!quoted && cell.is_empty());
    rows
}
