//! `elsewhere`: moves under other rule sets.

use std::cell::RefCell;

use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use chongkak::rules::{OPTION_NAMES, ROUND_OPTIONS};

use crate::support::{Client, any_game, law};

/// Plays a move from a position under a rule set, with or without changed options.
fn after(client: &mut Client, mut game: Value, position: &Value, played: &Value) -> Option<Value> {
    game["position"] = position.clone();
    game["line"] = json!([played]);
    let answer = client.ask("play", game);
    answer.get("result").map(|result| result["after"].clone())
}

/// Each rule set is named for a move exactly if `play` reaches another position under it. An option
/// that is named changes the move alone, or else no option does.
#[test]
fn rule_sets_are_named_where_a_move_ends_otherwise() {
    let client = RefCell::new(Client::within());
    let names = client.borrow_mut().result("info", json!({}))["rules"].clone();
    let mut runner = TestRunner::new(law(30));
    let result = runner.run(&any_game(), |(rules, position)| {
        let mut client = client.borrow_mut();
        let position = json!(position.to_string());
        let set = OPTION_NAMES.map(|name| (name.to_owned(), json!(rules.value(name).unwrap())));
        let set: Map<_, _> = set.into_iter().collect();
        let ours = json!({"rules": "kalah", "set": set});
        let mut asked = ours.clone();
        asked["position"] = position.clone();
        let found = client.result("elsewhere", asked);
        for found in found["moves"].as_array().unwrap() {
            let played = &found["here"]["move"];
            let here = after(&mut client, ours.clone(), &position, played).unwrap();
            assert_eq!(found["here"]["after"], here);
            let groups = found["elsewhere"].as_array().unwrap();
            for name in names.as_array().unwrap() {
                let there = after(&mut client, json!({"rules": name}), &position, played);
                let group =
                    groups.iter().find(|one| one["rules"].as_array().unwrap().contains(name));
                match there.filter(|there| *there != here) {
                    Some(there) => assert_eq!(group.unwrap()["there"]["after"], there, "{name}"),
                    None => assert!(group.is_none(), "{name} {played}: {group:?}"),
                }
                let Some(options) = group.and_then(|one| one["options"].as_object()) else {
                    continue;
                };
                assert!(!options.is_empty());
                let alone = |(option, value): (&String, &Value), client: &mut Client| {
                    assert!(ROUND_OPTIONS.contains(&option.as_str()));
                    let mut changed = ours.clone();
                    changed["set"][option] = value.clone();
                    after(client, changed, &position, played).is_some_and(|there| there != here)
                };
                let changing = options.iter().filter(|one| alone(*one, &mut client)).count();
                assert!([0, options.len()].contains(&changing), "{options:?} {played}");
            }
        }
        Ok(())
    });
    result.unwrap();
}
