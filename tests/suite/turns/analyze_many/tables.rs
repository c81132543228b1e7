//! Tables of games and of turns: filters, cells, sums, wrong arguments.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{LIMITS, csv_lines, games, rows, with_players, written};
use crate::support::{
    Folder, code, json_lines, json_of, refused, run, run_with, sized, stderr, stdout, worth,
};

/// By minimax: who could win, draw or lose before the turn, and who after it.
#[test]
fn a_blunder_makes_the_result_of_the_round_worse() {
    let rules = sized("conglak", 3, 2);
    let play = "set play --rules conglak --holes 3 --seeds 2 --a random --b random --seed";
    let (mut blunders, mut others) = (0, 0);
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let words: Vec<&str> = play.split(' ').chain([seed]).collect();
        let folder = Folder::made(&format!("analyze-blunders-{seed}"));
        let file = folder.file("record.txt", &stdout(&run(&words)));
        let turns = rows(&[&file, "--table", "turns"]);
        let of_game = &rows(&[&file, "--table", "games"])[0];
        let mut places = Vec::new();
        for turn in &turns {
            let sign = if turn["player"] == "A" { 1 } else { -1 };
            let before = sign * worth(&rules, &turn["position"].as_str().unwrap().parse().unwrap());
            let after = sign * turn["after"]["value"].as_i64().unwrap() as i32;
            let worse = after.signum() < before.signum();
            assert_eq!(turn["blunder"], worse, "{turn}");
            if worse {
                places.push(json!({
                    "round": turn["round"], "turn": turn["turn"], "player": turn["player"],
                }));
            }
        }
        blunders += places.len();
        others += turns.len() - places.len();
        assert_eq!(of_game["blunders"], json!(places));
        // The filter: of many records, and of one as text.
        let filtered = rows(&[&file, "--table", "turns", "--blunders"]);
        let kept: Vec<Value> =
            turns.iter().filter(|turn| turn["blunder"] == true).cloned().collect();
        assert_eq!(filtered, kept);
        let shown = rows(&[&file, "--table", "games", "--blunders"]);
        assert_eq!(shown.len(), usize::from(!places.is_empty()));
        let text = stdout(&run(&["analyze", &file, "--blunders", "--threads", "1"]));
        let table = text.lines().skip_while(|line| !line.starts_with(" round")).skip(1);
        let table = table.take_while(|line| !line.is_empty()).count();
        assert_eq!(table, places.len(), "{text}");
        let none = "no turn is known to have changed who wins the round";
        assert_eq!(text.contains(none), places.is_empty(), "{text}");
        // It does not shorten the JSON of one record.
        let all = json_of(&["analyze", &file, "--blunders", "--threads", "1"]);
        assert_eq!(all["turns"].as_array().unwrap().len(), turns.len());
    }
    assert!(blunders > 0 && others > 0, "{blunders} {others}");
}

#[test]
fn a_loss_of_so_many_seeds_is_a_filter_too() {
    let games = games(6);
    let folder = written("analyze-min-loss", &games);
    let path = folder.path("games");
    let turns = rows(&[&path, "--table", "turns"]);
    let known = |turn: &Value| {
        turn["estimate"].as_u64().unwrap_or(0).max(turn["lead_lost"]["least"].as_u64().unwrap())
    };
    let kept: Vec<Value> = turns.iter().filter(|turn| known(turn) >= 3).cloned().collect();
    assert!(!kept.is_empty() && kept.len() < turns.len());
    assert_eq!(rows(&[&path, "--table", "turns", "--min-loss", "3"]), kept);
    let files: Vec<&Value> = kept.iter().map(|turn| &turn["file"]).collect();
    let all = rows(&[&path]);
    let with: Vec<Value> = all.into_iter().filter(|game| files.contains(&&game["file"])).collect();
    assert_eq!(rows(&[&path, "--min-loss", "3"]), with);
}

#[test]
fn the_cells_of_a_table_are_the_fields_of_its_rows() {
    let games = games(5);
    let folder = written("analyze-csv", &games);
    let path = folder.path("games");
    let table = |kind: &str| {
        let args =
            [&["analyze", &path, "--table", kind, "--format", "csv", "--quiet"], &LIMITS[..]];
        let mut rows = csv_lines(&stdout(&run(&args.concat())));
        let headings = rows.remove(0);
        let named = move |row: Vec<String>| -> BTreeMap<String, String> {
            headings.iter().cloned().zip(row).collect()
        };
        rows.into_iter().map(named).collect::<Vec<_>>()
    };
    let words = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let parts: Vec<&str> = parts.iter().map(|part| part.as_str().unwrap()).collect();
            parts.join(" ")
        }
        other => other.to_string(),
    };
    let expected = rows(&[&path, "--table", "turns"]);
    let found = table("turns");
    assert_eq!(found.len(), expected.len());
    for (cells, row) in found.iter().zip(&expected) {
        for (column, place) in [
            ("file", "/file"),
            ("round", "/round"),
            ("name", "/name"),
            ("position", "/position"),
            ("line", "/line"),
            ("before", "/before/value"),
            ("after_upper", "/after/upper"),
            ("lost_most", "/lead_lost/most"),
            ("estimate", "/estimate"),
            ("blunder", "/blunder"),
            ("decides", "/decides"),
        ] {
            assert_eq!(cells[column], words(row.pointer(place).unwrap()), "{column}");
        }
    }
    let expected = rows(&[&path, "--table", "games"]);
    for (cells, row) in table("games").iter().zip(&expected) {
        for (column, place) in [
            ("line", "/line"),
            ("rules", "/rules/name"),
            ("A", "/players/A/name"),
            ("turns", "/turns"),
            ("lost_A", "/players/A/lead_lost"),
            ("about_B", "/players/B/estimate"),
            ("winner", "/winner"),
        ] {
            assert_eq!(cells[column], words(row.pointer(place).unwrap()), "{column}");
        }
        let results = row["result"].as_array().unwrap().iter();
        let results: Vec<String> = results.map(|pair| format!("{}-{}", pair[0], pair[1])).collect();
        assert_eq!(cells["result"], results.join(" "));
        let blunders = row["blunders"].as_array().unwrap().iter();
        let blunders: Vec<String> =
            blunders.map(|one| format!("{}.{}", one["round"], one["turn"])).collect();
        assert_eq!(cells["blunders"], blunders.join(" "));
    }
}

/// The sums by player, of games in which he was now A and now B.
#[test]
fn as_text_there_are_the_games_and_the_sums_of_each_player() {
    let [one, two] = ["1", "2"].map(|seed| {
        let play = "set play --rules kalah --holes 3 --seeds 2 --rounds 1 --a random --b random";
        let words: Vec<&str> = play.split(' ').chain(["--seed", seed]).collect();
        stdout(&run(&words))
    });
    let text = with_players(&one, "Minah", "Ali") + &with_players(&two, "Ali", "Siti");
    let output = run_with(&["analyze", "-", "--quiet"], &text);
    let shown = stdout(&output);
    let found =
        json_lines(&stdout(&run_with(&["analyze", "-", "--quiet", "--format", "jsonl"], &text)));
    let lost =
        |game: usize, side: &str| found[game]["players"][side]["lead_lost"].as_u64().unwrap();
    let sums = shown.split("\n\n").nth(1).unwrap();
    for (name, games, expected) in [
        ("Ali", "2", lost(0, "B") + lost(1, "A")),
        ("Minah", "1", lost(0, "A")),
        ("Siti", "1", lost(1, "B")),
    ] {
        let row = sums.lines().find(|line| line.contains(name)).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!((cells[1], cells[3]), (games, &expected.to_string()[..]), "{row}");
    }
    assert_eq!(shown.lines().filter(|line| line.contains("standard input")).count(), 2);
}

#[test]
fn what_goes_with_one_record_alone_is_refused() {
    let games = games(2);
    let folder = written("analyze-refused", &games);
    let (path, file) = (folder.path("games"), folder.path("all.txt"));
    let html = folder.path("page.html");
    for (args, expected) in [
        (&[&path[..], "--html", &html][..], "a page shows one record"),
        (&[&file, "--html", &html], "a page shows one record"),
        (&[&path, "--rules", "kalah"], "the record names its rules"),
        (&[&path, "--store", "-"], "expected the name of a file"),
        (&["--line", "A1", "--format", "csv"], "a line gives no table"),
        (&["--line", "A1", "--table", "turns"], "--line"),
        (&["4,4/0", "4,4/0"], "expected files of records, or a position with --line MOVES"),
    ] {
        let message = refused(&[&["analyze"], args].concat());
        assert!(message.contains(expected), "{message}");
    }
    assert!(!Path::new(&html).exists());
    let output = run(&["analyze", &path, "--store", &file]);
    assert_eq!((code(&output), stdout(&output)), (4, String::new()));
    assert!(stderr(&output).contains("expected a batch store"), "{}", stderr(&output));
    let empty = folder.path("empty");
    fs::create_dir(&empty).unwrap();
    let told = refused(&["analyze", &empty]);
    assert!(told.contains("no record, expected *.txt files"), "{told}");
    // One record alone is shown as ever, unless a table is wanted.
    let one = folder.path("games/000.txt");
    let shown = stdout(&run(&["analyze", &one, "--nodes", "10"]));
    assert!(shown.starts_with("rules   conglak"), "{shown}");
    let store = folder.path("one.sqlite");
    for table in [&["--table", "games"][..], &["--format", "csv"], &["--store", &store]] {
        let output = run(&[&["analyze", &one, "--nodes", "10"], table].concat());
        assert!(stderr(&output).starts_with("1 game: 1 analysed"), "{}", stderr(&output));
    }
    assert!(Path::new(&store).exists());
    assert_eq!(folder.names().iter().filter(|name| name.contains("sqlite")).count(), 1);
}
