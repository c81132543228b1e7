//! `choose`: policies play against the client.

use std::cell::RefCell;
use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::{Client, any_board};

/// The answer is a whole turn: every move except the last continues it, and the same question has
/// the same answer.
#[test]
fn a_turn_is_chosen_whole() {
    let client = RefCell::new(Client::within());
    let policies =
        ["random", "greedy", "beginner", "player", "strong", "search:50", "biggest/random"];
    let asked = (any_board(4, 4), prop::sample::select(policies.to_vec()), 0..99u64);
    let mut runner = TestRunner::new(crate::support::law(40));
    let result = runner.run(&asked, |(position, policy, seed)| {
        let mut client = client.borrow_mut();
        let asked = json!({"position": position.to_string(), "policy": policy, "seed": seed});
        let found = client.result("choose", asked.clone());
        assert_eq!(found, client.result("choose", asked));
        assert_eq!((&found["policy"], &found["seed"]), (&json!(policy), &json!(seed)));
        assert_eq!((&found["move"], &found["stopped"]), (&found["turn"][0], &Value::Null));
        let line = json!({"position": found["position"], "line": found["turn"]});
        let played = client.result("play", line);
        let outcomes = played["line"].as_array().unwrap().iter().map(|one| &one["outcome"]);
        let outcomes: Vec<_> = outcomes.collect();
        let (last, others) = outcomes.split_last().unwrap();
        assert!(**last != "again" && others.iter().all(|one| *one == "again"), "{played}");
        Ok(())
    });
    result.unwrap();
}

/// Greedy takes the largest gain; within a turn the second policy of two continues; seeds matter.
#[test]
fn policies_play_as_they_do_in_matches() {
    let mut client = Client::within();
    let position = "1,0,1,1/0 2,0,1,1/0 A";
    let greedy = json!({"rules": "kalah", "position": position, "policy": "greedy"});
    let moves = client.result("position", json!({"rules": "kalah", "position": position}));
    let gain = |one: &Value| one["gain"].as_u64().unwrap();
    let moves = moves["moves"].as_array().unwrap();
    let most = moves.iter().map(gain).max();
    let chosen = client.result("choose", greedy)["move"].clone();
    let chosen = moves.iter().find(|one| one["move"] == chosen).unwrap();
    assert_eq!(Some(gain(chosen)), most);
    // The turn has begun with A4: the second policy takes the farthest hole.
    let goes_on = json!({
        "rules": "kalah", "position": "1,1,1,1/0 1,1,1,1/0 A", "line": "A4",
        "policy": "nearest/farthest",
    });
    assert_eq!(client.result("choose", goes_on.clone())["move"], "A1");
    let mut begins = goes_on;
    begins["line"] = json!([]);
    begins["policy"] = json!("farthest/nearest");
    assert_eq!(client.result("choose", begins)["move"], "A1");
    let mut random = |seed: u64| {
        let found = client.result("choose", json!({"policy": "random", "seed": seed}));
        found["turn"].to_string()
    };
    let turns: HashSet<String> = (0..10).map(&mut random).collect();
    assert!(turns.len() > 3, "{turns:?}");
}

#[test]
fn a_round_that_is_over_has_no_turn() {
    let mut client = Client::within();
    let over = json!({"position": "0,0/6 0,0/6 A over", "policy": "best"});
    let found = client.result("choose", over);
    assert_eq!((&found["move"], &found["turn"]), (&Value::Null, &json!([])));
}

/// A choice waits in the queue of searches, and a cancelled one still has a move.
#[test]
fn a_choice_can_be_called_off() {
    let mut client = Client::start(&[]);
    let endless = json!({"holes": 12, "seeds": 12, "policy": "search:1000000000000"});
    for id in ["runs", "waits"] {
        client.request(id, "choose", endless.clone());
    }
    for id in ["waits", "runs"] {
        client.request("cancel", "cancel", json!({"id": id}));
        let mut answers = [client.next(), client.next()];
        answers.sort_by_key(|answer| answer["id"] != id);
        assert_eq!(answers[1]["result"], json!({"cancelled": true}));
        let found = &answers[0]["result"];
        assert_eq!(found["stopped"], "cancelled");
        assert!(found["move"].is_string(), "{found}");
    }
    let timed = json!({"holes": 12, "seeds": 12, "policy": "best", "time": 0.01});
    let found = client.result("choose", timed);
    assert_eq!((&found["stopped"], found["move"].is_string()), (&json!("time"), true));
}

/// The turn that a search would play is reported as it changes, as a playable turn; the answer has
/// the same fields.
#[test]
fn what_it_would_play_by_now_is_told() {
    let mut client = Client::within();
    let game = json!({"rules": "kalah", "holes": 6, "seeds": 4});
    let mut asked = game.clone();
    asked["policy"] = json!("search:20000");
    asked["progress"] = json!(true);
    client.request("asked", "choose", asked);
    let mut turns = Vec::new();
    let answer = loop {
        let mut said = client.next();
        if said["method"] != "progress" {
            break said;
        }
        turns.push(said["params"]["turn"].take());
        assert_eq!(said["params"]["policy"], "search:20000");
    };
    assert!(!turns.is_empty());
    turns.push(answer["result"]["turn"].clone());
    for turn in turns {
        let mut line = game.clone();
        line["line"] = turn;
        let played = client.result("play", line);
        let movers: HashSet<_> = (played["line"].as_array().unwrap().iter())
            .map(|one| one["move"].as_str().unwrap()[..1].to_owned())
            .collect();
        assert_eq!(movers, HashSet::from(["A".to_owned()]), "{played}");
    }
}

#[test]
fn what_is_no_policy_is_refused_with_those_there_are() {
    let mut client = Client::within();
    let error = client.error("choose", json!({"policy": "greedy/strongest"}));
    let data = &error["data"];
    assert_eq!((&data["param"], &data["at"]), (&json!("policy"), &json!(7)));
    let expected = data["expected"].as_str().unwrap();
    for name in ["beginner", "player", "strong", "best", "search:LIMIT", "greedy"] {
        assert!(expected.contains(name), "{expected}");
    }
    // The place is that of the part, even if the same letters occur before it.
    for (policy, at) in [
        ("strong/s", 7),
        ("best/be", 5),
        ("strong/", 7),
        ("/strong", 0),
        ("", 0),
        ("expected x", 0),
    ] {
        let error = client.error("choose", json!({"policy": policy}));
        assert_eq!(error["data"]["at"], at, "{error}");
        assert_eq!(error["data"]["expected"], expected, "{error}");
    }
    let error = client.error("choose", json!({}));
    assert_eq!(error["data"]["param"], "policy");
    for (param, value) in [("seed", json!(-1)), ("nodes", json!(5)), ("time", json!(0))] {
        let error = client.error("choose", json!({"policy": "random", param: value}));
        assert_eq!(error["data"]["param"], param);
    }
}
