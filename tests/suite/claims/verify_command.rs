//! The command `verify`: verdicts, refutations, damaged files.

use crate::support::{Folder, code, json_ending, parsed, run, run_with, stderr, stdout};

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
        (1, "\n1 claim: 1 holds, 0 refuted, 0 open; 1 without a sentence of a source\n"),
        (2, "\n2 claims: 2 hold, 0 refuted, 0 open; 2 without a sentence of a source\n"),
    ] {
        let each = (0..claims).map(|id| claim.replace("\"a\"", &format!("\"{id}\"")));
        let text = format!("source = \"s\"\n{}", each.collect::<String>());
        let text = stdout(&run(&["verify", &folder.file("c.toml", &text)]));
        assert!(text.ends_with(told), "{text}");
    }
}

/// Below each claim is its quotation; claims without one come last.
#[test]
fn the_sentences_are_told() {
    let claim = "[[claim]]\nid = \"ID\"\nrules = \"kalah\"\nlegal = \"A1 A2 A3 A4 A5 A6\"\n";
    let first = claim.replace("ID", "ours");
    let second = claim.replace("ID", "theirs") + "quote = \"Any hole may be played.\"\n";
    let folder = Folder::made("told-claims");
    let file = folder.file("c.toml", &format!("source = \"s\"\n{first}{second}"));
    let text = stdout(&run(&["verify", &file]));
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(place("theirs") < place("\u{201c}Any hole may be played.\u{201d}"));
    assert!(place("be played.") < place("without a sentence of a source:"));
    assert!(place("of a source:") < place("ours"));
    assert!(text.ends_with("0 open; 1 without a sentence of a source\n"), "{text}");
}

#[test]
fn a_damaged_claim_file_does_not_stop_the_others() {
    let folder = Folder::made("damaged-claim");
    let claim = "source = \"s\"\n[[claim]]\nid = \"a\"\nrules = \"kalah\"\nlaps = 0\n";
    let whole = folder.file("whole.toml", claim);
    let half = folder.file("half.toml", claim.split_at(35).0);
    let output = run(&["verify", &half, &whole]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("half.toml: line 4, column 4: "), "{}", stderr(&output));
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
