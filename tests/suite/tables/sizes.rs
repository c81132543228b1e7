//! Table sizes in output and in arguments, the question before a large build, the default folder.

use std::fs;
use std::path::Path;

use crate::support::{Folder, Terminal, outcome, program, refused, words};

fn with(folder: &Path, command: &str) -> (i32, String, String) {
    let mut with = program();
    with.env("CHONGKAK_TABLES", folder).args(words(command));
    outcome(&with.output().unwrap())
}

#[test]
fn sizes_have_units() {
    let folder = Folder::new("tables-units");
    let board = "tables install --rules kalah --holes 4";
    // C(16, 8) positions and a head of 512 bytes.
    for most in ["15000", "15kB", "15k", "15 kB", "15KiB"] {
        let mut install = program();
        install.env("CHONGKAK_TABLES", &folder.0).args(words(board));
        let (code, out, error) = outcome(&install.args(["--max-bytes", most]).output().unwrap());
        assert_eq!(code, 0, "{error}");
        assert!(out.contains("  13.4 kB on disk\n"), "{out}");
        assert!(out.contains("12870 positions"), "{out}");
    }
    let (_, out, _) = with(&folder.0, "tables info --format json");
    assert!(out.contains("\"bytes\": 13382"), "{out}");
    for wrong in ["15KiBB", "B", "999B"] {
        let told = refused(&["tables", "install", "--max-bytes", wrong]);
        assert!(told.contains("such as 20000000, 20M or 20MB"), "{told}");
    }
}

/// The tables of all rule sets take a gigabyte: answering no at a terminal builds none.
#[test]
fn a_large_build_is_asked_for() {
    let folder = Folder::made("tables-question");
    let terminal = Terminal::new().variable("CHONGKAK_TABLES", folder.text());
    let terminal = terminal.columns(200).types("Continue?", "n\r");
    let shown = terminal.run(&["tables", "install"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    let screen = shown.screen();
    assert!(screen.contains("9 tables to build, 1.33 GB, "), "{screen}");
    assert!(screen.contains("nothing was built"), "{screen}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn probe_reads_the_installed_tables() {
    let folder = Folder::new("tables-probe");
    let board = "--rules kalah --holes 4";
    let (code, _, error) = with(&folder.0, &format!("tables install {board} --max-bytes 15k"));
    assert_eq!(code, 0, "{error}");
    let position = "2,0,2,1/7 0,0,3,0/2 A";
    let probe = |args: &[&str]| {
        let mut probe = program();
        probe.env("CHONGKAK_TABLES", &folder.0);
        let all = [&["tables", "probe"], args, &["--rules", "kalah"]].concat();
        outcome(&probe.args(all).output().unwrap())
    };
    let named = probe(&[folder.text(), position]);
    assert_eq!(named.0, 0, "{}", named.2);
    assert_eq!(probe(&[position]), named);
    let apart: Vec<&str> = position.split(' ').collect();
    assert_eq!(probe(&apart), named);
    // A word that is not a position is a folder.
    let (code, _, error) = probe(&["nowhere", position]);
    assert_eq!(code, 4, "{error}");
    let (code, _, error) = probe(&[position, "--owned", "8"]);
    assert_eq!(code, 2, "{error}");
}
