//! Command output about built-in values.

use serde_json::{Value as Json, json};

use crate::support::{asked, code, parsed, run, stdout};

/// A value that ships is known along its line, where a short search may not find a move that
/// reaches it.
#[test]
fn a_value_that_no_move_is_proven_to_reach_says_so() {
    let line = ["eval", "--owned", "99", "--line", "A3", "--nodes", "300"];
    let (told, found) =
        (stdout(&run(&line)), parsed(&run(&[&line[..], &["--format", "json"]].concat())));
    let worth = |played: &Json| ["lower", "upper"].map(|bound| played[bound].as_i64().unwrap());
    let moves = found["moves"].as_array().unwrap().iter();
    let perhaps = moves.filter(|played| (worth(played)[0]..=worth(played)[1]).contains(&162));
    let perhaps: Vec<_> = perhaps.map(|played| played["move"].as_str().unwrap()).collect();
    let best = format!("best    no move is proven to reach +162; perhaps {}\n", perhaps.join(" "));
    assert!(perhaps.len() > 1 && told.contains(&best), "{best}: {told}");
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
    // The book has a first turn of 159 of the 162 seeds; the value is open.
    let mut book = json!({"rules": "dakon", "holes": 9, "seeds": 9, "nodes": 1000});
    let found = asked("evaluate", book.clone());
    let range = json!({"lower": 156, "upper": 162, "source": "positions/book"});
    assert_eq!((&found["known"], &found["book"]), (&Json::Null, &range));
    assert!(found["lower"].as_i64().unwrap() >= 156);
    book["fresh"] = json!(true);
    let plain = asked("evaluate", book);
    assert_eq!((&plain["known"], &plain["book"]), (&Json::Null, &Json::Null));
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
