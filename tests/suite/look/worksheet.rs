//! Worksheets: exercises without values, and their answers on a sheet of their own.

use crate::support::{Folder, code, json_lines, run_with, stderr, stdout};

const POSITIONS: &str = "1,1/0 1,1/0 A\n0,2/0 1,1/0 B\n0,0/2 1,1/0 A over\n2,1/0 1,0/0 A\n";

/// The numbers of seeds that a part of a page draws, in its order.
fn counts(html: &str) -> Vec<String> {
    let texts = html.split("class=\"count\"").skip(1);
    let number = |text: &str| text.split_once('>').unwrap().1.split('<').next().unwrap().to_owned();
    texts.map(number).collect()
}

#[test]
fn a_worksheet_asks_every_position_and_answers_on_another_sheet() {
    let folder = Folder::made("look-worksheet");
    let file = folder.path("sheet.html");
    let arguments = ["eval", "-", "--rules", "kalah", "--quiet", "--format", "jsonl"];
    let output = run_with(&[&arguments[..], &["--worksheet", &file]].concat(), POSITIONS);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let page = std::fs::read_to_string(&file).unwrap();
    let (asked, told) = page.split_once("<h1 class=\"answers\">").unwrap();
    let open: Vec<&str> = POSITIONS.lines().filter(|line| !line.ends_with("over")).collect();
    let cells = open.iter().flat_map(|position| {
        position.split(' ').take(2).flat_map(|row| row.split(['/', ',']).map(str::to_owned))
    });
    assert_eq!(counts(asked), cells.collect::<Vec<_>>());
    assert_eq!(asked.matches("class=\"write\"").count(), 2 * open.len());
    // What is known is only in the answers.
    let records = stdout(&output);
    let values = json_lines(&records);
    let values = values.iter().filter(|record| record["pv"] != serde_json::json!([]));
    let answers: Vec<&str> = told.split("<li>").skip(1).collect();
    assert_eq!(answers.len(), open.len());
    for (answer, record) in answers.iter().zip(values) {
        let best = record["pv"][0].as_str().unwrap();
        let seeds = record["value"].as_i64().unwrap().unsigned_abs().to_string();
        assert!(answer.contains(best) && answer.contains(&seeds), "{answer}: {record}");
    }
    let text = asked.split("<body>").nth(1).unwrap();
    assert!(!text.contains("proven") && !text.contains("best"), "{text}");
    assert!(!page.contains("<script"));
    // No file is replaced unasked.
    let again = run_with(&[&arguments[..], &["--worksheet", &file]].concat(), POSITIONS);
    assert!(code(&again) != 0 && stderr(&again).contains("--force"), "{}", stderr(&again));
}
