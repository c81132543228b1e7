//! Errors in the client's language: all that a player can cause on the page, by actions there.

use std::collections::BTreeSet;

use chongkak::claims::SHIPPED;
use chongkak::language::Language;
use chongkak::rules::Preset;
use serde_json::{Value, json};

use crate::support::Client;

/// Sentences that occur in no error of a request, by key or prefix, each with the reason.
const NOT_HERE: [(&str, &str); 14] = [
    ("faults.file.", "told in a game"),
    ("faults.kind.", "told of what has no sentence of its own"),
    ("faults.claim.", "told with a claim that is open"),
    ("faults.position.closed", "no text has seeds in a closed hole"),
    ("faults.position.none-in-closed", "the same"),
    ("faults.position.a-rule-set", "English names the parameter instead"),
    ("faults.position.a-row", "what programs read as expected"),
    ("faults.opening.enough", "the same"),
    ("faults.opening.", "of rounds that the library fills again"),
    ("faults.position.at", "told before a game begins"),
    ("faults.position.whole", "the same"),
    ("faults.option.setting", "the same"),
    ("faults.option.usual", "told of tables and replies of sets"),
    ("faults.search.over", "a round that is over has its value"),
];

/// Requests of the page that are refused: positions that are set up, rules, links, and lines.
fn of_sowing() -> Vec<(&'static str, Value)> {
    let row = ["1"; 19].join(",");
    let long = format!("{row}/0 {row}/0 A");
    let positions = [
        "",
        "1,q/0 1,1/0 A",
        "1/z 1/0 A",
        "1/5000 1/0 A",
        "A 1/0 1/0",
        "1/0 1/0 C",
        "1/0 1/0 A fin",
        "1/0 1/0 A over x",
        "kalah",
        &long,
        "1,1/0 1/0 A",
        "1000/0 1000/0 A",
        "0/1 1/0 A",
        "1/0 1/0 A final",
    ];
    let position = |text: &str| ("position", json!({"rules": "kalah", "position": text}));
    let mut all: Vec<_> = positions.into_iter().map(position).collect();
    for params in [
        json!({"holes": 2, "position": "1/0 1/0 A"}),
        json!({"owned": 1000}),
        json!({"owned": 3}),
        json!({"owned": "many"}),
        json!({"rules": "kala"}),
        json!({"rules": "nothing"}),
        json!({"holes": 99}),
        json!({"set": {"capture": "all"}}),
        json!({"set": {"colour": "red"}}),
        json!({"rules": "kalah", "line": "A1 foo"}),
        json!({"rules": "kalah", "line": ["A3", "B1"]}),
        json!({"rules": "kalah", "line": "A9"}),
        json!({"rules": "kalah", "line": "A3 A3"}),
        json!({"rules": "kalah", "position": "x,1/0 1,1/0 A", "line": "A1"}),
        json!({"rules": "kalah", "position": "2p,1/0 1,1/0 A", "line": "A1"}),
        json!({"rules": "kalah", "position": "0/1 0/1 A over", "line": "A1"}),
        json!({"rules": "kalah", "set": {"first_hole": 2}, "line": "A1"}),
        json!({"rules": "kalah", "line": "A1s"}),
    ] {
        all.push(("position", params));
    }
    all.push(("lesson", json!({"name": "sewing"})));
    all.push(("lesson", json!({"name": "sowing", "step": 9})));
    all.push(("solve", json!({"rules": "kalah", "set": {"store": "far"}})));
    let begun = json!({"rules": "kalah", "holes": 2, "seeds": 1, "set": {"first_hole": 1}});
    all.extend(["prove", "turns"].map(|method| (method, begun.clone())));
    all.push(("puzzle", json!({"rules": "kalah", "set": {"store_last": "may"}})));
    all
}

/// Joint turns, and the rounds of a link.
fn of_sets() -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for choices in [
        "foo",
        "coin x",
        "A1 A2",
        "A1 2",
        "coin A",
        "3",
        "A3",
        "A3 B9",
        "A1 B1 / A2 B2 / A1 / A1",
        "A3 B3 / A3",
        "A2 B1 / B2",
        "A2 B1 / A3 B3",
        "A2 B1 / A1 / B1 / A1",
    ] {
        let params = json!({"rules": "congklak", "holes": 3, "seeds": 2, "choices": choices});
        all.push(("start", params));
    }
    for params in [
        json!({"rules": "congklak", "set": {"store": "far"}}),
        json!({"rules": "congklak", "position": "0/1 0/1 A over"}),
        json!({"rules": "conglak", "set": {"end": "stalled"}, "position": "1/0 1/0 A final"}),
        json!({"rules": "congklak", "position": "1/0 0/1 A"}),
        json!({"rules": "congklak", "set": {"first_hole": 3}}),
        json!({"rules": "congklak", "set": {"store_last": "may"}}),
    ] {
        all.push(("start", params));
    }
    let rounds = json!([{"line": "A1"}]);
    all.push(("record", json!({"rules": "kalah", "rounds": rounds})));
    all
}

/// Pasted set records.
fn of_records() -> Vec<(&'static str, Value)> {
    let head = "rules: kalah\nholes: 2\nseeds: 1\n";
    let round = format!("{head}round 1: A\n");
    let set = format!("{round}A2 A1\n");
    let more = |text: &str, line: &str| format!("{text}{line}\n");
    let texts = [
        String::new(),
        "position: 1/0 1/0 A".to_owned(),
        "round 1: A".to_owned(),
        "rules: kalah\n".to_owned(),
        "rules: kalah\nposition: 1/0 1/0 A".to_owned(),
        "rules: kalah\nresult: 1 3".to_owned(),
        "rules: kala\n".to_owned(),
        more(&round, "foo bar"),
        more(&round, "colour: red"),
        more(&round, "result: many"),
        more(&round, "set: lost"),
        more(&round, "holes: 3"),
        "holes: 3\n".to_owned(),
        "rules: kalah\noption: lap\n".to_owned(),
        "rules: kalah\nholes: many\n".to_owned(),
        "rules: kalah\nrules: kalah\n".to_owned(),
        more(head, "round one: A"),
        more(head, "round 2: A"),
        more(head, "round 1: 1,q/0 1,1/0 A"),
        more(&round, "A9"),
        more(&round, "start: A1 B1"),
        more(&set, "position: 1,1/0 1,1/0 A"),
        more(&set, "result: 1 3"),
        more(&round, "result: 1 3"),
        more(&set, "set: won by B"),
        more(&round, "round 2"),
        more(&set, "round 3"),
        more(&set, "round 2: B"),
        more(&set, "round 2: 1,1/0 1,1/0 A"),
        more(head, "round 1: 0,1/3 0,0/0 A\nA2\nround 2"),
        "rules: congklak\nholes: 3\nseeds: 2\nround 1: A\nA1\nstart: A1 B1\n".to_owned(),
        "rules: congklak\nholes: 3\nseeds: 2\nstart: A2 B1\n".to_owned(),
    ];
    texts.map(|text| ("record", json!({"text": text}))).into()
}

/// Positions, throws and links on the page of Chong.
fn of_chong() -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for position in [
        "",
        "SSS|K.k|sss",
        "SSS|K.k|sss C",
        "SSS|K.k A",
        "SSS|K.|sss A",
        "S|K|s A",
        "SS(Ss)|K.k|sss A",
        "SS(SK)|..k|sss A",
        "SSx|K.k|sss A",
        "SSS|KKk|sss A",
        "SSS|SKk|sss A",
        "SSS|K.k|sss A opened",
        "SSS|K.k|sss A opened:A opened:A",
        "SSS|K.k|sss A chong:A",
        "SSS|K.k|sss A moved:A",
        "SS.|KSk|sss A",
        "...|...|... A",
    ] {
        all.push(("chong_position", json!({"position": position})));
    }
    let two = json!({"king_back": "two_turns"});
    for position in ["SSS|..k|sss A opened:A chong:A", "SSS|K..|sss A opened:B chong:B"] {
        all.push(("chong_position", json!({"position": position, "set": two})));
    }
    let blocked = json!({"profile": "blocked", "position": "SS.|(Sk)K.|sss A opened:AB"});
    all.push(("chong_position", blocked));
    let won = json!({"position": "s.S|...|s.S A opened:AB"});
    all.push(("chong_position", won));
    for params in [
        json!({"profile": "best"}),
        json!({"set": {"colour": "red"}}),
        json!({"dice": 9}),
        json!({"throw": "7 1 1 1"}),
        json!({"throw": "1"}),
    ] {
        all.push(("chong_position", params));
    }
    for turn in ["2,3,4,5 2:S1-3", "1,2,3,4 pass", "1,2,3,4"] {
        all.push(("chong_play", json!({"turns": [turn]})));
    }
    all
}

fn all() -> Vec<(&'static str, Value)> {
    [of_sowing(), of_sets(), of_records(), of_chong()].concat()
}

fn told(client: &mut Client, (method, params): &(&'static str, Value), language: &str) -> Value {
    let mut params = params.clone();
    params["language"] = json!(language);
    client.error(method, params)
}

/// Returns the message of an error.
fn problem(error: &Value) -> &str {
    let problem = &error["data"]["problem"];
    problem.as_str().unwrap_or(error["message"].as_str().unwrap())
}

/// Every error is translated; the fields for programs stay the same.
#[test]
fn faults_are_told_in_the_language_of_the_player() {
    let mut client = Client::within();
    for request in &all() {
        let english = told(&mut client, request, "en");
        assert_eq!(client.error(request.0, request.1.clone()), english);
        for code in ["ms", "id"] {
            let own = told(&mut client, request, code);
            let mut same = own.clone();
            same["message"] = english["message"].clone();
            if own["data"]["problem"].is_string() {
                same["data"]["problem"] = english["data"]["problem"].clone();
            }
            assert_eq!(same, english, "{request:?}");
            let (found, was) = (problem(&own), problem(&english));
            assert!(!found.contains(was), "{code}, {request:?}: {found}");
            for word in [" the ", "expected", "found ", " has ", " of ", " or "] {
                assert!(!found.contains(word), "{code}, {request:?}: {found}");
            }
        }
    }
}

/// Whether a translated text occurs in a message, with any values.
fn stands_in(message: &str, text: &str) -> bool {
    let mut rest = message;
    for part in text.split(['{', '}']).step_by(2) {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    true
}

/// Every error sentence can be caused by a request of the page.
#[test]
fn every_sentence_of_a_fault_is_met() {
    let english = Language::english();
    let mut client = Client::within();
    let said: Vec<String> =
        all().iter().map(|request| problem(&told(&mut client, request, "en")).to_owned()).collect();
    let mut left = BTreeSet::new();
    for key in english.keys().filter(|key| key.starts_with("faults.")) {
        let forms = english.forms_of(key);
        let met = |form: &&str| said.iter().any(|message| stands_in(message, form));
        let here = !NOT_HERE.iter().any(|(other, _)| key.starts_with(other));
        if here && !forms.iter().any(met) {
            left.insert(key);
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}

/// Two of them in full.
#[test]
fn a_hole_and_a_move_are_told_in_malay_and_indonesian() {
    let mut client = Client::within();
    let params = |more: &str, value: &str, code: &str| {
        let mut params = json!({"rules": "kalah", "language": code});
        params[more] = json!(value);
        params
    };
    let error = client.error("position", params("position", "1,q/0 1,1/0 A", "ms"));
    let expected = "lubang A2: tertulis \"q\", sepatutnya bilangan buah, bilangan diikuti p \
                    (terlindung), atau x (terbakar)";
    assert_eq!(error["data"]["problem"], expected);
    assert_eq!(error["message"], format!("position: {expected}"));
    let error = client.error("position", params("line", "A3 B1", "id"));
    let expected = "B1: sekarang giliran A; boleh: A1 A2 A4 A5 A6";
    assert_eq!(error["data"]["problem"], expected);
    assert_eq!(error["message"], format!("line: langkah 2, {expected}"));
}

/// An untranslated error names its kind, with the English message.
#[test]
fn other_faults_say_of_what_kind_they_are() {
    let mut client = Client::within();
    let english = client.error("claims", json!({"text": "claim = ["}));
    let own = client.error("claims", json!({"text": "claim = [", "language": "id"}));
    let expected = format!("teks ini tidak dapat dibaca: {}", problem(&english));
    assert_eq!(problem(&own), expected);
}

/// Texts that are the same in all languages: titles of sources, and proper names.
const TITLES: [&str; 6] = [
    "H. Overbeck, ",
    "Overbeck 1915",
    "Parker 1909",
    "Donkers et al. 2000",
    "Shternberg 1933",
    // The title of a profile, for which the page has its own text.
    "Shternberg's text, ",
];
const NAMES: [&str; 4] = ["Conglak", "Congklak", "Sungka", "Kalah"];

/// The texts of an answer that equal the English ones, except names; only fields that describe the
/// data, not quotations.
fn left_in_english(english: &Value, own: &Value, name: &str, left: &mut Vec<String>) {
    match (english, own) {
        (Value::Object(english), Value::Object(own)) => {
            // The page has its own text for the title of a profile.
            for (name, value) in english.iter().filter(|(name, _)| *name != "profiles") {
                left_in_english(value, &own[name], name, left);
            }
        }
        (Value::Array(english), Value::Array(own)) => {
            for (english, own) in english.iter().zip(own) {
                left_in_english(english, own, name, left);
            }
        }
        (Value::String(english), Value::String(own)) => {
            let is_told = ["title", "source", "section", "note", "question", "reason"];
            let is_title = TITLES.iter().any(|title| english.starts_with(title));
            let is_name = is_title || NAMES.contains(&english.as_str());
            let has_words = english.contains(char::is_alphabetic) && !is_name;
            if is_told.contains(&name) && has_words && english == own {
                left.push(format!("{name}: {own}"));
            }
        }
        _ => {}
    }
}

/// Texts of rule sets, claims and the sources of Chong: titles, sources, places and notes.
/// Quotations stay as they are.
#[test]
fn the_data_is_told_in_the_language() {
    let mut client = Client::within();
    let rules = Preset::all().iter().map(|preset| ("rules", json!({"rules": preset.name})));
    let claims = SHIPPED.iter().map(|(name, _)| ("claims", json!({"file": name})));
    let more = [("claims", json!({})), ("chong_rules", json!({}))];
    let mut left = Vec::new();
    for (method, params) in rules.chain(claims).chain(more) {
        let english = client.result(method, params.clone());
        for code in ["ms", "id"] {
            let mut params = params.clone();
            params["language"] = json!(code);
            let own = client.result(method, params.clone());
            assert_ne!(own, english, "{method}: {params}");
            left_in_english(&english, &own, "", &mut left);
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
}

/// Why an option has no source; texts of a user's file stay as they are.
#[test]
fn options_without_a_source_say_so_in_the_language() {
    let mut client = Client::within();
    let mut note_of = |mut params: Value, option: &str, code: &str| {
        params["language"] = json!(code);
        let told = client.result("rules", params);
        let options = told["options"].as_array().unwrap();
        let found = options.iter().find(|one| one["option"] == option).unwrap();
        found["note"].as_str().unwrap().to_owned()
    };
    let set = json!({"rules": "kalah", "set": {"lap": "circuit"}});
    let based = json!({"text": "name = 'overbeck'\nbase = 'kalah'\nset.lap = 'circuit'\n\
                                [[source]]\noption = 'end'\nnote = 'our note'\n"});
    let alone = json!({"text": "name = 'ours'\nset.lap = 'circuit'\n"});
    for (params, option, malay) in [
        (&set, "lap", "dipilih sendiri; nilai dalam set peraturan ini ialah none"),
        (&based, "lap", "ditetapkan dalam fail tanpa sumber; nilai dalam kalah ialah none"),
        (&alone, "lap", "ditetapkan dalam fail tanpa sumber"),
        (&alone, "end", "tidak ditetapkan dalam fail, yang tidak berasaskan set lain: nilai biasa"),
        (&based, "end", "our note"),
        (&based, "lone", "peraturan biasa, seperti dalam penyelesaian yang telah diterbitkan"),
    ] {
        assert_eq!(note_of(params.clone(), option, "ms"), malay, "{option}");
        let indonesian = note_of(params.clone(), option, "id");
        assert_eq!(indonesian == note_of(params.clone(), option, "en"), malay == "our note");
    }
}

/// The reason why a claim is open, and a saved page.
#[test]
fn claims_and_saved_pages_are_told_in_the_language() {
    let mut client = Client::within();
    let text = "source = 's'\n[[claim]]\nid = 'it'\nrules = 'kalah'\n\
                position = '0,1/0 1,0/0 A'\nline = [{ play = 'A2', outcome = 'over' }]\nvalue = 0\n";
    let told = client.result("claims", json!({"text": text, "language": "ms"}));
    let reason = &told["claims"][0]["evidence"]["reason"];
    assert_eq!(reason, "nilainya tidak dicari di sini");
    let page = json!({"rules": "kalah", "line": "A3", "language": "id"});
    let told = client.result("page", page);
    let html = told["html"].as_str().unwrap();
    for part in ["<html lang=\"id\">", ">biasa<", "Jalur A3", "A melangkah lagi"] {
        assert!(html.contains(part), "{part}");
    }
    for english in [">normal<", "To the start", "moves again", "Keys:", "The line"] {
        assert!(!html.contains(english), "{english}");
    }
    let english = client.result("page", json!({"rules": "kalah", "line": "A3"}));
    let html = english["html"].as_str().unwrap();
    assert!(html.contains("<html lang=\"en\">") && html.contains(">normal<"));
}
