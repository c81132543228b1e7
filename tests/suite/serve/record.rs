//! `record`: reading and writing sets.

use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::rules::Preset;
use chongkak::sets::{SetGame, SetPlay, SetRecord, Tag};
use serde_json::{Value, json};

use crate::support::{Client, Folder, json_of, run, sized, stdout};

/// A set of random moves, perhaps with a joint start.
pub fn some_set(preset: &'static Preset, seed: u64, together: bool) -> SetRecord {
    let rules = sized(preset.name, 3 + (seed % 3) as u8, 3);
    let mut game = SetGame::new(&Game::opening(&rules, Side::A));
    let play = SetPlay {
        policies: ["random", "greedy/random"].map(|text| Some(text.parse().unwrap())),
        seed,
        most_rounds: 3,
        endgame: None,
    };
    if together {
        play.start_together(&mut game, "", Control::none()).unwrap();
    }
    game.remark("the beginning".to_owned());
    let _ = play.go_on(&mut game, Control::none());
    for text in ["the last move # so far", "nothing else"] {
        game.remark(text.to_owned());
    }
    let tag = |name, text: &str| Tag { name, text: text.to_owned() };
    let tags = vec![tag("A", "Minah"), tag("note", "a: b"), tag("note", "é")];
    SetRecord::new(preset.name, tags, &game)
}

/// The request that writes what an answer has read.
pub fn again(read: &Value) -> Value {
    let (record, games) = (&read["record"], &read["games"]);
    let rounds = record["rounds"].as_array().unwrap();
    let lines = games.as_array().unwrap().iter().zip(rounds).skip(1);
    let lines = lines.map(|(game, round)| {
        let mut lines = json!({"line": game["line"]});
        for field in ["start", "remarks"] {
            if !round[field].is_null() {
                lines[field] = round[field].clone();
            }
        }
        lines
    });
    let mut written = json!({
        "position": rounds[0]["opening"], "line": games[0]["line"], "tags": record["tags"],
        "rounds": lines.collect::<Vec<_>>(),
    });
    for field in ["rules", "holes", "seeds", "set"] {
        written[field] = games[0][field].clone();
    }
    for field in ["start", "remarks"] {
        if !rounds[0][field].is_null() {
            written[field] = rounds[0][field].clone();
        }
    }
    written
}

/// Records round-trip in both directions without loss. The text is the one that `set play` writes,
/// and `set replay` agrees with it.
#[test]
fn what_is_read_can_be_written_again() {
    let mut client = Client::within();
    let folder = Folder::made("serve-record");
    let mut rounds = 0;
    for (number, preset) in (0..).zip(Preset::all()) {
        for (seed, together) in [(number, false), (number + 1, true)] {
            let set = some_set(preset, seed, together);
            rounds += set.rounds.len();
            let text = set.to_string();
            let read = client.result("record", json!({"text": text}));
            assert_eq!(read["text"], text);
            let file = folder.file("set.txt", &text);
            assert_eq!(read["record"], json_of(&["set", "replay", &file]));
            assert_eq!(client.result("record", again(&read)), read);
            for (game, round) in read["games"].as_array().unwrap().iter().zip(&set.rounds) {
                let played = client.result("play", game.clone());
                assert_eq!(played["after"], round.after.to_string());
            }
        }
    }
    assert!(rounds > 20, "{rounds}");
}

/// The line of a page becomes a complete record.
#[test]
fn a_line_is_written_as_a_record() {
    let mut client = Client::within();
    let asked = json!({
        "rules": "kalah", "holes": 2, "seeds": 1, "line": "A2 A1",
        "rounds": [{"line": ["A2", "1"]}], "tags": [{"name": "A", "text": " Minah "}],
    });
    let found = client.result("record", asked);
    let text = "rules: kalah\nholes: 2\nseeds: 1\nA: Minah\n\nround 1: 1,1/0 1,1/0 A\nA2 A1\n\
                result: 3 1\n\nround 2: 1,1/1 x,1/0 A\nA2 A1\nposition: 0,1/2 x,1/0 B\n\n\
                set: unfinished, B is to move\n";
    assert_eq!(found["text"], text);
    assert_eq!(found["standing"], "unfinished, B is to move");
    // Rules from a file are recorded by their options, so the record needs no file.
    let folder = Folder::made("serve-record-rules");
    let file = folder.file("ours.toml", "name = 'ours'\nbase = 'kalah'\n[set]\nlone = 'bank'\n");
    let ours = json!({"rules": file, "position": "0,1/2 2,1/0 B"});
    let found = client.result("record", ours);
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("rules: kalah\nholes: 2\nseeds: 4\noption: lone=bank\n"), "{text}");
    let kept = folder.file("set.txt", text);
    assert!(stdout(&run(&["set", "replay", &kept])).contains("every move is legal"));
}

#[test]
fn mistakes_in_a_record_are_pointed_at() {
    let mut client = Client::within();
    let head = "rules: kalah\nholes: 2 # é\nseeds: 1\nround 1: A\n";
    for (behind, wrong) in
        [("A2 A3", "A3"), ("A2 B1", "B1"), ("result: 3 x", "3 x"), ("who: I", "who")]
    {
        for mark in ["", "\u{feff}"] {
            let text = format!("{mark}{head}{behind}\n");
            for method in ["record", "analyze"] {
                let error = client.error(method, json!({"text": text}));
                let (code, param) = (&error["code"], &error["data"]["param"]);
                assert_eq!((code, param), (&json!(-32602), &json!("text")));
                let at = text.find(behind).unwrap() + behind.find(wrong).unwrap();
                assert_eq!(error["data"]["at"], at, "{error}");
                assert!(error["message"].as_str().unwrap().contains("line 5"), "{error}");
            }
        }
    }
}

#[test]
fn mistakes_in_a_record_say_what_was_expected() {
    let mut client = Client::within();
    let head = "rules: kalah\nholes: 2\nseeds: 1\nround 1: A\n";
    let long = "x".repeat(1_000_000);
    for (text, expected) in [
        (format!("{head}who: I"), "rules, holes, seeds"),
        (format!("{head}expected y: I"), "rules, holes, seeds"),
        (format!("{head}{long}: I"), "rules, holes, seeds"),
        (format!("{head}A3"), "one of A1 A2"),
        (format!("{head}result: 3"), "the seeds of A and of B, such as 97 65"),
        (format!("{head}A2 A1\nresult: 4 0"), "A owns 3 seeds and B 1"),
        (format!("{head}position: 0,2/0 1,1/0 B"), "the position is 1,1/0 1,1/0 A"),
        (format!("{head}round 2"), "round 1 is not over: A is to move"),
        ("rules: kala".to_owned(), "one of overbeck"),
        (String::new(), "the rule set and a round first"),
    ] {
        let error = client.error("record", json!({"text": text}));
        let found = error["data"]["expected"].as_str().unwrap();
        let shown: String = error.to_string().chars().take(3000).collect();
        assert!(found.starts_with(expected), "{shown}");
        let message = error["message"].as_str().unwrap();
        let end = found.trim_start_matches("one of ");
        assert!(message.ends_with(end) && message.len() < 3000, "{shown}");
    }
}

#[test]
fn mistakes_in_what_is_to_be_written_are_named() {
    let mut client = Client::within();
    let game = |more: Value| {
        let mut game = json!({"rules": "kalah", "holes": 2, "seeds": 1, "line": "A2 A1"});
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        game
    };
    let tag = |name: &str, text: &str| json!({"tags": [{"name": name, "text": text}]});
    let remark = |number: i32, text: &str| json!({"remarks": [{"move": number, "text": text}]});
    for (more, param, at) in [
        (json!({"line": ["A2", "B9"]}), "line[1]", Some(0)),
        (json!({"line": "A2", "rounds": [{}]}), "rounds[0]", None),
        (json!({"rounds": [{"line": "A2 B2"}]}), "rounds[0].line", Some(3)),
        (json!({"rounds": [{"lines": "A2"}]}), "rounds[0].lines", None),
        (json!({"rounds": ["A2"]}), "rounds[0]", None),
        (json!({"rounds": 1}), "rounds", None),
        (json!({"start": 7}), "start", None),
        (json!({"start": "A1 B1 / C", "line": []}), "start", Some(8)),
        (tag("who", "I"), "tags[0].name", None),
        (tag("A", "a # b"), "tags[0].text", None),
        (tag("note", "a\nb"), "tags[0].text", None),
        (tag("note", "a\u{1b}[2Jb"), "tags[0].text", None),
        (tag("A", "\tb"), "tags[0].text", None),
        (json!({"tags": [{"name": "A"}]}), "tags[0]", None),
        (json!({"tags": "A"}), "tags", None),
        (remark(3, "a"), "remarks[0].move", None),
        (remark(-1, "a"), "remarks[0]", None),
        (remark(1, "a\nb"), "remarks[0].text", None),
        (remark(1, " "), "remarks[0].text", None),
        (json!({"remarks": ["a"]}), "remarks[0]", None),
        (
            json!({"rounds": [{"remarks": [{"move": 1, "text": "a"}]}]}),
            "rounds[0].remarks[0].move",
            None,
        ),
        (json!({"text": "rules: kalah"}), "holes", None),
        (json!({"nodes": 3}), "nodes", None),
    ] {
        let error = client.error("record", game(more));
        assert_eq!(
            (&error["code"], &error["data"]["param"]),
            (&json!(-32602), &json!(param)),
            "{error}"
        );
        assert_eq!(error["data"]["at"], json!(at), "{error}");
    }
    let twice = json!([{"name": "A", "text": "x"}, {"name": "A", "text": "y"}]);
    let error = client.error("record", game(json!({"tags": twice})));
    assert_eq!(error["data"]["param"], "tags[1].name");
    // A player who can't fill a hole has lost.
    let lost = json!({"position": "0,0/4 0,0/0 A over", "line": [], "rounds": [{}]});
    let error = client.error("record", game(lost));
    assert!(error["message"].as_str().unwrap().contains("won by A"), "{error}");
}
