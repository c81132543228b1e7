//! Built-in claims by name, and claims that name no rules.

use chongkak::claims::{ClaimFile, SHIPPED};

use crate::support::{
    Folder, code, home, json_ending, json_of, program, refused, run, stderr, stdout,
};

fn claims_of(found: &serde_json::Value) -> Vec<(String, String)> {
    let claims = found["claims"].as_array().unwrap().iter();
    let field = |claim: &serde_json::Value, name: &str| claim[name].as_str().unwrap().to_owned();
    claims.map(|claim| (field(claim, "file"), field(claim, "id"))).collect()
}

#[test]
fn shipped_claims_are_found_by_name_in_any_folder() {
    let folder = Folder::made("claims-by-name");
    let here = |args: &[&str]| {
        let mut command = program();
        command.current_dir(&folder.0);
        command.args(args).args(["--format", "json"]).output().unwrap()
    };
    let all: Vec<(String, String)> = (SHIPPED.iter())
        .flat_map(|(name, text)| {
            let claims = ClaimFile::read(text).unwrap().claims.into_iter();
            claims.map(|claim| ((*name).to_owned(), claim.id))
        })
        .collect();
    for args in [&["verify"][..], &["verify", "all"]] {
        let output = here(args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let found = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(claims_of(&found), all);
    }
    let own = |name: &str| all.iter().filter(|(file, _)| file == name).count();
    let output = here(&["verify", "dakon", "overbeck"]);
    let found = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(claims_of(&found).len(), own("dakon") + own("overbeck"));
    let output = here(&["infer", "overbeck", "--time", "1h"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let path = home().join("positions/claims/overbeck.toml");
    let mut of_file = json_of(&["infer", path.to_str().unwrap(), "--time", "1h"]);
    // Everything but the name of the file.
    let named = serde_json::to_string(&of_file).unwrap();
    let named = named.replace(path.to_str().unwrap(), "overbeck");
    of_file = serde_json::from_str(&named).unwrap();
    assert_eq!(found, of_file);
    // A file with this name is used instead, with a message.
    let claim = "source = \"mine\"\n[[claim]]\nid = \"own\"\nlaps = 0\n";
    std::fs::write(folder.0.join("overbeck"), claim).unwrap();
    let output = here(&["verify", "overbeck"]);
    let found = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(claims_of(&found), [("overbeck".into(), "own".into())]);
    let told = stderr(&output);
    assert!(told.contains("not the built-in claims"), "{told}");
}

#[test]
fn a_name_that_is_none_lists_those_that_are() {
    for command in ["verify", "infer"] {
        let output = run(&[command, "overbek"]);
        // Nothing was checked, so there is no summary.
        assert_eq!((code(&output), stdout(&output)), (2, String::new()));
        let told = stderr(&output);
        assert!(!told.contains("os error"), "{told}");
        for (name, _) in SHIPPED {
            assert!(told.contains(name), "{told}");
        }
    }
    let output = run(&["verify", "overbek", "--rules", "all"]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
}

/// Under Overbeck's rules the first lap of a single seed ends in an empty hole and captures the
/// seeds opposite; kalah has another board.
#[test]
fn claims_without_rules_have_those_of_overbeck_or_those_that_are_given() {
    let folder = Folder::made("claims-without-rules");
    let file = folder.file(
        "open.toml",
        "source = \"s\"\n[[claim]]\nid = \"board\"\n\
         opening = \"9,9,9,9,9,9,9,9,9/0 9,9,9,9,9,9,9,9,9/0 A\"\n",
    );
    let verdict = |status, more: &[&str]| {
        let found = json_ending(status, &[&["verify", &file], more].concat());
        found["claims"][0]["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict(0, &[]), "holds");
    assert_eq!(verdict(0, &["--rules", "overbeck"]), "holds");
    assert_eq!(verdict(1, &["--rules", "kalah"]), "refuted");
    let fits = |more: &[&str]| {
        let output = run(&[&["infer", &file], more].concat());
        (code(&output), stdout(&output).contains("no rules satisfy"))
    };
    assert_eq!(fits(&[]), (0, false));
    // The board is not an option that varies: no variant of kalah has this opening.
    assert_eq!(fits(&["--rules", "kalah"]), (1, true));
    // If every claim names its rules, other rules would have no effect.
    for command in ["verify", "infer"] {
        let told = refused(&[command, "dakon", "--rules", "kalah"]);
        assert!(told.contains("all of these name their own"), "{told}");
    }
    let told = refused(&["verify", &file, "--holes", "3"]);
    assert!(told.contains("the option holes"), "{told}");
}

#[test]
fn lines_of_verdicts_end_with_no_blanks() {
    let folder = Folder::made("claims-blanks");
    let file = folder.file(
        "blanks.toml",
        "source = \"s\"\n[[claim]]\nid = \"a\"\nlaps = 1\n\
         [[claim]]\nid = \"longer\"\nlaps = 0\n",
    );
    let text = stdout(&run(&["verify", &file]));
    assert!(text.contains("refuted  a\n"), "{text}");
    assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
}
