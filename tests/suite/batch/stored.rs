//! Answers of the line protocol in batch stores: each side reads what the other has written.

use std::path::Path;

use chongkak::batch::Store;
use chongkak::control::Budget;
use chongkak::math::Random;
use chongkak::protocol::envelope::Id;
use chongkak::protocol::{Engine, EngineConfig, Notifier, Params, Search, StoredQuestion};
use chongkak::rules::RuleSets;
use chongkak::tables::OpenTables;
use serde_json::{Map, Value, json};

use crate::support::{Folder, batch_records, random_positions, seeds};

fn engine() -> Engine {
    Engine::new(EngineConfig {
        threads: 2.try_into().unwrap(),
        memory: Budget::new(Some(256)),
        at_once: None,
        time: None,
        open_tables: OpenTables::empty(),
        rule_set: RuleSets::shipped().named("overbeck").unwrap(),
    })
}

fn search(engine: &Engine, method: &str, params: &Map<String, Value>) -> Search {
    let mut params = Params::new(params.clone(), engine);
    let search = Search::read(method, &mut params, engine).unwrap().unwrap();
    params.end().unwrap();
    search
}

fn answer(engine: &Engine, search: &Search) -> String {
    let say = |_: String| ();
    search.run(engine, &Notifier::new(&Id::Number(1.into()), &say)).unwrap()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A question as a request, and as a batch line with the same options.
struct Asked {
    method: &'static str,
    params: Map<String, Value>,
    line: Value,
    options: Vec<String>,
}

fn some_question(random: &mut Random, position: &str) -> Asked {
    let mut line = json!({"position": position, "rules": "kalah", "set": {"lone": "bank"}});
    let mut params = line.clone();
    params["threads"] = json!(1);
    let mut options = Vec::new();
    let method = match random.below(4) {
        0 => {
            let depth = 1 + random.below(4);
            params["depth"] = json!(depth);
            options = vec!["--eval".to_owned(), "--depth".to_owned(), depth.to_string()];
            "evaluate"
        }
        1 => {
            params["winner"] = json!(true);
            options.push("--winner".to_owned());
            "solve"
        }
        2 => {
            let least = random.below(9) as i32 - 4;
            (params["at_least"], line["at_least"]) = (json!(least), json!(least));
            "solve"
        }
        _ => "solve",
    };
    match random.below(3) {
        0 => {
            params["nodes"] = json!(200);
            options.extend(["--nodes".to_owned(), "200".to_owned()]);
        }
        1 => {
            params["time"] = json!(60.5);
            options.extend(["--time".to_owned(), "60500ms".to_owned()]);
        }
        _ => {}
    }
    let Value::Object(params) = params else { unreachable!("it is one") };
    Asked { method, params, line, options }
}

/// A batch record contains what the answer says, in the form of the answer.
fn agree(record: &Value, answer: &Value) {
    const OTHERS: [&str; 7] = ["rules", "set", "method", "at_least", "limits", "seconds", "id"];
    let fields = record.as_object().unwrap();
    for (name, value) in fields.iter().filter(|(name, _)| !OTHERS.contains(&name.as_str())) {
        assert_eq!(value, &answer[name], "{name}");
    }
    assert_eq!(record["rules"], answer["rules"]["name"]);
    let limits = record["limits"].as_object().unwrap();
    for (name, value) in limits {
        assert_eq!(value, &answer["limits"][name], "{name}");
    }
}

#[test]
fn a_batch_finds_answers_of_the_protocol_and_the_other_way_round() {
    for seed in seeds(200) {
        // A batch does not know what the engine remembers of earlier searches.
        let engine = engine();
        let mut random = Random::new(seed, 2);
        let position = random_positions(seed, 1, 4, 8 + random.below(20)).remove(0);
        let Asked { method, params, line, options } = some_question(&mut random, &position);
        let folder = Folder::made("batch-stored");
        let file = folder.file("list.jsonl", &line.to_string());
        let asked = search(&engine, method, &params);
        let question = StoredQuestion::of(&asked).unwrap();
        let found = answer(&engine, &asked);
        let run = |store: &str, wanted: i32| {
            let told = folder.path("told.json");
            let mut args = vec![file.as_str(), "--store", store, "--force", "--summary", &told];
            args.extend(options.iter().map(String::as_str));
            let records = batch_records(wanted, &args);
            assert_eq!(records.len(), 1);
            (records[0].clone(), parsed(&folder.read("told.json")))
        };
        let is_open = !parsed(&found)["stopped"].is_null() && method == "solve";
        let wanted = if is_open { 3 } else { 0 };

        let ours = folder.path("ours.sqlite");
        let mut store = Store::open(Path::new(&ours)).unwrap();
        assert_eq!(question.known(&store).unwrap(), "null");
        question.keep(&mut store, &found, 1.5).unwrap();
        let known = question.known(&store).unwrap();
        assert_eq!(parsed(&known), parsed(&found), "{seed}");
        drop(store);
        let (record, summary) = run(&ours, wanted);
        assert_eq!((&summary["known"], &record["seconds"]), (&json!(1), &json!(1.5)), "{record}");
        agree(&record, &parsed(&found));

        let theirs = folder.path("theirs.sqlite");
        let (record, summary) = run(&theirs, wanted);
        assert_eq!(summary["known"], 0);
        let store = Store::open(Path::new(&theirs)).unwrap();
        let known = parsed(&question.known(&store).unwrap());
        agree(&record, &known);
        let fields =
            |answer: &Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(&known), fields(&parsed(&found)));
        // Built-in values are named by both.
        for name in ["known", "book", "rules"] {
            assert_eq!(known[name], parsed(&found)[name], "{name}");
        }
    }
}

#[test]
fn a_store_takes_no_answer_to_another_question() {
    let engine = engine();
    let of = |method: &str, params: Value| {
        let Value::Object(params) = params else { unreachable!("it is one") };
        search(&engine, method, &params)
    };
    let at = "9,9,9,9,9,9,9,9,9/0 9,9,9,9,9,9,9,9,9/0 A";
    for (method, more, param) in [
        ("evaluate", json!({"position": at, "every_move": true}), "every_move"),
        ("evaluate", json!({"position": at, "moves": ["A1"]}), "moves"),
        ("solve", json!({"position": at, "threads": 2}), "threads"),
    ] {
        let refused = StoredQuestion::of(&of(method, more)).err().unwrap();
        assert_eq!(refused.data.param.unwrap().param, param);
    }
    let refused = StoredQuestion::of(&of("turns", json!({"position": at}))).err().unwrap();
    assert!(refused.message.contains("expected evaluate or solve"), "{}", refused.message);

    let mut store = Store::in_memory().unwrap();
    let asked = of("solve", json!({"position": "1,0,3/0 0,5,1/0 A", "rules": "kalah"}));
    let found = answer(&engine, &asked);
    let other = of("solve", json!({"position": "1,0,3/0 0,5,1/0 B", "rules": "kalah"}));
    let question = StoredQuestion::of(&other).unwrap();
    for (wrong, why) in
        [(&*found, "an answer about"), ("{}", "not an answer"), ("[", "not an answer")]
    {
        let refused = question.keep(&mut store, wrong, 0.0).unwrap_err();
        assert!(refused.message.contains(why), "{}", refused.message);
    }
    // A cancelled answer says nothing about limits.
    let long = of("evaluate", json!({"position": at, "time": null, "fresh": true}));
    let question = StoredQuestion::of(&long).unwrap();
    long.stop.set();
    let cancelled = answer(&engine, &long);
    assert_eq!(parsed(&cancelled)["stopped"], "cancelled");
    question.keep(&mut store, &cancelled, 0.0).unwrap();
    assert_eq!(store.count().unwrap(), 0);
}

/// An engine may have its own limits: an answer is stored under the limits that it names.
#[test]
fn an_answer_is_kept_under_the_limits_that_it_was_found_within() {
    let engine = engine();
    let at = "0,4,0,2,1,3,0,1,10/63 7,4,5,7,1,0,0,3,2/49 B";
    let params = |nodes: u64| {
        let Value::Object(params) = json!({"position": at, "nodes": nodes, "threads": 1}) else {
            unreachable!("it is one")
        };
        StoredQuestion::of(&search(&engine, "evaluate", &params)).unwrap()
    };
    let Value::Object(few) = json!({"position": at, "nodes": 500, "threads": 1}) else {
        unreachable!("it is one")
    };
    let found = answer(&engine, &search(&engine, "evaluate", &few));
    let mut store = Store::in_memory().unwrap();
    params(1_000_000).keep(&mut store, &found, 0.0).unwrap();
    assert_eq!(params(1_000_000).known(&store).unwrap(), "null");
    assert_eq!(parsed(&params(500).known(&store).unwrap()), parsed(&found));
}
