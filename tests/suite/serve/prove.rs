//! `prove`: the same proof as from the command.

use serde_json::{Value, json};

use crate::support::{Client, Folder, json_of};

const BOARD: [&str; 6] = ["--rules", "kalah", "--holes", "3", "--seeds", "2"];

fn board() -> Value {
    json!({"rules": "kalah", "holes": 3, "seeds": 2, "threads": 1, "memory": 16})
}

/// The same text as in the file, with the same result.
#[test]
fn a_proof_is_what_the_command_writes() {
    let mut client = Client::within();
    let folder = Folder::made("serve-prove");
    let goals: [(&[&str], Value); 3] = [
        (&[], json!({})),
        (&["--winner"], json!({"winner": true})),
        (&["--at-least", "5"], json!({"at_least": 5})),
    ];
    for (number, (goal, more)) in goals.into_iter().enumerate() {
        let file = folder.path(&format!("{number}.proof"));
        let args = ["--threads", "1", "--memory", "16", "--proof", &file];
        let mut record = json_of(&[&["solve"], &BOARD[..], goal, &args].concat());
        let mut asked = board();
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut found = client.result("prove", asked);
        let found = found.as_object_mut().unwrap();
        assert_eq!(found.remove("text"), Some(json!(folder.read(&format!("{number}.proof")))));
        assert_eq!(found.remove("unproven"), Some(Value::Null));
        record.as_object_mut().unwrap().remove("proof");
        assert_eq!(Some(&*found), record.as_object());
    }
}

/// Without a proof it says why, and what is known anyway.
#[test]
fn a_limit_leaves_no_proof() {
    let mut client = Client::within();
    let mut asked = board();
    asked["positions"] = json!(20);
    let found = client.result("prove", asked);
    assert_eq!((&found["text"], &found["value"]), (&Value::Null, &json!(4)));
    assert_eq!(found["unproven"], "more than 20 positions");
    let found = client.result("prove", json!({"nodes": 10, "threads": 1}));
    assert_eq!((&found["text"], &found["stopped"]), (&Value::Null, &json!("nodes")));
    assert_eq!(found["unproven"], "stopped by: nodes");
    let refused = client.error("prove", json!({"set": {"store": "far"}}));
    assert!(refused["message"].as_str().unwrap().contains("can recur"), "{refused}");
}
