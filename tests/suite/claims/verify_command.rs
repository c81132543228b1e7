//! The command `verify`: verdicts, refutations, files that are damaged.

use serde_json::json;

use crate::support::{
    Folder, code, home, json_ending, json_of, parsed, run, run_with, stderr, stdout,
};

#[test]
fn verify_reports_every_claim() {
    let path = home().join("positions/claims/overbeck.toml");
    let document = json_of(&["verify", path.to_str().unwrap()]);
    let claims = document["claims"].as_array().unwrap();
    assert!(claims.iter().all(|claim| claim["verdict"] == "holds"));
    let system = claims
        .iter()
        .find(|claim| claim["id"] == "system-in-general")
        .unwrap();
    // 9 first moves, and 0 + 1 + 1 + 2 + 2 + 3 + 3 + 4 + 4 further ones.
    assert_eq!(
        (&system["evidence"]["cases"], &system["evidence"]["moves"]),
        (&json!(9), &json!(29))
    );
}

/// A line that is no list is told what a list of moves looks like.
#[test]
fn a_line_is_a_list_of_moves() {
    let told = |line: &str| {
        let claim = format!("source = \"s\"\n[[claim]]\nid = \"one\"\nline = {line}\n");
        let output = run_with(&["verify", "-"], &claim);
        assert_eq!(code(&output), 2, "{line}");
        stderr(&output)
    };
    let text = told("\"A2 A1\"");
    let expected = "expected a list of moves, such as [{ play = \"A2\" }, { play = \"A1\" }]";
    assert!(text.contains(expected), "{text}");
    let texts = told("[\"A2\", \"A1\"]");
    assert!(
        texts.contains("expected moves, such as { play = \"A2 A1\" }"),
        "{texts}"
    );
}

#[test]
fn a_refuted_claim_ends_with_1_and_says_what_happened() {
    let claim = "source = \"s\"\n[[claim]]\nid = \"wrong\"\nrules = \"overbeck\"\nowned = 99\n\
                 line = [{ play = \"A1\" }, { play = \"A7\", lands = \"B8 RA\" }]\n\
                 [[claim]]\nid = \"right\"\nrules = \"overbeck\"\nline = [{ play = \"A1\" }]\n";
    let folder = Folder::made("refuted-claim");
    let path = folder.file("refuted.toml", claim);
    let output = run(&["verify", &path]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    for part in [
        "refuted  wrong",
        "move 2, A7: lands",
        "claimed   B8 RA",
        "happened  B9 RA",
        "holds    right",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let document = json_ending(1, &["verify", &path]);
    assert_eq!(document["claims"][0]["verdict"], "refuted");
    assert_eq!(document["claims"][0]["evidence"]["found"], "B9 RA");
}

#[test]
fn one_claim_is_no_claims() {
    let claim = "[[claim]]\nid = \"a\"\nrules = \"kalah\"\nlegal = \"A1 A2 A3 A4 A5 A6\"\n";
    let folder = Folder::made("one-claim");
    for (claims, told) in [
        (1, "\n1 claim: 1 holds, 0 refuted, 0 open\n"),
        (2, "\n2 claims: 2 hold, 0 refuted, 0 open\n"),
    ] {
        let each = (0..claims).map(|id| claim.replace("\"a\"", &format!("\"{id}\"")));
        let text = format!("source = \"s\"\n{}", each.collect::<String>());
        let text = stdout(&run(&["verify", &folder.file("c.toml", &text)]));
        assert!(text.ends_with(told), "{text}");
    }
}

#[test]
fn a_damaged_claim_file_does_not_stop_the_others() {
    let folder = Folder::made("damaged-claim");
    let claim = "source = \"s\"\n[[claim]]\nid = \"a\"\nrules = \"kalah\"\nlaps = 0\n";
    let whole = folder.file("whole.toml", claim);
    let half = folder.file("half.toml", claim.split_at(35).0);
    let output = run(&["verify", &half, &whole]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("half.toml: line 4, column 4: "),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("1 hold"));
    let claims = "source = \"s\"\n[[claim]]\nid = \"a\"\nrules = \"overbeck\"\nvalue = 1\n";
    let open = run_with(&["verify", "-", "--time", "0.2"], claims);
    assert_eq!(code(&open), 3);
    assert!(stdout(&open).contains("open     a"));
}

#[test]
fn a_malformed_claim_does_not_hide_the_others() {
    let claims = "source = \"s\"\n[[claim]]\nid = \"a\"\nrules = \"kalah\"\nlaps = 1\n\
                  [[claim]]\nid = \"b\"\nrules = \"kala\"\nlaps = 1\n";
    let output = run_with(&["verify", "-", "--format", "json"], claims);
    assert_eq!(code(&output), 2);
    let document = parsed(&output);
    assert_eq!(document["claims"][0]["verdict"], "refuted");
    assert!(stderr(&output).contains("claim \"b\", rules: no rule set \"kala\""));
}

/// Of several fields that nobody knows the first one in the file is told.
#[test]
fn the_first_unknown_field_is_told() {
    let claims = "source = \"s\"\n[[claim]]\nid = \"a\"\n\
                  line = [{ play = \"A1\", landing = \"B8\", captures = 2 }]\n";
    let output = run_with(&["verify", "-"], claims);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    let told = stderr(&output);
    assert!(
        told.contains("line 4, column 24: unknown field `landing`, expected one of `play`"),
        "{told}"
    );
}
