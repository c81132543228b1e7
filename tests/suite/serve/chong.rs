//! `serve`: the methods of chong agree with its commands.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use chongkak::chong::{ChongRules, Dice, OPTION_NAMES, PlacedPosition};

use crate::chong::any_rules;
use crate::support::{Client, json_of, run, stdout};

/// A game, passed to a method and to a command.
struct Both {
    params: Value,
    args: Vec<String>,
}

impl Both {
    fn new(rules: &ChongRules, position: &str) -> Both {
        let options: Map<String, Value> = OPTION_NAMES
            .map(|option| (option.to_owned(), json!(rules.value(option).unwrap())))
            .into_iter()
            .collect();
        let set = options
            .iter()
            .map(|(option, value)| format!("--set={option}={}", value.as_str().unwrap()));
        let args = [position.to_owned()].into_iter().chain(set).collect();
        let params = json!({"set": options, "position": position});
        Both { params, args }
    }

    fn with(&self, more: &[(&str, Value)]) -> Value {
        let mut params = self.params.clone();
        for (name, value) in more {
            params[name] = value.clone();
        }
        params
    }

    /// Returns the output of a command for it.
    fn of(&self, command: &str, more: &[&str]) -> Value {
        let mut args = vec!["chong", command, "--threads=1"];
        args.extend(self.args.iter().map(String::as_str));
        args.extend(more);
        json_of(&args)
    }
}

/// Written turns of random play from the start, and the position after each.
fn some_turns(rules: &ChongRules, choices: &[(usize, usize)]) -> Vec<(String, PlacedPosition)> {
    let mut placed = PlacedPosition::start(rules);
    let mut turns = Vec::new();
    for (throw, way) in choices {
        if placed.result(rules).is_some() {
            break;
        }
        let all = 6_usize.pow(rules.dice.into());
        let throw = Dice::numbered(rules.dice, throw % all);
        let ends = rules.ends(&placed.position, throw);
        let end = &ends[way % ends.len()];
        let moves: Vec<String> = end.way.iter().map(ToString::to_string).collect();
        let moves = if moves.is_empty() { "pass".to_owned() } else { moves.join(" ") };
        placed = placed.after(end.after);
        turns.push((format!("{throw} {moves}"), placed));
    }
    turns
}

type Choices = Vec<(usize, usize)>;

fn any_game(columns: std::ops::RangeInclusive<u8>) -> impl Strategy<Value = (ChongRules, Choices)> {
    let choices = prop::collection::vec((0..1296_usize, 0..1000_usize), 1..9);
    (any_rules(columns), choices)
}

fn for_games(
    cases: u32,
    columns: std::ops::RangeInclusive<u8>,
    check: impl Fn(&ChongRules, &Choices),
) {
    let mut runner = TestRunner::new(crate::support::law(cases));
    let result = runner.run(&any_game(columns), |(rules, choices)| {
        check(&rules, &choices);
        Ok(())
    });
    result.unwrap();
}

/// The same list without the fields that only the protocol has.
fn without(list: &Value, fields: &[&str]) -> Value {
    let mut list = list.clone();
    for one in list.as_array_mut().unwrap() {
        for field in fields {
            assert!(one.as_object_mut().unwrap().remove(*field).is_some());
        }
    }
    list
}

/// For any rules and positions `chong_position` equals `chong show` and `chong moves`, and
/// `chong_play` equals `chong play`.
#[test]
fn positions_and_turns_are_those_of_the_commands() {
    let client = RefCell::new(Client::within());
    for_games(24, 2..=7, |rules, choices| {
        let mut client = client.borrow_mut();
        let turns = some_turns(rules, choices);
        let (last, after) = turns.last().unwrap();
        let (throw, _) = last.split_once(' ').unwrap();
        let both = Both::new(rules, &after.to_string());
        let stands = client.result("chong_position", both.with(&[("throw", json!(throw))]));
        let shown = both.of("show", &[]);
        for (field, value) in shown.as_object().unwrap() {
            assert_eq!(&stands[field], value, "{field}");
        }
        let ways = both.of("moves", &["--throw", throw]);
        assert_eq!(without(&stands["ends"], &["told"]), ways["ends"]);
        assert_eq!(stands["count"], ways["ends"].as_array().unwrap().len());

        let start = Both::new(rules, &PlacedPosition::start(rules).to_string());
        let texts: Vec<&str> = turns.iter().map(|(text, _)| text.as_str()).collect();
        let played = client.result("chong_play", start.with(&[("turns", json!(texts))]));
        let args: Vec<&str> = texts.iter().flat_map(|text| ["--turn", text]).collect();
        let printed = start.of("play", &args);
        for field in ["position", "after", "winner"] {
            assert_eq!(played[field], printed[field], "{field}");
        }
        assert_eq!(without(&played["turns"], &["told", "steps"]), printed["turns"]);
        // Turns that are played first lead to the given position.
        let led = client.result("chong_position", start.with(&[("turns", json!(texts))]));
        assert_eq!(led["position"], after.to_string());
    });
}

/// Every step of a turn is one of its moves, and its pieces are where the next step finds them: the
/// last position within a turn has the pieces of the position after it.
#[test]
fn steps_lead_from_one_position_to_the_next() {
    let client = RefCell::new(Client::within());
    let board = |position: &Value| position.as_str().unwrap().split(' ').next().unwrap().to_owned();
    for_games(24, 2..=28, |rules, choices| {
        let start = Both::new(rules, &PlacedPosition::start(rules).to_string());
        let turns = some_turns(rules, choices);
        let texts: Vec<&str> = turns.iter().map(|(text, _)| text.as_str()).collect();
        let asked = start.with(&[("turns", json!(texts))]);
        let played = client.borrow_mut().result("chong_play", asked);
        let mut before = played["position"].clone();
        for turn in played["turns"].as_array().unwrap() {
            let steps = turn["steps"].as_array().unwrap();
            let moves: Vec<&Value> = steps.iter().map(|step| &step["move"]).collect();
            assert_eq!(json!(moves), turn["way"]);
            let last = steps.last().map_or(&before, |step| &step["after"]);
            assert_eq!(board(last), board(&turn["after"]), "{turn}");
            for (step, earlier) in steps
                .iter()
                .zip([&before].into_iter().chain(steps.iter().map(|step| &step["after"])))
            {
                let name = step["move"].as_str().unwrap();
                let moved = board(&step["after"]) != board(earlier);
                assert!(moved, "{name} moves nothing");
            }
            before = turn["after"].clone();
        }
    });
}

/// Chances equal those of `chong eval`, estimated or proven.
#[test]
fn chances_are_those_of_the_command() {
    let client = RefCell::new(Client::within_one_thread());
    for_games(16, 2..=6, |rules, choices| {
        let mut client = client.borrow_mut();
        let turns = some_turns(rules, choices);
        let (last, after) = turns.last().unwrap();
        let (throw, _) = last.split_once(' ').unwrap();
        let both = Both::new(rules, &after.to_string());
        let over = after.result(rules).is_some();
        for thrown in [false, true] {
            let (mut more, mut args) = (vec![("fresh", json!(true))], Vec::new());
            if thrown && !over {
                more.push(("throw", json!(throw)));
                args = vec!["--throw", throw];
            }
            let limits = [("depth", json!(1)), ("samples", json!(3)), ("seed", json!(7))];
            let asked = both.with(&[&more[..], &limits].concat());
            let limits = ["--depth=1", "--samples=3", "--seed=7"];
            let printed = both.of("eval", &[&args[..], &limits].concat());
            assert_eq!(client.result("chong_evaluate", asked), printed);
            if rules.columns.get() == 2 {
                let asked = both.with(&[&more[..], &[("exact", json!(true))]].concat());
                let printed = both.of("eval", &[&args[..], &["--exact"]].concat());
                assert_eq!(client.result("chong_evaluate", asked), printed);
            }
        }
    });
    // The defaults are the same.
    let params = json!({"holes": 6, "throw": "1,3,3,6", "fresh": true});
    let found = client.borrow_mut().result("chong_evaluate", params);
    let args = ["chong", "eval", "--holes", "6", "--throw", "1,3,3,6"];
    assert_eq!(found, json_of(&args));
}

/// A solved board answers for its positions, with the values of the command; `fresh` searches anew,
/// and other rules make another board.
#[test]
fn a_solved_board_is_remembered() {
    let mut client = Client::within();
    let game = json!({"holes": 3, "dice": 1});
    let ask = |client: &mut Client, more: Value| {
        let mut params = game.clone();
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        client.result("chong_evaluate", params)
    };
    assert_eq!(ask(&mut client, json!({}))["exact"], false);
    let solved = ask(&mut client, json!({"exact": true}));
    let printed = json_of(&["chong", "solve", "--holes", "3", "--dice", "1"]);
    assert_eq!(solved["probability"], printed["probability"]);
    let alone = ask(&mut client, json!({"exact": true, "fresh": true, "threads": 1}));
    assert_eq!(alone["probability"], printed["probability"]);
    let later = json!({"turns": ["1 1:K3<>2", "2 pass"], "throw": "4"});
    let known = ask(&mut client, later.clone());
    let position = known["position"].as_str().unwrap().to_owned();
    let args = ["chong", "eval", &position, "--dice", "1", "--throw", "4", "--exact"];
    let printed = json_of(&args);
    assert_eq!(known["depth"], Value::Null);
    for (way, expected) in
        known["ways"].as_array().unwrap().iter().zip(printed["ways"].as_array().unwrap())
    {
        assert_eq!((&way["way"], &way["exact"]), (&expected["way"], &json!(true)));
        let [one, other] = [way, expected].map(|way| way["probability"].as_f64().unwrap());
        assert!((one - other).abs() < 1e-11, "{one} {other}");
    }
    let mut anew = later.clone();
    anew["fresh"] = json!(true);
    assert_eq!(ask(&mut client, anew)["exact"], false);
    let mut other = later;
    other["set"] = json!({"king_cell": "blocked"});
    assert_eq!(ask(&mut client, other)["exact"], false);
    // A limit leaves it open.
    let open = ask(&mut client, json!({"exact": true, "fresh": true, "nodes": 100}));
    assert_eq!((&open["probability"], &open["stopped"]), (&Value::Null, &json!("nodes")));
}

/// The first of many ways are listed, with the total number.
#[test]
fn as_many_ways_are_listed_as_are_asked_for() {
    let mut client = Client::within();
    let params = json!({"position": "SSSSSS|K....k|ssssss A opened:AB", "throw": "3,4,5,6"});
    let all = client.result("chong_position", params.clone());
    let count = all["count"].as_u64().unwrap() as usize;
    assert!(count > 20 && all["ends"].as_array().unwrap().len() == count);
    let mut few = params;
    few["most"] = json!(3);
    let first = client.result("chong_position", few.clone());
    assert_eq!(first["count"], count);
    assert_eq!(first["ends"].as_array().unwrap(), &all["ends"].as_array().unwrap()[..3]);
    let best = client.result("chong_evaluate", few.clone());
    few.as_object_mut().unwrap().remove("most");
    let ranked = client.result("chong_evaluate", few);
    assert_eq!(ranked["ways"].as_array().unwrap().len(), count);
    assert_eq!(best["ways"].as_array().unwrap(), &ranked["ways"].as_array().unwrap()[..3]);
}

/// A player plays as in `chong game`: both policies of a game choose turn by turn.
#[test]
fn a_player_plays_as_in_a_game() {
    let mut client = Client::within();
    let mut all = 0;
    for (policy, seed) in [("random", 5), ("guess", 2), ("search:3", 9)] {
        let seed_text = seed.to_string();
        let args = [
            "chong",
            "game",
            "--holes",
            "4",
            "--dice",
            "2",
            "--a",
            policy,
            "--b",
            policy,
            "--seed",
            &seed_text,
            "--no-board",
        ];
        let told = stdout(&run(&args));
        let mut turns: Vec<String> = Vec::new();
        let mut throw = String::new();
        for line in told.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let said = match words[..] {
                [_, "throws", faces] => {
                    throw = faces.to_owned();
                    continue;
                }
                [_, "plays", ..] => line[8..].split(';').next().unwrap().to_owned(),
                [_, "passes" | "passes:", ..] => String::new(),
                _ => continue,
            };
            let params = json!({
                "holes": 4, "dice": 2, "turns": turns, "throw": throw, "policy": policy,
                "seed": seed,
            });
            let chosen = client.result("chong_choose", params);
            let way: Vec<&str> = chosen["way"]
                .as_array()
                .unwrap()
                .iter()
                .map(|word| word.as_str().unwrap())
                .collect();
            assert_eq!(way.join(" "), said, "{policy} {turns:?} {throw}");
            let moves = if way.is_empty() { "pass".to_owned() } else { said };
            turns.push(format!("{throw} {moves}"));
        }
        all += turns.len();
    }
    assert!(all > 9, "{all}");
}

#[test]
fn the_rules_are_those_of_the_command() {
    let mut client = Client::within();
    let found = client.result("chong_rules", json!({"profile": "dlp", "set": {"forced": "must"}}));
    assert_eq!(found, json_of(&["chong", "rules", "--profile", "dlp"]));
}

/// `chong game` accepts the record of a game.
#[test]
fn the_record_is_taken_up_by_a_game() {
    let mut client = Client::within();
    let params = json!({
        "holes": 3, "profile": "blocked", "dice": 2, "turns": ["1,4 1:K3<>2 4:S3-7x"],
        "throw": "2,3",
    });
    let played = client.result("chong_play", params);
    let record = played["record"].as_str().unwrap();
    let read = chongkak::chong::ChongRecord::read(record).unwrap();
    assert_eq!(read.placed().to_string(), played["after"].as_str().unwrap());
    assert_eq!(read.throw.unwrap().to_string(), "2,3");
    assert_eq!(read.profile.name, "blocked");
}
