//! `report`: its data is what other commands say, and its page draws all of it.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::support::{
    Folder, check_legend, check_marks, code, json_ending, list, points, refused, run, run_with,
    stderr, stdout, tags,
};

fn json(expected: i32, arguments: &[&str]) -> Value {
    json_ending(expected, &[arguments, &["--quiet"]].concat())
}

/// The page has a well-formed drawing of every figure with a mark for every point, and loads
/// nothing.
fn check_page(file: &str, record: &Value) {
    let page = std::fs::read_to_string(file).unwrap();
    let figures = list(&record["figures"]);
    let drawings: Vec<&str> = page.split("<figure>").skip(1).collect();
    assert_eq!(drawings.len(), figures.len());
    for (drawing, figure) in drawings.iter().zip(figures) {
        check_legend(drawing, figure);
        let (_, svg) = drawing.split_once("<svg xmlns").unwrap();
        let (svg, _) = svg.split_once("</svg>").unwrap();
        let svg = format!("<svg xmlns{svg}</svg>");
        // It is as wide as there is room.
        assert!(svg.contains(" width=\"100%\"") && !svg.contains("viewBox"));
        let linear = figure["y"]["scale"] == "linear";
        assert_eq!(
            svg.matches("class=\"grid zero\"").count(),
            usize::from(linear)
        );
        let tags = tags(&svg);
        assert_eq!((tags["svg"], tags["desc"]), (1, 1));
        let count: usize = list(&figure["series"])
            .iter()
            .map(|series| list(&series["points"]).len())
            .sum();
        assert_eq!(svg.matches("class=\"datum ").count(), count);
        assert_eq!(tags["title"], 1 + count);
        check_marks(&svg, figure);
        // A shape of its own for every series.
        let marks: Vec<&Value> = list(&figure["series"]).iter().map(|s| &s["mark"]).collect();
        assert!(
            marks
                .iter()
                .enumerate()
                .all(|(n, mark)| !marks[..n].contains(mark))
        );
    }
    let words = ["<script", " src=", " href=", "url(", "@import", "{{"];
    assert!(words.iter().all(|word| !page.contains(word)));
    for needed in [
        "default-src 'none'",
        "prefers-color-scheme: dark",
        "<details",
        "lang=\"en\"",
    ] {
        assert!(page.contains(needed), "{needed}");
    }
}

#[test]
fn turns_are_those_that_turns_counts() {
    let folder = Folder::made("report-turns");
    let file = folder.path("page.html");
    for board in [
        ["--holes", "4", "--seeds", "4"],
        ["--holes", "5", "--seeds", "6"],
    ] {
        let all = [&["report", "turns", "--html", &file], &board[..]].concat();
        let record = json(0, &all);
        let counted = json(0, &[&["turns", "--exhaustive"], &board[..]].concat());
        let [harvest, growth] = list(&record["figures"]) else {
            panic!("two figures");
        };
        let (harvest, growth) = (points(harvest), points(growth));
        let mut layers = 0;
        for layer in list(&counted["layers"]) {
            let seeds = layer["seeds"].as_u64().unwrap();
            let count = |points: &BTreeMap<u64, (String, Value)>| {
                points
                    .get(&seeds)
                    .map_or("0".to_owned(), |(_, p)| p["y"].to_string())
            };
            assert_eq!(count(&harvest), layer["turns"].as_str().unwrap());
            assert_eq!(count(&growth), layer["positions"].to_string());
            layers += 1;
        }
        assert!(layers >= harvest.len().max(growth.len()));
        check_page(&file, &record);
    }
    // From a thousand on, which the second board has, counts are drawn by their logarithms.
    let scale = |record: &Value| record["figures"][0]["y"]["scale"].clone();
    let small = json(0, &["report", "turns", "--holes", "4", "--seeds", "4"]);
    let large = json(0, &["report", "turns", "--holes", "5", "--seeds", "6"]);
    assert_eq!(
        (scale(&small), scale(&large)),
        ("linear".into(), "log".into())
    );
}

#[test]
fn openings_are_worth_what_solve_says() {
    let folder = Folder::made("report-openings");
    let file = folder.path("page.html");
    let board = ["--rules", "conglak", "--holes", "2", "--seeds", "3"];
    let report = |mover| {
        json(
            0,
            &[
                &["report", "openings", "--mover", mover, "--html", &file],
                &board[..],
            ]
            .concat(),
        )
    };
    let (a, b) = (report("A"), report("B"));
    check_page(&file, &b);
    let (of_a, of_b) = (points(&a["figures"][0]), points(&b["figures"][0]));
    // 3 to 9 of 12 seeds.
    assert_eq!(
        of_a.keys().copied().collect::<Vec<_>>(),
        (3..=9).collect::<Vec<_>>()
    );
    for (owned, (kind, point)) in &of_a {
        let text = owned.to_string();
        let solved = json(0, &[&["solve", "--owned", &text], &board[..]].concat());
        assert_eq!(
            (kind.as_str(), &point["y"]),
            ("exact value", &solved["value"])
        );
        // The same with the players exchanged.
        let other = of_b[&(12 - owned)].1["y"].as_i64().unwrap();
        assert_eq!(point["y"].as_i64().unwrap(), -other);
    }
}

#[test]
fn a_limit_leaves_bounds_that_hold_and_ends_with_3() {
    let folder = Folder::made("report-limit");
    let file = folder.path("page.html");
    let board = ["--rules", "kalah", "--holes", "4", "--seeds", "3"];
    let all = ["report", "openings", "--nodes", "1", "--html", &file];
    let record = json(3, &[&all, &board[..]].concat());
    assert_eq!(record["stopped"], "nodes");
    check_page(&file, &record);
    let exact = points(&json(0, &[&["report", "openings"], &board[..]].concat())["figures"][0]);
    let known = points(&record["figures"][0]);
    assert_eq!(known.len(), exact.len());
    let mut bounds = 0;
    for (owned, (kind, point)) in &known {
        let value = exact[owned].1["y"].as_i64().unwrap();
        match kind.as_str() {
            "exact value" => assert_eq!(point["y"].as_i64().unwrap(), value),
            "open" => assert!(point["y"].is_null()),
            _ => {
                let [low, high] = ["low", "high"].map(|end| point[end].as_i64().unwrap());
                assert!(
                    low < high && low <= value && value <= high,
                    "{owned}: {point}"
                );
                bounds += 1;
            }
        }
    }
    assert!(bounds > 0);
    // The time is for all together; what has not been begun is open.
    let record = json(
        3,
        &[
            "report",
            "openings",
            "--time",
            "0.000001",
            "--rules",
            "kalah",
            "--set",
            "lap=circuit",
        ],
    );
    assert_eq!(record["stopped"], "time");
    assert!(
        points(&record["figures"][0])
            .values()
            .any(|(kind, _)| kind == "open")
    );
    let record = json(3, &["report", "turns", "--nodes", "1"]);
    assert_eq!(record["stopped"], "nodes");
}

/// The bounds of the solver and of the book are of the same value, whoever starts.
#[test]
fn the_book_agrees_with_the_solver() {
    for mover in ["A", "B"] {
        let arguments = [
            "report",
            "openings",
            "--nodes",
            "1",
            "--rules",
            "congklak-six",
            "--mover",
            mover,
        ];
        let record = json(3, &arguments);
        for (owned, (_, point)) in points(&record["figures"][0]) {
            if let (Some(low), Some(high)) = (point["low"].as_i64(), point["high"].as_i64()) {
                assert!(low < high, "{owned}: {point}");
            }
        }
        // With full rows the starter can take more than half in his first turn, by the book.
        let book = json(0, &["book", "congklak-six", "--owned", "36"]);
        let harvest = book["openings"][0]["harvest"]["seeds"].as_i64().unwrap();
        let point = &points(&record["figures"][0])[&36].1;
        let (sign, end) = if mover == "A" {
            (1, "low")
        } else {
            (-1, "high")
        };
        let known = point[end].as_i64().or(point["y"].as_i64()).unwrap();
        assert!(sign * known >= 2 * harvest - 72, "{point}");
    }
}

#[test]
fn sets_are_won_by_whom_the_tables_say() {
    let folder = Folder::made("report-set");
    let file = folder.path("page.html");
    let record = json(0, &["report", "set", "--html", &file]);
    check_page(&file, &record);
    let told = json(0, &["set", "table"]);
    compare_set(&record, &told);
    let board = ["--holes", "3", "--seeds", "2"];
    let solved = json(0, &[&["report", "set"], &board[..]].concat());
    compare_set(&solved, &json(0, &[&["set", "solve"], &board[..]].concat()));
    // All three ends of a set in one strip.
    let ends = [
        "--rules", "conglak", "--holes", "2", "--seeds", "3", "--html", &file,
    ];
    let record = json(0, &[&["report", "set"], &ends[..]].concat());
    let kinds = points(&record["figures"][0]).into_values();
    let kinds: std::collections::BTreeSet<String> = kinds.map(|(kind, _)| kind).collect();
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    check_page(&file, &record);
    let of_b = json(0, &[&["set", "solve", "--mover", "B"], &board[..]].concat());
    let drawn = json(
        0,
        &[&["report", "set", "--mover", "B"], &board[..]].concat(),
    );
    assert_eq!(drawn["figures"][0], solved["figures"][1]);
    compare_set(&drawn, &of_b);
}

/// The first figure has the winners of the openings.
fn compare_set(record: &Value, told: &Value) {
    let drawn = points(&record["figures"][0]);
    assert_eq!(drawn.len(), list(&told["openings"]).len());
    for opening in list(&told["openings"]) {
        let expected = match opening["winner"].as_str() {
            Some(winner) => format!("{winner} wins"),
            None => "open".to_owned(),
        };
        assert_eq!(drawn[&opening["owned"].as_u64().unwrap()].0, expected);
    }
}

#[test]
fn the_text_has_every_number() {
    let board = [
        "report", "set", "--holes", "2", "--seeds", "2", "--mover", "A",
    ];
    let record = json(0, &board);
    let text = stdout(&run(&board));
    for (x, (kind, _)) in points(&record["figures"][0]) {
        let row = text
            .lines()
            .find(|line| line.split_whitespace().next() == Some(&x.to_string()));
        assert!(row.is_some_and(|row| row.contains(&kind)), "{x}: {text}");
    }
}

#[test]
fn what_cannot_be_reported_is_refused_with_the_reason() {
    let folder = Folder::made("report-refused");
    let file = folder.path("page.html");
    let message = refused(&["report", "openings", "--set", "store=far"]);
    assert!(message.contains("expected store = near"), "{message}");
    let message = refused(&["report", "turns", "0,0/3 1,0/0 A over", "--rules", "kalah"]);
    assert!(
        message.contains("the round is over, expected one that is under way"),
        "{message}"
    );
    let output = run_with(&["report", "turns", "-", "--html", &file], "1/0 1/0 A\n");
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    assert!(!Path::new(&file).exists());
    let missing = format!("{file}/nowhere/page.html");
    for command in ["openings", "turns", "set"] {
        let output = run(&["report", command, "--html", &missing]);
        assert_eq!((code(&output), stdout(&output)), (4, String::new()));
        assert!(
            stderr(&output).contains("cannot be written"),
            "{}",
            stderr(&output)
        );
    }
}
