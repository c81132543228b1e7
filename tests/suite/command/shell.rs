//! The shell completions and manual pages of the program.

use crate::support::{Folder, code, parsed, refused, run, stderr, stdout};

#[test]
fn completions_know_commands_and_options() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&["completions", shell]);
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let script = stdout(&output);
        for word in ["perft", "congklak-bank", "prove-harvest"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let message = refused(&["completions", "tcsh"]);
    assert!(message.contains("possible values: bash"), "{message}");
}

/// Bash itself, where it is installed, must accept the script and complete with it.
#[test]
fn bash_completes_a_command() {
    let script = stdout(&run(&["completions", "bash"]));
    let ask = "\nCOMP_WORDS=(chongkak perf); COMP_CWORD=1; _chongkak chongkak perf chongkak; echo \"${COMPREPLY[@]}\"";
    let bash = std::process::Command::new("bash").args(["--norc", "-c", &(script + ask)]).output();
    let Ok(output) = bash else { return };
    assert_eq!((code(&output), stdout(&output)), (0, "perft\n".to_owned()), "{}", stderr(&output));
}

#[test]
fn every_command_has_a_manual_page() {
    let made = Folder::made("look-man");
    let folder = made.0.join("new");
    let output = run(&["man", &made.path("new"), "--format", "json"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let record = parsed(&output);
    let pages: Vec<&str> =
        record["pages"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
    for needed in ["chongkak.1", "chongkak-play.1", "chongkak-tables-build.1", "chongkak-man.1"] {
        assert!(pages.contains(&needed), "{needed}");
    }
    for page in &pages {
        let text = std::fs::read_to_string(folder.join(page)).unwrap();
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{page}");
        assert!(text.contains("\nExamples:\n"), "{page}: {text}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), pages.len());
    let file = folder.join("chongkak.1").display().to_string();
    let output = run(&["man", &file]);
    assert_eq!((code(&output), stdout(&output)), (4, String::new()));
    assert!(stderr(&output).contains(&file), "{}", stderr(&output));
}
