//! The command `analyze`: fields, sums, errors, the page.

use chongkak::board::Side;
use chongkak::known;
use chongkak::moves::Game;
use chongkak::rules::Preset;
use chongkak::sets::WrittenSet;
use serde_json::{Value, json};

use crate::support::{
    Folder, Twin, check_marks, code, data, json_of, parsed, refused, run, run_with, stderr, stdout,
    worth,
};

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

/// Every turn of a whole set, with the values of minimax, and the sums.
#[test]
fn every_turn_of_a_record_has_its_loss() {
    let record = played(SMALL);
    let found = analysed(&record, &[]);
    let set = WrittenSet::read(&record).unwrap().replay().unwrap();
    let mut turns = found["turns"].as_array().unwrap().iter();
    let mut sums = json!({
        "A": {"turns": 0, "lead_lost": 0, "estimate": 0},
        "B": {"turns": 0, "lead_lost": 0, "estimate": 0},
    });
    for (number, round) in (1..).zip(&set.rounds) {
        let mut at = Twin::read(&round.opening.to_string());
        for (place, line) in (1..).zip(&round.turns) {
            let turn = turns.next().unwrap();
            let begun = at.clone();
            let before = worth(&set.rules, &begun.text().parse_position());
            assert_eq!(turn["position"], at.text());
            let player = ["A", "B"][at.mover];
            for played in line {
                at = at.play(&set.rules, played.hole.index()).after;
            }
            let after = worth(&set.rules, &at.text().parse_position());
            let loss = if player == "A" {
                before - after
            } else {
                after - before
            };
            let place_told = (&turn["round"], &turn["turn"], &turn["player"]);
            let expected = (&json!(number), &json!(place), &json!(player));
            assert_eq!(place_told, expected);
            assert_eq!(turn["lead_lost"], json!({"least": loss, "most": loss}));
            assert_eq!(turn["estimate"], json!(loss));
            for (told, value) in [(&turn["before"], before), (&turn["after"], after)] {
                let proven = json!({"value": value, "exact": true, "lower": value, "upper": value});
                assert_eq!(*told, proven);
            }
            // The first turn after which somebody has more than half.
            let more = |twin: &Twin| {
                let end: chongkak::board::Position = twin.text().parse_position();
                Side::BOTH.into_iter().find(|&side| {
                    let kept = if end.is_over() {
                        end.owned(side)
                    } else {
                        end.owned(side) - end.in_play(side)
                    };
                    2 * kept > end.total()
                })
            };
            let decides = more(&at).filter(|_| more(&begun).is_none());
            assert_eq!(turn["decides"], json!(decides));
            let sum = &mut sums[player];
            sum["turns"] = json!(seeds(&sum["turns"]) + 1);
            sum["lead_lost"] = json!(seeds(&sum["lead_lost"]) + i64::from(loss));
            sum["estimate"] = sum["lead_lost"].clone();
        }
    }
    assert!(turns.next().is_none());
    assert_eq!(found["players"], sums);
    assert!(seeds(&sums["A"]["lead_lost"]) > 0 && seeds(&sums["B"]["lead_lost"]) > 0);
    assert_eq!(found["stopped"], Value::Null);
    assert_eq!(found["rules"]["name"], "conglak");
    assert_eq!(found["rules"]["holes"], 3);
}

/// A position as the library has it.
trait Parsed {
    fn parse_position(&self) -> chongkak::board::Position;
}

impl Parsed for String {
    fn parse_position(&self) -> chongkak::board::Position {
        let setup: chongkak::board::Setup = self.parse().unwrap();
        chongkak::board::Position::new(&setup).unwrap()
    }
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
    // From a position in the midst of a round, and one after another.
    let middle = [
        "analyze",
        "1,0/1 1,1/0 A",
        "--rules",
        "kalah",
        "--line",
        "A1",
    ];
    let found = json_of(&[&middle[..], &ONE[..2]].concat());
    assert_eq!(found["turns"][0]["position"], "1,0/1 1,1/0 A");
    let lines = [
        "analyze", "-", "--rules", "kalah", "--line", "A1", "--format", "jsonl",
    ];
    let output = run_with(&lines, "1,0/1 1,1/0 A\n0,1/1 1,1/0 A\n");
    assert_eq!(code(&output), 2, "the second has no seed in A1");
    let records: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(records.len(), 2);
    assert!(records[0].contains("\"least\":0") && records[1].contains("\"error\""));
}

#[test]
fn the_least_loss_leaves_turns_out_of_the_text_alone() {
    let record = played(SMALL);
    let text = |least: &str| {
        let args = ["analyze", "-", "--threads", "1", "--min-loss", least];
        stdout(&run_with(&args, &record))
    };
    let rows = |text: &str| {
        let rows = text.lines().skip_while(|line| !line.starts_with(" round"));
        rows.skip(1).take_while(|line| !line.is_empty()).count()
    };
    assert_eq!(
        [rows(&text("0")), rows(&text("1")), rows(&text("5"))],
        [4, 2, 0]
    );
    assert!(text("5").contains("no turn is known to have lost 5 or more"));
    assert!(text("0").contains("round 1, turn 1: A's lead fell by 4, proven"));
    let sums = |text: String| {
        text.lines()
            .rfind(|line| line.contains(" A  "))
            .map(str::to_owned)
    };
    assert_eq!(sums(text("0")), sums(text("5")));
    assert_eq!(
        analysed(&record, &[])["turns"],
        analysed(&record, &["--min-loss", "5"])["turns"]
    );
}

/// The first turn of the book is the best one known: its beginning lost nothing that anybody knows
/// of, and the turn that wins the round is named as that.
#[test]
fn a_turn_of_the_book_is_not_blamed() {
    let ten = "A1 A7 A5 A3 A1 A9 A7 A3 A2 A4";
    for (rules, line) in [("overbeck", ten), ("congklak", "A1 A2"), ("dakon", "A1 A4")] {
        let game = Game::opening(&Preset::named(rules).unwrap().rules, Side::A);
        let book = known::first_turn(&game).unwrap();
        for moves in [1, 4, 10] {
            let line: Vec<String> = book[..moves].iter().map(ToString::to_string).collect();
            let line = line.join(" ");
            let args = [
                "analyze", "--rules", rules, "--line", &line, "--nodes", "5000",
            ];
            let text = stdout(&run(&[&args[..], &["--threads", "1"]].concat()));
            assert!(!text.contains("lead fell"), "{text}");
            let found = json_of(&[&args[..], &ONE[..2]].concat());
            let turn = &found["turns"][0];
            assert_eq!(turn["lead_lost"]["least"], 0, "{turn}");
            assert_eq!(
                (&turn["estimate"], &turn["best"]),
                (&json!(0), &turn["line"])
            );
        }
        let args = [
            "analyze", "--rules", rules, "--line", line, "--nodes", "5000",
        ];
        assert_eq!(json_of(&args)["turns"][0]["decides"], Value::Null);
    }
    // 54 of 98 seeds.
    let wins = "A1 A2 A7 A7 A1 A3 A1 A4 A7";
    let args = [
        "analyze", "--rules", "congklak", "--line", wins, "--nodes", "5000",
    ];
    let text = stdout(&run(&[&args[..], &["--threads", "1"]].concat()));
    let decides = "round 1, turn 1 decides the round: A has more than half of the seeds";
    assert!(text.contains(decides), "{text}");
}

#[test]
fn a_joint_start_is_told_of_and_not_analysed() {
    let record = played(
        "--together --rules congklak-six --holes 3 --seeds 2 --a greedy --b greedy --rounds 1",
    );
    let text = stdout(&run_with(&["analyze", "-", "--threads", "1"], &record));
    assert!(text.contains("round 1: both began together"), "{text}");
    let begun = record.lines().take_while(|line| !line.starts_with("start"));
    let nothing: Vec<&str> = begun.collect();
    let output = run_with(&["analyze", "-"], &nothing.join("\n"));
    assert!(stdout(&output).contains("no turn to analyse"));
    assert_eq!(code(&output), 0);
}

#[test]
fn a_search_that_is_cut_off_estimates() {
    let rules = [
        "--rules", "kalah", "--holes", "6", "--seeds", "4", "--fresh",
    ];
    let args = [
        &["analyze", "--line", "A3 A1", "--nodes", "100"],
        &rules[..],
    ]
    .concat();
    let found = json_of(&[&args[..], &ONE[..2]].concat());
    let turn = &found["turns"][0];
    assert_eq!(turn["before"]["exact"], json!(false));
    let lost = &turn["lead_lost"];
    assert!(seeds(&lost["least"]) < seeds(&lost["most"]), "{turn}");
    assert_eq!(found["limits"]["nodes"], 100);
    let text = stdout(&run(&[&args[..], &["--threads", "1"]].concat()));
    assert!(
        text.contains("an estimate") && text.contains("about "),
        "{text}"
    );
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
        // Of what is no record nothing is analysed.
        assert!(status == 1 || stdout(&output).is_empty(), "{text}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    ends("", 2, "expected the rule set and a round first");
    ends("rules: kalah\n", 2, "ends without a round");
    let at = record.find("\nA1").unwrap();
    ends(&record[..at + 2], 2, "column 1");
    ends(&record.replace("\nA1\n", "\nA9\n"), 1, "column 1");
    ends(
        &record.replace("rules: conglak", "rules: kongklak"),
        2,
        "line 1, column 8",
    );
    // Under other rules the seeds lie elsewhere.
    ends(
        &record.replace("rules: conglak", "rules: kalah"),
        1,
        "line ",
    );
    // A record that is cut between two moves is one of a set under way.
    let cut = analysed(&record[..at + 3], &[]);
    assert_eq!(cut["turns"].as_array().unwrap().len(), 1);
}

#[test]
fn wrong_arguments_are_named() {
    let record = played(SMALL);
    for (args, expected) in [
        (&[][..], "expected the file of a record, or --line MOVES"),
        (&["a", "b"], "expected one record"),
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
    assert!(
        stderr(&output).contains("the record says"),
        "{}",
        stderr(&output)
    );
    let html = ["analyze", "-", "--line", "A1", "--html", "page.html"];
    assert!(stderr(&run_with(&html, "1,1/0 1,1/0 A\n")).contains("a page is of one position"));
    let output = run(&["analyze", "--line", "A1", "--html", "/nowhere/page.html"]);
    assert_eq!(code(&output), 4);
    assert!(
        stderr(&output).contains("/nowhere/page.html"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_page_has_the_curve_and_the_worst_turns() {
    let folder = Folder::made("analyze-page");
    let (record, html) = (
        folder.file("record", &played(SMALL)),
        folder.path("page.html"),
    );
    let command = ["analyze", &record, "--html", &html];
    let found = json_of(&[&command[..], &ONE[..2]].concat());
    let page = std::fs::read_to_string(&html).unwrap();
    let scenes = data(&page)["scenes"].as_array().unwrap().clone();
    // Two turns lost seeds; each as it was played and as it should have been.
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
    // A mark for the beginning of every turn, and one for the end of each round.
    let rounds = turns.last().unwrap()["round"].as_u64().unwrap() as usize;
    assert_eq!(check_marks(&page), turns.len() + rounds);
    assert_eq!(page.matches("class=\"datum bar\"").count(), rounds);
    // Each turn leads from one to the next, and no line from a round to another.
    assert_eq!(page.matches("class=\"step\"").count(), turns.len());
    for word in [" src=", " href=", "@import", "url("] {
        assert!(!page.contains(word), "{word}");
    }
    // If neither player lost a seed, the page shows the first turn.
    let best = [
        "analyze", "--rules", "kalah", "--holes", "2", "--seeds", "1",
    ];
    run(&[
        &best[..],
        &["--mover", "B", "--line", "B2 B1", "--html", &html],
    ]
    .concat());
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(
        page.contains("No turn is known to have lost anything"),
        "{page}"
    );
    // B is ahead at the end: a bar below 0, which hangs.
    check_marks(&page);
    assert!(page.contains("<title>2: -2</title>") && !page.contains("height=\"-"));
}

/// Of a record that goes wrong somewhere what is before it is analysed as if it ended there.
#[test]
fn a_record_is_analysed_up_to_its_first_fault() {
    // A2 ends in the store, A3 goes on to B2; B1 ends in the store, B2 in A1.
    let good = "rules: kalah\nholes: 3\nseeds: 2\nround 1: A\nA2 A3\nB1 B2\n";
    let output = run_with(
        &[&["analyze", "-"], &ONE[..]].concat(),
        &format!("{good}B1 A1\n"),
    );
    assert_eq!(code(&output), 1);
    let told = stderr(&output);
    assert!(told.contains("line 7, column 1"), "{told}");
    assert!(
        told.ends_with("the record is analysed up to there: 2 turns\n"),
        "{told}"
    );
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
        assert!(
            told.contains("rules: overbeck") && told.contains("round 1: A"),
            "{told}"
        );
    }
}

/// The line that `eval` shows for a known value is best play: no turn of it is blamed, however few
/// positions are searched.
#[test]
fn turns_of_the_line_of_a_proven_value_lose_nothing() {
    let limits = ["--nodes", "100", "--threads", "1"];
    let asked = ["eval", "--rules", "kalah"];
    let found = json_of(&[&asked[..], &limits].concat());
    assert_eq!(
        (&found["value"], &found["exact"]),
        (&json!(8), &json!(true))
    );
    let line: Vec<&str> = (found["pv"].as_array().unwrap().iter())
        .map(|played| played.as_str().unwrap())
        .collect();
    assert!(line.len() > 10, "{line:?}");
    let line = line.join(" ");
    let asked = ["analyze", "--rules", "kalah", "--line", &line];
    let told = json_of(&[&asked[..], &limits].concat());
    let value = json!({"value": 8, "exact": true, "lower": 8, "upper": 8});
    for turn in told["turns"].as_array().unwrap() {
        assert_eq!(
            (&turn["before"], &turn["after"]),
            (&value, &value),
            "{turn}"
        );
        assert_eq!(turn["lead_lost"], json!({"least": 0, "most": 0}));
        assert_eq!(turn["best"], turn["line"]);
    }
}
