//! The command `analyze`: fields, totals, errors, the page.

use serde_json::{Value, json};

use crate::support::{Folder, code, data, json_of, parsed, refused, run, run_with, stderr, stdout};

const SMALL: &str = "--rules conglak --holes 3 --seeds 2 --a random --b greedy --seed 3";

const ONE: [&str; 4] = ["--threads", "1", "--format", "json"];

fn played(arguments: &str) -> String {
    let words: Vec<&str> = arguments.split(' ').collect();
    stdout(&run(&[&["set", "play"], &words[..]].concat()))
}

/// The JSON of the analysis of a record on standard input.
fn analysed(record: &str, more: &[&str]) -> Value {
    let output = run_with(&[&["analyze", "-"], &ONE[..], more].concat(), record);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    parsed(&output)
}

fn seeds(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

#[test]
fn a_line_is_analysed_like_the_record_of_it() {
    // Kalah on 2 x 2 holes with one seed, through the end of the first round.
    let rules = ["--rules", "kalah", "--holes", "2", "--seeds", "1"];
    let line = ["--line", "A2 A1 A2 A1"];
    let record = stdout(&run(&[&["set", "play"], &rules[..], &line].concat()));
    let of_line = json_of(&[&["analyze"], &rules[..], &line, &ONE[..2]].concat());
    let of_record = analysed(&record, &[]);
    assert_eq!(of_line["turns"], of_record["turns"]);
    assert_eq!(of_line["turns"].as_array().unwrap().len(), 2);
    // From a position in the middle of a round, and one after another.
    let middle = ["analyze", "1,0/1 1,1/0 A", "--rules", "kalah", "--line", "A1"];
    let found = json_of(&[&middle[..], &ONE[..2]].concat());
    assert_eq!(found["turns"][0]["position"], "1,0/1 1,1/0 A");
    let lines = ["analyze", "-", "--rules", "kalah", "--line", "A1", "--format", "jsonl"];
    let output = run_with(&lines, "1,0/1 1,1/0 A\n0,1/1 1,1/0 A\n");
    assert_eq!(code(&output), 2, "the second has no seed in A1");
    let records: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(records.len(), 2);
    assert!(records[0].contains("\"least\":0") && records[1].contains("\"error\""));
}

#[test]
fn the_text_has_the_turns_that_lost_most() {
    let record = played(SMALL);
    let text = |least: &str| {
        let args = ["analyze", "-", "--threads", "1", "--min-loss", least];
        stdout(&run_with(&args, &record))
    };
    let rows = |text: &str| {
        let rows = text.lines().skip_while(|line| !line.starts_with(" round"));
        rows.skip(1).take_while(|line| !line.is_empty()).count()
    };
    assert_eq!([rows(&text("0")), rows(&text("1")), rows(&text("5"))], [4, 2, 0]);
    assert!(text("5").contains("no turn is known to have lost 5 or more"));
    // A whole turn of the book, with 54 of 98 seeds, and a search that is cut off.
    let told = |args: &[&str]| stdout(&run(&[&["analyze", "--threads", "1"], args].concat()));
    let wins = "A1 A2 A7 A7 A1 A3 A1 A4 A7";
    let won = told(&["--rules", "congklak", "--line", wins, "--nodes", "5000"]);
    let decides = "round 1, turn 1 decides the round: A has more than half of the seeds";
    assert!(won.contains(decides), "{won}");
    let cut = told(&["--rules", "kalah", "--fresh", "--line", "A3 A1", "--nodes", "100"]);
    assert!(cut.contains("an estimate") && cut.contains("about "), "{cut}");
    assert!(text("0").contains("round 1, turn 1: A's lead fell by 4, proven"));
    let sums = |text: String| text.lines().rfind(|line| line.contains(" A  ")).map(str::to_owned);
    assert_eq!(sums(text("0")), sums(text("5")));
    assert_eq!(analysed(&record, &[])["turns"], analysed(&record, &["--min-loss", "5"])["turns"]);
}

#[test]
fn a_joint_start_is_told_of_and_not_analysed() {
    let record = played(
        "--together --rules congklak-six --holes 3 --seeds 2 --a greedy --b greedy --rounds 1",
    );
    let text = stdout(&run_with(&["analyze", "-", "--threads", "1"], &record));
    assert!(text.contains("round 1: both players began together"), "{text}");
    let begun = record.lines().take_while(|line| !line.starts_with("start"));
    let nothing: Vec<&str> = begun.collect();
    let output = run_with(&["analyze", "-"], &nothing.join("\n"));
    assert!(stdout(&output).contains("no turn to analyse"));
    assert_eq!(code(&output), 0);
}

#[cfg(unix)]
#[test]
fn an_interruption_prints_what_has_been_analysed() {
    use crate::support::interrupted;
    let folder = Folder::made("analyze-interrupted");
    let moves = "set play --rules kalah --holes 9 --seeds 9 --a random --b random --rounds 1";
    let record = played(moves.strip_prefix("set play ").unwrap());
    let file = folder.file("record", &record);
    let output = interrupted(&["analyze", &file, "--time", "1h", "--format", "json"]);
    assert_eq!(code(&output), 130, "{}", stderr(&output));
    assert_eq!(parsed(&output)["stopped"], "interrupted");
}

#[test]
fn damaged_records_are_refused_with_their_place() {
    let record = played(SMALL);
    let ends = |text: &str, status: i32, expected: &str| {
        let output = run_with(&["analyze", "-", "--nodes", "10"], text);
        assert_eq!(code(&output), status, "{text}");
        // Nothing is analysed of an invalid record.
        assert!(status == 1 || stdout(&output).is_empty(), "{text}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    ends("", 2, "expected the rule set and a round first");
    ends("rules: kalah\n", 2, "ends without a round");
    let at = record.find("\nA1").unwrap();
    ends(&record[..at + 2], 2, "column 1");
    ends(&record.replace("\nA1\n", "\nA9\n"), 1, "column 1");
    ends(&record.replace("rules: conglak", "rules: kongklak"), 2, "line 1, column 8");
    // Under other rules the seeds are elsewhere.
    ends(&record.replace("rules: conglak", "rules: kalah"), 1, "line ");
    // A record that is cut between two moves is one of a running set.
    let cut = analysed(&record[..at + 3], &[]);
    assert_eq!(cut["turns"].as_array().unwrap().len(), 1);
}

#[test]
fn wrong_arguments_are_named() {
    let record = played(SMALL);
    for (args, expected) in [
        (&[][..], "expected the file of a record, or --line MOVES"),
        (&["a", "b"], "expected files of records"),
        (&["/nowhere/set"], "/nowhere/set"),
        (&["--line", "A1 A1"], "legal: "),
        (&["--line", "A1 Z9"], "--line, "),
        (&["3,3/0 3/0 A", "--line", "A1"], "position"),
    ] {
        let message = refused(&[&["analyze"], args].concat());
        assert!(message.contains(expected), "{message}");
    }
    for option in ["--owned=50", "--mover=B", "--as-drawn"] {
        let output = run(&["analyze", option, "file"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("--line"), "{}", stderr(&output));
    }
    let output = run_with(&["analyze", "-", "--rules", "kalah"], &record);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("the record names its rules"), "{}", stderr(&output));
    let html = ["analyze", "-", "--line", "A1", "--html", "page.html"];
    assert!(stderr(&run_with(&html, "1,1/0 1,1/0 A\n")).contains("a page covers one position"));
    let output = run(&["analyze", "--line", "A1", "--html", "/nowhere/page.html"]);
    assert_eq!(code(&output), 4);
    assert!(stderr(&output).contains("/nowhere/page.html"), "{}", stderr(&output));
}

#[test]
fn the_page_has_the_curve_and_the_worst_turns() {
    let folder = Folder::made("analyze-page");
    let (record, html) = (folder.file("record", &played(SMALL)), folder.path("page.html"));
    let command = ["analyze", &record, "--html", &html];
    let found = json_of(&[&command[..], &ONE[..2]].concat());
    let page = std::fs::read_to_string(&html).unwrap();
    let scenes = data(&page)["scenes"].as_array().unwrap().clone();
    // Two turns lost seeds; each is shown as played and as it should have been.
    let turns = found["turns"].as_array().unwrap();
    let lost = |turn: &Value| seeds(&turn["lead_lost"]["least"]);
    let mut worst: Vec<&Value> = turns.iter().filter(|turn| lost(turn) != 0).collect();
    worst.sort_by_key(|turn| -lost(turn));
    assert_eq!(scenes.len(), 2 * worst.len());
    for (pair, turn) in scenes.chunks(2).zip(&worst) {
        for (scene, line) in pair.iter().zip(["line", "best"]) {
            assert_eq!(scene["position"], turn["position"]);
            let moves = scene["moves"].as_array().unwrap().iter();
            let moves: Vec<Value> = moves.map(|one| one["name"].clone()).collect();
            assert_eq!(json!(moves), turn[line]);
        }
    }
    // A value for the beginning of every turn, and one for the end of each round.
    let curve = data(&page)["curve"].clone();
    let points = curve["points"].as_array().unwrap();
    let mut expected = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        let kind = if turn["before"]["exact"] == true { "proven" } else { "about" };
        expected.push(json!([expected.len() + 1, turn["before"]["value"], kind]));
        if turns.get(index + 1).is_none_or(|next| next["round"] != turn["round"]) {
            expected.push(json!([expected.len() + 1, turn["after"]["value"], "result"]));
        }
    }
    assert_eq!(*points, expected);
    let kinds = curve["kinds"].as_array().unwrap();
    for kind in ["result", "proven", "about"] {
        let there = points.iter().any(|point| point[2] == kind);
        assert_eq!(kinds.iter().any(|one| one[0] == kind), there, "{kind}");
    }
    for word in [" src=", " href=", "@import", "url("] {
        assert!(!page.contains(word), "{word}");
    }
    // If neither player lost a seed, the page shows the first turn.
    let best = ["analyze", "--rules", "kalah", "--holes", "2", "--seeds", "1"];
    run(&[&best[..], &["--mover", "B", "--line", "B2 B1", "--force", "--html", &html]].concat());
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.contains("No turn is known to have lost anything"), "{page}");
    // B is ahead at the end.
    assert_eq!(
        data(&page)["curve"]["points"].as_array().unwrap().last(),
        Some(&json!([2, -2, "result"]))
    );
}

/// A record with an error is analysed up to there.
#[test]
fn a_record_is_analysed_up_to_its_first_fault() {
    // A2 ends in the store, A3 continues to B2; B1 ends in the store, B2 in A1.
    let good = "rules: kalah\nholes: 3\nseeds: 2\nround 1: A\nA2 A3\nB1 B2\n";
    let output = run_with(&[&["analyze", "-"], &ONE[..]].concat(), &format!("{good}B1 A1\n"));
    assert_eq!(code(&output), 1);
    let told = stderr(&output);
    assert!(told.contains("line 7, column 1"), "{told}");
    assert!(told.ends_with("analysing the record up to the error: 2 turns\n"), "{told}");
    let turns = |found: &Value| found["turns"].clone();
    assert_eq!(turns(&parsed(&output)), turns(&analysed(good, &[])));
    // If nothing is before it, there is nothing to analyse.
    let nothing = good.replace("A2 A3", "A9 A3");
    let output = run_with(&["analyze", "-"], &nothing);
    assert_eq!((code(&output), stdout(&output)), (1, String::new()));
}

/// A user who forgets the head of a record is told all of it at once.
#[test]
fn a_record_without_a_head_is_told_what_one_has() {
    for record in ["A1 A7\nB1\n", "event: a game\n", "event: a game\nA1\n"] {
        let output = run_with(&["analyze", "-"], record);
        assert_eq!(code(&output), 2);
        let told = stderr(&output);
        assert!(told.contains("rules: overbeck") && told.contains("round 1: A"), "{told}");
    }
}
