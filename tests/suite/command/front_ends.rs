//! One question, one answer: the same game within the same limits on one thread gives the same
//! result through every front end.

use std::process::Output;

use chongkak::board::{Position, Side};
use chongkak::math::Random;
use chongkak::moves::Round;
use chongkak::rules::{Preset, StorePlace};
use serde_json::{Value, json};

use crate::support::{
    Client, Host, asked, code, json_lines, json_of, run_with, sized, stderr, stdout,
};

/// Games that are asked through every front end.
const GAMES: usize = 200;

/// Games that are asked where each takes a process.
const FEW: usize = 24;

const NODES: u64 = 1_500;

/// A game that is asked about.
struct Asked {
    rules: &'static str,
    position: String,
    /// A legal move.
    first: String,
}

/// Seeded games of all rule sets: full openings, which the book and the built-in values know, small
/// openings with built-in values, and positions from play.
fn games() -> Vec<Asked> {
    let mut random = Random::new(20_261_123, 0);
    let mut below = |bound| random.below(bound);
    let mut games = Vec::new();
    let presets: Vec<&Preset> =
        (Preset::all().iter()).filter(|preset| preset.rules.store == StorePlace::Near).collect();
    while games.len() < GAMES {
        let preset = presets[games.len() % presets.len()];
        let rules = match below(4) {
            0 => preset.rules,
            _ => sized(preset.name, 2 + below(4) as u8, 1 + below(5) as u8),
        };
        let side = Side::BOTH[below(2)];
        // An opening whose value is open: the book has a good first turn.
        let open = games.len() % 20 == 0;
        let opening = if open {
            let size = 9 + below(4) as u8;
            chongkak::Game::opening(&sized("dakon", size, size), side)
        } else {
            chongkak::Game::opening(&rules, side)
        };
        let mut round = Round::new(&opening);
        for _ in 0..if open { 0 } else { [0, 0, 3, 8][below(4)] } {
            let legal: Vec<_> = round.position().legal().collect();
            if legal.is_empty() {
                break;
            }
            round.play(legal[below(legal.len())]).unwrap();
        }
        let position: &Position = round.position();
        let Some(hole) = position.legal().next() else {
            continue;
        };
        games.push(Asked {
            rules: if open { "dakon" } else { preset.name },
            position: position.to_string(),
            first: format!("{}{hole}", position.mover()),
        });
    }
    games
}

/// Picks the part of an answer about a position.
fn answer(record: &Value) -> Value {
    let names = [
        "position", "value", "exact", "lower", "upper", "best", "ties", "depth", "pv", "moves",
        "nodes", "stopped",
    ];
    let part = |name: &str| (name.to_owned(), record[name].clone());
    Value::Object(names.into_iter().map(part).collect())
}

/// Returns the command line's results for games, asked in one run for each rule set.
fn evaluated(games: &[Asked], limits: &[&str]) -> Vec<Value> {
    told("eval", games, limits)
}

fn told(command: &str, games: &[Asked], limits: &[&str]) -> Vec<Value> {
    let mut found = vec![Value::Null; games.len()];
    for preset in Preset::all() {
        let own: Vec<usize> =
            (0..games.len()).filter(|&number| games[number].rules == preset.name).collect();
        let lines: String =
            (own.iter()).map(|&number| format!("{}\n", games[number].position)).collect();
        if own.is_empty() {
            continue;
        }
        let args = [command, "-", "--rules", preset.name, "--format", "jsonl"];
        let output = run_with(&[&args[..], limits].concat(), &lines);
        expect_answers(command, &output);
        for (number, record) in own.into_iter().zip(json_lines(&stdout(&output))) {
            found[number] = record;
        }
    }
    found
}

/// An evaluation always succeeds; a proof may have reached its limit.
fn expect_answers(command: &str, output: &Output) {
    let answers: &[i32] = match command {
        "eval" => &[0],
        _ => &[0, 3],
    };
    assert!(answers.contains(&code(output)), "{}", stderr(output));
}

fn params(asked: &Asked) -> Value {
    json!({
        "rules": asked.rules, "position": asked.position, "nodes": NODES, "threads": 1,
        "memory": 16,
    })
}

#[test]
fn every_door_takes_the_limit_of_nodes() {
    let small = ["--rules", "kalah", "--holes", "3", "--seeds", "2"];
    let (name, of_line, option) = ("nodes", chongkak::batch::MAX_NODES, "--nodes");
    for command in ["eval", "solve", "turns"] {
        let found = json_of(&[&[command], &small[..], &[option, "700"]].concat());
        assert_eq!(found["limits"][name], 700, "{command}");
    }
    for method in ["evaluate", "solve", "turns"] {
        let mut params = json!({"rules": "kalah", "holes": 3, "seeds": 2});
        params[name] = json!(700);
        assert_eq!(asked(method, params)["limits"][name], 700, "{method}");
    }
    let most = u64::MAX;
    let positions = ["3,3,3/0 3,3,3/0 B", "3,3,3/0 3,3,3/0 A", "2,2,2/0 2,2,2/0 A"];
    let line = |position, limit| json!({"position": position, of_line: limit});
    let lines = [
        line(positions[0], json!(most)),
        line(positions[1], json!(null)),
        line(positions[2], json!(0)),
    ];
    let batch = ["batch", "-", "--rules", "kalah", "--format", "jsonl", option, "800"];
    let output = run_with(&batch, &lines.map(|line| format!("{line}\n")).concat());
    let found = json_lines(&stdout(&output));
    assert_eq!((&found[0]["limits"][name], &found[1]["limits"][name]), (&json!(most), &json!(800)));
    let expected = format!("field \"{of_line}\": found 0, expected a whole number of at least 1");
    assert!(found[2]["error"]["message"].as_str().unwrap().contains(&expected), "{}", found[2]);
    let table = format!("position,{of_line}\n\"{}\",{most}\n", positions[0]);
    let found = json_lines(&stdout(&run_with(&batch, &table)));
    assert_eq!(found[0]["limits"][name], most);
}

#[test]
fn every_door_gives_the_same_answer() {
    let games = games();
    let nodes = NODES.to_string();
    let limits = ["--nodes", &nodes, "--threads", "1", "--memory", "16"];
    let found = evaluated(&games, &limits);
    let known = found.iter().filter(|found| !found["known"].is_null()).count();
    let proven = found.iter().filter(|found| found["exact"] == true).count();
    let book = found.iter().filter(|found| !found["book"].is_null()).count();
    assert!(known > 20 && proven > known && proven < GAMES, "{known}, {proven}");
    assert!(book > 5, "{book}");

    compare(&games, "eval", &limits, &found);
    let solved = told("solve", &games, &limits);
    let proven = solved.iter().filter(|found| !found["value"].is_null());
    let proven = proven.count();
    assert!((20..GAMES).contains(&proven), "{proven}");
    compare(&games, "solve", &limits, &solved);
}

/// The question whether a value is at least a number: an option of `solve`, a parameter, a field of
/// a line.
#[test]
fn every_door_proves_that_a_value_is_at_least_so_much() {
    let games: Vec<Asked> = games().into_iter().step_by(5).collect();
    let nodes = NODES.to_string();
    let limits = ["--nodes", &nodes, "--threads", "1", "--memory", "16", "--fresh"];
    let mut pipe = Client::start(&[]);
    let mut proven = [0, 0];
    for least in [-3, 4] {
        let option = least.to_string();
        let found = told("solve", &games, &[&limits[..], &["--at-least", &option]].concat());
        let lines = games.iter().map(|asked| {
            let line = json!({"rules": asked.rules, "position": asked.position, "at_least": least});
            format!("{line}\n")
        });
        let args = ["batch", "-", "--no-store", "--format", "jsonl"];
        let output = run_with(&[&args[..], &limits].concat(), &lines.collect::<String>());
        expect_answers("solve", &output);
        let batch = json_lines(&stdout(&output));
        for ((asked, found), batch) in games.iter().zip(&found).zip(&batch) {
            let mut params = params(asked);
            params["at_least"] = json!(least);
            params["fresh"] = json!(true);
            let told = pipe.result("solve", params);
            assert_eq!(answer(&told), answer(found), "{}", asked.position);
            assert_eq!(answer(batch), answer(found), "{}", asked.position);
            let bound = |name: &str| found[name].as_i64().unwrap();
            proven[0] += usize::from(bound("lower") >= least);
            proven[1] += usize::from(bound("upper") < least);
        }
    }
    assert!(proven.iter().all(|count| *count > 5), "{proven:?}");
    let both = json!({"winner": true, "at_least": 1});
    let error = pipe.error("solve", both);
    assert_eq!(error["data"]["param"], "at_least", "{error}");
}

/// An error has the same kind and the same expected text through every front end.
#[test]
fn every_door_gives_a_mistake_the_same_kind() {
    let mut pipe = Client::start(&[]);
    let part = |error: &Value| (error["kind"].clone(), error["expected"].clone());
    let alone = |output: Output| {
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        part(&json_lines(&stdout(&output))[0]["error"])
    };
    for position in [
        "1,0,q/0 0,5,1/0 A",
        "1,0,3/0 0,5/0 A",
        "0,0,0/0 0,5,1/0 A",
        "1,0,3/0 0,5,1/0 C",
        "1,0,3/0 0,5,1/0 A never",
    ] {
        let command = run_with(&["eval", "-", "--format", "jsonl"], position);
        let batch = run_with(&["batch", "-", "--no-store", "--format", "jsonl"], position);
        let error = pipe.error("evaluate", json!({"position": position}));
        let told = part(&error["data"]);
        assert_eq!(alone(command), told, "{position}");
        assert_eq!(alone(batch), told, "{position}");
    }
    let position = "1,0,3/0 0,5,1/0 A";
    for line in ["A2", "A1 A9", "A1 x", "B1"] {
        let args = ["eval", "-", "--line", line, "--format", "jsonl"];
        let error = pipe.error("evaluate", json!({"position": position, "line": line}));
        let output = run_with(&args, position);
        match json_lines(&stdout(&output)).first() {
            Some(record) => assert_eq!(part(&record["error"]), part(&error["data"]), "{line}"),
            // A malformed line fails before any position is parsed.
            None => assert_eq!((code(&output), line), (2, "A1 x")),
        }
    }
    let far = ["solve", "-", "--set", "store=far", "--format", "jsonl"];
    let batch = ["batch", "-", "--set", "store=far", "--format", "jsonl"];
    let params = json!({"position": position, "set": {"store": "far"}});
    let told = part(&pipe.error("solve", params)["data"]);
    assert_eq!(told.1, "store = near");
    assert_eq!(alone(run_with(&far, position)), told);
    assert_eq!(alone(run_with(&batch, position)), told);
}

/// Compares the results of the command line with those of all other front ends.
fn compare(games: &[Asked], command: &str, limits: &[&str], found: &[Value]) {
    let (method, as_asked): (&str, &[&str]) = match command {
        "eval" => ("evaluate", &["--eval"]),
        _ => ("solve", &[]),
    };
    let mut pipe = Client::start(&[]);
    let host = Host::start(&[]);
    let mut window = host.window();
    for (asked, found) in games.iter().zip(found) {
        for (front_end, told) in [
            ("pipe", pipe.result(method, params(asked))),
            ("WebSocket", window.result(method, params(asked))),
        ] {
            assert_eq!(answer(&told), answer(found), "{front_end}, {method}");
            assert_eq!((&told["known"], &told["book"]), (&found["known"], &found["book"]));
        }
    }

    let lines: String = (games.iter())
        .map(|asked| format!("{}\n", json!({"rules": asked.rules, "position": asked.position})))
        .collect();
    let args = ["batch", "-", "--no-store", "--format", "jsonl"];
    let output = run_with(&[&args[..], as_asked, limits].concat(), &lines);
    expect_answers(command, &output);
    let told = json_lines(&stdout(&output));
    assert_eq!(told.len(), GAMES);
    for (told, found) in told.iter().zip(found) {
        assert_eq!(answer(told), answer(found), "batch, {method}");
    }
}

/// A line played first gives every front end the same game, with the knowledge along it.
#[test]
fn every_door_follows_a_line() {
    let nodes = NODES.to_string();
    let limits = ["--nodes", &nodes, "--threads", "1", "--memory", "16"];
    let mut pipe = Client::start(&[]);
    let mut along = 0;
    // Every other one of these is an opening whose value is open and whose turn is in the book.
    for asked in games().iter().step_by(10) {
        let line = ["--line", &asked.first];
        for (command, method) in [("eval", "evaluate"), ("solve", "solve"), ("turns", "turns")] {
            let args = [command, &asked.position, "--rules", asked.rules];
            let output = run_with(&[&args[..], &line, &limits, &["--format", "json"]].concat(), "");
            assert!([0, 3].contains(&code(&output)), "{}", stderr(&output));
            let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
            let mut params = params(asked);
            params["line"] = json!(asked.first);
            let told = pipe.result(method, params);
            assert_ne!(told["position"], asked.position);
            match method {
                "turns" => assert_eq!(turns(&told), turns(&found), "{}", asked.position),
                _ => assert_eq!(answer(&told), answer(&found), "{}", asked.position),
            }
            let knows = ["known", "book"].map(|field| {
                assert_eq!(told.get(field), found.get(field), "{}", asked.position);
                method == "solve" && !found[field].is_null()
            });
            along += usize::from(knows.contains(&true));
        }
    }
    assert!(along > 2, "{along}");
}

/// Results on turns are the same over pipes, over WebSocket and on the command line.
#[test]
fn every_door_finds_the_same_turns() {
    let games: Vec<Asked> = games().into_iter().step_by(3).collect();
    let nodes = NODES.to_string();
    let limits = ["--nodes", &nodes, "--threads", "1", "--memory", "16"];
    let found = told("turns", &games, &limits);
    let mut pipe = Client::start(&[]);
    let host = Host::start(&[]);
    let mut window = host.window();
    for (asked, found) in games.iter().zip(&found) {
        for told in [pipe.result("turns", params(asked)), window.result("turns", params(asked))] {
            assert_eq!(turns(&told), turns(found), "{}", asked.position);
        }
    }
    let proven = |found: &&Value| found["harvest"]["proven"] == true;
    let proven = found.iter().filter(proven).count();
    assert!((10..games.len()).contains(&proven), "{proven}");
}

/// All results about a turn, without the program's version.
fn turns(record: &Value) -> Value {
    let mut record = record.clone();
    record.as_object_mut().unwrap().remove("version");
    record
}

/// The site is a front end too: Node runs its engine.
#[test]
#[ignore = "needs Node and the module of WebAssembly: scripts/check web --doors, .ci/nightly"]
fn the_site_gives_the_same_answer() {
    let module = std::env::var("CHONGKAK_MODULE").expect("the path of the module");
    let games = games();
    let nodes = NODES.to_string();
    let limits = ["--nodes", &nodes, "--threads", "1", "--memory", "16"];
    let mut site = Client::module(&module);
    for (asked, found) in games.iter().zip(evaluated(&games, &limits)) {
        let told = site.result("evaluate", params(asked));
        assert_eq!(answer(&told), answer(&found), "{}", asked.position);
        assert_eq!((&told["known"], &told["book"]), (&found["known"], &found["book"]));
    }
}

/// `analyze` knows of the position before a turn what `eval` knows, and may know more, because it
/// has also searched the position after it.
#[test]
fn an_analysis_begins_with_the_answer_of_eval() {
    let games: Vec<Asked> = games().into_iter().step_by(GAMES / FEW).collect();
    let nodes = NODES.to_string();
    let limits = ["--nodes", &nodes, "--threads", "1", "--memory", "16"];
    for (asked, found) in games.iter().zip(evaluated(&games, &limits)) {
        let args = ["analyze", &asked.position, "--rules", asked.rules];
        let line = ["--line", &asked.first, "--format", "json"];
        let output = run_with(&[&args[..], &line, &limits].concat(), "");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let told: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let before = &told["turns"][0]["before"];
        let bounds = |of: &Value| ["lower", "upper"].map(|end| of[end].as_i64().unwrap());
        let ([lower, upper], [least, most]) = (bounds(before), bounds(&found));
        assert!(least <= lower && lower <= upper && upper <= most, "{}", asked.position);
        if found["exact"] == true {
            assert_eq!(before["exact"], true, "{}", asked.position);
            assert_eq!(before["value"], found["value"], "{}", asked.position);
        }
    }
}

/// A hint names a best move of `eval` with the value that `eval` gives, within the hint's limits:
/// its nodes, its memory, one thread.
#[test]
fn a_hint_is_the_best_move_of_eval() {
    let games = games().into_iter().skip(1).step_by(GAMES / FEW);
    let mut compared = 0;
    for asked in games {
        let args = ["game", &asked.position, "--rules", asked.rules, "--b", "human"];
        let output = run_with(&[&args[..], &["--a", "human"]].concat(), "hint\nquit\n");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let hint = line_after(&stdout(&output), "hint    ");
        let args = ["eval", &asked.position, "--rules", asked.rules, "--threads", "1"];
        let limits = ["--nodes", "100000", "--memory", "64"];
        let output = run_with(&[&args[..], &limits].concat(), "");
        let value = line_after(&stdout(&output), "value   ");
        let best = line_after(&stdout(&output), "best    ");
        let (named, of_hint) = hint.split_once(", ").unwrap();
        // If only a bound is known a hint is about the move, and eval about the position.
        if value.starts_with("at ") {
            continue;
        }
        compared += 1;
        assert_eq!(of_hint, value, "{}", asked.position);
        assert!(best.split_whitespace().any(|one| one == named), "{}: {best}", asked.position);
    }
    assert!(2 * compared > FEW, "{compared} of {FEW}");
}

/// Returns the text after a heading.
fn line_after(text: &str, heading: &str) -> String {
    let found = text.lines().find_map(|line| line.strip_prefix(heading));
    found.unwrap_or_else(|| panic!("no {heading:?}: {text}")).to_owned()
}
