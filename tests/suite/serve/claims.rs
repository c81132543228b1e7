//! `claims`: quotations of sources with lines to step through.

use serde_json::{Value, json};

use crate::support::{Client, Folder, home, json_of, parsed, run};

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// The game of a case with additional parameters.
fn played(client: &mut Client, case: &Value) -> Value {
    client.result("play", case["game"].clone())
}

#[test]
fn the_files_of_the_project_ship_with_the_program() {
    let mut client = Client::within();
    let found = client.result("claims", json!({}));
    let mut names: Vec<String> = Vec::new();
    for file in list(&found["files"]) {
        let name = file["file"].as_str().unwrap();
        let path = home().join(format!("positions/claims/{name}.toml"));
        let text = std::fs::read_to_string(path).unwrap();
        let read: toml::Table = text.parse().unwrap();
        for field in ["title", "source"] {
            assert_eq!(file[field].as_str(), read[field].as_str());
        }
        let count = read["claim"].as_array().unwrap().len();
        assert_eq!(file["claims"], count);
        names.push(format!("{name}.toml"));
    }
    let folder = std::fs::read_dir(home().join("positions/claims")).unwrap();
    let folder = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut folder: Vec<String> = folder.collect();
    names.sort();
    folder.sort();
    assert_eq!(names, folder);
}

/// The results are those of `verify`, except values, and every line can be played from the game
/// given with it.
#[test]
fn claims_are_those_that_verify_checks() {
    let mut client = Client::within();
    for file in ["overbeck", "systems", "dakon", "congklak", "values"] {
        let found = client.result("claims", json!({"file": file}));
        let path = home().join(format!("positions/claims/{file}.toml"));
        let checked = json_of(&["verify", path.to_str().unwrap()]);
        let claims = list(&found["claims"]);
        assert_eq!(claims.len(), list(&checked["claims"]).len());
        for (claim, checked) in claims.iter().zip(list(&checked["claims"])) {
            for field in ["id", "section", "quote"] {
                assert_eq!(claim[field], checked[field]);
            }
            let cases = list(&claim["cases"]);
            if cases.iter().any(|case| !case["value"].is_null()) {
                assert_eq!(claim["verdict"], "open", "{claim}");
                continue;
            }
            let verdict = |of: &Value| (of["verdict"].clone(), of["evidence"].clone());
            assert_eq!(verdict(claim), verdict(checked));
            let all = cases.len() as u64 + claim["left_out"].as_u64().unwrap();
            assert_eq!(claim["evidence"]["cases"], all);
            for case in cases {
                let line = played(&mut client, case)["line"].clone();
                let moves = list(&line).iter().map(|one| one["move"].clone());
                assert_eq!(json!(moves.collect::<Vec<_>>()), case["game"]["line"]);
            }
        }
    }
}

/// The line known by heart in the Maldives ends where its source says, and a search from the game
/// of the claim finds the stated value.
#[test]
fn a_line_goes_where_its_source_says() {
    let mut client = Client::within();
    let dakon = client.result("claims", json!({"file": "dakon"}));
    let case = dakon["claims"][0]["cases"][0].clone();
    let played = played(&mut client, &case);
    assert_eq!(list(&played["line"]).len(), 93);
    assert_eq!(played["after"], "0,0,0,1,0,0,0,0/124 0,1,0,0,0,1,0,1/0 B");
    let values = client.result("claims", json!({"file": "values"}));
    for claim in &list(&values["claims"])[..3] {
        let case = &claim["cases"][0];
        let found = client.result("evaluate", case["game"].clone());
        assert_eq!((&found["value"], &found["exact"]), (&case["value"], &json!(true)));
    }
}

/// A claim file with one claim.
fn file(claim: &str) -> String {
    format!("source = 'é'\n[[claim]]\nid = 'it'\nrules = 'kalah'\n{claim}")
}

#[test]
fn a_wrong_claim_is_refuted_where_it_fails() {
    let mut client = Client::within();
    let text = file("for = { k = '1..3' }\nset = { seeds = 'k' }\nline = [{ play = 'A{k}' }]\n");
    let text = text.replace("'A{k}'", "'A{7-k}', outcome = 'again'");
    let text = text.replace("set = { seeds = 'k' }", "position = '1,1,2,4,2,1/0 1,1,1,1,1,1/0 A'");
    let found = client.result("claims", json!({"text": text}));
    let folder = Folder::made("serve-claims");
    let path = folder.file("wrong.toml", &text);
    let checked = parsed(&run(&["verify", &path, "--format", "json"]));
    let (claim, checked) = (&found["claims"][0], &checked["claims"][0]);
    assert_eq!(claim["verdict"], "refuted");
    assert_eq!(claim["evidence"], checked["evidence"]);
    // A6 and A5 end in the store, A4 goes past it.
    assert_eq!(claim["evidence"]["case"], json!({"k": 3}));
    let cases = list(&claim["cases"]);
    assert_eq!((cases.len(), &cases[2]["case"]), (3, &json!({"k": 3})));
    assert_eq!(cases[2]["game"]["line"], json!(["A4"]));
    assert_eq!(found["file"], Value::Null);
}

/// A large family is cut, and a huge one is not even played.
#[test]
fn an_answer_has_a_hundred_cases() {
    let mut client = Client::within();
    let family = |last: u32| {
        file(&format!(
            "for = {{ k = '1..{last}' }}\nposition = '1,1/{{k}} 1,1/0 A'\nlegal = 'A1 A2'\n"
        ))
    };
    let found = client.result("claims", json!({"text": family(150)}));
    let claim = &found["claims"][0];
    assert_eq!((&claim["verdict"], &claim["left_out"]), (&json!("holds"), &json!(50)));
    let cases = list(&claim["cases"]);
    assert_eq!(cases.len(), 100);
    assert_eq!(cases[98]["case"]["k"], 99);
    assert_eq!(cases[99]["case"]["k"], 150);
    let many = file(
        "for = { j = '1..300', k = '1..300' }\nowned = '72 + 0*k'\nlegal = 'A1 A2 A3 A4 A5 A6'\n",
    );
    let found = client.result("claims", json!({"text": many.replace("72 + 0*k", "24")}));
    let claim = &found["claims"][0];
    assert_eq!(claim["verdict"], "open");
    let reason = claim["evidence"]["reason"].as_str().unwrap();
    assert!(reason.contains("20,000"), "{reason}");
}

/// Any text is answered soon and with little memory.
#[test]
fn work_that_nobody_has_in_mind_is_left_open() {
    let mut client = Client::start(&[]);
    // Cases are generated one by one: all at once they would take some 50 MB for each claim.
    let huge = "for = { a = '1..10000', b = '1..10' }\nlegal = 'A1 A2 A3 A4 A5 A6'\n";
    let one = file(huge);
    let others = (0..50).map(|n| format!("[[claim]]\nid = '{n}'\nrules = 'kalah'\n{huge}"));
    let text = one + &others.collect::<String>();
    let before = client.most_resident();
    let found = client.result("claims", json!({"text": text}));
    let open = |claim: &Value| claim["verdict"] == "open";
    assert_eq!(list(&found["claims"]).len(), 51);
    assert!(list(&found["claims"]).iter().all(open));
    assert_eq!(found["claims"][1]["cases"], json!([]));
    let grown = client.most_resident() - before;
    assert!(grown < 30 << 20, "{grown}");
    // Ten thousand cases, each of which reads a megabyte.
    let blanks = " ".repeat(1_000_000);
    let long = format!("for = {{ a = '1..10000' }}\nline = [{{ play = 'A{{1+a-a}}{blanks}' }}]\n");
    let found = client.result("claims", json!({"text": file(&long)}));
    let claim = &found["claims"][0];
    let reason = claim["evidence"]["reason"].as_str().unwrap();
    assert!(open(claim) && reason.contains("too long"), "{claim}");
}

#[test]
fn what_is_too_long_in_a_claim_is_refused() {
    let mut client = Client::within();
    let sum = "+a-a".repeat(249);
    let expression = |sum: &str| {
        let line = format!("line = [{{ play = 'A{{1{sum}}}', outcome = 'stop' }}]\n");
        file(&format!("for = {{ a = '1..1' }}\n{line}"))
    };
    let found = client.result("claims", json!({"text": expression(&sum)}));
    assert_eq!(found["claims"][0]["verdict"], "holds");
    let names: Vec<String> = (0..21).map(|n| format!("a{n} = '1..1'")).collect();
    let name = "a".repeat(101);
    for (text, expected) in [
        (expression(&(sum + "+a-a")), "expected at most 1000"),
        (file(&format!("for = {{ {} }}\n", names.join(", "))), "at most 20 parameters"),
        (file(&format!("for = {{ {name} = '1..2' }}\n")), "at most 100 bytes"),
    ] {
        let error = client.error("claims", json!({"text": text}));
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn what_is_no_claim_file_is_refused_with_its_place() {
    let mut client = Client::within();
    let text = file("lines = 3\n");
    let error = client.error("claims", json!({"text": text}));
    assert_eq!((&error["code"], &error["data"]["param"]), (&json!(-32602), &json!("text")));
    assert_eq!(error["data"]["at"], text.find("lines").unwrap());
    let error = client.error("claims", json!({"text": file("line = [{ play = 'A9x' }]")}));
    assert!(error["message"].as_str().unwrap().contains("claim \"it\", line, play"), "{error}");
    let error = client.error("claims", json!({"file": "overbek"}));
    assert_eq!(error["data"]["param"], "file");
    assert!(error["data"]["expected"].as_str().unwrap().contains("overbeck, systems"));
    let error = client.error("claims", json!({"file": "dakon", "text": text}));
    assert_eq!(error["data"]["param"], "text");
}

/// Nothing is revealed of a file of the machine, except where it is not a rule file.
#[test]
fn nothing_of_a_named_file_is_shown() {
    let mut client = Client::within();
    let folder = Folder::made("serve-claims-file");
    let secrets = [
        "root:$6$SECRETHASH:19000:0:99999:7:::\n",
        "title = \"t\"\nstrange = \"SECRETHASH\"\n",
        "name = \"n\"\n[set]\nlap = \"none\" SECRETHASH\n",
    ];
    for (number, secret) in secrets.into_iter().enumerate() {
        let path = folder.file(&format!("{number}.toml"), secret);
        let text = file("legal = 'A1'\n").replace("rules = 'kalah'", &format!("rules = '{path}'"));
        let error = client.error("claims", json!({"text": text}));
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(&format!("{path}: line ")), "{error}");
        assert!(!error.to_string().contains("SECRETHASH"), "{error}");
    }
    // A file generated by the system has no length, and may block its reader.
    if std::path::Path::new("/proc/version").exists() {
        let error = client.error("position", json!({"rules": "/proc/version"}));
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("found nothing"), "{error}");
    }
}

/// Slow claims block nobody: not the search requested before, not later requests, and not their
/// cancellation.
#[test]
fn claims_are_checked_beside_everything_else() {
    let mut client = Client::start(&[]);
    let endless = json!({"fresh": true, "holes": 12, "seeds": 12, "time": null});
    client.request("search", "evaluate", endless);
    // Several seconds unless cancelled: each of ten thousand cases reads a long line.
    let blanks = " ".repeat(60_000);
    let long = format!("for = {{ a = '1..10000' }}\nline = [{{ play = 'A{{1+a-a}}{blanks}' }}]\n");
    client.request("claims", "claims", json!({"text": file(&long)}));
    client.request("info", "info", json!({}));
    client.request("cancel", "cancel", json!({"id": "claims"}));
    assert_eq!(client.next()["id"], "info");
    let mut told = [client.next(), client.next()];
    told.sort_by_key(|value| value["id"] != "cancel");
    let [cancel, claims] = told;
    assert_eq!(cancel["result"], json!({"cancelled": true}));
    assert_eq!(claims["id"], "claims");
    assert_eq!(claims["result"]["claims"][0]["verdict"], "open", "{claims}");
    client.request("end", "cancel", json!({"id": "search"}));
    client.close();
    let rest = client.rest();
    assert!(rest.iter().any(|value| value["id"] == "search"), "{rest:?}");
}
