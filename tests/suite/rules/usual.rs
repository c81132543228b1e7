//! The default rule set of `CHONGKAK_RULES`, for programs and browsers.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Output, Stdio};

use serde_json::{Value, json};

use crate::support::{Folder, code, program, stderr, stdout};

const BECAUSE: &str = "--rules dakon, from CHONGKAK_RULES\n";

fn started(rules: &str, args: &[&str]) -> Child {
    let mut command = program();
    command.env("CHONGKAK_RULES", rules).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(mut child: Child) -> Output {
    drop(child.stdin.take());
    child.wait_with_output().unwrap()
}

/// Returns the server's answer to a request.
fn answer(child: &mut Child, method: &str, params: &Value) -> Value {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    writeln!(child.stdin.as_mut().unwrap(), "{request}").unwrap();
    let mut line = Vec::new();
    while line.last() != Some(&b'\n') {
        let mut byte = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        line.push(byte[0]);
    }
    serde_json::from_slice::<Value>(&line).unwrap()["result"].clone()
}

/// Returns the fragment of a board's address, and the messages.
fn board(rules: &str, args: &[&str]) -> (String, String) {
    let mut child = started(rules, &[&["board", "--no-open"], args].concat());
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    child.kill().unwrap();
    let said = stderr(&ended(child));
    let told: Value = serde_json::from_str(&line).expect(&said);
    let link = told["url"].as_str().unwrap().split_once('#');
    (link.map_or_else(String::new, |(_, link)| link.to_owned()), said)
}

#[test]
fn a_server_takes_them_where_a_request_names_none() {
    let mut child = started("dakon", &["serve"]);
    let mut rules = |params: Value| {
        let found = answer(&mut child, "play", &params);
        found["rules"]["name"].as_str().unwrap().to_owned()
    };
    assert_eq!(rules(json!({})), "dakon");
    assert_eq!(rules(json!({"rules": "kalah"})), "kalah");
    assert_eq!(rules(json!({"holes": 3})), "dakon");
    let info = answer(&mut child, "info", &json!({}));
    assert_eq!(info["default_rules"], "dakon");
    assert_eq!(stderr(&ended(child)), BECAUSE);
    let mut child = started("", &["serve"]);
    let info = answer(&mut child, "info", &json!({}));
    assert_eq!(info["default_rules"], "overbeck");
    assert_eq!(stderr(&ended(child)), "");
}

/// A client that names no file does not see the contents of this one.
#[test]
fn a_server_reads_a_rule_file_at_its_start_alone() {
    let folder = Folder::made("usual-file");
    let text = "name = \"mine\"\nbase = \"kalah\"\nholes = 4\n";
    let file = folder.path("mine.toml");
    std::fs::write(&file, text).unwrap();
    let mut child = started(&file, &["serve"]);
    let sized = |child: &mut Child| {
        let found = answer(child, "position", &json!({}));
        found["a"]["holes"].as_array().unwrap().len()
    };
    assert_eq!(sized(&mut child), 4);
    std::fs::write(&file, text.replace('4', "5")).unwrap();
    assert_eq!(sized(&mut child), 4);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(sized(&mut child), 4);
    let info = answer(&mut child, "info", &json!({}));
    assert_eq!(info["default_rules"], "mine");
    ended(child);
}

#[test]
fn the_board_opens_with_them() {
    assert_eq!(board("dakon", &[]), ("rules=dakon".into(), BECAUSE.into()));
    // By its name in the list of the page.
    assert_eq!(board("dhakon", &[]).0, "rules=dakon");
    assert_eq!(board("", &[]), (String::new(), String::new()));
    assert_eq!(
        board("dakon", &["--holes", "5", "--quiet"]),
        ("rules=dakon&holes=5".into(), String::new())
    );
    // Any explicit choice of rules overrides it.
    let kalah = ("rules=kalah".to_owned(), String::new());
    assert_eq!(board("dakon", &["--rules", "kalah"]), kalah);
    assert_eq!(board("nonsense", &["#rules=kalah"]), kalah);
    let folder = Folder::made("usual-board");
    let file = folder.path("mine.toml");
    std::fs::write(&file, "name = \"mine\"\nbase = \"kalah\"\n").unwrap();
    assert_eq!(board(&file, &[]).0, format!("rules={file}"));
    let remote = ended(started(&file, &["board", "--no-open", "--allow-remote"]));
    assert_eq!(code(&remote), 2);
    let error = stderr(&remote);
    assert!(error.contains("rule files are not available with --allow-remote"), "{error}");
}

#[test]
fn a_wrong_name_is_told_at_the_start() {
    let remote = ["serve", "--listen", "127.0.0.1:0"];
    for args in [&["serve"][..], &remote, &["board", "--no-open"]] {
        for wrong in ["nonsense", "all", "no/such/file.toml"] {
            let output = ended(started(wrong, args));
            let error = stderr(&output);
            assert_eq!((code(&output), stdout(&output)), (2, String::new()), "{error}");
            assert!(error.starts_with("error: CHONGKAK_RULES: "), "{error}");
            assert!(error.contains(wrong), "{error}");
        }
    }
}
