//! Stores of version 0.1, whose tables had a column for each limit.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Folder, code, export, json_lines, run, stderr, stdout, told_limits};

/// The tables and two results, as the program of before wrote them.
const FORMER: &str = r#"
    CREATE TABLE results (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL,
        depth INTEGER NOT NULL, nodes INTEGER NOT NULL, time INTEGER NOT NULL,
        proven INTEGER NOT NULL, rules TEXT NOT NULL, version TEXT NOT NULL,
        memory INTEGER NOT NULL, spent INTEGER NOT NULL, findings TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, depth, nodes, time)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE claims (
        options TEXT NOT NULL, position TEXT NOT NULL, method TEXT NOT NULL,
        depth INTEGER NOT NULL, nodes INTEGER NOT NULL, time INTEGER NOT NULL,
        owner INTEGER NOT NULL,
        PRIMARY KEY (options, position, method, depth, nodes, time)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO results VALUES(
        'holes=3 seeds=4 store=near store_last=again occupied=stop capture=both lone=stay lap=circuit end=side-empty short=closed max_protected=3 fill=near starter=last-mover first_round=one-starts',
        '3,3,3/0 3,3,3/0 B', 'at-least 1', 0, 0, 0,
        1, 'kalah', '0.2.0-dev+bbf8b13bb.dirty', 128, 659,
        '{"position":"3,3,3/0 3,3,3/0 B","value":null,"lower":-18,"upper":0,"exact":false,"winner":null,"best":[],"pv":["B1","B3"],"nodes":999,"stopped":null}',
        1755284408);
    INSERT INTO results VALUES(
        'holes=6 seeds=4 store=near store_last=again occupied=stop capture=both lone=stay lap=none end=side-empty short=closed max_protected=3 fill=near starter=last-mover first_round=one-starts',
        '6,6,6,6,6,6/0 6,6,6,6,6,6/0 A', 'solve', 0, 100, 2500000,
        0, 'kalah', '0.2.0-dev+bbf8b13bb.dirty', 128, 497,
        '{"position":"6,6,6,6,6,6/0 6,6,6,6,6,6/0 A","value":null,"lower":-68,"upper":72,"exact":false,"winner":null,"best":[],"pv":[],"nodes":100,"stopped":"nodes"}',
        3643033231);
    PRAGMA application_id = 0x63686f6e;
    PRAGMA user_version = 1;"#;

/// Such a store, changed by a command.
fn former(folder: &Folder, name: &str, change: &str) -> String {
    let path = folder.path(name);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch(FORMER).unwrap();
    connection.execute_batch(change).unwrap();
    connection.close().unwrap();
    path
}

fn check_exported(records: &[Value]) {
    assert_eq!(records.len(), 2);
    assert_eq!((&records[0]["at_least"], &records[0]["upper"]), (&json!(1), &json!(0)));
    assert_eq!(told_limits(&records[0]), json!({"memory": 128}));
    let given = json!({"nodes": 100, "seconds": 2.5, "memory": 128});
    assert_eq!(told_limits(&records[1]), given);
    assert_eq!(records[1]["seconds"], 0.000_497);
}

#[test]
fn results_of_a_former_store_are_read_and_used() {
    let folder = Folder::made("batch-former");
    let store = former(&folder, "former.sqlite", "");
    check_exported(&export(&[&store]));
    check_exported(&export(&[&store]));
    let file = folder.file("p", "6,6,6,6,6,6/0 6,6,6,6,6,6/0 A\n");
    let limits = ["--rules", "kalah", "--nodes", "100", "--time", "2.5", "--format", "jsonl"];
    for store in [store, former(&folder, "again.sqlite", "")] {
        let output = run(&[&["batch", &file, "--store", &store], &limits[..]].concat());
        assert!(stderr(&output).contains("1 open (1 known before)"), "{}", stderr(&output));
        let told = json_lines(&stdout(&output));
        assert_eq!((code(&output), &told[0]["upper"]), (3, &json!(72)));
    }
}

#[test]
fn a_damaged_former_store_is_refused_and_left_alone() {
    let folder = Folder::made("batch-former-damaged");
    let store =
        former(&folder, "former.sqlite", "UPDATE results SET time = 2500001 WHERE time > 0");
    let before = fs::read(&store).unwrap();
    let output = run(&["batch", "export", &store]);
    assert_eq!((code(&output), stdout(&output)), (4, String::new()));
    let wrong = "the store is damaged: the result of 6,6,6,6,6,6/0 6,6,6,6,6,6/0 A is not what was";
    assert!(stderr(&output).contains(wrong), "{}", stderr(&output));
    assert_eq!(fs::read(&store).unwrap(), before);
}
