//! `serve`: requests are answered as documented.

use serde_json::{Value, json};

use crate::support::{Client, Folder, json_of, outcome, run, run_with, stdout};

/// Strings of a list.
fn texts(list: &Value) -> Vec<&str> {
    let texts = list.as_array().unwrap().iter();
    texts.map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn info_says_what_there_is() {
    let mut client = Client::start(&["--threads", "3", "--memory", "7"]);
    let info = client.result("info", json!({}));
    let fields = [
        "name",
        "version",
        "protocol",
        "methods",
        "rules",
        "default_rules",
        "threads",
        "parallel",
        "memory",
    ];
    assert_eq!(info.as_object().unwrap().len(), fields.len(), "{info}");
    assert_eq!((&info["name"], &info["protocol"]), (&json!("chongkak"), &json!(1)));
    assert_eq!(info["version"], chongkak::VERSION);
    let methods = "info rules position elsewhere show play scene page evaluate solve prove turns \
                   analyze choose book claims record start lesson puzzles puzzle cancel shutdown chong_rules chong_position \
                   chong_play chong_evaluate chong_analyze chong_choose";
    assert_eq!(texts(&info["methods"]), methods.split(' ').collect::<Vec<_>>());
    let sets = json_of(&["rules"]);
    let names: Vec<_> = sets.as_array().unwrap().iter().map(|set| &set["name"]).collect();
    assert_eq!(info["rules"].as_array().unwrap().iter().collect::<Vec<_>>(), names);
    assert_eq!((&info["threads"], &info["memory"]), (&json!(3), &json!(7)));
}

#[test]
fn rules_are_those_of_the_command() {
    let mut client = Client::within();
    let found = client.result("rules", json!({"rules": "kalah", "set": {"capture": "none"}}));
    assert_eq!(found, json_of(&["rules", "kalah", "--set", "capture=none"]));
}

/// Every hole of the position after the line, with the moves of the command.
#[test]
fn a_position_has_its_holes_and_moves() {
    let mut client = Client::within();
    let position = "2p,0,x,4/1 3,1,2,x/5 A";
    let found = client.result("position", json!({"rules": "congklak", "position": position}));
    let hole = |seeds: u32, state: &str| json!({"seeds": seeds, "state": state});
    let moves = json_of(&["moves", position, "--rules", "congklak"]);
    let expected = json!({
        "position": position, "mover": "A", "over": false,
        "a": {"store": 1, "holes": [
            hole(2, "protected"), hole(0, "open"), hole(0, "closed"), hole(4, "open"),
        ]},
        "b": {"store": 5, "holes": [
            hole(3, "open"), hole(1, "open"), hole(2, "open"), hole(0, "closed"),
        ]},
        "moves": moves["moves"],
    });
    assert_eq!(found, expected);
    // The next line continues, in any notation.
    let after = json_of(&["play", "--owned", "99", "--line", "A1 A7"]);
    for line in [json!("A1 A7"), json!(["A1", "A7"]), json!("1,7")] {
        let found = client.result("position", json!({"owned": 99, "line": line}));
        assert_eq!(found["position"], after["after"]);
    }
    let over = client.result("position", json!({"position": "0,0/6 0,0/6 A over"}));
    assert_eq!((&over["over"], &over["moves"]), (&json!(true), &json!([])));
}

/// The board as `show` draws it, after the line.
#[test]
fn a_board_is_shown_as_text_and_picture() {
    let mut client = Client::within();
    let game = json!({"rules": "kalah", "holes": 3, "seeds": 2});
    let mut after = game.clone();
    after["line"] = json!("A2");
    let found = client.result("show", after.clone());
    let position = client.result("position", after)["position"].clone();
    assert_eq!(found["position"], position);
    let drawn = run(&["show", position.as_str().unwrap()]);
    let text = found["text"].as_str().unwrap();
    assert!(stdout(&drawn).contains(text.trim_end()), "{text}");
    let picture = Folder::made("serve-show");
    let file = picture.0.join("board.svg");
    run(&["show", position.as_str().unwrap(), "--svg", file.to_str().unwrap()]);
    assert_eq!(found["svg"], std::fs::read_to_string(file).unwrap());
    // Without a line it is another board.
    assert_ne!(client.result("show", game)["svg"], found["svg"]);
}

/// A rule file can replace a name, and is read for every request.
#[test]
fn rules_may_be_a_file() {
    let mut client = Client::within();
    let folder = Folder::made("serve-rules");
    let text = "name = 'ours'\nbase = 'kalah'\nholes = 3\n[set]\nlone = 'bank'\n";
    let file = folder.file("ours.toml", text);
    let by_options = json!({"rules": "kalah", "holes": 3, "set": {"lone": "bank"}, "fresh": true});
    let by_file = client.result("solve", json!({"rules": file, "fresh": true}));
    assert_eq!(by_file["value"], client.result("solve", by_options)["value"]);
    assert_eq!(by_file["position"], "4,4,4/0 4,4,4/0 A");
    let told = client.result("rules", json!({"rules": file}));
    assert_eq!(told, json_of(&["rules", &file]));
    folder.file("ours.toml", "name = 'ours'\nbase = 'kala'\n");
    let error = client.error("rules", json!({"rules": file}));
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("line 2, column 8"), "{message}");
    assert_eq!((&error["code"], &error["data"]["param"]), (&json!(-32602), &json!("rules")));
}

/// The text of a rule file is equivalent to the file, and an error has its place in the text.
#[test]
fn rules_may_be_a_text() {
    let mut client = Client::within();
    let folder = Folder::made("serve-rules-text");
    let text = "name = 'ours'\nbase = 'kalah'\nholes = 3\n[set]\nlone = 'bank'\n";
    let mut by_file = json_of(&["rules", &folder.file("ours.toml", text)]);
    by_file["file"] = json!("text");
    assert_eq!(client.result("rules", json!({"text": text})), by_file);
    let wrong = text.replace("'kalah'", "'kala'");
    let error = client.error("rules", json!({"text": wrong}));
    let data = &error["data"];
    assert_eq!((&data["param"], &data["at"]), (&json!("text"), &json!(wrong.find("'kala'"))));
    let message = error["message"].as_str().unwrap();
    assert!(message.starts_with("text: line 2, column 8: "), "{message}");
    let beside = client.error("rules", json!({"text": text, "rules": "kalah"}));
    assert_eq!(beside["data"]["param"], "rules");
}

/// A pipe without a writer blocks nobody; and an invalid rule file gets an explanation.
#[test]
fn rules_are_read_from_regular_files_alone() {
    let mut client = Client::within();
    let folder = Folder::made("serve-no-rules");
    let pipe = folder.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let text = folder.file("text", "root:x:0:0\n");
    let record = |rules: &str| json!({"text": format!("rules: {rules}\nround 1: A\n")});
    let claim = format!("source = 's'\n[[claim]]\nid = 'a'\nrules = '{pipe}'\nlegal = 'A1'\n");
    for (method, params, part) in [
        ("position", json!({"rules": pipe}), "no regular file"),
        ("position", json!({"rules": "/dev/null"}), "no regular file"),
        ("record", record(&pipe), "no regular file"),
        ("claims", json!({"text": claim}), "no regular file"),
        ("position", json!({"rules": text}), "line 1"),
        ("position", json!({"rules": folder.path("none.toml")}), "none.toml"),
    ] {
        let error = client.error(method, params);
        assert!(error["message"].as_str().unwrap().contains(part), "{error}");
        assert_ne!(error["data"]["expected"], "", "{error}");
        assert!(error["data"]["expected"].is_string(), "{error}");
    }
}

/// Laps follow each other: each begins where the last one ended, and their ends are the landings.
#[test]
fn play_tells_every_lap() {
    let mut client = Client::within();
    let line = "A1 A7 A5 A3";
    let found = client.result("play", json!({"owned": 99, "line": line}));
    let mut plain = found.clone();
    for played in plain["line"].as_array_mut().unwrap() {
        let told = played.as_object_mut().unwrap().remove("laps_told").unwrap();
        let told = told.as_array().unwrap().clone();
        assert_eq!(told[0]["from"], played["move"]);
        let ends: Vec<_> = told.iter().map(|lap| &lap["to"]).collect();
        assert_eq!(json!(ends), played["lands"]);
        for pair in told.windows(2) {
            assert_eq!(pair[0]["to"], pair[1]["from"]);
            assert_eq!(pair[0]["event"], "relay");
        }
        // A player who moves again has ended in the store.
        let last = told.last().unwrap();
        let store = last["to"] == "RA";
        assert_eq!(store, played["outcome"] == "again");
        assert_eq!(store, last["event"] == "store");
    }
    assert_eq!(plain, json_of(&["play", "--owned", "99", "--line", line]));
}

/// What happens to the last seed, for each way in which a move can end.
#[test]
fn a_lap_says_what_ended_it() {
    let mut client = Client::within();
    for (event, rules, position, hole) in [
        ("captured", "kalah", "1,0,3/0 2,2,2/0 A", "A1"),
        ("store", "kalah", "1,0,1/0 2,2,2/0 A", "A3"),
        ("occupied", "kalah", "1,1,1/0 2,2,2/0 A", "A1"),
        ("empty", "kalah", "1,1,2/0 0,2,2/0 A", "A3"),
    ] {
        let found =
            client.result("play", json!({"rules": rules, "position": position, "line": hole}));
        assert_eq!(found["line"][0]["laps_told"][0]["event"], event, "{found}");
    }
    let mut relay = |rules, position, line| {
        let asked = json!({"rules": rules, "position": position, "line": line});
        client.result("play", asked)["line"][0]["laps_told"].clone()
    };
    let protected = relay("congklak", "1,0,3/0 2,2,1p/0 B", "B1");
    assert_eq!(protected.as_array().unwrap().last().unwrap()["event"], "protected");
}

#[test]
fn searches_are_those_of_the_commands() {
    let mut client = Client::within();
    let game = json!({"rules": "kalah", "holes": 3, "seeds": 2, "threads": 1, "fresh": true});
    let command = ["--rules", "kalah", "--holes", "3", "--seeds", "2", "--threads", "1", "--fresh"];
    let commands = |name| json_of(&[&[name][..], &command].concat());
    assert_eq!(client.result("solve", game.clone()), commands("solve"));
    let mut limited = game.clone();
    limited["nodes"] = json!(500);
    let command = [&["eval", "--nodes", "500"][..], &command].concat();
    assert_eq!(client.result("evaluate", limited), json_of(&command));
    let found =
        client.result("turns", json!({"holes": 4, "seeds": 3, "nodes": 1000, "threads": 1}));
    let command = "turns --holes 4 --seeds 3 --nodes 1000 --threads 1";
    assert_eq!(found, json_of(&command.split(' ').collect::<Vec<_>>()));
}

#[test]
fn the_book_has_openings_alone() {
    let mut client = Client::within();
    let found = client.result("book", json!({}));
    assert_eq!(found, json_of(&["book", "overbeck", "--owned", "81"])["openings"][0]);
    let dakon = client.result("book", json!({"rules": "dakon", "holes": 5, "seeds": 5}));
    assert_eq!(dakon, json_of(&["book", "dakon-openings", "--owned", "25"])["openings"][0]);
    for asked in [
        json!({"set": {"capture": "none"}}),
        json!({"line": "A1"}),
        json!({"mover": "B"}),
        json!({"rules": "kalah", "holes": 5}),
    ] {
        assert_eq!(client.result("book", asked), Value::Null);
    }
}

#[test]
fn the_program_ends_with_its_input_or_when_it_is_told_to() {
    let (code, out, error) = outcome(&run_with(&["serve"], ""));
    assert_eq!((code, out.as_str(), error.as_str()), (0, "", ""));
    let mut client = Client::start(&[]);
    assert_eq!(client.result("shutdown", json!({})), Value::Null);
    // The input is still open.
    assert!(client.rest().is_empty());
    assert_eq!(client.end().1.code(), Some(0));
    let (code, out, error) = outcome(&run_with(&["serve", "--rules", "kalah"], ""));
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.contains("--rules kalah"), "{error}");
}

/// A missing folder of tables is an error at the start, as in `eval`, not for a client.
#[test]
fn a_folder_of_tables_that_is_not_there_is_refused_at_the_start() {
    let folder = Folder::made("serve-no-tables");
    let missing = folder.path("missing");
    let expected = run(&["eval", "--tables", &missing]);
    assert_eq!(expected.status.code(), Some(4));
    let listen = ["serve", "--listen", "localhost:0", "--tables", &missing];
    let board = ["board", "--no-open", "--tables", &missing];
    for args in [&["serve", "--tables", &missing][..], &listen, &board] {
        let found = run(args);
        assert_eq!(found.status.code(), Some(4), "{args:?}");
        assert_eq!(stdout(&found), "");
        assert_eq!(found.stderr, expected.stderr, "{args:?}");
    }
}
