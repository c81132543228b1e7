//! docs/PROTOCOL.md: its examples are what happens.

use std::path::Path;

use serde_json::Value;

use crate::support::{Client, Folder, PROGRAM, home, outcome, python, script, text_of};

/// The first block of a kind after a heading.
fn block(heading: &str, kind: &str) -> String {
    let page = text_of("docs/PROTOCOL.md");
    let (_, page) = page.split_once(heading).unwrap();
    let (_, page) = page.split_once(&format!("```{kind}\n")).unwrap();
    page.split_once("```\n").unwrap().0.to_owned()
}

#[test]
fn the_dialogue_can_be_copied() {
    let mut client = Client::start(&["--threads", "1"]);
    let dialogue = block("## A dialogue", "text");
    // Rewritten like the examples of other pages.
    let renew = std::env::var_os("TRYCMD").is_some_and(|how| how == "overwrite");
    let (mut answers, mut renewed) = (0, text_of("docs/PROTOCOL.md"));
    for line in dialogue.lines() {
        if let Some(request) = line.strip_prefix("-> ") {
            client.send(serde_json::from_str::<Value>(request).unwrap());
        } else {
            let expected = line.strip_prefix("<- ").unwrap();
            // Identical, not only equal in value, except the commit in the version.
            let answer = client.next_text();
            let told = answer.replace(chongkak::VERSION, env!("CARGO_PKG_VERSION"));
            if renew {
                renewed = renewed.replacen(expected, &told, 1);
            } else {
                assert_eq!(told, expected);
            }
            client.check(&serde_json::from_str(&answer).unwrap());
            answers += 1;
        }
    }
    assert!(answers > 5, "{answers}");
    assert_eq!(client.end().1.code(), Some(0));
    if renew {
        std::fs::write(home().join("docs/PROTOCOL.md"), renewed).unwrap();
    }
}

#[test]
fn the_client_in_python_works() {
    let folder = Folder::made("serve-client");
    let path = folder.0.join("client.py");
    let source = block("## A client in Python", "python");
    // Short enough to type.
    let lines = source.lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 35, "{lines}");
    std::fs::write(&path, source).unwrap();
    let programs = Path::new(PROGRAM).parent().unwrap();
    let output = python(&path)
        .env("PATH", format!("{}:{}", programs.display(), std::env::var("PATH").unwrap()))
        .env("CHONGKAK_TABLES", "none")
        .output()
        .unwrap();
    let expected = block("It prints:", "text");
    assert_eq!(outcome(&output), (0, expected, String::new()));
}

/// The long run of the measurements, as short as possible.
#[test]
fn the_soak_finds_nothing_wrong() {
    let output = script("measure serve")
        .args(["--requests", "100", "--delays", "20", "--windows", "40"])
        .output();
    let (code, out, error) = outcome(&output.unwrap());
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    assert_eq!(out.lines().count(), 9, "{out}");
}
