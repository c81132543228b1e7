//! `serve`: unlimited analysis, of every move, by several clients at once.

use serde_json::{Value, json};

use crate::support::{Client, json_of};
#[cfg(target_os = "linux")]
use crate::support::{Host, Window, awaited};

/// An infinite time means no limit, even where there is a default.
#[test]
fn a_search_may_have_no_limit_of_time() {
    let mut client = Client::within_one_thread();
    for method in ["evaluate", "solve", "turns"] {
        let small = json!({"rules": "kalah", "holes": 2, "seeds": 1});
        let mut seconds = |time: Option<Value>| {
            let mut asked = small.clone();
            time.into_iter().for_each(|time| asked["time"] = time);
            client.result(method, asked)["limits"]["seconds"].clone()
        };
        let usual = if method == "solve" { Value::Null } else { json!(5.0) };
        assert_eq!(seconds(None), usual, "{method}");
        assert_eq!(seconds(Some(json!(7))), 7.0, "{method}");
        assert_eq!(seconds(Some(Value::Null)), Value::Null, "{method}");
        // Longer than can be represented.
        assert_eq!(seconds(Some(json!(1e300))), Value::Null, "{method}");
    }
}

/// It continues beyond the server's own limit until it is cancelled; its progress has the time and
/// the speed.
#[test]
fn analysis_goes_on_until_it_is_cancelled() {
    let mut client = Client::start(&["--threads", "1", "--time", "0.1"]);
    let asked = json!({"holes": 12, "seeds": 12, "fresh": true, "progress": true});
    let limited = client.result("evaluate", {
        let mut asked = asked.clone();
        asked["progress"] = json!(false);
        asked
    });
    assert_eq!((&limited["stopped"], &limited["limits"]["seconds"]), (&json!("time"), &json!(0.1)));
    for method in ["evaluate", "solve"] {
        let mut asked = asked.clone();
        asked["time"] = Value::Null;
        client.request("endless", method, asked);
        let mut last = 0.0;
        while last < 0.5 {
            let told = client.next();
            assert_eq!(told["method"], "progress", "{told}");
            let told = &told["params"];
            let seconds = told["seconds"].as_f64().unwrap();
            assert!(seconds >= last, "{told}");
            last = seconds;
            let fast = told["nodes_per_second"].as_f64().unwrap();
            let nodes = told["nodes"].as_f64().unwrap();
            assert!((fast * seconds - nodes).abs() <= seconds + nodes * 0.01, "{told}");
        }
        client.request("cancel", "cancel", json!({"id": "endless"}));
        let answer = loop {
            let next = client.next();
            if next["id"] == "endless" {
                break next["result"].clone();
            }
        };
        assert_eq!(answer["stopped"], "cancelled", "{answer}");
        assert_eq!(answer["limits"]["seconds"], Value::Null);
        client.result("info", json!({}));
    }
}

/// Every move is proven, and has a line that ends with its value.
#[test]
fn every_move_has_its_line() {
    const POSITION: &str = "0,2,3,0,2,1,2/41 2,0,2,4,1,1,0/37 A";
    let mut client = Client::within_one_thread();
    let game = json!({"rules": "congklak", "position": POSITION, "fresh": true});
    let mut asked = game.clone();
    asked["every_move"] = json!(true);
    asked["time"] = Value::Null;
    let found = client.result("evaluate", asked);
    let moves = found["moves"].as_array().unwrap();
    assert!(moves.len() > 2, "{found}");
    for one in moves {
        assert_eq!((&one["exact"], &one["pv"][0]), (&json!(true), &one["move"]), "{one}");
        let mut line = game.clone();
        line["line"] = one["pv"].clone();
        line.as_object_mut().unwrap().remove("fresh");
        let end = client.result("position", line);
        assert_eq!(end["over"], true, "{one}");
        let owned = |side: &Value| {
            let holes = side["holes"].as_array().unwrap().iter();
            let seeds = holes.map(|hole| hole["seeds"].as_i64().unwrap());
            seeds.sum::<i64>() + side["store"].as_i64().unwrap()
        };
        assert_eq!(one["value"], owned(&end["a"]) - owned(&end["b"]), "{one}");
    }
    let best = moves.iter().find(|one| one["move"] == found["best"]).unwrap();
    assert_eq!(best["pv"], found["pv"]);
    // The command agrees; without the option no move has a line.
    let command = ["eval", POSITION, "--rules=congklak", "--fresh", "--every-move", "--threads=1"];
    assert_eq!(json_of(&command)["moves"], found["moves"]);
    let alone = client.result("evaluate", game);
    assert!(alone["moves"].as_array().unwrap().iter().all(|one| one.get("pv").is_none()));
}

/// More threads or memory than available for a search is refused like any wrong number.
#[test]
fn more_than_the_server_has_is_refused() {
    let mut client = Client::start(&["--threads", "3", "--memory", "8"]);
    for (param, most) in [("threads", 3), ("memory", 8)] {
        for method in ["evaluate", "solve", "turns", "chong_evaluate", "chong_analyze"] {
            let mut asked = json!({"holes": 2});
            asked[param] = json!(most + 1);
            let error = client.error(method, asked.clone());
            assert_eq!(error["data"]["param"], param, "{error}");
            let expected = format!("a whole number from 1 to {most}");
            assert_eq!(error["data"]["expected"], expected);
            asked[param] = json!(most);
            client.result(method, asked);
        }
    }
}

/// The threads that search, seen from outside: those of a search that are not idle.
#[cfg(target_os = "linux")]
fn searching(host: &Host) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", host.child().id())).unwrap();
    let stat = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("stat")).ok();
    let stats = tasks.filter_map(|task| stat(task.ok()?));
    stats.filter(|stat| stat.contains(" (worker-") && stat.contains(") R ")).count()
}

/// Two searches share the threads fairly; the remaining one gets all again.
#[cfg(target_os = "linux")]
#[test]
fn searches_of_two_connections_share_the_threads() {
    let host = Host::start(&["--threads", "4"]);
    let begin = |window: &mut Window| {
        let asked =
            json!({"holes": 12, "seeds": 12, "fresh": true, "time": null, "progress": true});
        window.request("search", "evaluate", asked);
        while window.next()["method"] != "progress" {}
    };
    // Between two iterations there are briefly fewer.
    let settled = || {
        awaited(|| {
            let counts = (0..50).map(|_| {
                std::thread::sleep(std::time::Duration::from_millis(10));
                searching(&host)
            });
            (counts.max() == Some(4)).then_some(())
        });
    };
    let end = |window: &mut Window| {
        window.request("cancel", "cancel", json!({"id": "search"}));
        let search = loop {
            let next = window.next();
            if next["id"] == "search" {
                break next;
            }
        };
        search["result"]["limits"]["threads"].clone()
    };
    let (mut one, mut two) = (host.window(), host.window());
    begin(&mut one);
    begin(&mut two);
    settled();
    assert_eq!(end(&mut two), 2);
    settled();
    assert_eq!(end(&mut one), 4);
}
