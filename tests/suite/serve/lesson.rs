//! `lesson`, `page`, `start`, and evaluations of selected moves.

use serde_json::{Value, json};

use crate::support::{Client, Folder, home, run, words};

/// Every step is solved by its own example, with its last move and not before.
#[test]
fn lessons_are_told_and_their_tries_judged() {
    let mut client = Client::within();
    let listed = client.result("lesson", json!({}));
    let names: Vec<_> = listed["lessons"].as_array().unwrap().clone();
    assert_eq!(names.len(), 5);
    for lesson in names {
        let name = &lesson["name"];
        let told = client.result("lesson", json!({"name": name}));
        assert_eq!(told["title"], lesson["title"]);
        let steps = told["steps"].as_array().unwrap().clone();
        assert_eq!(json!(steps.len()), lesson["steps"]);
        for (number, step) in steps.iter().enumerate() {
            let solution = step["solution"].as_str().unwrap().split(' ');
            let solution: Vec<_> = solution.collect();
            for moves in 0..=solution.len() {
                let asked = json!({"name": name, "step": number + 1, "line": &solution[..moves]});
                let tried = client.result("lesson", asked);
                assert_eq!(tried["reached"], json!(moves == solution.len()), "{tried}");
                let mut game = step["game"].clone();
                game["line"] = json!(&solution[..moves]);
                assert_eq!(tried["position"], client.result("position", game)["position"]);
            }
        }
    }
}

/// A lesson given as text is told and judged like a shipped one, with its remarks.
#[test]
fn the_lesson_of_a_text_is_judged() {
    let mut client = Client::within();
    let text = std::fs::read_to_string(home().join("examples/lesson.toml")).unwrap();
    let told = client.result("lesson", json!({"text": text}));
    assert_eq!((&told["title"], &told["source"]), (&json!("Empty holes of your own"), &json!("")));
    for (line, reached, remark) in
        [("A2", true, json!(null)), ("A4", false, json!("A4 sows past your store."))]
    {
        let tried = client.result("lesson", json!({"text": text, "step": 1, "line": line}));
        assert_eq!((&tried["reached"], &tried["remark"]), (&json!(reached), &remark), "{tried}");
    }
    for (wrong, param) in [
        (json!({"text": text, "name": "sowing"}), "text"),
        (json!({"text": "title = 1"}), "text"),
        (json!({"text": text, "step": 2}), "step"),
        (json!({"text": text, "step": 1, "line": "A1"}), "line"),
    ] {
        assert_eq!(client.error("lesson", wrong.clone())["data"]["param"], param, "{wrong}");
    }
}

#[test]
fn a_try_ends_with_its_turn() {
    let mut client = Client::within();
    let first = json!({"name": "sowing", "step": 1, "line": "A1"});
    let tried = client.result("lesson", first);
    assert_eq!(
        (&tried["over"], &tried["reached"], &tried["moves"]),
        (&json!(true), &json!(false), &json!(1))
    );
    assert!(tried["instead"].is_string());
    // Moves played after it are not part of the attempt.
    let longer = json!({"name": "sowing", "step": 1, "line": "A1 B2 B3"});
    assert_eq!(client.result("lesson", longer), tried);
    for (wrong, param) in [
        (json!({"name": "sewing"}), "name"),
        (json!({"name": "sowing", "step": 9}), "step"),
        (json!({"name": "sowing", "line": "A1"}), "line"),
        (json!({"step": 1}), "name"),
        (json!({"name": "sowing", "step": 1, "line": "A2"}), "line"),
    ] {
        let error = client.error("lesson", wrong.clone());
        assert_eq!(error["data"]["param"], param, "{wrong}: {error}");
    }
}

#[test]
fn a_page_is_that_of_play() {
    let folder = Folder::made("serve-page");
    let file = folder.path("page.html");
    let game = "play --rules kalah --holes 3 --seeds 2 --line A2 --html";
    let arguments = words(game).into_iter().chain([file.as_str()]);
    run(&arguments.collect::<Vec<_>>());
    let mut client = Client::within();
    let asked = json!({"rules": "kalah", "holes": 3, "seeds": 2, "line": "A2"});
    let page = client.result("page", asked);
    assert_eq!(page["html"], json!(std::fs::read_to_string(file).unwrap()));
}

/// A joint turn by `start` equals that of `start play`, and a record accepts it.
#[test]
fn both_begin_until_they_have_stopped() {
    let mut client = Client::within();
    let game = json!({"rules": "overbeck", "holes": 3, "seeds": 2});
    let mut choices: Vec<String> = Vec::new();
    let after = loop {
        let mut asked = game.clone();
        asked["choices"] = json!(choices.join(" / "));
        let found = client.result("start", asked);
        if let Some(after) = found["after"].as_str() {
            break after.to_owned();
        }
        assert!(choices.len() < 50, "{choices:?}");
        if found["coin"] == json!(true) {
            choices.push("coin A".to_owned());
            continue;
        }
        let may: Vec<&str> =
            found["choices"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        let of = |side: char| may.iter().find(|one| one.starts_with(side)).copied();
        let both: Vec<_> = "AB".chars().filter_map(of).collect();
        choices.push(both.join(" "));
    };
    let line = choices.join(" / ");
    let mut written = game.clone();
    written["start"] = json!(line);
    let record = client.result("record", written.clone());
    assert_eq!(record["games"][0]["position"], json!(after));
    // Other methods continue from there, in the round that began so.
    let from_there = with(&game, &json!({"position": after}));
    let stands = client.result("position", from_there.clone());
    assert_eq!(client.result("position", written.clone()), stands);
    let mut done = game.clone();
    done["choices"] = json!(line);
    assert_eq!(client.result("start", done)["moves"], stands["moves"]);
    let first = json!({"line": [stands["moves"][0]["move"]]});
    let played = client.result("play", with(&written, &first));
    assert_eq!(played, client.result("play", with(&from_there, &first)));
    let half =
        json!({"start": line.split(" / ").next(), "rules": "overbeck", "holes": 3, "seeds": 2});
    let wrong = client.error("evaluate", half);
    assert_eq!(wrong["data"]["param"], "start", "{wrong}");
    let wrong = client.error("start", json!({"choices": "A1"}));
    assert_eq!(wrong["data"]["param"], "choices");
    let wrong = client.error("start", json!({"position": "1,0/0 0,0/0 A"}));
    assert_eq!(wrong["data"]["param"], "position");
}

/// With `moves` only these are searched; each has the value that it has among all moves.
#[test]
fn an_evaluation_looks_at_chosen_moves() {
    let mut client = Client::within();
    let game = json!({"rules": "kalah", "holes": 3, "seeds": 2, "every_move": true, "time": null});
    let all = client.result("evaluate", game.clone());
    let rows = all["moves"].as_array().unwrap();
    let value = |row: &Value| row["value"].as_i64().unwrap();
    assert!(rows.iter().all(|row| row["exact"] == json!(true)), "{all}");
    for chosen in [vec![0], vec![1], vec![2], vec![0, 2]] {
        let names: Vec<_> = chosen.iter().map(|at| rows[*at]["move"].clone()).collect();
        let mut asked = game.clone();
        asked["moves"] = json!(names);
        let found = client.result("evaluate", asked);
        let best = chosen.iter().map(|at| value(&rows[*at])).max();
        assert_eq!(found["value"].as_i64(), best, "{names:?}");
        let own: Vec<_> = found["moves"].as_array().unwrap().iter().map(value).collect();
        let expected: Vec<_> = chosen.iter().map(|at| value(&rows[*at])).collect();
        assert_eq!(own, expected, "{names:?}");
    }
    let error = client.error("evaluate", json!({"moves": ["B1"]}));
    assert_eq!(error["data"]["param"], "moves[0]");
}

/// Adds parameters.
fn with(params: &Value, more: &Value) -> Value {
    let mut params = params.clone();
    let more = more.as_object().unwrap().clone();
    params.as_object_mut().unwrap().extend(more);
    params
}

/// Sentences for people are in the language of the request, and nothing else is: answers in three
/// languages differ only in their texts.
#[test]
fn requests_are_answered_in_their_language() {
    let mut client = Client::within();
    let small = json!({"rules": "kalah", "holes": 3, "seeds": 2});
    let line = with(&small, &json!({"line": "A2 A3"}));
    let throw = json!({"holes": 3, "throw": "1,2,3,4"});
    let turns = json!({"holes": 3, "turns": ["2,3,4,5 pass", "1,2,3,4 1:K3<>2 4:S3-7"]});
    // The names of texts: any other difference is an error.
    const TEXTS: [&str; 16] = [
        "title", "source", "text", "quote", "section", "goal", "hint", "instead", "caption",
        "told", "follows", "wide", "tall", "svg", "short", "note",
    ];
    const QUESTIONS: [&str; 2] = ["question", "answer"];
    for (method, params, said) in [
        ("lesson", json!({}), "Menembak"),
        ("lesson", json!({"name": "capture"}), "petunjuk 2"),
        ("lesson", json!({"name": "again", "step": 1, "line": "A3"}), "tamat di ibu rumah"),
        ("rules", small.clone(), "Siapa memulakan pusingan berikutnya?"),
        ("show", small.clone(), "giliran A"),
        ("scene", line.clone(), "dapat 1"),
        ("start", with(&small, &json!({"rules": "overbeck"})), "mula serentak"),
        ("chong_position", throw.clone(), "memainkan 1,2,3,4"),
        ("chong_play", turns, "melangkau gilirannya"),
        ("chong_choose", throw, "menangkap"),
        ("chong_rules", json!({}), "tidak disebut sama ada"),
        ("claims", json!({}), "Nilai tepat, A memulakan"),
        ("claims", json!({"file": "conglak"}), "Buah yang tinggal ada pada B"),
        ("info", json!({}), ""),
        ("position", line.clone(), ""),
        ("play", line, ""),
    ] {
        let english = client.result(method, params.clone());
        let named = client.result(method, with(&params, &json!({"language": "en"})));
        assert_eq!(english, named, "{method}");
        let malay = client.result(method, with(&params, &json!({"language": "ms-MY"})));
        assert!(malay.to_string().contains(said), "{method}: {malay}");
        let indonesian = client.result(method, with(&params, &json!({"language": "id"})));
        assert_eq!(said.is_empty(), english == malay, "{method}");
        for other in [malay, indonesian] {
            let mut names = Vec::new();
            differing(&english, &other, "", &mut names);
            let known = |name: &String| TEXTS.iter().chain(&QUESTIONS).any(|text| text == name);
            assert!(names.iter().all(known), "{method}: {names:?}");
        }
        let error = client.error(method, with(&params, &json!({"language": "xx"})));
        let data = &error["data"];
        assert_eq!(
            (&data["kind"], &data["param"], &data["expected"]),
            (&json!("unknown-name"), &json!("language"), &json!("one of en, ms, id")),
            "{method}: {error}"
        );
    }
}

/// The names of the values in which two answers of one form differ.
fn differing(one: &Value, other: &Value, name: &str, names: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            assert!(one.keys().eq(other.keys()), "{name}");
            for (name, value) in one {
                differing(value, &other[name], name, names);
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{name}");
            for (one, other) in one.iter().zip(other) {
                differing(one, other, name, names);
            }
        }
        _ if one == other => {}
        _ => names.push(name.to_owned()),
    }
}
