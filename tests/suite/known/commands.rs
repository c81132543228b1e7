//! Command output about built-in values.

use serde_json::{Value as Json, json};

use crate::support::{asked, code, parsed, run, stdout};

/// A turn of the book that is worth less than the proven bound is described as such.
#[test]
fn a_bound_that_no_move_is_proven_to_reach_says_so() {
    let told = stdout(&run(&["eval", "--owned", "72", "--nodes", "20000"]));
    let told: Vec<&str> = told.split_whitespace().collect();
    let told = told.join(" ");
    for words in [
        "best A5; no move is proven to reach +142",
        "… (the first turn of the book)",
        "A5 at least +138 +138 to +144",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// The published value of Kalah is returned at once, with its source; `--fresh` searches.
#[test]
fn commands_answer_from_what_ships() {
    let solved = asked("solve", json!({"rules": "kalah", "nodes": 100_000}));
    assert_eq!((&solved["value"], &solved["exact"]), (&json!(8), &json!(true)));
    assert_eq!(solved["known"]["value"], 8);
    assert_eq!(solved["known"]["source"], "positions/solved");
    let text = stdout(&run(&["solve", "--rules", "kalah", "--threads", "1"]));
    assert!(text.contains("known   +8, proven: shipped values (positions/solved)"), "{text}");
    // With a line to the end, and only a short search.
    for method in ["evaluate", "solve"] {
        let found = asked(method, json!({"rules": "kalah"}));
        let line = found["pv"].as_array().unwrap();
        assert!(line[0] == "A3" && line.len() > 20, "{found}");
        assert!(found["nodes"].as_u64().unwrap() < 100_000, "{found}");
        for rules in ["overbeck", "dakon"] {
            let found = asked(method, json!({"rules": rules}));
            assert_eq!(found["exact"], true);
            assert!(found["pv"].as_array().unwrap().len() > 20, "{found}");
        }
    }
    // More is requested than is known, and known results stay.
    let every = json!({"rules": "kalah", "every_move": true, "nodes": 3000});
    let every = asked("evaluate", every);
    assert_eq!((&every["value"], &every["known"]["value"]), (&json!(8), &json!(8)));
    let small = stdout(&run(&["eval", "--rules", "kalah", "--holes", "3", "--seeds", "2"]));
    assert!(small.contains("known   +4") && !small.contains('…'), "{small}");
    // The limits are the requested ones.
    let evaluated = asked("evaluate", json!({"rules": "kalah", "mover": "B"}));
    assert_eq!(evaluated["limits"]["nodes"], Json::Null);
    assert_eq!((&evaluated["value"], &evaluated["exact"]), (&json!(-8), &json!(true)));
    assert_eq!((&evaluated["best"], &evaluated["ties"]), (&json!("B3"), &json!(["B3"])));
    let fresh = ["solve", "--rules", "kalah", "--fresh", "--nodes", "1000", "--format", "json"];
    let fresh = run(&fresh);
    assert_eq!((code(&fresh), &parsed(&fresh)["known"]), (3, &Json::Null));
    let book = json!({"rules": "overbeck", "owned": 63, "nodes": 1000});
    let book = asked("evaluate", book);
    assert_eq!(
        (&book["known"], &book["book"]["source"]),
        (&Json::Null, &json!("positions/rounds"))
    );
    assert!(book["book"]["lower"].as_i64() <= book["lower"].as_i64());
    assert!(book["lower"].as_i64().unwrap() >= 124);
    let plain = json!({"rules": "overbeck", "owned": 63, "nodes": 1000, "fresh": true});
    let plain = asked("evaluate", plain);
    assert_eq!((&plain["known"], &plain["book"]), (&Json::Null, &Json::Null));
}

/// A warning comes before a search that has never been completed, and only then.
#[test]
fn a_search_without_limits_of_an_open_value_is_remarked() {
    let remark = "the value of this opening is not known";
    let mut child = crate::support::program()
        .args(["solve", "--rules", "overbeck", "--owned", "63", "--threads", "1"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let told = child.stderr.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(told), &mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.contains(remark), "{first}");
    for args in [
        &["solve", "--rules", "overbeck", "--owned", "63", "--nodes", "1000"][..],
        &["solve", "--rules", "overbeck", "--owned", "63", "--time", "0.01"],
        // Its value is built in.
        &["solve", "--rules", "conglak"],
        &["solve", "--rules", "kalah", "--holes", "3", "--seeds", "2"],
    ] {
        let told = crate::support::stderr(&run(args));
        assert!(!told.contains(remark), "{args:?}: {told}");
    }
}

/// The requested number has an answer.
#[test]
fn at_least_is_answered() {
    for (least, answer) in [("8", "yes, proven"), ("9", "no, proven")] {
        let output = run(&["solve", "--rules", "kalah", "--no-board", "--at-least", least]);
        let expected = format!("asked   at least +{least}: {answer}\n");
        assert!(stdout(&output).contains(&expected), "{}", stdout(&output));
    }
}
